// Compares two builds of the module in one run: the time of the second as a multiple of the first.
//
//     node packages/wend/bench/modules.mjs FIRST.wasm SECOND.wasm MAP SCENARIO
//
// "map": creating the map. "find": queries of a reused finder, 50 problems. "astar": agents with algo astar, 25
// of them. "fleet": 500 units until they stop. CPU time, the minimum of several alternating rounds.
import { readFileSync } from "node:fs";
import { load } from "../index.js";

const ROUNDS = 7;

function readProblems(text) {
  const lines = text.trim().split(/\r?\n/).slice(1);
  const every = Math.floor(lines.length / 50);
  return lines
    .filter((_, i) => i % every === 0)
    .map((line) => line.split("\t").slice(4, 8).map(Number));
}

function jobsOf(wend, text, problems) {
  const map = wend.parseMap(text);
  const ends = problems.map(([x, y, goalX, goalY]) => ({
    start: map.state(x, y),
    goal: map.state(goalX, goalY),
  }));
  return {
    map: () => wend.parseMap(text).destroy(),
    find: () => ends.forEach(({ start, goal }) => map.findPath(start, goal)),
    astar: () =>
      ends.slice(0, 25).forEach((it) => {
        const agent = map.createAgent({ ...it, algo: "astar" });
        while (agent.isActive) agent.tick(240000);
        agent.destroy();
      }),
    fleet: () => {
      const fleet = map.createFleet({ unitsMax: 500 });
      const many = Array.from({ length: 500 }, (_, i) => ends[i % ends.length]);
      const units = fleet.addAll(many.map(({ start }) => start));
      fleet.setGoals(
        units,
        many.map(({ goal }) => goal),
      );
      while (fleet.frame(500000).moved > 0);
      fleet.destroy();
    },
  };
}

function cpuTime(job) {
  const begin = process.cpuUsage();
  job();
  const { user, system } = process.cpuUsage(begin);
  return user + system;
}

const [first, second, mapPath, scenarioPath] = process.argv.slice(2);
if (!scenarioPath) {
  console.error("usage: node modules.mjs FIRST.wasm SECOND.wasm MAP SCENARIO");
  process.exit(2);
}
const text = readFileSync(mapPath, "utf8");
const problems = readProblems(readFileSync(scenarioPath, "utf8"));
const both = [];
for (const path of [first, second]) {
  both.push(jobsOf(await load(readFileSync(path)), text, problems));
}
for (const name of Object.keys(both[0])) {
  const least = [Infinity, Infinity];
  for (let i = 0; i < 2 * ROUNDS; i++) {
    least[i % 2] = Math.min(least[i % 2], cpuTime(both[i % 2][name]));
  }
  console.log(name.padEnd(8), (least[1] / least[0]).toFixed(3));
}
