// Agents in PixiJS: one sprite each, one call per frame for all of them, and walls that the user draws.
import { Application, Graphics } from "pixi.js";
import { Agent, agentIsActive, load } from "wend";

const CELL = 8;
const SIZE = 40;
const AGENTS = 20;

export async function start(parent) {
  const wend = await load();
  const map = wend.createMap({ width: SIZE, height: SIZE });
  const agents = Array.from({ length: AGENTS }, (_, i) =>
    map.createAgent({ start: [0, 2 * i], goal: [SIZE - 1, SIZE - 1 - 2 * i] }),
  );

  const app = new Application();
  await app.init({
    width: SIZE * CELL,
    height: SIZE * CELL,
    background: "#eee",
  });
  parent.appendChild(app.canvas);
  const walls = app.stage.addChild(new Graphics());
  const sprites = agents.map(() =>
    app.stage.addChild(
      new Graphics().circle(CELL / 2, CELL / 2, CELL / 2).fill("#a32"),
    ),
  );

  const build = (x, y) => {
    map.setFree(x, y, false); // moving agents notice it
    walls.rect(x * CELL, y * CELL, CELL, CELL).fill("#444");
  };
  app.canvas.addEventListener(
    "pointermove",
    ({ buttons, offsetX, offsetY }) => {
      if (buttons)
        build(Math.floor(offsetX / CELL), Math.floor(offsetY / CELL));
    },
  );

  /** Runs a tick of each agent with at most 1200 units of work. Returns the number of active agents. */
  const tick = () => {
    const { states, statuses } = Agent.tickAll(agents, 1200);
    sprites.forEach((sprite, i) => {
      const { x, y } = map.point(states[i]);
      sprite.position.set(x * CELL, y * CELL);
    });
    return statuses.filter(agentIsActive).length;
  };
  app.ticker.add(tick);
  return { app, agents, sprites, build, tick };
}
