// Fleets: orders, frames, events and arrays, compared with the library's statistics and a count of moves.
import assert from "node:assert/strict";
import { test } from "node:test";
import { EVENTS, load, UNIT_STATUS, unitIsActive, VACANT } from "../index.js";

const wend = await load();
const BUDGET = 20000;

function cave(size = 96, seed = 5) {
  const cells = wend.generate({ width: size, height: size, seed });
  const map = wend.createMap({ width: size, height: size, cells });
  const free = [];
  cells.forEach((it, state) => it === 46 && free.push(state));
  const main = free.find(
    (state) => map.isConnected(state, free[free.length >> 1]), // a large component
  );
  const states = free.filter((state) => map.isConnected(state, main));
  return { map, states: Uint32Array.from(states) };
}

/** Runs frames until no unit moves. */
function finish(fleet, budget = BUDGET, eachFrame = () => {}) {
  for (let i = 0; ; i++) {
    assert.ok(i < 5000, "the fleet does not end");
    const frame = fleet.frame(budget);
    eachFrame(frame);
    if (!frame.moved && !frame.waiting) {
      return i;
    }
  }
}

function crowd(options) {
  const { map, states } = cave();
  const fleet = map.createFleet({ unitsMax: 200, ...options });
  const starts = states.filter((_, i) => i % 17 === 0).slice(0, 200);
  const units = fleet.addAll(starts);
  return { map, states, fleet, starts, units };
}

test("units walk to their own goals, one move per frame", () => {
  const { map, states, fleet, starts, units } = crowd({
    eventKinds: EVENTS.moved | EVENTS.arrived | EVENTS.route,
  });
  const goals = starts.map((_, i) => states.at(-1 - 13 * i));
  fleet.setGoals(units, goals);
  const at = starts.slice();
  let moves = 0;
  let arrived = 0;
  let routes = 0;
  finish(fleet, BUDGET, (frame) => {
    const events = fleet.events;
    assert.equal(events.length, 3 * frame.eventCount);
    for (let i = 0; i < events.length; i += 3) {
      const [unit, kind, state] = events.subarray(i, i + 3);
      routes += kind === EVENTS.route;
      if (kind === EVENTS.moved) {
        const from = map.point(at[unit]);
        const to = map.point(state);
        assert.ok(
          Math.max(Math.abs(from.x - to.x), Math.abs(from.y - to.y)) === 1,
        );
        assert.ok(map.isFree(to.x, to.y));
        at[unit] = state;
        moves++;
      }
      if (kind === EVENTS.arrived) {
        assert.equal(state, goals[unit]);
        arrived++;
      }
    }
    const { positions } = fleet;
    units.forEach((unit, i) =>
      assert.equal(map.state(positions[2 * i], positions[2 * i + 1]), at[unit]),
    );
  });
  assert.equal(arrived, units.length);
  assert.ok(routes > 0);
  assert.equal(fleet.stats.moves, moves);
  assert.deepEqual(at, goals);
  assert.ok(fleet.statuses.every((it) => it === UNIT_STATUS.arrived));
  map.destroy();
});

test("equal calls give equal hashes, a group order a different one", () => {
  const run = (isGroup) => {
    const { map, states, fleet, units } = crowd({ groupMin: 50 });
    const goal = states.at(-1);
    if (isGroup) {
      fleet.setGroupGoal(units, goal);
    } else {
      for (const unit of units) fleet.setGoal(unit, goal);
    }
    fleet.frame(BUDGET);
    const grouped = fleet.statuses.filter((it) => it === UNIT_STATUS.grouped);
    assert.equal(grouped.length, isGroup ? units.length : 0);
    finish(fleet);
    const { hash } = fleet;
    assert.ok(fleet.statuses.every((it) => it === UNIT_STATUS.arrived));
    map.destroy();
    return hash;
  };
  assert.equal(run(true), run(true));
  assert.equal(run(false), run(false));
  assert.notEqual(run(true), run(false));
});

