#!/usr/bin/env python3
"""Breaks the library in small ways, one at a time, and counts how many of them the tests detect.

    scripts/mutants.py [--seed 1] [--count 200] [--only src/agent] [--again]

A mutant is one change of one place under src/agent, src/plan, src/search, src/domain or src/store. All
possible mutants are listed, shuffled by the seed and tried in that order. A mutant that does not compile, or
compiles to the same machine code, does not count; the next one is tried instead. A mutant is killed by the
first test that fails, crashes or takes far too long, also under sanitizers.

Everything happens in build-mutants: each worker has a copy of the sources and object files of the unbroken
library; only what depends on the broken file is compiled again. Results are saved, so an interrupted run
continues where it stopped.
"""
import argparse
import difflib
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "build-mutants"
FOLDERS = ["src/agent", "src/fleet", "src/finder", "src/plan", "src/search", "src/domain", "src/store",
           "src/research/agent", "src/research/plan", "src/research/search", "src/research/domain"]
FLAGS = ["-std=gnu11", "-O1", "-g0", "-w", "-fno-math-errno", "-Iinclude", "-Isrc", "-Itest"]
# Survivors are tried once more as `make test` does: a read beyond an array is not always detected.
CHECKED = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
# Tests of the command are excluded; those of files have little to do with searches.
LEFT_OUT = {"trace", "render", "problems", "data", "sample"}
# Percent of the random cases: first for all mutants, then for the survivors, then for those that remain.
QUICK, WHOLE, FEW = "15", "100", "10"

# Which tests to try first for a file. The others follow, the quick ones before the slow ones.
LIKELY = {
    "agent": ["agent", "edits", "golden"],
    "planner": ["agent", "edits", "changes", "golden"],
    "parameters": ["agent", "lrta", "subgoals"],
    "algorithms": ["algorithms", "agent", "golden"],
    "auto": ["jump", "agent", "golden"],
    "cells": ["grid", "edits", "belief", "components"],
    "components": ["components"],
    "layer": ["layer", "layer_units"],
    "layer_values": ["layer"],
    "shift": ["shift"],
    "components_query": ["components"],
    "neighborhood": ["grid", "contract", "golden"],
    "route": ["store", "figures", "golden"],
    "changes": ["edits", "changes", "unknown"],
    "time_bounded": ["figures", "edits", "changes", "golden"],
    "incremental": ["edits", "unknown", "golden"],
    "jumping": ["jump", "jump_edits", "wide", "weights"],
    "jumping_change": ["jump_edits", "jump", "edits", "changes"],
    "jumping_follow": ["jump_edits", "jump", "release"],
    "jumping_mend": ["jump_edits"],
    "edges": ["jump_edits", "jump"],
    "local": ["learning", "unknown", "golden"],
    "lrta": ["lrta", "golden"],
    "prioritized": ["lrta", "golden"],
    "refine": ["abstraction", "subgoals", "golden"],
    "guided": ["subgoals", "golden"],
    "shortcut": ["figures", "edits", "reference"],
    "watch": ["watch"],
    "search": ["search", "pace", "memory", "unknown", "golden"],
    "bestfirst": ["search", "golden", "memory"],
    "breadth": ["lrta", "subgoals", "golden"],
    "dstar": ["dstar", "edits", "unknown", "memory", "golden"],
    "learn": ["learning", "racetrack"],
    "precompute": ["subgoals"],
    "jump_search": ["wide", "jump", "jump_rules", "bound", "weights", "golden"],
    "jump_walk": ["wide", "jump", "jump_rules", "bound", "golden"],
    "jump_store": ["wide", "jump", "memory"],
    "jump_kernel": ["jump", "watch", "pace"],
    "jump": ["jump_bits", "jump", "wide"],
    "grid": ["grid", "edits", "golden"],
    "grid_search": ["search", "grid", "edits", "golden"],
    "corridor_search": ["abstraction", "subgoals", "golden"],
    "flood_search": ["subgoals", "golden", "finder"],
    "finder": ["finder", "finder_domains"],
    "query": ["finder", "finder_domains"],
    "warm": ["finder", "finder_domains"],
    "writing": ["finder", "finder_domains"],
    "points": ["finder", "finder_domains"],
    "smooth": ["route"],
    "graph": ["graph", "dimacs"],
    "graph_search": ["graph"],
    "callback": ["callback"],
    "callback_search": ["callback"],
    "puzzle": ["puzzle"],
    "puzzle_search": ["puzzle"],
    "racetrack": ["racetrack"],
    "racetrack_search": ["racetrack"],
    "gen": ["gen"],
    "abstraction": ["abstraction", "subgoals"],
    "subgoals": ["subgoals", "io"],
    "open": ["open", "store"],
    "nodes": ["store", "memory"],
    "path": ["store", "figures"],
    "pool": ["store", "memory"],
    "states": ["store", "puzzle", "callback"],
    "horizon": ["lrta"],
}


