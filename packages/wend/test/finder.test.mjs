// Paths: findPath, finders, ranges, connected components, and maps from grids of numbers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { COST_ONE, FIND_STATUS, load } from "../index.js";

const wend = await load();
const SIZE = 64;

function cave(seed) {
  const cells = wend.generate({ width: SIZE, height: SIZE, seed, scale: 2 });
  const map = wend.createMap({ width: SIZE, height: SIZE, cells });
  const free = [...cells.keys()].filter((state) => cells[state] === 46);
  return { map, free };
}

/** The length of an optimal path, or Infinity, by an independent implementation of Dijkstra's algorithm. */
function shortest(map, start, isGoal) {
  const far = new Map([[start, 0]]);
  const open = [[0, start]];
  while (open.length > 0) {
    open.sort(([a], [b]) => b - a);
    const [length, state] = open.pop();
    if (isGoal(state)) return length;
    if (length > far.get(state)) continue;
    const { x, y } = map.point(state);
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        const isFree =
          map.isFree(x + dx, y + dy) &&
          map.isFree(x + dx, y) &&
          map.isFree(x, y + dy);
        const next = state + dy * map.width + dx;
        const sum = length + Math.hypot(dx, dy);
        if (isFree && sum < (far.get(next) ?? Infinity)) {
          far.set(next, sum);
          open.push([sum, next]);
        }
      }
    }
  }
  return Infinity;
}

const lengthOf = (points) =>
  points.reduce(
    (sum, { x, y }, i) =>
      i ? sum + Math.hypot(x - points[i - 1].x, y - points[i - 1].y) : 0,
    0,
  );

test("paths are optimal in every form", () => {
  let found = 0;
  for (const seed of [1, 2, 3]) {
    const { map, free } = cave(seed);
    for (let i = 0; i < 12; i++) {
      const start = free[(i * 97) % free.length];
      const goal = free[(i * 631 + 50) % free.length];
      const best = shortest(map, start, (state) => state === goal);
      const path = map.findPath(start, goal);
      assert.equal(path === null, best === Infinity);
      assert.equal(map.isConnected(start, goal), path !== null);
      if (!path) continue;
      found++;
      assert.deepEqual(path[0], map.point(start));
      assert.deepEqual(path.at(-1), map.point(goal));
      assert.ok(Math.abs(lengthOf(path) - best) < 0.001);
      for (const { x, y } of path) assert.ok(map.isFree(x, y));
      const corners = map.findPath(map.point(start), goal, { waypoints: true });
      assert.ok(corners.length <= path.length);
      assert.ok(Math.abs(lengthOf(corners) - best) < 0.001);
      const { x, y } = map.point(goal);
      const smooth = map.findPath(start, [x, y], { smooth: true });
      assert.ok(lengthOf(smooth) <= best + 0.001);
      assert.deepEqual(smooth.at(-1), { x, y });
    }
    map.destroy();
  }
  assert.ok(found > 20);
});

test("smoothed paths leave the eight directions", () => {
  const map = wend.createMap({ width: 30, height: 30 });
  assert.deepEqual(map.findPath([0, 0], [29, 7], { smooth: true }), [
    { x: 0, y: 0 },
    { x: 29, y: 7 },
  ]);
  assert.equal(map.findPath([0, 0], [29, 7], { waypoints: true }).length, 3);
  map.destroy();
});

test("the nearest of several goals, and cells within a distance", () => {
  const { map, free } = cave(2);
  const start = free[free.length >> 1];
  const goals = [free[0], free[200], free.at(-1)];
  const best = shortest(map, start, (state) => goals.includes(state));
  const path = map.findPathToAny(start, goals);
  assert.ok(Math.abs(lengthOf(path) - best) < 0.001);
  assert.deepEqual(path, map.findPathToAny(start, Uint32Array.from(goals)));
  const { x, y } = map.point(free.at(-1));
  const isNear = (state, distance) => {
    const at = map.point(state);
    return Math.hypot(at.x - x, at.y - y) <= distance + 1e-9;
  };
  for (const within of [1, Math.SQRT2, 5.5]) {
    const near = map.findPath(start, [x, y], { within });
    const least = shortest(map, start, (state) => isNear(state, within));
    assert.ok(Math.abs(lengthOf(near) - least) < 0.001, `within ${within}`);
  }
  map.setFree(x, y, false);
  assert.equal(map.findPath(start, [x, y]), null, "a blocked cell");
  assert.ok(map.findPath(start, [x, y], { within: 1.5 }), "beside it");
  const nearest = map.findPath(start, [x, y], { nearest: true });
  assert.deepEqual(nearest.at(-1), map.nearest(start, [x, y]));
  map.destroy();
});

