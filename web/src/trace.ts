// Writes traces of races for `wend replay` (docs/trace-format.md).
import type { Agent, Wend } from 'wend';
import { CORNERS, COST_ONE, TICK_FLAGS, VIEW } from 'wend';
import { weighs } from './algorithms';
import { Race } from './race';
import type { Runner } from './race';
import { cellIndex, FREE } from './scene';
import type { Scene } from './scene';

const MAGIC = [0x89, 0x57, 0x54, 0x52, 0x0d, 0x0a, 0x1a, 0x0a];
const VERSION = 1;
const NEAR = 2; // hops of up to this many cells take one byte
const HOP_FAR = 25;
const HOP_NONE = 26;
const BLOCKED = 128;
const NO_STATE = 0xffffffff;
const LOG_WORDS = 5; // of an expansion: see Agent.takeExpansions
const UPDATED = 8192; // cells that each updateView updates: see AgentOptions.watch
const TICKS_MAX = 6000;

class TraceBytes {
  private data = new Uint8Array(65536);
  private length = 0;
  private readonly width: number;

  constructor(width: number) {
    this.width = width;
  }

  byte(value: number): void {
    if (this.length === this.data.length) {
      const larger = new Uint8Array(2 * this.data.length);
      larger.set(this.data);
      this.data = larger;
    }
    this.data[this.length++] = value;
  }

  number(value: number): void {
    let rest = value;
    for (; rest > 127; rest = Math.floor(rest / 128)) {
      this.byte((rest % 128) + 128);
    }
    this.byte(rest);
  }

  signed(value: number): void {
    this.number(value >= 0 ? 2 * value : -2 * value - 1);
  }

  text(value: string): void {
    this.number(value.length);
    [...value].forEach((character) => this.byte(character.charCodeAt(0)));
  }

  hop(from: number, to: number): void {
    if (to === NO_STATE) {
      this.byte(HOP_NONE);
      return;
    }
    const dx = (to % this.width) - (from % this.width);
    const dy = Math.floor(to / this.width) - Math.floor(from / this.width);
    if (Math.abs(dx) <= NEAR && Math.abs(dy) <= NEAR) {
      this.byte((dy + NEAR) * (2 * NEAR + 1) + dx + NEAR);
    } else {
      this.byte(HOP_FAR);
      this.signed(to - from);
    }
  }

  /** Writes the number of cells, then a chain of hops. Returns the last cell. */
  cells(from: number, list: ArrayLike<number>, count = list.length): number {
    let at = from;
    this.number(count);
    for (let i = 0; i < list.length; i++) {
      this.hop(at, list[i]!);
      at = list[i]!;
    }
    return at;
  }

  /** Returns all bytes and the checksum: 64-bit FNV-1a, computed in two halves. */
  end(): Uint8Array<ArrayBuffer> {
    let [low, high] = [0x84222325, 0xcbf29ce4];
    for (let i = 0; i < this.length; i++) {
      low = (low ^ this.data[i]!) >>> 0;
      // Times 2^40 + 0x1b3, modulo 2^64.
      const product = low * 0x1b3;
      high = (Math.imul(high, 0x1b3) + Math.floor(product / 2 ** 32) + (low << 8)) >>> 0;
      low = product % 2 ** 32;
    }
    for (const word of [low, high]) {
      [0, 8, 16, 24].forEach((shift) => this.byte((word >>> shift) & 255));
    }
    return this.data.slice(0, this.length);
  }
}

/** One agent of the file. */
class AgentTrace {
  private readonly bytes: TraceBytes;
  private readonly agent: Agent;
  private readonly isOpen: Uint8Array;
  private readonly isKnown: Uint8Array;
  private position: number;
  private expanded: number;
  private listed: number;
  private search = 0;
  private g = 0;
  private h = 0;
  private route: number[] = [];
  private readonly sums = { ticks: 0, moves: 0, expansions: 0, cost: 0 };

  constructor(bytes: TraceBytes, { algo, agent }: Runner, scene: Scene) {
    this.bytes = bytes;
    this.agent = agent!;
    this.position = this.expanded = this.listed = cellIndex(scene, scene.start);
    const view = this.agent.view!;
    this.isOpen = new Uint8Array(view.length);
    this.isKnown = view.map((bits) => Number((bits & VIEW.unknown) === 0));
    this.agent.takeChanged();
    const info = this.agent.map.wend.algorithm(algo)!;
    bytes.text(algo);
    bytes.text(weighs(info) ? `weight=${scene.weightPermille / 1000}` : '');
    bytes.number(scene.micros > 0 ? 0 : scene.budget);
    bytes.number(scene.micros * 1000);
    bytes.byte(scene.sight > 0 ? 1 : 0);
    bytes.number(0);
    bytes.number(scene.sight);
    const known = Uint32Array.from(this.isKnown.keys()).filter((cell) => this.isKnown[cell]);
    this.listed = bytes.cells(this.position, scene.sight > 0 ? known : []);
  }