test("units go round a wall, and a walled-in unit is unreachable", () => {
  const map = wend.createMap({ width: 30, height: 30 });
  const fleet = map.createFleet({ unitsMax: 4 });
  const unit = fleet.add([2, 15]);
  const other = fleet.add({ x: 2, y: 16 });
  fleet.setGoal(unit, [27, 15]);
  fleet.frame(BUDGET);
  assert.equal(fleet.status(unit), UNIT_STATUS.following);
  assert.deepEqual([...fleet.waypoints(unit)], [map.state(27, 15)]);
  const { x } = map.point(fleet.state(unit));
  const rest = Array.from({ length: 27 - x }, (_, i) =>
    map.state(x + 1 + i, 15),
  );
  assert.deepEqual([...fleet.path(unit)], rest);
  assert.equal(fleet.next(unit), rest[0]);
  assert.equal(fleet.memory, fleet.stats.bytesAllocated);
  for (let y = 5; y < 25; y++) map.setFree(18, y, false);
  finish(fleet);
  assert.equal(fleet.state(unit), map.state(27, 15));
  for (const [x, y] of [
    [1, 1],
    [1, 2],
    [1, 0],
    [0, 2],
  ])
    map.setFree(x, y, false);
  fleet.setGoal(other, [0, 1]);
  fleet.frame(BUDGET);
  fleet.frame(BUDGET);
  assert.equal(UNIT_STATUS[fleet.status(other)], "unreachable");
  assert.deepEqual(fleet.explain(other), {
    reason: "other-component",
    state: map.state(0, 1),
    ticks: 1,
    count: 0,
    text: fleet.explain(other).text,
  });
  assert.match(fleet.explain(other).text, /\(0, 1\)/);
  fleet.setGoal(other, [0, 1], { nearest: true });
  finish(fleet);
  assert.equal(fleet.status(other), UNIT_STATUS.arrived);
  const nearest = map.nearest([2, 16], [0, 1]);
  assert.deepEqual(map.point(fleet.state(other)), nearest);
  map.setFree(1, 1, true);
  assert.ok(map.isConnected([2, 16], [0, 1]));
  map.destroy();
});

test("units of a group follow its field", () => {
  const map = wend.createMap({ width: 30, height: 20 });
  for (let y = 3; y < 20; y++) map.setFree(15, y, false);
  const fleet = map.createFleet({ unitsMax: 3, groupMin: 2 });
  const units = fleet.addAll([
    [2, 18],
    [5, 18],
  ]);
  const alone = fleet.add([9, 9]);
  fleet.setGroupGoal(units, [27, 18]);
  assert.ok(
    fleet.field(units[0]).every((it) => it === 0),
    "it has not begun",
  );
  fleet.frame(BUDGET);
  fleet.frame(BUDGET);
  const field = fleet.field(units[0]).slice();
  assert.equal(field.length, 3 * 30 * 20);
  const step = (x, y) => [...field.subarray(3 * (y * 30 + x)).slice(0, 3)];
  for (const unit of units) {
    const { x, y } = map.point(fleet.state(unit));
    const next = map.point(fleet.next(unit));
    assert.deepEqual(step(x, y), [next.x - x, next.y - y, 1]);
  }
  assert.deepEqual(step(26, 18), [1, 0, 1]);
  assert.deepEqual(step(27, 18), [0, 0, 0], "the goal");
  assert.deepEqual(step(15, 9), [1, 0, 0], "out of a wall");
  const area = { x: 1, y: 2, width: 28, height: 17, every: 3 };
  const some = fleet.field(units[1], area).slice();
  assert.equal(some.length, 3 * 10 * 6);
  for (let i = 0; i < 60; i++) {
    const expected = step(1 + 3 * (i % 10), 2 + 3 * Math.floor(i / 10));
    assert.deepEqual([...some.subarray(3 * i, 3 * i + 3)], expected);
  }
  assert.ok(fleet.field(alone).every((it) => it === 0));
  for (const [wrong, name] of [
    [{ x: 30 }, "x"],
    [{ x: 1, width: 30 }, "width"],
    [{ height: 0 }, "height"],
    [{ every: 0 }, "every"],
    [{ step: 2 }, "step"],
  ])
    assert.throws(() => fleet.field(0, wrong), { field: name });
  map.destroy();
});

test("units are refused, teleported, cancelled and removed", () => {
  const map = wend.createMap({ width: 30, height: 30 });
  const fleet = map.createFleet({ unitsMax: 2, components: false });
  const [first, second] = fleet.addAll([
    [0, 0],
    [0, 9],
  ]);
  fleet.setGoal(first, [20, 0]);
  fleet.setGoal(second, [20, 9]);
  fleet.frame(BUDGET);
  fleet.refuse(first);
  assert.deepEqual([...fleet.positions], [0, 0, 1, 9]);
  fleet.teleport(second, [1, 10]);
  fleet.frame(BUDGET);
  assert.equal(fleet.state(first), map.state(1, 0));
  assert.equal(fleet.next(first), map.state(2, 0));
  assert.equal(fleet.goal(first), map.state(20, 0));
  fleet.cancel(first);
  assert.equal(fleet.goal(first), null);
  assert.equal(fleet.next(first), null, "it stands");
  assert.equal(fleet.explain(first).reason, "no-order");
  fleet.remove(first);
  assert.equal(fleet.statuses[first], VACANT);
  assert.deepEqual([...fleet.positions.subarray(0, 2)], [65535, 65535]);
  assert.equal(fleet.stats.units, 1);
  assert.equal(fleet.add([5, 5]), first, "its slot is used again");
  assert.equal(fleet.slots, 2);
  map.destroy();
});

