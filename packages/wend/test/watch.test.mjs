// Views of agents: updated during ticks, deferred, and with a list of expansions.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load, VIEW, WendError } from "wend";

const wend = await load();

function makeRace(watch, algo, sight) {
  const [width, height] = [96, 96];
  const cells = wend.generate({
    kind: "caves",
    width,
    height,
    seed: 5,
    scale: 3,
  });
  const map = wend.createMap({ width, height, cells });
  return map.createAgent({ algo, start: [8, 8], goal: [68, 88], sight, watch });
}

for (const [algo, sight] of [
  ["tba", 0],
  ["tbaa", 5],
  ["tbjps", 5],
]) {
  test(`${algo}: a deferred view shows the same, later`, () => {
    const agents = [true, "deferred"].map((watch) =>
      makeRace(watch, algo, sight),
    );
    for (let i = 0; i < 40; i++) {
      agents.forEach((agent) => agent.tick({ expansions: 20 }));
    }
    // All cells are updated in turn, 8192 at a time.
    for (let i = 0; i < 2; i++) {
      agents.forEach((agent) => agent.updateView());
    }
    const [one, other] = agents.map((agent) =>
      [...agent.view].map((bits) => bits & VIEW.all),
    );
    assert.deepEqual(other, one);
    assert.ok(one.some((bits) => (bits & VIEW.mark) === VIEW.closed));
    agents.forEach((agent) => agent.map.destroy());
  });
}

for (const algo of ["tba", "lss-lrta", "tbjps"]) {
  test(`${algo}: every expansion is listed once, with its parent`, () => {
    const agent = makeRace("log", algo, 0);
    let count = 0;
    for (let i = 0; i < 60; i++) {
      const { expansions } = agent.tick({ expansions: 20 });
      const list = agent.takeExpansions();
      assert.equal(list.length, 5 * expansions);
      for (let at = 0; at < list.length; at += 5) {
        const [, state, parent, g] = list.subarray(at, at + 5);
        assert.ok(state < 96 * 96);
        assert.equal(
          parent === 0xffffffff,
          g === 0,
          "who has no parent is where it began",
        );
      }
      count += expansions;
    }
    assert.equal(count, agent.stats.expansions);
    assert.ok(count > 0);
    assert.equal(agent.takeExpansions().length, 0);
    agent.map.destroy();
  });
}

test("an unknown value of watch is refused", () => {
  assert.throws(
    () => makeRace("always", "tba", 0),
    (error) => error instanceof WendError && error.field === "watch",
  );
});