  addTick(): void {
    const { bytes, agent, sums } = this;
    const { status, flags, state, cost } = agent.lastTick;
    bytes.byte(1);
    bytes.number(status);
    bytes.number(flags);
    bytes.hop(this.position, state);
    bytes.number(cost);
    this.position = state;
    const count = this.addExpansions(agent.takeExpansions().slice());
    const { opened, seen } = this.changes();
    this.listed = bytes.cells(this.listed, opened);
    this.addRoute(state);
    this.listed = bytes.cells(state, seen);
    sums.ticks++;
    sums.moves += Number((flags & TICK_FLAGS.moved) !== 0);
    sums.expansions += count;
    sums.cost += cost;
  }

  private addExpansions(log: Uint32Array): number {
    const { bytes } = this;
    bytes.number(log.length / LOG_WORDS);
    for (let i = 0; i < log.length; i += LOG_WORDS) {
      const [search, state, parent, g, h] = log.subarray(i, i + LOG_WORDS) as unknown as number[];
      if (search !== this.search) {
        this.isOpen.fill(0);
      }
      bytes.signed(search! - this.search);
      bytes.hop(this.expanded, state!);
      bytes.hop(state!, parent!);
      bytes.signed(g! - this.g);
      bytes.signed(h! - this.h);
      [this.search, this.expanded, this.g, this.h] = [search!, state!, g!, h!];
    }
    return log.length / LOG_WORDS;
  }

  /** The cells that become open, or known, on this tick. */
  private changes(): { opened: number[]; seen: number[] } {
    const opened: number[] = [];
    const seen: number[] = [];
    for (let left = this.isOpen.length; left > 0; left -= UPDATED) {
      this.agent.updateView();
    }
    const changed = this.agent.takeChanged().slice();
    const view = this.agent.view!;
    for (const cell of changed) {
      const isOpen = (view[cell]! & VIEW.mark) === VIEW.open;
      if (isOpen && !this.isOpen[cell]) {
        opened.push(cell);
      }
      this.isOpen[cell] = Number(isOpen);
      if (!this.isKnown[cell] && !(view[cell]! & VIEW.unknown)) {
        this.isKnown[cell] = 1;
        seen.push(cell);
      }
    }
    return { opened, seen };
  }

  /** Writes the planned path, unless the agent keeps its path. */
  private addRoute(state: number): void {
    const path = [...this.agent.path()];
    const rest = this.route[0] === state ? this.route.slice(1) : this.route;
    const isSame = path.length === rest.length && path.every((cell, i) => cell === rest[i]);
    this.route = path;
    if (isSame) {
      this.bytes.number(0);
      this.listed = state;
    } else {
      this.listed = this.bytes.cells(state, path, path.length + 1);
    }
  }

  end(): void {
    this.bytes.byte(0);
    const { ticks, moves, expansions, cost } = this.sums;
    [ticks, moves, expansions, cost].forEach((sum) => this.bytes.number(sum));
  }
}

function addMap(bytes: TraceBytes, scene: Scene): void {
  MAGIC.forEach((value) => bytes.byte(value));
  const { width, height, neighbors, corners, cells } = scene;
  for (const value of [VERSION, width, height, neighbors, CORNERS.indexOf(corners)]) {
    bytes.number(value);
  }
  for (let from = 0, to = 1; from < cells.length; from = to, to++) {
    while (to < cells.length && cells[to] === cells[from]) {
      to++;
    }
    bytes.number(to - from);
    bytes.byte(cells[from]! + (cells[from] === FREE ? 0 : BLOCKED));
  }
  bytes.number(COST_ONE);
  bytes.number(cellIndex(scene, scene.start));
  bytes.number(cellIndex(scene, scene.goal));
}

/** Writes the whole race from its start. */
export function recordTrace(wend: Wend, scene: Scene): Uint8Array<ArrayBuffer> {
  if (scene.cut) {
    throw new Error('A trace has one map, so a race with a cut cannot be saved as a trace.');
  }
  const bytes = new TraceBytes(scene.width);
  addMap(bytes, scene);
  const algos = scene.algos.filter((algo) => {
    const race = new Race(wend, { ...scene, algos: [algo] }, 'log');
    const hasAgent = race.runners[0]!.agent !== null;
    race.destroy();
    return hasAgent;
  });
  bytes.number(algos.length);
  for (const algo of algos) {
    const race = new Race(wend, { ...scene, algos: [algo] }, 'log');
    const trace = new AgentTrace(bytes, race.runners[0]!, scene);
    while (!race.isOver && race.ticks < TICKS_MAX) {
      race.tick();
      trace.addTick();
    }
    trace.end();
    race.destroy();
  }
  return bytes.end();
}
