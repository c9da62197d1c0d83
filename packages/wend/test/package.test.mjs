import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { FLAGS, load, VIEW, WendError } from "../index.js";

const root = new URL("../../../", import.meta.url);
const wend = await load();

function walled() {
  // A wall with a gap at the bottom between start and goal.
  const rows = Array.from({ length: 20 }, (_, y) =>
    Array.from({ length: 20 }, (_, x) => (x === 10 && y < 18 ? "@" : ".")).join(
      "",
    ),
  );
  return wend.createMap({ width: 20, height: 20, cells: rows });
}

function run(agent, budget, eachTick = () => {}) {
  for (let i = 0; agent.tick(budget).status <= 1; i++) {
    assert.ok(i < 100000, "the agent does not come to an end");
    eachTick();
  }
  return agent.lastTick;
}

test("the version is that of the header, and that of package.json", () => {
  const header = readFileSync(new URL("include/wend/base.h", root), "utf8");
  const version = ["MAJOR", "MINOR", "PATCH"]
    .map((part) => header.match(`#define WEND_VERSION_${part} (\\d+)`)[1])
    .join(".");
  const json = JSON.parse(
    readFileSync(new URL("../package.json", import.meta.url), "utf8"),
  );
  assert.equal(wend.version, version);
  assert.equal(json.version, version);
});

test("algorithms are listed with what they read", () => {
  assert.ok(wend.algorithms.length >= 24);
  assert.deepEqual(wend.algorithm("rtaa").parameters, ["moves"]);
  assert.deepEqual(wend.algorithm("dstar-lite").parameters, []);
  assert.equal(wend.algorithm("nonsense"), undefined);
});

test("every algorithm that fits walks to the goal, within its budget", () => {
  const map = walled();
  const optimal = run(
    map.createAgent({ algo: "astar", start: [2, 2], goal: [17, 2] }),
    50,
  );
  assert.equal(optimal.status, 2);
  for (const info of wend.algorithms.filter((it) => map.fits(it))) {
    const agent = map.createAgent({
      algo: info.name,
      start: [2, 2],
      goal: [17, 2],
      watch: true,
    });
    const end = run(agent, 50);
    assert.equal(end.status, 2, info.name);
    assert.equal(end.state, map.state(17, 2), info.name);
    assert.ok(
      agent.counters.length >= 38.9,
      `${info.name}: ${agent.counters.length}`,
    );
    if (agent.counters.unitsPerExpansion === 1) {
      assert.ok(agent.counters.maxExpansionsPerTick <= 50, info.name);
    }
  }
  map.destroy();
});

test("a wall across the route is walked round", () => {
  const map = wend.createMap({ width: 30, height: 30 });
  const agent = map.createAgent({
    algo: "rtba",
    start: [2, 15],
    goal: [27, 15],
  });
  for (let i = 0; i < 8; i++) {
    agent.tick(20);
  }
  for (let y = 5; y < 25; y++) {
    map.setCell(18, y, "@");
  }
  assert.equal(run(agent, 20).status, 2);
  assert.ok(agent.counters.length > 30);
  map.destroy();
});

test("a goal that is walled in is proved unreachable", () => {
  const map = wend.createMap({
    width: 5,
    height: 5,
    cells: "....." + "...@@" + "...@." + "...@@" + ".....",
  });
  const agent = map.createAgent({ start: [0, 0], goal: [4, 2] });
  assert.equal(run(agent, 10).status, 3);
  map.destroy();
});

test("an agent that does not know the map finds it out", () => {
  const map = walled();
  const agent = map.createAgent({
    algo: "dstar-lite",
    start: [2, 2],
    goal: [17, 2],
    sight: 2,
    watch: true,
  });
  const unknownAtFirst = agent.view.filter(
    (bits) => bits & VIEW.unknown,
  ).length;
  assert.equal(unknownAtFirst, 400 - 25);
  assert.equal(run(agent, 100).status, 2);
  const wall = map.state(10, 10);
  assert.equal(
    agent.view[wall] & (VIEW.wall | VIEW.believed),
    VIEW.wall | VIEW.believed,
  );
  assert.equal(agent.view[map.state(19, 19)] & VIEW.unknown, VIEW.unknown);
  map.destroy();
});