# ---- Mutants -------------------------------------------------------------------------------------


def blank(text):
    """The text with comments, strings and characters replaced by blanks, keeping all positions."""

    def hide(match):
        return re.sub(r"[^\n]", " ", match.group(0))

    pattern = r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\''
    return re.sub(pattern, hide, text, flags=re.S)


SWAPS = [
    (r"(?<![<>=-])<=(?!=)", "<"),
    (r"(?<![<>=-])>=(?!=)", ">"),
    (r"(?<= )<(?= )", "<="),
    (r"(?<= )>(?= )", ">="),
    (r"==", "!="),
    (r"!=", "=="),
    (r"&&", "||"),
    (r"\|\|", "&&"),
    (r"(?<=[\w)\]] )\+(?= [\w(*&])", "-"),
    (r"(?<=[\w)\]] )-(?= [\w(*&])", "+"),
    (r"\+=", "-="),
    (r"-=", "+="),
    (r"\+\+", "--"),
    (r"(?<![-\w])--(?=[\w(*])", "++"),
    (r"\bwn_min_u32\b", "wn_max_u32"),
    (r"\bwn_max_u32\b", "wn_min_u32"),
    (r"\btrue\b", "false"),
    (r"\bfalse\b", "true"),
    (r"(?<=[( ])!(?=[\w(])", ""),
]
NUMBER = re.compile(r"(?<![\w.#])(\d+)(u?)(?![\w.])")
STATEMENT = re.compile(
    r"^[ \t]+(?:[\w>.\[\]*()-]+ (?:[-+|&^]|<<|>>)?= [^;{}]*|[a-z]\w*\([^;{}]*\)"
    r"|[\w>.\[\]-]+(?:\+\+|--)|(?:\+\+|--)[\w>.\[\]-]+);[ \t]*$",
    re.M,
)
RETURN = re.compile(r"\breturn ([^;{}]+);")
CONDITION = re.compile(r"\bif \(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\) \{")
FUNCTION = re.compile(r"^(?:[\w]+ )*?(void|bool) \*?(\w+)\([^;{}]*\) \{$|^(?:\w+ )+\*?BF\(\w+\)", re.M)


def places(text):
    """All possible changes of a text: (begin, end, new)."""
    code = blank(text)
    out = []

    def add(begin, end, new):
        line = code[code.rfind("\n", 0, begin) + 1 : (code.find("\n", end) + 1 or len(code)) - 1]
        if not re.search(r"\bassert\(|_Static_assert|PREFETCH|^#\s*(?:include|if|ifndef|ifdef)", line):
            out.append((begin, end, new))

    for pattern, new in SWAPS:
        for match in re.finditer(pattern, code):
            add(match.start(), match.end(), new)
    for match in NUMBER.finditer(code):
        value = int(match.group(1))
        add(match.start(), match.end(), f"{value + 1}{match.group(2)}")
        if value > 0:
            add(match.start(), match.end(), f"{value - 1}{match.group(2)}")
    for match in STATEMENT.finditer(code):
        if not re.match(r"\s*(?:return|goto|else|case|sizeof)\b", match.group(0)):
            add(match.start(), match.end(), "    ;")
    for match in CONDITION.finditer(code):
        inner = text[match.start(1) : match.end(1)]
        add(match.start(1), match.end(1), f"!({inner})")
    functions = [(m.start(), m.group(1), m.end()) for m in FUNCTION.finditer(code)]
    for start, kind, end in functions:
        if kind == "void":
            add(end, end, "\n    return;")
    for match in RETURN.finditer(code):
        before = [f for f in functions if f[0] < match.start()]
        if before and before[-1][1] == "bool":
            inner = text[match.start(1) : match.end(1)]
            if inner not in ("true", "false"):
                add(match.start(1), match.end(1), f"!({inner})")
    return out