test("a path starts in a blocked cell only with allowBlockedStart", () => {
  const map = wend.createMap({ width: 5, height: 1 });
  map.setFree(0, 0, false);
  assert.equal(map.findPath([0, 0], [4, 0]), null);
  assert.equal(map.findPathToAny([0, 0], [[4, 0]]), null);
  const allowed = { allowBlockedStart: true };
  assert.equal(map.findPath([0, 0], [4, 0], allowed).length, 5);
  assert.equal(map.findPathToAny([0, 0], [[4, 0]], allowed).length, 5);
  const finder = map.createFinder();
  const query = { start: [0, 0], goal: [4, 0] };
  assert.equal(finder.find(query).status, FIND_STATUS.startBlocked);
  const { status } = finder.find({ ...query, ...allowed });
  assert.equal(status, FIND_STATUS.found);
  finder.destroy();
  map.destroy();
});

test("a reused finder sees edits between queries", () => {
  const map = wend.createMap({ width: 9, height: 9 });
  assert.equal(map.findPath([0, 4], [8, 4]).length, 9);
  for (let y = 0; y < 8; y++) map.setFree(4, y, false);
  assert.equal(map.findPath([0, 4], [8, 4]).length, 9 + 2);
  assert.ok(map.isConnected([0, 4], [8, 4]));
  map.setFree(4, 8, false);
  assert.equal(map.findPath([0, 4], [8, 4]), null);
  assert.ok(!map.isConnected([0, 4], [8, 4]));
  map.setFree(4, 4, true);
  assert.equal(map.findPath([0, 4], [8, 4]).length, 9);
  assert.ok(map.isConnected([0, 4], [8, 4]));
  map.destroy();
});

test("a query in slices gives the same answer as in one call", () => {
  const { map, free } = cave(3);
  for (const components of [true, false]) {
    const finder = map.createFinder({ components });
    const query = { start: free[0], goal: free.at(-1) };
    const whole = finder.find(query);
    assert.equal(whole.status, FIND_STATUS.found);
    const path = finder.path().slice();
    assert.ok(
      Math.abs(
        lengthOf(Array.from(path, (it) => map.point(it))) - whole.length,
      ) < 0.001,
    );
    finder.begin(query);
    let steps = 0;
    let answer;
    do {
      answer = finder.step(30);
      steps++;
      assert.ok(answer.work <= 30 * steps);
    } while (answer.status === FIND_STATUS.pending);
    assert.ok(steps > 3);
    assert.deepEqual(answer, whole);
    assert.deepEqual(finder.path(), path);
    const waypoints = finder.waypoints().slice();
    assert.ok(waypoints.length > 2 && waypoints.length < path.length);
    assert.deepEqual(finder.path({ waypoints: true }), waypoints);
    assert.ok(finder.memory > 0);
  }
  map.destroy();
});

test("a step can have a time limit", () => {
  const map = wend.createMap({ width: 400, height: 400 });
  for (let y = 0; y < 399; y++) map.setFree(200, y, false);
  const finder = map.createFinder();
  finder.begin({ start: [0, 0], goal: [399, 0], within: 1 }); // cell by cell
  const short = finder.step({ work: 1e9, nanoseconds: 1 });
  assert.equal(short.status, FIND_STATUS.pending);
  const { work } = short;
  const long = finder.step({ work: 1e9, nanoseconds: 1e10 });
  assert.equal(long.status, FIND_STATUS.found);
  assert.ok(long.work > 10 * work);
  map.destroy();
});

test("a finder reserves memory for the next units of work", () => {
  const map = wend.createMap({ width: 256, height: 256 });
  const finder = map.createFinder();
  const before = finder.memory;
  finder.reserve(1e6);
  const reserved = finder.memory;
  assert.ok(reserved > before);
  finder.find({ start: [0, 0], goal: [200, 255] });
  assert.equal(finder.memory, reserved);
  map.destroy();
});

test("components are updated within a budget", () => {
  const map = wend.createMap({ width: 640, height: 640 }); // 100 chunks
  const { components } = map;
  assert.equal(components, map.components);
  assert.equal(components.reach([0, 0], [639, 639]), "reachable");
  assert.deepEqual(components.update(), { work: 0, pending: 0 });
  for (let y = 0; y < 640; y++) map.setFree(320, y, false);
  assert.equal(components.reach([0, 0], [639, 639]), "unknown");
  const updates = [];
  do {
    updates.push(components.update({ work: 1000 }));
  } while (updates.at(-1).pending > 0);
  assert.ok(updates.length > 5, "a few chunks per call");
  assert.ok(updates.every(({ work }) => work > 0));
  assert.equal(components.reach([0, 0], [639, 639]), "unreachable");
  assert.equal(components.nearest([0, 0], [639, 9]), map.state(319, 9));
  assert.ok(!map.isConnected([0, 0], [639, 639]));
  map.setFree(320, 5, true);
  assert.equal(components.update().pending, 0);
  assert.equal(components.reach([0, 0], [639, 639]), "reachable");
  assert.ok(components.memory > 0 && map.memory > 0);
  map.destroy();
  assert.throws(() => components.update(), /the components were destroyed/);
});