test("changes add up to the view, and marks to the search", () => {
  for (const algo of [
    "astar",
    "tba",
    "lss-lrta",
    "dstar-lite",
    "rtaa",
    "tbaa",
  ]) {
    const cells = wend.generate({
      kind: "caves",
      width: 48,
      height: 48,
      scale: 2,
      seed: 3,
    });
    const map = wend.createMap({ width: 48, height: 48, cells });
    const at = (index) => [index % 48, Math.floor(index / 48)];
    const ends = {
      start: at(cells.indexOf(46)),
      goal: at(cells.lastIndexOf(46)),
    };
    const agent = map.createAgent({ algo, ...ends, watch: true });
    const mirror = new Uint8Array(48 * 48);
    const update = () => {
      const changed = agent.takeChanged();
      const view = agent.view;
      for (const cell of changed) mirror[cell] = view[cell] & VIEW.all;
    };
    update();
    let closedSeen = 0;
    run(agent, 25, () => {
      update();
      assert.deepEqual(
        mirror,
        agent.view.map((bits) => bits & VIEW.all),
      );
      closedSeen = Math.max(
        closedSeen,
        mirror.filter((bits) => bits & VIEW.closed).length,
      );
      assert.ok(mirror[agent.state] & VIEW.trail);
    });
    assert.ok(closedSeen > 0, algo);
    if (algo === "astar") {
      const closed = mirror.filter((bits) => bits & VIEW.closed).length;
      assert.equal(closed, agent.counters.expansions);
    }
    map.destroy();
  }
});

test("the view is brought up to date after the tick, not in it", () => {
  const map = walled();
  const ends = { start: [2, 2], goal: [17, 2] };
  const agent = map.createAgent({ algo: "tba", ...ends, watch: true });
  const open = () => agent.view.filter((bits) => bits & VIEW.open).length;
  agent.reserve(20);
  agent.advance(20);
  assert.equal(open(), 0);
  agent.settle();
  assert.ok(open() > 0);
  map.destroy();
});

test("a path leads from beside the agent to the goal once it is found", () => {
  const map = walled();
  const agent = map.createAgent({
    algo: "astar",
    start: [2, 2],
    goal: [17, 2],
  });
  let tick;
  do {
    tick = agent.tick(30);
  } while (!(tick.flags & FLAGS.found));
  agent.tick(30);
  const path = [...agent.path()];
  assert.equal(path.at(-1), map.state(17, 2));
  const [x, y] = [agent.state % 20, Math.floor(agent.state / 20)];
  assert.ok(
    Math.abs((path[0] % 20) - x) <= 1 &&
      Math.abs(Math.floor(path[0] / 20) - y) <= 1,
  );
  map.destroy();
});

test("another goal on the way", () => {
  const map = walled();
  const agent = map.createAgent({ start: [2, 2], goal: [17, 2] });
  agent.tick(50);
  agent.setGoal(2, 17);
  assert.equal(run(agent, 50).state, map.state(2, 17));
  map.destroy();
});

test("MovingAI text is read, and what is wrong with it is said", () => {
  const map = wend.parseMap("type octile\nheight 2\nwidth 3\nmap\n..@\n.T.\n");
  assert.deepEqual([map.width, map.height, map.freeCount], [3, 2, 4]);
  assert.equal(new TextDecoder().decode(map.cells()), "..@.T.");
  map.destroy();
  const bad = [
    ["", "format", /expected "type octile"/],
    [
      "type octile\nheight 2\nwidth 3\nmap\n..@\n",
      "format",
      /line 6: .*after 1 rows, expected 2/,
    ],
    ["type octile\nheight 1\nwidth 3\nmap\n.!@\n", "format", /line 5/],
    [
      "type octile\nheight 99999\nwidth 3\nmap\n",
      "size",
      /expected 1 x 1 to 8192 x 8192/,
    ],
  ];
  for (const [text, code, message] of bad) {
    assert.throws(
      () => wend.parseMap(text),
      (error) =>
        error instanceof WendError &&
        error.code === code &&
        message.test(error.message),
    );
  }
});

test("an algorithm that is not named is chosen by the map", () => {
  const ends = { start: [2, 2], goal: [17, 2] };
  for (const [neighbors, algo] of [
    [8, "tbjps"],
    [4, "tba"],
  ]) {
    const map = wend.createMap({ width: 20, height: 20, neighbors });
    const agent = map.createAgent(ends);
    assert.equal(agent.algo, algo);
    assert.equal(map.createAgent({ ...ends, algo: "auto" }).algo, algo);
    assert.equal(run(agent, 50).status, 2);
    map.destroy();
  }
});