def all_mutants(only):
    out = []
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).iterdir()):
            name = str(path.relative_to(ROOT))
            if path.suffix in (".c", ".h", ".inl") and (not only or name.startswith(only)):
                text = path.read_text()
                out += [(name, *change) for change in sorted(set(places(text)))]
    return out


def changed(text, mutant):
    _, begin, end, new = mutant
    return text[:begin] + new + text[end:]


def diff_of(mutant):
    name = mutant[0]
    old = (ROOT / name).read_text()
    lines = difflib.unified_diff(
        old.splitlines(), changed(old, mutant).splitlines(), name, name, lineterm="", n=2
    )
    return "\n".join(lines)


# ---- Building ------------------------------------------------------------------------------------


def run(command, folder, seconds, env=None, bytes_max=4 << 30):
    """Its status (None if it took too long) and its seconds of processor time, because the machine may be
    busy. A mutant may request any amount of memory."""

    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_AS, (bytes_max, bytes_max))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    quiet = subprocess.DEVNULL
    child = subprocess.Popen(
        command, cwd=folder, env=env, stdin=quiet, stdout=quiet, stderr=quiet, preexec_fn=limit
    )
    watchdog = threading.Timer(30 * seconds, child.kill)  # for a process that sleeps
    watchdog.start()
    _, status, usage = os.wait4(child.pid, 0)
    watchdog.cancel()
    child.returncode = os.waitstatus_to_exitcode(status)
    late = child.returncode in (-signal.SIGXCPU, -signal.SIGKILL)
    return None if late else child.returncode, usage.ru_utime + usage.ru_stime


