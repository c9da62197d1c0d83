import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import {
  ACTS,
  ALGO_FLAGS,
  COST_ONE,
  TICK_FLAGS,
  load,
  MOVES,
  NEEDS,
  PARAMETER_KIND,
  AGENT_STATUS,
  agentIsActive,
  VIEW,
  WendError,
  WORK_EXPANSION,
} from "../index.js";
import { TICK } from "../numbers.js";

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
  for (let i = 0; agent.isActive; i++) {
    agent.tick({ expansions: budget });
    assert.ok(i < 100000, "the agent does not end");
    eachTick();
  }
  return agent.lastTick;
}

test("the version equals those of the header and of package.json", () => {
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

test("algorithms are listed with their needs and parameters", () => {
  const { algorithms } = wend;
  assert.ok(algorithms.length >= 24);
  const withoutTexts = (name) => {
    const { title, paper, ...info } = wend.algorithm(name);
    assert.ok(title.length > 0 && paper.length > 0, name);
    return info;
  };
  assert.deepEqual(withoutTexts("rtaa"), {
    name: "rtaa",
    needs: NEEDS.nothing,
    acts: ACTS.locally,
    flags: ALGO_FLAGS.unknownTerrain | ALGO_FLAGS.mayBeTrapped,
    parameters: ["moves", "asPublished"],
    defaults: { moves: MOVES.all, asPublished: false },
  });
  assert.deepEqual(withoutTexts("dlrta"), {
    name: "dlrta",
    needs: NEEDS.map,
    acts: ACTS.locally,
    flags: ALGO_FLAGS.slicesMoves | ALGO_FLAGS.mayBeTrapped,
    parameters: ["subgoals"],
    defaults: {},
  });
  assert.equal(wend.algorithm("lrta").defaults.depth, 10);
  assert.equal(wend.algorithm("prlrts").defaults.depth, 5);
  assert.deepEqual(wend.algorithm("dstar-lite").parameters, []);
  assert.equal(wend.algorithm("nonsense"), undefined);
  const choosing = algorithms.filter(({ flags }) => flags & ALGO_FLAGS.chooses);
  assert.deepEqual(
    choosing.map(({ name }) => name),
    ["auto"],
  );
});

test("an agent is active with the statuses `moving` and `waiting`", () => {
  const names = Object.keys(AGENT_STATUS).filter((name) =>
    Number.isNaN(Number(name)),
  );
  assert.deepEqual(
    names.filter((name) => agentIsActive(AGENT_STATUS[name])),
    ["moving", "waiting"],
  );
  assert.deepEqual(
    names.map((name) => AGENT_STATUS[AGENT_STATUS[name]]),
    names.map(inWords),
  );
});

const inWords = (name) =>
  name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

test("the fields of ticks add up to the counters", () => {
  const seen = new Set();
  for (const options of [
    { algo: "tbrwa" },
    { algo: "tba", shortcut: true },
    { algo: "lss-lrta" },
    { algo: "dstar-lite", sight: 1 },
    { algo: "rtba", sight: 1 },
    { algo: "astar" },
    { algo: "tbjps" },
  ]) {
    const map = walled();
    const agent = map.createAgent({
      start: [2, 2],
      goal: [17, 2],
      ...options,
    });
    const sums = {
      ticks: 0,
      moves: 0,
      backtracks: 0,
      replans: 0,
      most: 0,
      mostWork: 0,
    };
    const fields = Object.fromEntries(
      Object.keys(TICK.fields).map((it) => [it, 0]),
    );
    let foundTick = 0;
    let last = map.state(2, 2);
    let tick;
    do {
      tick = agent.tick({ expansions: 7 });
      sums.ticks++;
      for (const name of Object.keys(fields)) fields[name] += tick[name];
      for (const name of Object.keys(TICK_FLAGS))
        if (tick.flags & TICK_FLAGS[name]) seen.add(name);
      const isMove = tick.state !== last;
      assert.equal((tick.flags & TICK_FLAGS.moved) !== 0, isMove);
      assert.equal(tick.cost > 0, isMove);
      assert.equal(
        tick.status === AGENT_STATUS.waiting,
        !isMove && tick.state !== map.state(17, 2),
      );
      assert.equal(tick.state, agent.state);
      assert.equal(tick.status, agent.status);
      last = tick.state;
      sums.moves += isMove;
      sums.backtracks += (tick.flags & TICK_FLAGS.backtracked) !== 0;
      sums.replans += (tick.flags & TICK_FLAGS.replanned) !== 0;
      sums.most = Math.max(sums.most, tick.expansions);
      sums.mostWork = Math.max(sums.mostWork, tick.work);
      if (tick.flags & TICK_FLAGS.found && !foundTick) foundTick = sums.ticks;
      assert.ok(sums.ticks < 10000);
    } while (agentIsActive(tick.status));
    const { stats } = agent;
    const of = JSON.stringify(options);
    assert.equal(tick.status, AGENT_STATUS.arrived, of);
    for (const name of [
      "expansions",
      "work",
      "traceSteps",
      "updates",
      "cost",
    ]) {
      assert.ok(stats[name] >= 0, name);
      assert.equal(stats[name], fields[name], `${of} ${name}`);
    }
    for (const name of ["ticks", "moves", "backtracks", "replans"]) {
      assert.equal(stats[name], sums[name], `${of} ${name}`);
    }
    assert.equal(stats.maxExpansionsPerTick, sums.most, of);
    assert.equal(stats.maxWorkPerTick, sums.mostWork, of);
    assert.equal(stats.foundTick, foundTick, of);
    assert.ok(stats.touched > 0 && stats.touched <= 400, of);
    assert.ok(
      stats.bytesUsed > 0 && stats.bytesUsed <= stats.bytesAllocated,
      of,
    );
    const walked = stats.straightMoves + stats.diagonalMoves;
    assert.equal(stats.moves, walked, of);
    assert.ok(Math.abs(stats.cost / COST_ONE - stats.length) < 0.01, of);
    for (const name of Object.keys(fields))
      if (fields[name] > 0) seen.add(name);
    for (const name of Object.keys(stats)) if (stats[name] > 0) seen.add(name);
    map.destroy();
  }
  // Each was above 0 at least once, so that zeros are not only compared with zeros.
  for (const name of [
    ...Object.keys(TICK.fields),
    "backtracks",
    "replans",
    "restarts",
    "foundTick",
  ]) {
    assert.ok(seen.has(name), name);
  }
});

test("every algorithm that fits walks to the goal, within its budget", () => {
  const map = walled();
  const optimal = run(
    map.createAgent({ algo: "astar", start: [2, 2], goal: [17, 2] }),
    50,
  );
  assert.equal(optimal.status, AGENT_STATUS.arrived);
  for (const info of wend.algorithms.filter((it) => map.fits(it))) {
    const agent = map.createAgent({
      algo: info.name,
      start: [2, 2],
      goal: [17, 2],
      watch: true,
    });
    const end = run(agent, 50);
    assert.equal(end.status, AGENT_STATUS.arrived, info.name);
    assert.equal(end.state, map.state(17, 2), info.name);
    assert.ok(
      agent.stats.length >= 38.9,
      `${info.name}: ${agent.stats.length}`,
    );
    const { work, maxWorkPerTick, expansions, maxExpansionsPerTick } =
      agent.stats;
    assert.ok(maxWorkPerTick <= 50 * WORK_EXPANSION, info.name);
    if (!(info.flags & ALGO_FLAGS.jumps || agent.algo !== info.name)) {
      assert.ok(maxExpansionsPerTick <= 50, info.name);
      assert.equal(work, expansions * WORK_EXPANSION, info.name);
    }
  }
  map.destroy();
});

test("agents go round a wall across the route", () => {
  const map = wend.createMap({ width: 30, height: 30 });
  const agent = map.createAgent({
    algo: "rtba",
    start: [2, 15],
    goal: [27, 15],
  });
  for (let i = 0; i < 8; i++) {
    agent.tick({ expansions: 20 });
  }
  for (let y = 5; y < 25; y++) {
    map.setCell(18, y, "@");
  }
  assert.equal(run(agent, 20).status, AGENT_STATUS.arrived);
  assert.ok(agent.stats.length > 30);
  map.destroy();
});

test("a walled-in goal is proved unreachable", () => {
  const map = wend.createMap({
    width: 5,
    height: 5,
    cells: "....." + "...@@" + "...@." + "...@@" + ".....",
  });
  const agent = map.createAgent({ start: [0, 0], goal: [4, 2] });
  assert.equal(run(agent, 10).status, AGENT_STATUS.unreachable);
  map.destroy();
});

test("an agent explores an unknown map", () => {
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
  assert.equal(run(agent, 100).status, AGENT_STATUS.arrived);
  const wall = map.state(10, 10);
  assert.equal(
    agent.view[wall] & (VIEW.wall | VIEW.believed),
    VIEW.wall | VIEW.believed,
  );
  assert.equal(agent.view[map.state(19, 19)] & VIEW.unknown, VIEW.unknown);
  map.destroy();
});

test("only sensing changes what an agent believes", () => {
  const map = wend.createMap({ width: 20, height: 20 });
  const ends = { start: [2, 2], goal: [17, 2] };
  const agent = map.createAgent({ ...ends, sight: 2, watch: true });
  const believed = () => {
    agent.updateView();
    return agent.view[map.state(4, 2)] & VIEW.believed;
  };
  map.setCell(4, 2, "@");
  agent.reserve({ expansions: 20 });
  assert.equal(believed(), 0);
  assert.equal(agent.sense(), 1);
  assert.equal(believed(), VIEW.believed);
  assert.equal(agent.sense(), 0, "nothing is new now");
  const knows = map.createAgent(ends);
  assert.equal(knows.sense(), 0, "an agent that knows the map");
  map.destroy();
});

/** The output of `wend solve` for a case of test/cli/cases.txt, by the titles of its lines. */
function commandOutput(name) {
  const text = readFileSync(new URL(`test/cli/expected/${name}`, root), "utf8");
  return Object.fromEntries(
    [...text.matchAll(/^(\w+) {2,}(.*)$/gm)].map(([, key, value]) => [
      key,
      value,
    ]),
  );
}

test("agents that sense make the moves that the command prints", () => {
  const cases = readFileSync(new URL("test/cli/cases.txt", root), "utf8");
  const text = readFileSync(new URL("test/cli/data/small.map", root), "utf8");
  const solved = [
    ...cases.matchAll(
      /^(\w+) \| solve --map small\.map --start (\d+),(\d+) --goal (\d+),(\d+) --algo (\S+) --expansions (\d+) --terrain unknown --picture$/gm,
    ),
  ];
  assert.ok(solved.length > 0);
  for (const [, name, x, y, goalX, goalY, algo, budget] of solved) {
    const map = wend.parseMap(text);
    const agent = map.createAgent({
      algo,
      start: [Number(x), Number(y)],
      goal: [Number(goalX), Number(goalY)],
      sight: 1,
    });
    const { status } = run(agent, Number(budget));
    const { length, ticks, expansions, maxExpansionsPerTick } = agent.stats;
    const printed = commandOutput(name);
    assert.equal(AGENT_STATUS[status], printed.status);
    assert.equal(length.toFixed(5), printed.cost);
    assert.equal(ticks, Number(printed.ticks));
    assert.equal(
      `${expansions} (worst tick ${maxExpansionsPerTick})`,
      printed.expansions,
    );
    map.destroy();
  }
});

test("a module that does not match numbers.js is refused", async () => {
  const bytes = readFileSync(new URL("../wend.wasm", import.meta.url));
  await load(bytes);
  const empty = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
  await assert.rejects(load(empty), { code: "format" });
  // A number that occurs only once in the table: the largest budget.
  const at = bytes.indexOf(Buffer.from(Uint32Array.of(100000000).buffer));
  bytes[at]++;
  await assert.rejects(load(bytes), /not the wend.wasm of this version/);
});

test("changes add up to the view, and marks match the search", () => {
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
      assert.equal(closed, agent.stats.expansions);
    }
    map.destroy();
  }
});

