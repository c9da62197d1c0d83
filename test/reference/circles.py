#!/usr/bin/env python3
"""Which rules of LRTA* cycle, by the implementations in this folder.

    test/reference/circles.py

An agent cycles if it visits a place twice and has learned nothing in between: it is deterministic, so it
repeats the cycle forever. Prints how many of the solvable problems of compare.py, and of as many on larger
maps, end like that."""
from compare import MAPS, draw_map, draw_problems
from grid import Grid, World
from look_ahead import Lrta, LrtaByTheLetter

TICKS_MAX = 200000


def goes_in_circles(agent):
    known, updates = {}, 0
    for _ in range(TICKS_MAX):
        if agent.at == agent.goal:
            return False
        at, before = agent.at, agent.learned.get(agent.at)
        to = agent.tick()
        updates += agent.learned.get(at) != before
        if known.get(at) == updates:
            return True
        known[at] = updates
        agent.moved(to, set())
    raise RuntimeError("neither arrives nor cycles")


def enlarge(rows, by):
    return ["".join(cell * by for cell in row) for row in rows for _ in range(by)]


def problems():
    for by in (1, 3):
        for seed in range(MAPS):
            rows = draw_map(seed)
            for start, goal in draw_problems(rows, seed):
                grid = Grid(enlarge(rows, by))
                start, goal = (tuple(c * by for c in cell) for cell in (start, goal))
                if start in grid.distances(goal):
                    yield by, grid, start, goal


def main():
    rules = {"at least the values on the way (wend)": lambda *a, d: Lrta(*a, depth=d),
             "stored values of neighbours (Korf)": lambda *a, d: LrtaByTheLetter(*a, depth=d),
             "the best state at depth d alone": lambda *a, d: Lrta(*a, depth=d, frontier_alone=True)}
    drawn = list(problems())
    print("| maps | rule | d = 1 | 2 | 3 | 5 | 8 |\n|---|---|---|---|---|---|---|")
    for by, name in ((1, "up to 22 x 16"), (3, "up to 66 x 48")):
        chosen = [p for p in drawn if p[0] == by]
        for rule, make in rules.items():
            counts = [sum(goes_in_circles(make(World(grid, False), start, goal, 10 ** 6, d=d))
                          for _, grid, start, goal in chosen) for d in (1, 2, 3, 5, 8)]
            print(f"| {name}, {len(chosen)} problems | {rule} | {' | '.join(map(str, counts))} |",
                  flush=True)


if __name__ == "__main__":
    main()
