#!/usr/bin/env python3
"""Compares the wend command with the implementations in this folder on small maps: status, cost, moves,
ticks, restarts and expansions must be equal in every run.

    test/reference/compare.py WEND [NAME...]     NAME: of comparisons (default: all)

The implementations were written from the papers and docs/algorithms.md; they share no code and no tables with
the library. The maps are generated here. Exits with 1 at the first kind of comparison that differs, after a
message for each."""
import csv
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from grid import DIAGONAL, KNIGHT, ONE, Grid, World
from local import Local
from look_ahead import Lrta, LrtaByTheLetter, Prioritized
from time_bounded import Dice, TimeBounded

MAPS, PROBLEMS_PER_MAP = 8, 6
TICKS_MAX = 20000


# ---- Problems -----------------------------------------------------------------------------------

def draw_map(seed):
    """A map of up to 22 x 16 cells: noise, walls with gaps, or rooms."""
    dice = random.Random(seed)
    width, height = dice.randint(12, 22), dice.randint(9, 16)
    rows = [["." for _ in range(width)] for _ in range(height)]
    if seed % 3 == 0:
        for row in rows:
            for x in range(width):
                row[x] = "@" if dice.random() < 0.3 else "."
    else:
        for x in range(dice.randint(2, 4), width, dice.randint(3, 5)):
            gap = dice.randrange(height)
            for y in range(height):
                if y != gap:
                    rows[y][x] = "@"
        for y in range(4, height, 6) if seed % 3 == 2 else []:
            for x in range(width):
                rows[y][x] = rows[y][x] if x % 7 == 3 else "@"
        for _ in range(width * height // 12):
            x, y = dice.randrange(width), dice.randrange(height)
            rows[y][x] = "."
    return ["".join(row) for row in rows]


def draw_problems(rows, seed):
    """Pairs of different free cells; some of them are not connected."""
    dice = random.Random(seed + 1000)
    free = [(x, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell == "."]
    return [tuple(dice.sample(free, 2)) for _ in range(PROBLEMS_PER_MAP)]


def write_files(folder):
    """Writes map and scenario files; returns (rows, problems) of each."""
    drawn = []
    for seed in range(MAPS):
        rows = draw_map(seed)
        problems = draw_problems(rows, seed)
        name = f"m{seed}.map"
        (folder / name).write_text(f"type octile\nheight {len(rows)}\nwidth {len(rows[0])}\nmap\n" +
                                   "\n".join(rows) + "\n")
        lines = [f"0\t{name}\t{len(rows[0])}\t{len(rows)}\t{s[0]}\t{s[1]}\t{g[0]}\t{g[1]}\t0"
                 for s, g in problems]
        (folder / f"{name}.scen").write_text("version 1\n" + "\n".join(lines) + "\n")
        drawn.append((rows, problems))
    return drawn


# ---- Runs ---------------------------------------------------------------------------------------

def run_reference(agent, world):
    """Runs ticks until the agent has arrived or reports that it cannot."""
    cost = {ONE: 0, DIAGONAL: 0, KNIGHT: 0}
    ticks = moves = 0
    status = "arrived" if agent.at == agent.goal else "limit"
    world.sense(agent.at)
    while status == "limit" and ticks < TICKS_MAX:
        ticks += 1
        to = agent.tick()
        if to == "unreachable":
            status = to
        elif to is not None:
            cost[world.belief.cost(agent.at, to)] += 1
            moves += 1
            agent.moved(to, world.sense(to))
            status = "arrived" if to == agent.goal else "limit"
    length = cost[ONE] + cost[DIAGONAL] * 2 ** 0.5 + cost[KNIGHT] * 5 ** 0.5
    return {"status": status, "cost": length, "moves": moves, "ticks": ticks,
            "restarts": agent.restarts, "total_expansions": agent.expansions}


def run_wend(wend, folder, options):
    runs = folder / "runs.csv"
    command = [wend, "bench", *sorted(str(p) for p in folder.glob("*.scen")), "--runs", str(runs),
               "--max-ticks", str(TICKS_MAX), *options]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"compare: {' '.join(command)}: {done.stderr}")
    with open(runs, newline="") as lines:
        return list(csv.DictReader(lines))


def differences(ours, theirs, columns):
    for column in columns:
        a, b = ours[column], theirs[column]
        same = abs(a - float(b)) < 1e-6 if column == "cost" else str(a) == b
        if not same:
            yield f"{column} {a} instead of wend's {b}"


ALL = ["status", "cost", "moves", "ticks", "restarts", "total_expansions"]


class Comparison:
    """One agent of the library, by its options, and the reference that must do the same."""

    def __init__(self, name, options, make, neighbors=8, corners="never", hidden=False,
                 columns=ALL, full=True, solvable=False):
        self.name, self.make, self.neighbors = name, make, neighbors
        self.corners, self.hidden, self.columns = corners, hidden, columns
        self.solvable = solvable  # only solvable problems: others take very long
        self.options = options.split() + ["--neighbors", str(neighbors), "--corners", corners]
        self.options += ["--terrain", "unknown"] if hidden else []
        # Without canonical ordering on known terrain, which the algorithm uses by default.
        self.options += ["--as-published"] if full and not hidden else []

    def run(self, wend, folder, drawn):
        rows = iter(run_wend(wend, folder, self.options))
        wrong, arrived, count = [], 0, 0
        for number, (cells, problems) in enumerate(drawn):
            for index, (start, goal) in enumerate(problems):
                theirs = next(rows)
                world = World(Grid(cells, self.neighbors, self.corners), self.hidden)
                if self.solvable and start not in world.truth.distances(goal):
                    continue
                ours = run_reference(self.make(world, start, goal), world)
                texts = list(differences(ours, theirs, self.columns))
                if texts:
                    wrong.append(f"m{number}.map, problem {index + 1}: {'; '.join(texts)}")
                arrived += ours["status"] == "arrived"
                count += 1
        assert next(rows, None) is None and arrived > count / 2
        return wrong


def time_bounded(resource, **options):
    return lambda world, start, goal: TimeBounded(world, start, goal, resource, **options)


def local(resource, **options):
    return lambda world, start, goal: Local(world, start, goal, resource, **options)


def look_ahead(kind, resource, **options):
    return lambda world, start, goal: kind(world, start, goal, resource, **options)


def late(resource):
    return lambda world, start, goal: TimeBounded(world, start, goal, resource, late=Dice(1))


def comparisons():
    for k in (1, 5, 23, 200):
        budget = f"--expansions {k}"
        yield Comparison("astar", f"--algo astar --terrain 100% {budget}",
                         time_bounded(k, waits=True), full=False)
        yield Comparison("tba", f"--algo tba {budget}", time_bounded(k))
        yield Comparison("tba-commit", f"--algo tba --commit {budget}",
                         time_bounded(k, commit=True))
        yield Comparison("tba-late", f"--algo tba-late {budget}", late(k))
        yield Comparison("tbgbfs", f"--algo tbgbfs --terrain 100% {budget}",
                         time_bounded(k, greedy=True), full=False)
        yield Comparison("tbgbfs-as-published", f"--algo tbgbfs {budget}",
                         time_bounded(k, greedy=True, reparent=False))
        yield Comparison("tba-slow-trace", f"--algo tba --c 1 {budget}", time_bounded(k, c=1))
        for neighbors, corners in ((4, "never"), (8, "one"), (8, "always"), (16, "never")):
            yield Comparison("tba-moves", f"--algo tba --r 0.5 --c 3 {budget}",
                             time_bounded(k, share=0.5, c=3), neighbors, corners)
        for weight in (1.3, 3):
            w = int(weight * 1000)
            yield Comparison("tbwa", f"--algo tbwa --weight {weight} {budget}",
                             time_bounded(k, weight=w))
            yield Comparison("tbwa-reopen", f"--algo tbwa --reopen --weight {weight} {budget}",
                             time_bounded(k, weight=w, reopen=True))
            yield Comparison("tbrwa", f"--algo tbrwa --weight {weight} {budget}",
                             time_bounded(k, weight=w), full=False)
        for name, options in (("rtba", {}), ("tbaa", {"adapts": True}),
                              ("repeated-astar", {"waits": True}),
                              ("adaptive-astar", {"waits": True, "adapts": True}),
                              ("rtba --as-published", {"stands_when_cut": True}),
                              ("tbaa --as-published", {"stands_when_cut": True, "adapts": True})):
            yield Comparison(name.replace(" --", "-"), f"--algo {name} {budget}",
                             time_bounded(k, **options), hidden=True)
    for k in (2, 9, 40, 1000):
        budget = f"--expansions {k}"
        some = k < 1000  # 1000 expansions cover the whole map
        for hidden in (False, True):
            yield Comparison("lss-lrta", f"--algo lss-lrta {budget}", local(k), hidden=hidden, solvable=some,
                             full=False)
            yield Comparison("klrta", f"--algo klrta {budget}", local(k, one_move=True),
                             hidden=hidden, solvable=some, full=False)
            yield Comparison("rtaa", f"--algo rtaa {budget}", local(k, adapts=True), hidden=hidden, solvable=some)
            yield Comparison("rtaa-one", f"--algo rtaa --moves one {budget}",
                             local(k, adapts=True, one_move=True), hidden=hidden, solvable=some)
            yield Comparison("dartaa", f"--algo dartaa {budget}",
                             local(k, adapts=True, avoids_depressions=True), hidden=hidden, solvable=some)
        for reopen in ("", "--reopen"):
            yield Comparison("lss-lrtwa", f"--algo lss-lrtwa --weight 2 {reopen} {budget}",
                             local(k, one_move=True, weight=2000, reopen=bool(reopen)),
                             solvable=some, full=False)
            yield Comparison("wlss-lrta", f"--algo wlss-lrta --weight 2 {reopen} {budget}",
                             local(k, one_move=True, update_weight=2000, reopen=bool(reopen)),
                             solvable=some, full=False)
    for depth in (1, 2, 5):
        for k in (3, 1000):
            yield Comparison("lrta", f"--algo lrta --depth {depth} --expansions {k}",
                             look_ahead(Lrta, k, depth=depth), full=False)
            for neighbors, corners in ((4, "never"), (8, "never"), (8, "always"), (16, "never")):
                yield Comparison("lrta-as-published", f"--algo lrta --depth {depth} --expansions {k}",
                                 look_ahead(LrtaByTheLetter, k, depth=depth), neighbors, corners)
    for queue in (1, 7, 50):
        for k in (3, 1000):
            yield Comparison("plrta", f"--algo plrta --queue {queue} --expansions {k}",
                             look_ahead(Prioritized, k, queue=queue), full=False)
    # Jump points are different expansions; only the costs of routes must be equal.
    for neighbors, corners in ((4, "never"), (8, "never"), (8, "one"), (8, "always")):
        yield Comparison("jps", "--algo jps --expansions 1000", time_bounded(1000, waits=True),
                         neighbors, corners, columns=["status", "cost"], full=False)


# ---- D* Lite ------------------------------------------------------------------------------------

class DStarLite:
    """The choice of D* Lite among equally short routes depends on ties, but each of its moves begins a
    shortest route on the believed map. So its trips are replayed."""
    name = "dstar-lite"

    def run(self, wend, folder, drawn):
        wrong = []
        for number, (cells, problems) in enumerate(drawn):
            for start, goal in problems:
                text = subprocess.run(
                    [wend, "solve", "--map", str(folder / f"m{number}.map"), "--algo", self.name,
                     "--terrain", "unknown", "--expansions", "20", "--json", "--start",
                     "%d,%d" % start, "--goal", "%d,%d" % goal], capture_output=True, text=True)
                wrong += self.replay(cells, goal, json.loads(text.stdout), number)
        return wrong

    def replay(self, cells, goal, run, number):
        world = World(Grid(cells), True)
        path = [tuple(cell) for cell in run["path"]]
        for at, to in zip(path, path[1:]):
            world.sense(at)
            distance = world.belief.distances(goal)
            cost = world.belief.cost(at, to)
            if cost is None or at not in distance or distance[to] + cost != distance[at]:
                return [f"m{number}.map: {at} to {to} does not begin a shortest route"]
        world.sense(path[-1])
        is_reachable = path[-1] in world.belief.distances(goal)
        if run["status"] == "arrived" and path[-1] == goal or (
                run["status"] == "unreachable" and not is_reachable):
            return []
        return [f"m{number}.map: {run['status']} at {path[-1]}, goal {goal}"]


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    wend, names = sys.argv[1], sys.argv[2:]
    failed, runs = {}, 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        drawn = write_files(folder)
        for comparison in [*comparisons(), DStarLite()]:
            if names and comparison.name not in names:
                continue
            wrong = comparison.run(wend, folder, drawn)
            runs += MAPS * PROBLEMS_PER_MAP
            options = " ".join(getattr(comparison, "options", []))
            for text in wrong[:3]:
                print(f"compare: {comparison.name} ({options}): {text}")
            if wrong:
                failed[comparison.name] = failed.get(comparison.name, 0) + len(wrong)
    for name, count in failed.items():
        print(f"compare: {name}: {count} runs differ")
    if runs == 0:
        sys.exit("compare: no comparison of that name")
    print(f"compare: {runs} runs, {sum(failed.values())} differ")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