test("the view is updated after the tick, not during it", () => {
  const map = walled();
  const ends = { start: [2, 2], goal: [17, 2] };
  const agent = map.createAgent({ algo: "tba", ...ends, watch: true });
  const open = () => agent.view.filter((bits) => bits & VIEW.open).length;
  agent.sense();
  agent.reserve({ expansions: 20 });
  agent.advance({ expansions: 20 });
  assert.equal(open(), 0);
  agent.updateView();
  assert.ok(open() > 0);
  map.destroy();
});

test("a found path leads from next to the agent to the goal", () => {
  const map = walled();
  const agent = map.createAgent({
    algo: "astar",
    start: [2, 2],
    goal: [17, 2],
  });
  let tick;
  do {
    tick = agent.tick({ expansions: 30 });
  } while (!(tick.flags & TICK_FLAGS.found));
  agent.tick({ expansions: 30 });
  const path = [...agent.path()];
  assert.equal(path.at(-1), map.state(17, 2));
  const [x, y] = [agent.state % 20, Math.floor(agent.state / 20)];
  assert.ok(
    Math.abs((path[0] % 20) - x) <= 1 &&
      Math.abs(Math.floor(path[0] / 20) - y) <= 1,
  );
  map.destroy();
});

test("a refused move is planned again without a new search", () => {
  const map = walled();
  const ends = { algo: "tbjps", start: [2, 2], goal: [17, 2] };
  const free = map.createAgent(ends);
  const refused = map.createAgent(ends);
  run(free, 3);
  let ticks = 0;
  let tick;
  do {
    tick = refused.plan({ expansions: 3 });
    const { next, state } = refused;
    assert.equal(tick.status === AGENT_STATUS.moving, next !== null);
    if (ticks++ % 2) {
      tick = refused.move();
      assert.equal(tick.state, next);
    } else {
      assert.equal(tick.state, state);
    }
  } while (agentIsActive(tick.status));
  assert.equal(tick.status, AGENT_STATUS.arrived);
  assert.ok(free.stats.work > 0);
  assert.equal(refused.stats.work, free.stats.work);
  assert.equal(refused.next, null);
  map.destroy();
});

