// Every exported method refuses invalid arguments with a WendError.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Agent, load, WendError } from "../index.js";

const wend = await load();

function refuses(call, field) {
  assert.throws(call, (error) => {
    assert.ok(error instanceof WendError, `${error.stack}`);
    assert.equal(error.code, "argument");
    assert.equal(error.field, field);
    return true;
  });
}

const map = wend.createMap({ grid: ["1101", "1111"].map((row) => [...row]) });

const notWhole = [1.5, NaN, Infinity, "1", true, null, undefined, [1], {}, 1n];

test("isFree and cell take whole numbers; cells outside the map are blocked as in C", () => {
  for (const wrong of [...notWhole, 2 ** 60, Symbol("x")]) {
    refuses(() => map.isFree(wrong, 0), "x");
    refuses(() => map.isFree(0, wrong), "y");
    refuses(() => map.cell(wrong, 0), "x");
    refuses(() => map.cell(0, wrong), "y");
  }
  assert.equal(map.isFree(1, 1), true);
  assert.equal(map.isFree(2, 0), false);
  for (const [x, y] of [
    [-1, 0],
    [0, -1],
    [4, 0],
    [0, 2],
    [2 ** 32, 0],
    [2 ** 32 + 1, 2 ** 32 + 1],
  ]) {
    assert.equal(map.isFree(x, y), false, `${x}, ${y}`);
    assert.equal(map.cell(x, y), "@", `${x}, ${y}`);
  }
});

test("setCell takes one terrain character and a cell on the map", () => {
  const before = map.cells();
  for (const wrong of ["", "..", "\u00e9", "\0", 46, null, undefined, ["."]]) {
    refuses(() => map.setCell(0, 0, wrong), "terrain");
  }
  for (const wrong of [...notWhole, -1, 4]) {
    refuses(() => map.setCell(wrong, 0, "."), "x");
    refuses(() => map.setFree(wrong, 0, true), "x");
    refuses(() => map.setFactor(wrong, 0, 2), "x");
  }
  for (const wrong of [0, 1, "no", null, undefined]) {
    refuses(() => map.setFree(0, 0, wrong), "isFree");
  }
  assert.throws(() => map.setCell(0, 0, "x"), { code: "format" });
  assert.deepEqual(map.cells(), before);
});

/** Returns the names of all methods of an object. */
const methodsOf = (object) =>
  Object.getOwnPropertyNames(Object.getPrototypeOf(object)).filter((name) => {
    const it = Object.getOwnPropertyDescriptor(
      Object.getPrototypeOf(object),
      name,
    );
    return name !== "constructor" && typeof it.value === "function";
  });

/** Valid arguments by class and method. Methods that are not listed take none. */
const right = {
  Wend: {
    generate: [{ width: 8, height: 8 }],
    createMap: [{ width: 2, height: 2 }],
    parseMap: ["type octile\nheight 1\nwidth 2\nmap\n..\n", {}],
    algorithm: ["tba"],
    parameter: ["depth"],
    needsPrecomputed: [wend.algorithm("tba")],
  },
  GridMap: {
    fits: [wend.algorithm("tba")],
    state: [1, 1],
    point: [3],
    stateOf: [[1, 1]],
    statesOf: [[[1, 1]]],
    isFree: [1, 1],
    cell: [1, 1],
    setCell: [1, 1, "."],
    setFree: [1, 1, true],
    setFactor: [1, 1, 1],
    createAgent: [{ start: [0, 0], goal: [1, 1] }],
    createFleet: [{ unitsMax: 2 }],
    createFinder: [{}],
    findPath: [[0, 0], [1, 1], {}],
    findPathToAny: [[0, 0], [[1, 1]], {}],
    isConnected: [
      [0, 0],
      [1, 1],
    ],
    nearest: [
      [0, 0],
      [1, 1],
    ],
  },
  Agent: {
    reserve: [240],
    advance: [{ expansions: 10 }],
    tick: [240],
    plan: [240],
    setGoal: [[1, 1]],
    teleport: [[1, 1]],
  },
  Components: {
    update: [Infinity],
    reach: [
      [0, 0],
      [1, 1],
    ],
    nearest: [
      [0, 0],
      [1, 1],
    ],
  },
  Fleet: {
    add: [[0, 0]],
    addAll: [[[1, 0]]],
    remove: [1],
    setGoal: [0, [1, 1], {}],
    setGoals: [[0], [[1, 1]], {}],
    setGroupGoal: [[0], [1, 1], {}],
    cancel: [0],
    teleport: [0, [1, 1]],
    refuse: [0],
    reserve: [10000],
    advance: [10000],
    frame: [10000],
    status: [0],
    state: [0],
    goal: [0],
    next: [0],
    path: [0],
    waypoints: [0],
    field: [0, {}],
    explain: [0],
  },
  Finder: {
    begin: [{ start: [0, 0], goal: [1, 1] }],
    step: [1000],
    reserve: [1000],
    find: [{ start: [0, 0], goal: [1, 1] }],
    path: [{}],
    range: [[0, 0], 2],
  },
};

