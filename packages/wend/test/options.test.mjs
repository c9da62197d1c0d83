// The options of agents: the table of parameters, ranges, defaults, and errors that name the option.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load, PARAMETER_KIND, AGENT_STATUS } from "../index.js";
import { PARAMETERS } from "../numbers.js";

const wend = await load();
const ends = { start: [2, 2], goal: [17, 2] };

/** A wall with a gap at the bottom between start and goal. */
function walled() {
  const cells = new Uint8Array(400).fill(46);
  for (let y = 0; y < 18; y++) {
    cells[20 * y + 10] = 64;
  }
  return wend.createMap({ width: 20, height: 20, cells });
}

test("the table of parameters has the names and numbers of the header", () => {
  const { count, ...numbers } = PARAMETERS;
  assert.equal(wend.parameters.length, count);
  assert.deepEqual(
    wend.parameters.map(({ name }) => [name, numbers[name]]),
    wend.parameters.map(({ name }, number) => [name, number]),
  );
  assert.deepEqual(wend.parameter("weightPermille"), {
    name: "weightPermille",
    title: "the weight of h",
    kind: PARAMETER_KIND.permille,
    min: 1000,
    max: 100000,
    defaultValue: 1000,
  });
  assert.equal(wend.parameter("subgoals").kind, PARAMETER_KIND.precomputed);
  assert.deepEqual(wend.parameter("commit"), {
    name: "commit",
    title: "keep a path unless the new one is at least as long",
    kind: PARAMETER_KIND.switch,
    min: 0,
    max: 0,
    defaultValue: false,
  });
  assert.equal(wend.parameter("depth").defaultValue, undefined);
});

test("defaults equal those of the library; those that depend on the map are undefined", () => {
  const share = { expandPermille: 900, tracePerExpansion: 10 };
  assert.deepEqual(wend.algorithm("tba").defaults, {
    ...share,
    shortcut: false,
    commit: false,
    asPublished: false,
  });
  assert.deepEqual(wend.algorithm("auto").defaults, share);
});

test("every parameter is checked against its range and its algorithms", () => {
  const map = walled();
  const fitting = wend.algorithms.filter((info) => map.fits(info));
  for (const { name, kind, min, max, defaultValue } of wend.parameters) {
    const reads = ({ parameters }) => parameters.includes(name);
    const reader = fitting.find((info) => reads(info));
    const other = fitting.find((info) => !reads(info));
    const create = ({ name: algo }, value) =>
      map.createAgent({ ...ends, algo, [name]: value }).destroy();
    const refuses = (info, value, code) =>
      assert.throws(() => create(info, value), { code, field: name }, name);
    refuses(reader ?? other, -1, "argument");
    refuses(reader ?? other, "1.5", "argument");
    if (kind === PARAMETER_KIND.precomputed) {
      continue;
    }
    const isSwitch = kind === PARAMETER_KIND.switch;
    refuses(other, isSwitch ? false : min, "unsupported");
    create(other, undefined);
    if (reader) {
      create(reader, isSwitch ? false : min);
      create(reader, defaultValue);
    }
    if (reader && !isSwitch && max < Number.MAX_SAFE_INTEGER) {
      refuses(reader, max + 1, "argument");
    }
  }
  assert.throws(
    () => map.createAgent({ ...ends, algo: "tba", expandPermille: 1001 }),
    { message: "expandPermille is 1001, expected 1 to 1000, or 0 for 900" },
  );
  map.destroy();
});

test("a switch of auto is off, on, or decided by the map", () => {
  const size = { width: 200, height: 200 };
  const cells = wend.generate({ kind: "caves", ...size, seed: 2 });
  const map = wend.createMap({ ...size, cells });
  const at = (index) => [index % 200, Math.floor(index / 200)];
  const hash = (options) => {
    const agent = map.createAgent({
      start: at(cells.indexOf(46)),
      goal: at(cells.lastIndexOf(46)),
      ...options,
    });
    for (let i = 0; agent.isActive; i++) {
      agent.tick({ expansions: 1 });
      assert.ok(i < 10000, "the agent does not end");
    }
    return agent.hash;
  };
  assert.equal(hash({}), hash({ commit: true }));
  assert.notEqual(hash({}), hash({ commit: false }));
  const one = { weightPermille: 1000 };
  assert.equal(hash({ commit: false, ...one }), hash({ algo: "tbjps" }));
  map.destroy();
});
