// Runs a scene from its start and makes a GIF of it, the agents side by side.
import type { Cell, Wend } from 'wend';
import { VIEW } from 'wend';
import { Gif } from './gif';
import type { Rgb, Theme } from './palette';
import { coloursOf, LOOKS, lookOf } from './palette';
import type { Runner } from './race';
import { Race } from './race';
import type { Scene } from './scene';

const FRAMES = 100;
const TICKS_MAX = 6000;
const SIDE = 640; // approximate length of the longer side in pixels
const GAP = 6;
const DELAY = 6; // hundredths of a second
const LAST_DELAY = 200;

// Indices into the palette; each agent has PER_AGENT of them.
const PER_AGENT = 16;
const PATH = LOOKS.length;
const HUE = PATH + 1;
const RING = HUE + 1;
const BACKGROUND = RING + 1;

function paletteOf(theme: Theme, count: number): Rgb[] {
  return Array.from({ length: count }, (_, slot) => {
    const { looks, path, hue, ring } = coloursOf(theme, slot);
    const background: Rgb = theme === 'light' ? [240, 238, 232] : [14, 16, 20];
    const row = [...LOOKS.map((look) => looks[look]), path, hue, ring, background];
    return [...row, ...Array<Rgb>(PER_AGENT - row.length).fill([0, 0, 0])];
  }).flat();
}

const LOOK_INDEX = Array.from({ length: VIEW.all + 1 }, (_, bits) => LOOKS.indexOf(lookOf(bits)));

/** The layout of the agents' maps in the picture. */
class Sheet {
  readonly width: number;
  readonly height: number;
  readonly picture: Uint8Array;
  private readonly scene: Scene;
  private readonly columns: number;
  /** Pixels per cell, or, on large maps, cells per pixel. */
  private readonly zoom: number;
  private readonly skip: number;
  private readonly paneWidth: number;
  private readonly paneHeight: number;

  constructor(scene: Scene, count: number) {
    this.scene = scene;
    this.columns = count > 2 ? 2 : count;
    const rows = Math.ceil(count / this.columns);
    const longer = Math.max(scene.width * this.columns, scene.height * rows);
    this.zoom = Math.max(1, Math.floor(SIDE / longer));
    this.skip = Math.max(1, Math.ceil(longer / (SIDE * 1.5)));
    this.paneWidth = Math.ceil(scene.width / this.skip) * this.zoom;
    this.paneHeight = Math.ceil(scene.height / this.skip) * this.zoom;
    this.width = this.columns * (this.paneWidth + GAP) + GAP;
    this.height = rows * (this.paneHeight + GAP) + GAP;
    this.picture = new Uint8Array(this.width * this.height).fill(BACKGROUND);
  }

  private origin(slot: number): [number, number] {
    return [
      GAP + (slot % this.columns) * (this.paneWidth + GAP),
      GAP + Math.floor(slot / this.columns) * (this.paneHeight + GAP),
    ];
  }

  draw(runner: Runner, slot: number): void {
    const agent = runner.agent;
    if (!agent) {
      return;
    }
    const base = slot * PER_AGENT;
    this.drawCells(agent.view!, slot, base);
    for (const state of agent.path()) {
      this.drawDot(slot, this.place(state), base + PATH, this.zoom * 0.2);
    }
    const large = Math.max(3, this.zoom * 0.7);
    this.drawDisc(slot, this.scene.start, base + PATH, base + RING, large);
    this.drawDisc(slot, this.scene.goal, base + RING, base + PATH, large);
    this.drawDisc(slot, this.place(agent.state), base + RING, base + HUE, large + 1);
  }

  private place(state: number): Cell {
    return [state % this.scene.width, Math.floor(state / this.scene.width)];
  }

  private drawCells(view: Uint8Array, slot: number, base: number): void {
    const [left, top] = this.origin(slot);
    for (let py = 0; py < this.paneHeight; py++) {
      const y = Math.floor(py / this.zoom) * this.skip;
      const row = (top + py) * this.width + left;
      for (let px = 0; px < this.paneWidth; px++) {
        const x = Math.floor(px / this.zoom) * this.skip;
        const bits = view[y * this.scene.width + x]! & VIEW.all;
        this.picture[row + px] = base + LOOK_INDEX[bits]!;
      }
    }
  }

  private drawDisc(slot: number, cell: Cell, edge: number, inside: number, radius: number): void {
    this.drawDot(slot, cell, edge, radius + 1);
    this.drawDot(slot, cell, inside, radius);
  }

  private drawDot(slot: number, [x, y]: Cell, index: number, radius: number): void {
    const [left, top] = this.origin(slot);
    const cx = ((x + 0.5) / this.skip) * this.zoom;
    const cy = ((y + 0.5) / this.skip) * this.zoom;
    for (let py = Math.floor(cy - radius); py <= cy + radius; py++) {
      for (let px = Math.floor(cx - radius); px <= cx + radius; px++) {
        const isInside = px >= 0 && py >= 0 && px < this.paneWidth && py < this.paneHeight;
        if (isInside && Math.hypot(px + 0.5 - cx, py + 0.5 - cy) <= Math.max(radius, 0.5)) {
          this.picture[(top + py) * this.width + left + px] = index;
        }
      }
    }
  }
}

function countTicks(wend: Wend, scene: Scene): number {
  const race = new Race(wend, scene, false);
  while (!race.isOver && race.ticks < TICKS_MAX) {
    race.tick();
  }
  race.destroy();
  return race.ticks;
}

/** Makes a GIF of the whole race. `progress` is called with 0 to 1. */
export function recordGif(
  wend: Wend,
  scene: Scene,
  theme: Theme,
  progress: (share: number) => void,
): Uint8Array<ArrayBuffer> {
  const ticks = countTicks(wend, scene);
  const stride = Math.max(1, Math.ceil(ticks / FRAMES));
  const race = new Race(wend, scene);
  const sheet = new Sheet(scene, race.runners.length);
  const gif = new Gif(sheet.width, sheet.height, paletteOf(theme, race.runners.length));
  const addFrame = (delay: number) => {
    race.runners.forEach((runner, slot) => sheet.draw(runner, slot));
    gif.add(sheet.picture, delay);
  };
  addFrame(DELAY * 5);
  while (race.ticks < ticks) {
    for (let i = 0; i < stride && race.ticks < ticks; i++) {
      race.tick();
    }
    addFrame(race.ticks < ticks ? DELAY : LAST_DELAY);
    progress(race.ticks / ticks);
  }
  race.destroy();
  return gif.end();
}
