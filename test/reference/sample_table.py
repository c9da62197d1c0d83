#!/usr/bin/python3
"""Writes test/sample_table.inc: fixed samples, and their statistics by NumPy and SciPy.

    test/reference/sample_table.py > test/sample_table.inc     (Debian: python3-scipy)

The intervals are computed twice. Once with the draws that cli/common/sample.h describes, implemented here
again: these must agree to the last digits. Once by scipy.stats.bootstrap with its own draws, for samples
without clusters: these agree within their random deviation."""
import numpy
from scipy import stats

ROUNDS = 2000
MASK = (1 << 64) - 1


def draws(clusters):
    """ROUNDS lists of drawn clusters: splitmix64, the upper 32 bits scaled to 0 .. clusters - 1."""
    state = 20090711
    for _ in range(ROUNDS):
        drawn = []
        for _ in range(clusters):
            state = (state + 0x9E3779B97F4A7C15) & MASK
            z = ((state ^ state >> 30) * 0xBF58476D1CE4E5B9) & MASK
            z = ((z ^ z >> 27) * 0x94D049BB133111EB) & MASK
            drawn.append(((z ^ z >> 31) >> 32) * clusters >> 32)
        yield drawn


def estimate(statistic, clusters, *samples):
    """statistic(*samples), and its middle 95 % over draws of whole clusters."""
    first_seen = list(dict.fromkeys(clusters))
    groups = [numpy.array([i for i, c in enumerate(clusters) if c == k]) for k in first_seen]
    if len(groups) == 1:
        groups = [numpy.array([i]) for i in groups[0]]
    outcomes = []
    for drawn in draws(len(groups)):
        chosen = numpy.concatenate([groups[k] for k in drawn])
        outcomes.append(statistic(*(s[chosen] for s in samples)))
    low, high = numpy.quantile(outcomes, [0.025, 0.975])
    return statistic(*samples), low, high


def scipy_interval(statistic, sample):
    interval = stats.bootstrap((sample,), statistic, n_resamples=20000, method="percentile",
                               random_state=numpy.random.default_rng(1)).confidence_interval
    return interval.low, interval.high


def sample_of(seed, maps, per_map):
    """Costs with heavy tails that differ from map to map, and a second setting on the same problems."""
    random = numpy.random.default_rng(seed)
    clusters = [m * 7 % maps for m in range(maps) for _ in range(per_map + m % 3)]
    scale = random.lognormal(4, 0.5, maps)
    a = numpy.array([round(scale[c] * random.lognormal(0, 1), 3) for c in clusters])
    b = numpy.array([x if random.random() < 0.2 else round(x * random.lognormal(0.1, 0.3), 3)
                     for x in a])
    return a, b, clusters


def row(values):
    return "{" + ", ".join(repr(float(v)) for v in values) + "}"


def write_case(number, a, b, clusters):
    lower, higher = int((a < b).sum()), int((a > b).sum())
    sides = {c: 0 for c in clusters}
    for x, y, c in zip(a, b, clusters):
        sides[c] += int(x < y) - int(x > y)
    maps_lower, maps_higher = (sum(s > 0 for s in sides.values()),
                               sum(s < 0 for s in sides.values()))
    ratio = a / b

    def sign(one, other):
        return stats.binomtest(one, one + other).pvalue if one + other else 1.0

    def lines(values):
        texts = [repr(float(v)) for v in values]
        return "{" + ",\n     ".join(", ".join(texts[i:i + 8]) for i in range(0, len(texts), 8)) + "}"

    print(f"static const double a{number}[] =\n    {lines(a)};")
    print(f"static const double b{number}[] =\n    {lines(b)};")
    numbers = [str(c) for c in clusters]
    text = ",\n     ".join(", ".join(numbers[i:i + 24]) for i in range(0, len(numbers), 24))
    print(f"static const uint32_t clusters{number}[] =\n    {{{text}}};")
    print(f"static const struct expected expected{number} = {{")
    print(f"    .mean = {row(estimate(numpy.mean, clusters, a))},")
    print(f"    .median = {row(estimate(numpy.median, clusters, a))},")
    print(f"    .geometric = {row(estimate(stats.gmean, clusters, a))},")
    print(f"    .scipy_mean = {row((numpy.mean(a),) + scipy_interval(numpy.mean, a))},")
    print(f"    .scipy_median = {row((numpy.median(a),) + scipy_interval(numpy.median, a))},")
    print(f"    .scipy_geometric = {row((stats.gmean(a),) + scipy_interval(stats.gmean, a))},")
    print(f"    .difference = {row(estimate(numpy.mean, clusters, a - b))},")
    print(f"    .median_ratio = {row(estimate(numpy.median, clusters, ratio))},")
    print(f"    .geometric_ratio = {row(estimate(stats.gmean, clusters, ratio))},")
    print("    .ratio_of_means =\n        "
          f"{row(estimate(lambda x, y: x.sum() / y.sum(), clusters, a, b))},")
    print(f"    .lower = {lower}, .equal = {len(a) - lower - higher}, .higher = {higher},")
    print(f"    .maps_lower = {maps_lower}, .maps_higher = {maps_higher},")
    print(f"    .sign_p = {sign(lower, higher)!r}, .maps_sign_p = {sign(maps_lower, maps_higher)!r}")
    print("};\n")


print("/* Written by test/reference/sample_table.py. */")
CASES = [(1, 12, 5), (2, 4, 8), (3, 1, 25)]
for number, (seed, maps, per_map) in enumerate(CASES):
    write_case(number, *sample_of(seed, maps, per_map))
print("/* one side, other side, p */")
print("static const struct { uint32_t one, other; double p; } signs[] = {")
for one, other in [(0, 0), (1, 0), (0, 6), (5, 5), (6, 5), (9, 2), (40, 60), (1000, 1100),
                   (5000, 4700), (0, 2000)]:
    p = stats.binomtest(one, one + other).pvalue if one + other else 1.0
    print(f"    {{{one}, {other}, {float(p)!r}}},")
print("};")