test("a range lists all cells up to a length, nearest first", () => {
  const { map, free } = cave(1);
  const finder = map.createFinder();
  const start = free[free.length >> 1];
  const range = finder.range(start, 6);
  const expected = free.filter(
    (state) => shortest(map, start, (it) => it === state) <= 6.0001,
  );
  const states = range.filter((_, i) => i % 2 === 0);
  assert.deepEqual(
    [...states].sort((a, b) => a - b),
    expected,
  );
  for (let i = 2; i < range.length; i += 2) {
    assert.ok(range[i + 1] >= range[i - 1]);
  }
  const last = shortest(map, start, (it) => it === range.at(-2));
  assert.ok(Math.abs(range.at(-1) / COST_ONE - last) < 0.001);
  map.destroy();
});

test("grids of numbers: rows, flat lists, costs, and grids of other libraries", () => {
  const nested = [
    [1, 1, 1],
    [0, 0, 1],
    [1, 1, 1],
  ];
  const around = 7;
  const length = (options) => {
    const map = wend.createMap(options);
    const path = map.findPath([0, 0], [0, 2]);
    map.destroy();
    return path?.length ?? 0;
  };
  assert.equal(length({ grid: nested }), around);
  assert.equal(length({ grid: nested.map((row) => row.map(Boolean)) }), around);
  assert.equal(
    length({ grid: nested.map((row) => Uint8Array.from(row)) }),
    around,
  );
  const sides = { width: 3, height: 3 };
  assert.equal(length({ grid: nested.flat(), ...sides }), around);
  assert.equal(
    length({ grid: Uint8Array.from(nested.flat()), ...sides }),
    around,
  );
  const inverted = nested.map((row) => row.map((it) => 1 - it));
  assert.equal(length({ grid: inverted, walkable: 0 }), around);
  const tiles = nested.map((row, y) => row.map((it, x) => (it ? x + y : 9)));
  assert.equal(length({ grid: tiles, walkable: [0, 1, 2, 3, 4] }), around);
  assert.equal(length({ grid: nested, walkable: [0, 1] }), 3);
  const swamp = wend.createMap({
    grid: [
      [1, 9, 1],
      [1, 9, 1],
      [1, 1, 1],
    ],
  });
  assert.equal(swamp.findPath([0, 0], [2, 0]).length, 5, "round the swamp");
  for (let y = 0; y < 3; y++) swamp.setFactor(1, y, 1);
  assert.equal(swamp.findPath([0, 0], [2, 0]).length, 3);
  swamp.destroy();
});

test("errors of queries and grids name the field", () => {
  const map = wend.createMap({ width: 9, height: 9 });
  const finder = map.createFinder();
  const refuses = (call, field, message = /./) =>
    assert.throws(call, { code: "argument", field, message }, field);
  refuses(() => map.findPath([0, 9], [1, 1]), "start", /y is 9, .* 0 to 8/);
  refuses(() => map.findPath([0, 0], { x: 1.5, y: 0 }), "goal", /x is 1.5/);
  refuses(
    () => map.findPath([0, 0]),
    "goal",
    /goal is undefined, expected \[x, y\]/,
  );
  refuses(
    () => map.findPath(0, 1, { smoth: true }),
    "smoth",
    /unknown option smoth of findPath/,
  );
  refuses(() => map.findPath(0, 1, { within: 256 }), "within", /0 to 255/);
  refuses(() => map.findPath(0, 1, { within: "2" }), "within");
  refuses(() => map.findPathToAny(0, []), "goals", /0 goals, expected 1 to/);
  refuses(() => map.findPathToAny(0, [1, [9, 9]]), "goals[1]");
  refuses(() => finder.find({ start: 0, goal: 1, goals: [1] }), "goal");
  refuses(
    () => finder.find({ start: 0, goals: [1], nearest: true }),
    "nearest",
  );
  refuses(() => finder.find({ start: 0, target: 1 }), "target");
  refuses(() => finder.step(1), "work");
  refuses(() => map.createFinder({ limit: 1 }), "limit");
  refuses(() => map.isConnected([0, 0], [9, 9]), "to");
  refuses(
    () => wend.createMap({ grid: [[1, 1], [1]] }),
    "grid",
    /row 1 .* 1 cells, expected 2/,
  );
  refuses(() => wend.createMap({ grid: [1, 0], width: 3, height: 1 }), "grid");
  refuses(() => wend.createMap({ grid: [[1, 256]] }), "grid[1]");
  refuses(
    () => wend.createMap({ width: 2, height: 1, walkable: 0 }),
    "walkable",
  );
  refuses(
    () => wend.createMap({ width: 1, height: 1, neighbours: 8 }),
    "neighbours",
  );
  refuses(() => wend.parseMap("", { corner: "one" }), "corner");
  refuses(() => wend.generate({ size: 5 }), "size");
  const ends = { start: 0, goal: 1 };
  refuses(() => map.createAgent({ ...ends, weight: 2 }), "weight");
  refuses(() => map.createAgent({ ...ends, knownSeed: 2 }), "knownSeed");
  map.destroy();
});