test("waypoints are the cells where the path turns; release keeps the path", () => {
  const map = walled();
  const agent = map.createAgent({ start: [2, 2], goal: [17, 2] });
  let tick;
  do {
    tick = agent.tick({ expansions: 30 });
  } while (!(tick.flags & TICK_FLAGS.found));
  agent.tick({ expansions: 30 });
  const path = [...agent.path()];
  const waypoints = [...agent.waypoints()];
  assert.ok(waypoints.length < path.length);
  assert.ok(waypoints.every((waypoint) => path.includes(waypoint)));
  assert.equal(waypoints.at(-1), path.at(-1));
  assert.equal(agent.memory, agent.stats.bytesAllocated);
  const before = agent.stats.bytesAllocated;
  const given = agent.release();
  assert.ok(given > 0);
  assert.equal(agent.stats.bytesAllocated, before - given);
  assert.deepEqual([...agent.path()], path);
  assert.equal(run(agent, 30).status, AGENT_STATUS.arrived);
  map.destroy();
});

test("a new goal during the walk", () => {
  const map = walled();
  const agent = map.createAgent({ start: [2, 2], goal: [17, 2] });
  agent.tick({ expansions: 50 });
  agent.setGoal([2, 17]);
  assert.equal(run(agent, 50).state, map.state(2, 17));
  map.destroy();
});