const wrongs = [
  undefined,
  null,
  NaN,
  -1,
  1.5,
  1e20,
  Infinity,
  -Infinity,
  true,
  "",
  "x",
  Symbol("x"),
  7n,
  () => 0,
  [],
  [[]],
  [null],
  [-1],
  [NaN, NaN],
  {},
  { x: 0 },
  { x: NaN, y: 0 },
  { unknown: 1 },
  { start: null },
  { goal: [0, 0], start: Symbol("x") },
  { width: "x", height: -1 },
  { width: 2 ** 31, height: 2 ** 31 },
  { grid: [null] },
  { grid: "x", width: 1, height: 1 },
  { unitsMax: "x" },
  { unitsMax: 1, timeBank: -1 },
  { components: 7 },
  { priority: 256 },
  { nearest: 1 },
  { work: {}, nanoseconds: [] },
  { expansions: 0, nanoseconds: -1 },
  new Uint32Array([0xffffffff, 5000000]),
  new Uint8Array(3),
  new Date(0),
];

/** Calls every method with each argument replaced by each wrong value. It may only throw a WendError. */
function attack(object, fill = () => {}) {
  const kind = object.constructor.name;
  for (const name of methodsOf(object)) {
    const values = right[kind][name] ?? [];
    for (let i = 0; i < values.length; i++) {
      for (const wrong of wrongs) {
        const given = values.with(i, wrong);
        try {
          object[name](...given);
        } catch (error) {
          const call = `${kind}.${name}, argument ${i}: ${String(wrong)}`;
          assert.ok(error instanceof WendError, `${call}: ${error.stack}`);
        }
        fill();
      }
    }
  }
}

test("every method of every class refuses invalid arguments with a WendError", () => {
  const own = wend.createMap({ width: 4, height: 4 });
  attack(wend);
  attack(own);
  const agent = own.createAgent({ start: [0, 0], goal: [3, 3] });
  attack(agent);
  const fleet = own.createFleet({ unitsMax: 4 });
  fleet.add([0, 0]);
  attack(fleet, () => {
    if (fleet.status(0) === 255) fleet.add([0, 0]);
  });
  attack(own.createFinder());
  attack(own.components);
  own.destroy();
  // The module still works.
  const after = wend.createMap({ width: 4, height: 4 });
  assert.equal(after.findPath([0, 0], [3, 3]).length, 4);
});

test("the lists of methods above are complete", () => {
  const own = wend.createMap({ width: 4, height: 4 });
  const objects = [
    wend,
    own,
    own.createAgent({ start: [0, 0], goal: [3, 3] }),
    own.createFleet({ unitsMax: 4 }),
    own.createFinder(),
    own.components,
  ];
  for (const object of objects) {
    const kind = object.constructor.name;
    for (const name of methodsOf(object)) {
      assert.equal(
        Boolean(right[kind][name]),
        object[name].toString().match(/^\w+\(\)/) === null,
        `${kind}.${name}`,
      );
    }
  }
});

test("invalid lists of agents, hashes and options are refused", () => {
  const own = wend.createMap({ width: 4, height: 4 });
  const agent = own.createAgent({ start: [0, 0], goal: [3, 3] });
  for (const wrong of [undefined, null, 5, {}, [null], [{}], [agent, own]]) {
    refuses(() => Agent.tickAll(wrong, 240), "agents");
  }
  refuses(() => Agent.tickAll([agent], 0), "work");
  refuses(() => Agent.tickAll([agent], { expansions: 0 }), "expansions");
  refuses(() => agent.tick({ work: 240, expansions: 10 }), "work");
  refuses(() => (agent.hash = 5), "hash");
  for (const wrong of [undefined, null, 5]) {
    refuses(() => wend.createMap(wrong), "options");
    refuses(() => own.createAgent(wrong), "options");
    refuses(() => own.createFleet(wrong), "options");
  }
  refuses(
    () => wend.createMap({ width: 2, height: 2, neighbors: 8.5 }),
    "neighbors",
  );
  refuses(
    () => wend.createMap({ width: 2, height: 2, neighbors: "8" }),
    "neighbors",
  );
  refuses(() => wend.createMap({ width: 1, height: 1e9 }), "height");
  refuses(() => wend.generate({ scale: NaN }), "scale");
  refuses(() => wend.generate({ density: -1 }), "density");
  refuses(() => wend.parseMap(undefined), "text");
  refuses(() => own.fits(undefined), "algorithm");
  const fleet = own.createFleet({ unitsMax: 4 });
  refuses(() => fleet.addAll(5), "cells");
  refuses(() => fleet.setGoals(null, []), "units");
  refuses(() => fleet.setGoal(0, [1, 1], { nearest: "no" }), "nearest");
  const finder = own.createFinder();
  refuses(
    () => finder.find({ start: [0, 0], goal: [1, 1], nearest: 1 }),
    "nearest",
  );
  refuses(() => finder.path({ smooth: 1 }), "smooth");
  refuses(() => own.createFinder({ components: 0 }), "components");
  const ends = { start: [0, 0], goal: [3, 3] };
  refuses(() => own.createAgent({ ...ends, nearest: 1 }), "nearest");
  refuses(() => own.createAgent({ ...ends, components: 1 }), "components");
  refuses(
    () => own.createAgent({ ...ends, nearest: true, components: false }),
    "nearest",
  );
  for (const wrong of [undefined, 23, { nanoseconds: 5 }, { work: -1 }]) {
    refuses(() => finder.step(wrong), "work");
    refuses(() => finder.reserve(wrong), "work");
    refuses(() => agent.tick(wrong), "work");
  }
  refuses(() => own.components.update(23), "work");
  refuses(() => own.components.update({ work: 24, bank: 1 }), "bank");
});