class Worker:
    """A copy of the sources with its own object files; those with sanitizers are separate."""

    def __init__(self, number):
        self.folder = PLACE / f"worker-{number}"
        self.base = {False: self.folder / "objects", True: self.folder / "objects-checked"}
        self.broken = {False: self.folder / "broken", True: self.folder / "broken-checked"}
        shutil.rmtree(self.folder, ignore_errors=True)
        for part in ("src", "include", "test"):
            shutil.copytree(ROOT / part, self.folder / part)
        for part in [*self.base.values(), *self.broken.values()]:
            part.mkdir()
        # The library and the common code of all tests, by the names of their objects.
        self.shared = self.sources("src/*/*.c") + self.sources("src/research/*/*.c") + self.sources("test/support/*.c")
        self.shared = [s for s in self.shared if not s.endswith("cave_show.c")]
        self.tests = sorted(
            p.stem[5:] for p in (self.folder / "test").glob("test_*.c") if p.stem[5:] not in LEFT_OUT
        )
        self.needs = {}  # per source: the files that it was compiled from
        self.checked = None  # the tests that pass under sanitizers, once these are built

    def sources(self, pattern):
        return sorted(str(p.relative_to(self.folder)) for p in self.folder.glob(pattern))

    def compile(self, source, folders, checked):
        target = folders[checked] / (source.replace("/", "-") + ".o")
        more = ["-DTEST_SCALE_DEFAULT=100", f'-DWEND_SOURCE_DIR="{ROOT}"', "-DWEND_BUILDING"]
        more += CHECKED if checked else []
        command = ["gcc", *FLAGS, *more, "-MMD", "-MF", f"{target}.d", "-c", source, "-o", str(target)]
        if run(command, self.folder, 120)[0] != 0:
            return None
        return target

    def build_base(self, checked=False):
        for source in self.shared + [f"test/test_{t}.c" for t in self.tests]:
            target = self.compile(source, self.base, checked)
            if not target:
                sys.exit(f"{source} does not compile")
            words = Path(f"{target}.d").read_text().replace("\\\n", " ").split()[1:]
            self.needs[source] = {os.path.normpath(w) for w in words}

    def build_checked(self):
        self.build_base(checked=True)
        self.checked = []
        for test in self.tests:
            if self.link(test, {}, True) and self.run_test(test, FEW, 600, True)[0] == 0:
                self.checked.append(test)
            else:
                print(f"test_{test} fails under sanitizers without a mutant: skipped there")

    def object_of(self, source, made, checked=False):
        return str(made.get(source) or self.base[checked] / (source.replace("/", "-") + ".o"))

    def link(self, test, made, checked=False):
        program = self.folder / f"test_{test}"
        objects = [self.object_of(s, made, checked) for s in [*self.shared, f"test/test_{test}.c"]]
        flags = CHECKED if checked else []
        command = ["gcc", *flags, *objects, "-lcmocka", "-lm", "-o", str(program)]
        return run(command, self.folder, 60)[0] == 0

    def run_test(self, test, scale, seconds, checked=False):
        env = dict(os.environ, WEND_TEST_SCALE=scale)
        # Sanitizers reserve more addresses than there is memory.
        most = resource.RLIM_INFINITY if checked else 4 << 30
        return run([str(self.folder / f"test_{test}")], self.folder, seconds, env, most)

    def compile_broken(self, sources, name, made, checked):
        """Those that depend on the broken file; false if one does not compile."""
        for source in sources:
            if name in self.needs[source] and source not in made:
                made[source] = self.compile(source, self.broken, checked)
                if not made[source]:
                    return False
        return True

    def run_tests(self, name, made, order, scale, limits, checked=False):
        """The test that kills the mutant, None if none does, or false if there is nothing to run."""
        for test in order:
            source = f"test/test_{test}.c"
            if not self.compile_broken([source], name, made, checked):
                return False
            if not self.link(test, made, checked):
                return False
            status, _ = self.run_test(test, scale, limits[test], checked)
            if status != 0:
                why = " (time)" if status is None else " (sanitizers)" if checked else ""
                return test + why
        return None

    def is_same(self, made):
        return made and all(
            Path(o).read_bytes() == Path(self.object_of(s, {})).read_bytes() for s, o in made.items()
        )

    def try_broken(self, name, order, limits):
        made = {}
        if not self.compile_broken(self.shared, name, made, False):
            return "no build", None
        if self.is_same(made):
            return "same code", None
        for scale in (QUICK, WHOLE):
            killer = self.run_tests(name, made, order, scale, limits[scale])
            if killer is not None:
                return ("killed", killer) if killer else ("no build", None)
        return None

    def try_checked(self, name, order):
        made = {}
        self.compile_broken(self.shared, name, made, True)
        killer = self.run_tests(name, made, order, FEW, dict.fromkeys(order, 600), True)
        return ("killed", killer) if killer else ("survived", None)

    def try_mutant(self, mutant, order, limits):
        """(result, test that killed it)"""
        path = self.folder / mutant[0]
        text = path.read_text()
        try:
            path.write_text(changed(text, mutant))
            result = self.try_broken(mutant[0], order, limits)
            if result:
                return result
            if self.checked is None:
                path.write_text(text)
                self.build_checked()
                path.write_text(changed(text, mutant))
            return self.try_checked(mutant[0], [t for t in order if t in self.checked])
        finally:
            path.write_text(text)


# ---- The run -------------------------------------------------------------------------------------


def measure(worker):
    """How long each test takes on the unbroken library, at both scales."""
    limits, times = {QUICK: {}, WHOLE: {}}, {}
    for test in worker.tests:
        if not worker.link(test, {}):
            sys.exit(f"test_{test} does not link")
        for scale in (QUICK, WHOLE):
            status, took = worker.run_test(test, scale, 600)
            if status != 0:
                sys.exit(f"test_{test} fails without a mutant")
            limits[scale][test] = int(max(5, 6 * took))
            if scale == QUICK:
                times[test] = took
    return limits, times