test("an agent is active again after a new goal or a teleport", () => {
  const map = walled();
  const agent = map.createAgent({ start: [2, 2], goal: [17, 2], watch: true });
  run(agent, 50);
  assert.ok(!agent.isActive);
  agent.setGoal([17, 17]);
  assert.ok(agent.isActive);
  assert.equal(agent.goal, map.state(17, 17));
  assert.equal(agent.goalGiven, agent.goal);
  assert.equal(run(agent, 50).state, map.state(17, 17));
  assert.equal(agent.explain().reason, "arrived");
  agent.teleport([2, 2]);
  assert.equal(agent.state, map.state(2, 2));
  assert.ok(agent.isActive);
  assert.ok(agent.view[agent.state] & VIEW.trail);
  assert.equal(agent.explain().reason, "no-tick");
  const ticks = agent.stats.ticks;
  assert.equal(run(agent, 50).status, AGENT_STATUS.arrived);
  assert.ok(agent.stats.ticks >= ticks + 16);
  const refuses = (call, code, field) => assert.throws(call, { code, field });
  refuses(() => agent.teleport([10, 2]), "start-blocked", "cell");
  refuses(() => agent.teleport([20, 2]), "argument", "cell");
  refuses(() => agent.setGoal([10, 2]), "goal-blocked", "goal");
  assert.ok(!agent.isActive, "a refused goal changes nothing");
  map.destroy();
});

