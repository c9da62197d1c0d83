// The race: one agent per algorithm on one map, all of them in the same ticks.
import type { Agent, Cell, Counters, GridMap, Wend } from 'wend';
import { FLAGS, STATUS } from 'wend';
import { unfitReason, weighs } from './algorithms';
import { Series } from './series';
import type { Scene } from './scene';
import { cellIndex, FREE, sameCell, WALL } from './scene';

/** After these an agent does not go on by itself. */
const LAST_STATUSES: readonly number[] = [STATUS.arrived, STATUS.unreachable, STATUS.overflow];

export class Runner {
  readonly algo: string;
  readonly agent: Agent | null;
  /** Why there is no agent, or why it stopped. */
  problem = '';
  readonly expansions = new Series('max');
  readonly micros = new Series('mean');
  readonly cost = new Series('last');
  /** Where it has been, in order. */
  readonly trail: number[] = [];
  worstMicros = 0;
  private totalMicros = 0;
  private walked = 0;
  private done = false;

  constructor(map: GridMap, scene: Scene, algo: string) {
    this.algo = algo;
    this.agent = this.make(map, scene);
    this.done = !this.agent;
  }

  private make(map: GridMap, scene: Scene): Agent | null {
    const info = map.wend.algorithm(this.algo);
    if (!info || !map.fits(info)) {
      this.problem = info ? unfitReason(info) : 'no such algorithm';
      return null;
    }
    try {
      return map.createAgent({
        algo: info.name,
        start: scene.start,
        goal: scene.goal,
        weightPermille: weighs(info) ? scene.weightPermille : undefined, // refused where it is not read
        sight: scene.sight,
        watch: true,
      });
    } catch (error) {
      this.problem = (error as Error).message;
      return null;
    }
  }

  get isDone(): boolean {
    return this.done;
  }

  get counters(): Counters | null {
    return this.agent?.counters ?? null;
  }

  get status(): string {
    if (!this.agent) {
      return 'not here';
    }
    if (this.problem) {
      return 'stopped';
    }
    return this.agent.counters.ticks === 0 ? 'ready' : STATUS[this.agent.status]!;
  }

  get hasArrived(): boolean {
    return this.agent?.status === STATUS.arrived;
  }

  get meanMicros(): number {
    const ticks = this.agent?.counters.ticks ?? 0;
    return ticks ? this.totalMicros / ticks : 0;
  }

  tick(budget: number): void {
    const agent = this.agent;
    if (!agent || this.done) {
      return;
    }
    try {
      agent.sense();
      agent.reserve(budget);
      const before = performance.now();
      agent.advance(budget);
      const micros = (performance.now() - before) * 1000;
      agent.settle();
      this.note(micros);
      this.done = LAST_STATUSES.includes(agent.status);
    } catch (error) {
      this.problem = (error as Error).message;
      this.done = true;
    }
  }

  private note(micros: number): void {
    const { expansions, flags, state } = this.agent!.lastTick;
    this.totalMicros += micros;
    this.worstMicros = Math.max(this.worstMicros, micros);
    this.expansions.push(expansions);
    this.micros.push(micros);
    if (flags & FLAGS.moved) {
      this.walked = this.agent!.counters.length;
      this.trail.push(state);
    }
    this.cost.push(this.walked);
  }

  /** The map or the goal has changed: an agent that had stopped may go on. */
  wake(): void {
    this.done = !this.agent || this.problem !== '' || this.hasArrived;
  }

  sendTo(goal: Cell): void {
    this.agent?.setGoal(...goal);
    this.done = !this.agent;
  }
}

export class Race {
  readonly map: GridMap;
  readonly runners: Runner[];
  ticks = 0;
  private readonly scene: Scene;

  constructor(wend: Wend, scene: Scene) {
    this.scene = scene;
    const { width, height, cells, neighbors, corners } = scene;
    this.map = wend.createMap({ width, height, cells, neighbors, corners });
    this.runners = scene.algos.map((algo) => new Runner(this.map, scene, algo));
  }

  get isOver(): boolean {
    return this.runners.every((runner) => runner.isDone);
  }

  tick(): void {
    if (this.isOver) {
      return;
    }
    for (const runner of this.runners) {
      runner.tick(this.scene.budget);
    }
    this.ticks++;
  }

  private isTaken(cell: Cell): boolean {
    const index = cellIndex(this.scene, cell);
    const { start, goal } = this.scene;
    const hasAgent = this.runners.some((runner) => runner.agent?.state === index);
    return hasAgent || sameCell(cell, start) || sameCell(cell, goal);
  }

  /** Blocks or frees a cell and returns whether it changed. Cells with an agent cannot be blocked. */
  draw(cell: Cell, isWall: boolean): boolean {
    const terrain = isWall ? WALL : FREE;
    const index = cellIndex(this.scene, cell);
    if (this.scene.cells[index] === terrain || (isWall && this.isTaken(cell))) {
      return false;
    }
    this.scene.cells[index] = terrain;
    this.map.setCell(...cell, String.fromCharCode(terrain));
    for (const runner of this.runners) {
      runner.wake();
    }
    return true;
  }

  /** Gives all agents another goal. Throws if one of them cannot be given another. */
  sendTo(goal: Cell): void {
    for (const runner of this.runners) {
      runner.sendTo(goal);
    }
  }

  destroy(): void {
    this.map.destroy();
  }
}