test("a unit is active while it is on its way", () => {
  const names = Object.keys(UNIT_STATUS).filter((name) =>
    Number.isNaN(Number(name)),
  );
  assert.deepEqual(
    names.filter((name) => unitIsActive(UNIT_STATUS[name])),
    ["queued", "searching", "following", "grouped"],
  );
  assert.ok(!unitIsActive(VACANT));
});

test("a frame keeps its time limit", () => {
  const { map, states, fleet, units } = crowd({ timeBank: 1e6 });
  const goals = units.map((_, i) => states.at(-1 - 13 * i));
  fleet.setGoals(units, goals);
  const first = fleet.frame({ nanoseconds: 1, work: 1e6 });
  assert.equal(first.moved, units.length, "they move whatever the time");
  assert.ok(first.queued > 0, "one nanosecond is not enough for all searches");
  finish(fleet, { nanoseconds: 5e6 });
  assert.ok(fleet.statuses.every((it) => it === UNIT_STATUS.arrived));
  map.destroy();
});

test("errors name the field", () => {
  const map = wend.createMap({ width: 9, height: 9 });
  map.setFree(4, 4, false);
  const fleet = map.createFleet({ unitsMax: 3, components: false });
  const unit = fleet.add(0);
  const refuses = (call, field, code = "argument", message = /./) =>
    assert.throws(call, { code, field, message }, field);
  refuses(() => map.createFleet({}), "unitsMax");
  refuses(() => map.createFleet({ unitsMax: 1e7 }), "unitsMax");
  refuses(
    () => map.createFleet({ unitsMax: 1, searchesMax: 65 }),
    "searchesMax",
  );
  refuses(() => map.createFleet({ unitsMax: 1, wait: "dance" }), "wait");
  refuses(() => map.createFleet({ unitsMax: 1, algo: "tba" }), "algo");
  refuses(
    () => map.createFleet({ unitsMax: 1, searchMax: 2 }),
    "searchMax",
    "argument",
    /^unknown option searchMax of createFleet, expected unitsMax, searchesMax/,
  );
  refuses(
    () => fleet.add([9, 0]),
    "cell",
    "argument",
    /cell: x is 9, .* to 8$/,
  );
  refuses(() => fleet.add("0,0"), "cell", "argument", /\[x, y\], \{x, y\}/);
  refuses(() => fleet.addAll([1, [4, 4]]), "cells[1]", "start-blocked");
  assert.equal(fleet.stats.units, 1, "all or none");
  refuses(() => fleet.addAll([1, 2, 3]), "cells[2]", "memory");
  refuses(() => fleet.setGoal(unit, [4, 4]), "goal", "goal-blocked");
  refuses(
    () => fleet.setGoal(unit, 3, { nearest: true }),
    "nearest",
    "unsupported",
  );
  refuses(() => fleet.setGoal(unit, 3, { priority: 256 }), "priority");
  refuses(() => fleet.setGoal(unit, 3, { prio: 1 }), "prio");
  refuses(() => fleet.setGoal(2, 3), "unit", "argument", /^no such unit$/);
  refuses(() => fleet.setGoal(3, 3), "unit");
  refuses(() => fleet.setGoals([unit], [1, 2]), "goals");
  refuses(() => fleet.setGoals([unit, 2], [1, 2]), "units[1]");
  refuses(
    () => fleet.setGoals(Uint32Array.of(unit), Uint32Array.of(81)),
    "goals[0]",
    "outside",
  );
  refuses(() => fleet.setGroupGoal([unit, 7], 3), "units[1]");
  refuses(() => fleet.setGroupGoal([unit], [4, 4]), "goal", "goal-blocked");
  refuses(() => fleet.setGroupGoal([0, 0, 0, 0], 3), "units");
  refuses(() => fleet.teleport(unit, [4, 4]), "cell", "start-blocked");
  refuses(() => fleet.state(2), "unit");
  refuses(() => fleet.frame(99), "work");
  refuses(() => fleet.frame({ milliseconds: 1 }), "milliseconds");
  refuses(() => fleet.frame({ work: 1000, bank: 5 }), "bank");
  refuses(() => map.createFleet({ unitsMax: 1, timeBank: -1 }), "timeBank");
  refuses(
    () => map.createFleet({ unitsMax: 1, timeBank: 2 ** 40 }),
    "timeBank",
  );
  map.destroy();
  refuses(() => fleet.frame(1000), "", "argument", /the fleet was destroyed/);
});