test("with `nearest` an agent goes to the nearest reachable cell", () => {
  const cells = "....." + "...@@" + "...@." + "...@@" + ".....";
  const sizes = { width: 5, height: 5 };
  for (const sight of [0, 3]) {
    const map = wend.createMap({ ...sizes, cells });
    const ends = { start: [0, 0], goal: [4, 2] };
    const agent = map.createAgent({ ...ends, nearest: true, sight });
    assert.equal(run(agent, 10).status, AGENT_STATUS.arrived);
    assert.deepEqual(map.point(agent.state), map.nearest([0, 0], [4, 2]));
    assert.equal(agent.goalGiven, map.state(4, 2));
    assert.equal(agent.goal, agent.state);
    map.setFree(3, 2, true);
    for (let i = 0; i < 9; i++) agent.tick(240);
    assert.equal(agent.state, map.state(4, 2), "it goes on after an edit");
    map.destroy();
  }
});

test("with components an unreachable goal needs no search", () => {
  const map = wend.createMap({ width: 64, height: 64 });
  for (let y = 0; y < 64; y++) map.setFree(32, y, false);
  const ends = { start: [0, 0], goal: [63, 63], algo: "tba" };
  const agent = map.createAgent({ ...ends, components: true });
  assert.equal(agent.tick(240).status, AGENT_STATUS.unreachable);
  assert.equal(agent.stats.expansions, 0);
  assert.equal(map.createAgent(ends).tick(240).status, AGENT_STATUS.moving);
  map.destroy();
});

test("an agent keeps its memory limit", () => {
  const map = wend.createMap({ width: 512, height: 512 });
  const ends = { start: [0, 0], goal: [511, 0], algo: "astar" };
  for (let y = 0; y < 511; y++) map.setFree(256, y, false);
  const memoryLimit = 200000;
  const agent = map.createAgent({ ...ends, memoryLimit });
  assert.throws(
    () => {
      for (let i = 0; i < 1000; i++) agent.tick(24000);
    },
    { code: "memory" },
  );
  assert.ok(agent.memory > 0 && agent.memory <= memoryLimit);
  map.destroy();
});

test("equal work gives equal moves in every form of a budget", () => {
  const map = walled();
  const ends = { start: [2, 2], goal: [17, 2], algo: "tba" };
  const hashOf = (budget) => {
    const agent = map.createAgent(ends);
    while (agent.isActive) agent.tick(budget);
    return agent.hash;
  };
  assert.equal(hashOf(240), hashOf({ expansions: 10 }));
  assert.equal(hashOf({ work: 240 }), hashOf({ expansions: 10 }));
  assert.equal(hashOf(Infinity), hashOf({ work: 2 ** 40 }));
  assert.notEqual(hashOf(240), hashOf(24000));
  map.destroy();
});