def order_for(name, times, kills):
    """Tests of the file first, then those that have killed many mutants in little time."""
    first = [t for t in LIKELY.get(Path(name).stem, []) if t in times]
    rest = sorted(
        (t for t in times if t not in first),
        key=lambda t: (times[t] + 0.1) / (1 + kills.get(t, 0)),
    )
    return first + rest


def report(mutants, results, count, seconds):
    valid = [i for i in sorted(results) if results[i][0] in ("killed", "survived")][:count]
    last = valid[-1] if valid else -1
    passed = [i for i in results if i < last and i not in valid]
    alive = [i for i in valid if results[i][0] == "survived"]
    for i in alive:
        print(f"\nsurvivor {i}\n{results[i][1]}")
    killed = len(valid) - len(alive)
    share = 100 * killed / len(valid) if valid else 0
    print(
        f"\n{killed} of {len(valid)} mutants killed: {share:.1f} %; {len(passed)} were skipped "
        f"(no build, or the same code); {seconds / 60:.1f} minutes in total"
    )


def main():
    parser = argparse.ArgumentParser(description="see the head of this file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--only", default="", help="files whose path begins so")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--again", action="store_true", help="survivors of an earlier run once more")
    args = parser.parse_args()
    mutants = all_mutants(args.only)
    random.Random(args.seed).shuffle(mutants)
    PLACE.mkdir(exist_ok=True)
    tag = re.sub(r"\W", "-", args.only)
    state_path = PLACE / f"seed-{args.seed}{tag}.json"
    # Survivors may be tried again with other tests, but not with other sources.
    sources = zlib.crc32(repr(mutants).encode())
    results, spent = {}, 0.0
    if state_path.exists():
        state = json.loads(state_path.read_text())
        if state["sources"] == sources:
            results = {int(i): r for i, r in state["results"].items()}
            spent = state["seconds"]
        else:
            print("the sources have changed: starting again")
    if args.again:
        results = {i: r for i, r in results.items() if r[0] != "survived"}
    begin = time.time()
    workers = [Worker(n) for n in range(args.workers)]
    builders = [threading.Thread(target=w.build_base) for w in workers]
    for b in builders:
        b.start()
    for b in builders:
        b.join()
    if any(len(w.needs) == 0 for w in workers):
        sys.exit("the library does not compile")
    limits, times = measure(workers[0])
    print(f"{len(mutants)} possible mutants; {len(times)} tests", flush=True)
    lock = threading.Lock()
    kills = {}
    next_one = [0]

    def done():
        return sum(r[0] in ("killed", "survived") for r in results.values())

    def work(worker):
        while True:
            with lock:
                while next_one[0] in results:
                    next_one[0] += 1
                i = next_one[0]
                if done() >= args.count or i >= len(mutants):
                    return
                results[i] = ("running", None)
                order = order_for(mutants[i][0], times, kills)
            result = worker.try_mutant(mutants[i], order, limits)
            if result[0] == "survived":
                result = (result[0], diff_of(mutants[i]))
            with lock:
                results[i] = result
                if result[0] == "killed":
                    test = result[1].split()[0]
                    kills[test] = kills.get(test, 0) + 1
                kept = {k: r for k, r in results.items() if r[0] != "running"}
                seconds = spent + time.time() - begin
                state_path.write_text(
                    json.dumps({"sources": sources, "results": kept, "seconds": seconds})
                )
                name, at = mutants[i][0], mutants[i][1]
                line = (ROOT / name).read_text().count("\n", 0, at) + 1
                by = result[1] if result[0] == "killed" else ""
                print(f"{done():4} {i:5} {name}:{line} {result[0]} {by}", flush=True)

    threads = [threading.Thread(target=work, args=(w,)) for w in workers]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    report(mutants, results, args.count, spent + time.time() - begin)


if __name__ == "__main__":
    main()