test("options that the algorithm does not read are refused", () => {
  const map = walled();
  const ends = { start: [2, 2], goal: [17, 2] };
  for (const option of [
    { expandPermille: 500 },
    { tracePerExpansion: 5 },
    { seed: 2 },
    { weightPermille: 2000 },
    { shortcut: true },
  ]) {
    assert.throws(
      () => map.createAgent({ ...ends, algo: "dstar-lite", ...option }),
      { code: "unsupported" },
      JSON.stringify(option),
    );
  }
  const unset = { seed: undefined, shortcut: false, weightPermille: 1000 };
  map.createAgent({ ...ends, algo: "dstar-lite", ...unset });
  map.destroy();
});

test("the seed of what is known goes with every algorithm", () => {
  const map = walled();
  const known = (algo, seed) => {
    const sight = { sight: 1, knownPermille: 500, seed };
    const ends = { start: [2, 2], goal: [17, 2] };
    const agent = map.createAgent({ algo, ...ends, ...sight, watch: true });
    return agent.view.map((bits) => bits & VIEW.unknown).join();
  };
  for (const algo of ["tbaa", "tba-late", undefined]) {
    assert.equal(known(algo, 2), known(algo, 2), algo);
    assert.notEqual(known(algo, 2), known(algo, 3), algo);
  }
  map.destroy();
});

test("bad arguments get errors that name what was expected", () => {
  const map = walled();
  const codes = (call, code, message) =>
    assert.throws(
      call,
      (error) => error.code === code && message.test(error.message),
    );
  const ends = { start: [2, 2], goal: [17, 2] };
  codes(
    () => map.createAgent({ ...ends, algo: "b*" }),
    "algorithm",
    /no algorithm/,
  );
  codes(
    () => map.createAgent({ ...ends, start: [10, 2] }),
    "start-blocked",
    /start is blocked/,
  );
  codes(
    () => map.createAgent({ ...ends, goal: [20, 2] }),
    "argument",
    /x is 20, expected .*0 to 19/,
  );
  codes(
    () => map.createAgent({ ...ends, algo: "tba", weightPermille: 2000 }),
    "unsupported",
    /./,
  );
  codes(() => map.createAgent({ ...ends, sight: 65 }), "argument", /./);
  codes(
    () => map.createAgent(ends).tick(0),
    "argument",
    /budget is 0, expected/,
  );
  codes(() => map.setCell(1, 1, "!"), "format", /./);
  codes(
    () => wend.createMap({ width: 3, height: 3, cells: "...." }),
    "argument",
    /4 cells/,
  );
  codes(
    () => wend.createMap({ width: 3, height: 3, neighbors: 5 }),
    "argument",
    /./,
  );
  codes(
    () => wend.createMap({ width: 0, height: 3 }),
    "argument",
    /width is 0/,
  );
  codes(
    () => wend.generate({ kind: "sea" }),
    "argument",
    /rooms, maze, caves, random/,
  );
  const agent = map.createAgent(ends);
  map.destroy();
  codes(() => agent.tick(10), "argument", /destroyed/);
  codes(() => map.isFree(0, 0), "argument", /destroyed/);
});

test("what is destroyed gives its memory back", () => {
  const bytes = () => {
    const map = wend.createMap({ width: 256, height: 256 });
    const agent = map.createAgent({
      start: [0, 0],
      goal: [255, 255],
      watch: true,
      sight: 4,
    });
    run(agent, 1000);
    const end = agent.view.buffer.byteLength;
    map.destroy();
    return end;
  };
  bytes();
  const first = bytes();
  for (let i = 0; i < 10; i++) {
    bytes();
  }
  assert.equal(bytes(), first);
});

test("the example runs", () => {
  const example = fileURLToPath(
    new URL("../example/hello.mjs", import.meta.url),
  );
  const output = execFileSync(process.execPath, [example], {
    encoding: "utf8",
  });
  assert.match(output, /tba .*arrived/);
});

test("the examples of the documents run", () => {
  for (const document of ["packages/wend/README.md", "docs/playground.md"]) {
    const [, code] = /```js\n([^]*?)```/.exec(
      readFileSync(new URL(document, root), "utf8"),
    );
    const output = execFileSync(
      process.execPath,
      ["--input-type=module", "--eval", code],
      {
        cwd: fileURLToPath(new URL("..", import.meta.url)),
        encoding: "utf8",
      },
    );
    assert.match(output, /\d+\.\d+/, document);
  }
});