test("MovingAI text is read, and errors name their position", () => {
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

test("without `algo` the map decides the algorithm", () => {
  const ends = { start: [2, 2], goal: [17, 2] };
  for (const [neighbors, algo] of [
    [8, "tbjps"],
    [4, "tbjps"],
    [16, "tbjps"],
  ]) {
    const map = wend.createMap({ width: 20, height: 20, neighbors });
    const agent = map.createAgent(ends);
    assert.equal(agent.algo, algo);
    assert.equal(map.createAgent({ ...ends, algo: "auto" }).algo, algo);
    assert.equal(run(agent, 50).status, AGENT_STATUS.arrived);
    map.destroy();
  }
});

test("the seed of known cells works with every algorithm", () => {
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

test("errors of bad arguments name the expected value", () => {
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
    /^algo is b\*, expected a name in wend.algorithms$/,
  );
  codes(
    () => map.createAgent({ ...ends, start: [10, 2] }),
    "start-blocked",
    /^start is blocked: cell \(10, 2\)$/,
  );
  codes(
    () => map.createAgent({ ...ends, goal: [20, 2] }),
    "argument",
    /x is 20, expected .*0 to 19/,
  );
  codes(
    () => map.createAgent({ ...ends, algo: "tba", weightPermille: 2000 }),
    "unsupported",
    /^weightPermille is not read by tba$/,
  );
  codes(() => map.createAgent({ ...ends, sight: 65 }), "argument", /./);
  codes(() => map.createAgent(ends).tick(0), "argument", /work is 0, expected/);
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
  codes(() => agent.tick({ expansions: 10 }), "argument", /destroyed/);
  codes(() => map.isFree(0, 0), "argument", /destroyed/);
});

test("destroyed objects free their memory", () => {
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

// An example that does not end is also an error.
const timeout = 60000;

test("the example runs", () => {
  const example = fileURLToPath(
    new URL("../example/hello.mjs", import.meta.url),
  );
  const output = execFileSync(process.execPath, [example], {
    encoding: "utf8",
    timeout,
  });
  assert.match(output, /tba .*arrived/);
});

test("docs/playground.md names the algorithms of the library", () => {
  const text = readFileSync(new URL("docs/playground.md", root), "utf8");
  const named = (sentence) => {
    const [found] = sentence.exec(text);
    return [...found.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
  };
  const those = (isMeant) =>
    wend.algorithms.filter(isMeant).map(({ name }) => name);
  assert.deepEqual(
    named(/\*\*Weight:\*\* for .*/),
    those(
      ({ parameters, flags }) =>
        parameters.includes("weightPermille") && !(flags & ALGO_FLAGS.chooses),
    ),
  );
  assert.deepEqual(
    named(/.* need precomputed data/),
    those((info) => wend.needsPrecomputed(info)),
  );
  assert.deepEqual(
    named(/`[\w` ]* store few cells/),
    those(({ flags }) => (flags & ALGO_FLAGS.jumps) !== 0),
  );
});

test("the examples of the documentation run", () => {
  const cwd = fileURLToPath(new URL("..", import.meta.url));
  for (const document of ["packages/wend/README.md", "docs/playground.md"]) {
    const text = readFileSync(new URL(document, root), "utf8");
    const codes = [...text.matchAll(/```js\n([^]*?)```/g)].map(([, it]) => it);
    const outputs = codes.map((code) => {
      const values = ["--input-type=module", "--eval", code];
      const options = { cwd, encoding: "utf8", timeout };
      return execFileSync(process.execPath, values, options);
    });
    assert.ok(outputs.every((it) => it.length > 5));
    assert.match(outputs.join("\n"), /\d+\.\d+/, document);
  }
});
