// The lifetime of objects, the growth of memory, and many agents in one call.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Agent, AGENT_STATUS, agentIsActive, load } from "../index.js";

// Growth of the memory replaces its buffer.
const { instantiate } = WebAssembly;
let memory;
WebAssembly.instantiate = async (...values) => {
  const instance = await instantiate(...values);
  memory = instance.exports.memory;
  return instance;
};
const wend = await load();
WebAssembly.instantiate = instantiate;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

const sides = { width: 512, height: 512 };
const ends = { start: [0, 0], goal: [511, 511] };

/** Makes a map of a few megabytes with one object of each kind. */
function everything() {
  const map = wend.createMap(sides);
  const agent = map.createAgent({ ...ends, watch: true });
  agent.tick({ expansions: 100 });
  const fleet = map.createFleet({ unitsMax: 100 });
  fleet.setGoal(fleet.add([3, 3]), [500, 500]);
  fleet.frame(10000);
  map.findPath([0, 0], [511, 511]);
  return { map, agent, fleet };
}

test("destroyed objects free all of their memory", () => {
  everything().map.destroy();
  const before = memory.buffer.byteLength;
  for (let i = 0; i < 20; i++) everything().map.destroy();
  assert.equal(memory.buffer.byteLength, before);
});

test("garbage-collected objects free all of their memory", async () => {
  everything().map.destroy();
  const before = memory.buffer.byteLength;
  for (let i = 0; i < 20; i++) {
    everything();
    collect();
    await new Promise((done) => setTimeout(done, 1)); // the registry runs as a separate task
  }
  assert.ok(memory.buffer.byteLength <= 1.5 * before);
});

test("a garbage-collected agent is freed before its map", async () => {
  const map = wend.createMap(sides);
  const make = () => map.createAgent({ ...ends, watch: true, algo: "astar" });
  make().destroy();
  const before = memory.buffer.byteLength;
  for (let i = 0; i < 20; i++) {
    make();
    collect();
    await new Promise((done) => setTimeout(done, 1));
  }
  assert.ok(memory.buffer.byteLength <= 1.5 * before);
  map.destroy();
});

test("`using` calls Symbol.dispose, which destroys", () => {
  const { map, agent, fleet } = everything();
  const dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");
  fleet[dispose]();
  assert.throws(() => fleet.slots, /the fleet was destroyed/);
  assert.equal(agent.tick({ expansions: 10 }).status, AGENT_STATUS.moving);
  map[dispose]();
  assert.throws(
    () => agent.tick({ expansions: 10 }),
    /the agent was destroyed/,
  );
  assert.throws(() => map.freeCount, /the map was destroyed/);
  map.destroy(); // a second call has no effect
});

test("memory grows by an eighth at a time", () => {
  const map = wend.createMap({ width: 1024, height: 1024 });
  const first = memory.buffer.byteLength;
  let growths = 0;
  let { buffer } = memory;
  for (let i = 0; memory.buffer.byteLength < 4 * first; i++) {
    const agent = map.createAgent({ start: i, goal: 1024 * 1024 - 1 });
    agent.reserve({ expansions: 100 });
    growths += buffer !== memory.buffer;
    ({ buffer } = memory);
  }
  assert.ok(growths <= Math.ceil(Math.log(4) / Math.log(9 / 8)), `${growths}`);
  map.destroy();
});

test("many agents in one call move as each does alone", () => {
  const cells = wend.generate({ width: 64, height: 64, seed: 3 });
  const map = wend.createMap({ width: 64, height: 64, cells });
  const start = cells.indexOf(46);
  const free = [...cells.keys()].filter((it) => map.isConnected(start, it));
  const make = () =>
    Array.from({ length: 40 }, (_, i) =>
      map.createAgent({
        start: free[i],
        goal: free.at(-1 - i),
        sight: i % 3 ? undefined : 3,
        watch: i % 2 === 1,
      }),
    );
  const together = make();
  const alone = make();
  let statuses;
  do {
    const result = Agent.tickAll(together, { expansions: 20 });
    for (const agent of alone) agent.tick({ expansions: 20 });
    assert.deepEqual(
      [...result.states],
      alone.map(({ state }) => state),
    );
    assert.deepEqual(
      [...result.statuses],
      alone.map(({ status }) => status),
    );
    ({ statuses } = result);
  } while (statuses.some(agentIsActive));
  assert.ok(statuses.every((it) => it === AGENT_STATUS.arrived));
  together.forEach(({ hash, view }, i) => {
    assert.equal(hash, alone[i].hash);
    assert.deepEqual(view, alone[i].view);
  });
  assert.deepEqual(
    Agent.tickAll([], { expansions: 20 }).states,
    new Uint32Array(),
  );
  together[3].destroy();
  assert.throws(
    () => Agent.tickAll(together, { expansions: 20 }),
    /the agent was destroyed/,
  );
  map.destroy();
});

test("a tick can have a time limit", () => {
  const map = wend.createMap({ width: 200, height: 200 });
  for (let y = 0; y < 199; y++) map.setFree(100, y, false);
  const options = { algo: "astar", start: [0, 0], goal: [199, 0] };
  const short = map.createAgent(options);
  const long = map.createAgent(options);
  const expansions = 100000;
  assert.equal(
    short.tick({ nanoseconds: 1, expansions }).status,
    AGENT_STATUS.waiting,
  );
  const { flags } = long.tick({ nanoseconds: 1e10, expansions });
  assert.ok(flags > 0 && long.stats.expansions > 10 * short.stats.expansions);
  const refuses = (budget, field) =>
    assert.throws(() => short.tick(budget), { code: "argument", field });
  refuses({ nanoseconds: 1 }, "work");
  refuses({ nanoseconds: 0, expansions }, "nanoseconds");
  refuses({ milliseconds: 1, expansions }, "milliseconds");
  map.destroy();
});
