// Two agents in one cave, one tick each at a time: node example/hello.mjs
import { AGENT_STATUS, load } from "wend";

const BUDGET = 1200; // units of work per tick
const SIZE = 64;

const wend = await load();
const cells = wend.generate({
  kind: "caves",
  width: SIZE,
  height: SIZE,
  seed: 4,
});
const map = wend.createMap({ width: SIZE, height: SIZE, cells });
const cell = (index) => [index % SIZE, Math.floor(index / SIZE)];
const ends = {
  start: cell(cells.indexOf(46)),
  goal: cell(cells.lastIndexOf(46)),
};
const agents = ["tba", "astar"].map((algo) =>
  map.createAgent({ algo, ...ends }),
);

let running = agents;
while (running.length > 0) {
  running.forEach((agent) => agent.tick(BUDGET));
  running = running.filter((agent) => agent.isActive);
}
for (const agent of agents) {
  const { ticks, length, expansions } = agent.stats;
  console.log(
    `${agent.algo.padEnd(6)} ${AGENT_STATUS[agent.status]} after ${ticks} ticks, ` +
      `${length.toFixed(1)} cells walked, ${expansions} expansions`,
  );
}
map.destroy();
