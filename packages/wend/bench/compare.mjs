// Compares findPath with other npm packages on a game map in one run: the time of each for the same problems as a
// multiple of that of findPath.
//
//     node packages/wend/bench/compare.mjs ../shared/data/maps/sc1/Enigma.map ../shared/data/scen/sc1/Enigma.map.scen
//
// "once": all that one path takes, from rows of 0 and 1: the map, the finder and the query, over every tenth
// problem. "made": the map alone. "cold": a new finder on an existing map, and its first query. "warm": a query of
// a finder that has answered others. Times are means over the problems: for wend of the minimum of several rounds,
// for the others, which take minutes in total, of one round after three queries. "length": the length of the paths
// relative to the optimum in the scenario. Needs the packages of web/ (scripts/setup.sh web).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { load } from "../index.js";

const PROBLEMS = 50;
const ONCE_EVERY = 10;
/** Rounds of wend; the others take seconds per round. */
const ROUNDS = 6;
const OTHER_ROUNDS = 1;

const require = createRequire(new URL("../../../web/", import.meta.url));
const EasyStar = require("easystarjs");
const PathFinding = require("pathfinding");
const createGraph = require("ngraph.graph");
const ngraph = require("ngraph.path");

// ---- The libraries: `make` creates the map from rows (1 is a wall), `finder` a finder, `find` queries

const lengthOf = (points) =>
  points.reduce(
    (sum, [x, y], i) =>
      i ? sum + Math.hypot(x - points[i - 1][0], y - points[i - 1][1]) : 0,
    0,
  );

function wendLibrary(wend) {
  return {
    name: "wend",
    make: (rows) => wend.createMap({ grid: rows, walkable: 0 }),
    // A finder like the one that findPath makes on its first call.
    finder: (map) => {
      const cold = map.createFinder();
      return { map, cold };
    },
    first: ({ cold, map }, [x, y, goalX, goalY]) => {
      cold.find({ start: [x, y], goal: [goalX, goalY] });
      return Array.from(cold.path(), (it) => map.point(it));
    },
    find: ({ map }, [x, y, goalX, goalY]) =>
      map.findPath([x, y], [goalX, goalY]),
    end: ({ cold }) => cold.destroy(),
    endMap: (map) => map.destroy(),
    length: (path) => lengthOf(path.map(({ x, y }) => [x, y])),
  };
}

const easystar = {
  name: "easystarjs",
  make: (rows) => rows,
  finder: (rows) => {
    const finder = new EasyStar.js();
    finder.setGrid(rows);
    finder.setAcceptableTiles([0]);
    finder.enableDiagonals();
    finder.disableCornerCutting();
    finder.enableSync();
    return finder;
  },
  find: (finder, problem) => {
    let path = null;
    finder.findPath(...problem, (found) => (path = found));
    finder.calculate();
    return path;
  },
  length: (path) => lengthOf(path.map(({ x, y }) => [x, y])),
};

function pathfinding(name) {
  const diagonalMovement = PathFinding.DiagonalMovement.OnlyWhenNoObstacles;
  return {
    name: `pathfinding ${name}`,
    make: (rows) => new PathFinding.Grid(rows),
    finder: (grid) => ({
      grid,
      search: new PathFinding[name]({ diagonalMovement }),
    }),
    // A grid serves one search; the documentation says to clone it.
    find: ({ grid, search }, problem) =>
      search.findPath(...problem, grid.clone()),
    // The path has jump points, or all cells.
    length: lengthOf,
  };
}

function ngraphPath(name) {
  const cell = ({ data }) => data;
  const distance = (a, b) =>
    Math.hypot(cell(a)[0] - cell(b)[0], cell(a)[1] - cell(b)[1]);
  const octile = (a, b) => {
    const dx = Math.abs(cell(a)[0] - cell(b)[0]);
    const dy = Math.abs(cell(a)[1] - cell(b)[1]);
    return Math.max(dx, dy) + (Math.SQRT2 - 1) * Math.min(dx, dy);
  };
  return {
    name: `ngraph.path ${name}`,
    make: (rows) => {
      const graph = createGraph();
      const width = rows[0].length;
      const isFree = (x, y) => rows[y]?.[x] === 0;
      const link = (x, y, dx, dy) => {
        const isOpen =
          isFree(x + dx, y + dy) && isFree(x + dx, y) && isFree(x, y + dy);
        if (isOpen) graph.addLink(y * width + x, (y + dy) * width + x + dx);
      };
      rows.forEach((row, y) =>
        row.forEach(
          (_, x) => isFree(x, y) && graph.addNode(y * width + x, [x, y]),
        ),
      );
      rows.forEach((row, y) =>
        row.forEach((_, x) => {
          if (isFree(x, y)) {
            link(x, y, 1, 0);
            link(x, y, 0, 1);
            link(x, y, 1, 1);
            link(x, y, -1, 1);
          }
        }),
      );
      return { graph, width };
    },
    finder: ({ graph, width }) => ({
      search: ngraph[name](graph, { distance, heuristic: octile }),
      width,
    }),
    find: ({ search, width }, [x, y, goalX, goalY]) =>
      search.find(y * width + x, goalY * width + goalX),
    length: (nodes) => lengthOf(nodes.map(cell)),
  };
}

// ---- Problems and measuring

function readRows(text) {
  const [, body] = text.split(/^map\r?\n/m);
  const isFree = (letter) => ".GS".includes(letter);
  return body
    .trim()
    .split(/\r?\n/)
    .map((row) => [...row].map((letter) => (isFree(letter) ? 0 : 1)));
}

/** Returns problems spread evenly over the scenario, from short to long. */
function readProblems(text) {
  const lines = text
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split("\t"));
  return Array.from({ length: PROBLEMS }, (_, i) => {
    const line = lines[Math.floor(((i + 0.5) * lines.length) / PROBLEMS)];
    return { ends: line.slice(4, 8).map(Number), best: Number(line[8]) };
  });
}

/** Measures CPU time in milliseconds, which excludes other programs. */
function timed(call) {
  const begin = process.cpuUsage();
  const result = call();
  const { user, system } = process.cpuUsage(begin);
  return { result, time: (user + system) / 1000 };
}

/** Returns the times of a query of a new finder and of a reused one, in milliseconds. */
function query(library, map, warm, { ends, best }) {
  const first = library.first ?? library.find;
  const making = timed(() => library.finder(map));
  const cold = timed(() => first(making.result, ends));
  library.end?.(making.result);
  const again = timed(() => library.find(warm, ends));
  const length = library.length(again.result);
  assert.ok(Math.abs(length - library.length(cold.result)) < 0.01);
  assert.ok(length > best - 0.01, `${library.name}: ${length}, best ${best}`);
  return {
    cold: making.time + cold.time,
    warm: again.time,
    length: length / best,
  };
}

/** Returns the milliseconds from rows to a path. */
function queryOnce(library, rows, { ends }) {
  const first = library.first ?? library.find;
  let map, finder;
  const { result, time } = timed(() => {
    map = library.make(rows);
    finder = library.finder(map);
    return first(finder, ends);
  });
  assert.ok(library.length(result) > 0);
  library.end?.(finder);
  library.endMap?.(map);
  return time;
}

function measure(library, rows, problems, count) {
  const makings = Array.from({ length: count }, () =>
    timed(() => library.make(rows)),
  );
  const map = makings[0].result;
  const warm = library.finder(map);
  const sums = {
    name: library.name,
    made: Math.min(...makings.map(({ time }) => time)),
  };
  // Warms up the JavaScript engine.
  problems.slice(-3).forEach((it) => query(library, map, warm, it));
  const rounds = Array.from({ length: count }, () =>
    problems.map((it) => query(library, map, warm, it)),
  );
  for (const kind of ["cold", "warm", "length"]) {
    const least = (i) => Math.min(...rounds.map((it) => it[i][kind]));
    sums[kind] = problems.reduce((sum, _, i) => sum + least(i), 0) / PROBLEMS;
  }
  const some = problems.filter((_, i) => i % ONCE_EVERY === ONCE_EVERY / 2);
  const once = some.map((it) =>
    Math.min(
      ...Array.from({ length: count }, () => queryOnce(library, rows, it)),
    ),
  );
  sums.once = once.reduce((sum, it) => sum + it, 0) / some.length;
  return sums;
}

const [mapPath, scenarioPath] = process.argv.slice(2);
if (!scenarioPath) {
  console.error("usage: node compare.mjs MAP SCENARIO");
  process.exit(2);
}
const rows = readRows(readFileSync(mapPath, "utf8"));
const problems = readProblems(readFileSync(scenarioPath, "utf8"));
const own = measure(wendLibrary(await load()), rows, problems, ROUNDS);
const others = [
  easystar,
  pathfinding("JumpPointFinder"), // the fastest finder of its package, like nba below
  ngraphPath("nba"),
];
const line = (name, ...values) =>
  console.log(name.padEnd(30), ...values.map((it) => it.padStart(9)));
const KINDS = ["once", "made", "cold", "warm"];
line(`${PROBLEMS} problems`, ...KINDS, "length");
line("wend, ms", ...[...KINDS, "length"].map((it) => own[it].toFixed(3)));
for (const library of others) {
  const its = measure(library, rows, problems, OTHER_ROUNDS);
  const ratio = (name) =>
    `${(its[name] / own[name]).toFixed(its[name] < 10 * own[name] ? 1 : 0)} x`;
  line(library.name, ...KINDS.map(ratio), its.length.toFixed(3));
}
