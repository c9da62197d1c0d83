// The race: one agent per algorithm on one map, all in the same ticks.
import type { Agent, AgentInfo, Cell, GridMap, TickBudget, Wend } from 'wend';
import { AGENT_STATUS, TICK_FLAGS, WORK_EXPANSION } from 'wend';
import { unfitReason, weighs } from './algorithms';
import { isTooShort, paceOf } from './pace';
import type { Pace } from './pace';
import { Latest, Series, Times } from './series';
import type { Box, Scene } from './scene';
import { cellIndex, FREE, sameCell, WALL } from './scene';

/** Statuses after which an agent does not continue by itself. */
const LAST_STATUSES: readonly number[] = [
  AGENT_STATUS.arrived,
  AGENT_STATUS.unreachable,
  AGENT_STATUS.overflow,
];

/** Expansions that a timed tick reserves memory for. No algorithm is faster. */
const EXPANSIONS_PER_MICRO = 20;

/** Whether expansions are recorded for drawing, or for a trace. */
type Watch = boolean | 'log';

export class Runner {
  readonly algo: string;
  readonly agent: Agent | null;
  /** Why the agent is missing or has stopped. */
  problem = '';
  readonly expansions = new Series('max');
  readonly micros = new Series('mean');
  readonly cost = new Series('last');
  /** The share of its budget that each of the last ticks has used; 1 is all of it. */
  readonly shares = new Latest();
  readonly times = new Times();
  /** The visited cells in order. */
  readonly trail: number[] = [];
  private walked = 0;
  private done = false;
  private readonly pace: Pace;

  constructor(map: GridMap, scene: Scene, algo: string, watch: Watch) {
    this.algo = algo;
    this.pace = paceOf([algo, scene.neighbors, scene.corners, scene.sight > 0].join(' '));
    this.agent = this.make(map, scene, watch);
    this.done = !this.agent;
  }

  private make(map: GridMap, scene: Scene, watch: Watch): Agent | null {
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
        weightPermille: weighs(info) ? scene.weightPermille : undefined, // an error if the algorithm does not read it
        sight: scene.sight,
        watch: watch === true && scene.micros > 0 ? 'deferred' : watch,
      });
    } catch (error) {
      this.problem = (error as Error).message;
      return null;
    }
  }

  get isDone(): boolean {
    return this.done;
  }

  get stats(): AgentInfo | null {
    return this.agent?.stats ?? null;
  }

  get status(): string {
    if (!this.agent) {
      return 'not here';
    }
    if (this.problem) {
      return 'stopped';
    }
    return this.agent.stats.ticks === 0 ? 'ready' : AGENT_STATUS[this.agent.status]!;
  }

  get hasArrived(): boolean {
    return this.agent?.status === AGENT_STATUS.arrived;
  }

  /** Runs a tick with the expansions of the scene, or with its time if it has one. */
  tick(scene: Scene): void {
    const agent = this.agent;
    if (!agent || this.done) {
      return;
    }
    try {
      const budget = this.budgetOf(scene);
      agent.sense();
      agent.reserve(budget);
      const before = performance.now();
      agent.advance(budget);
      const took = (performance.now() - before) * 1000;
      agent.updateView();
      this.note(took, scene);
      this.done = LAST_STATUSES.includes(agent.status);
    } catch (error) {
      this.problem = (error as Error).message;
      this.done = true;
    }
  }

  /** The budget of a tick. Without a time limit if the clock is too coarse for it. */
  private budgetOf({ budget, micros }: Scene): TickBudget {
    if (micros > 0 && isTooShort(micros)) {
      return { expansions: Math.max(1, Math.round(micros * this.pace.perMicro)) };
    }
    return micros > 0
      ? { expansions: micros * EXPANSIONS_PER_MICRO, nanoseconds: micros * 1000 }
      : { expansions: budget };
  }

  /** The work of the last tick, in expansions. */
  private get lastWork(): number {
    return this.agent!.lastTick.work / WORK_EXPANSION;
  }

  /** Records a tick. `took` is the measured time. If the clock is too coarse, the time follows from the work. */
  private note(took: number, { budget, micros }: Scene): void {
    const { expansions, flags, state } = this.agent!.lastTick;
    const work = this.lastWork;
    const likely = isTooShort(took) ? work / this.pace.perMicro : took;
    this.pace.note(work, took);
    this.times.push(took);
    this.shares.push(micros > 0 ? likely / micros : work / budget);
    this.expansions.push(expansions);
    this.micros.push(likely);
    if (flags & TICK_FLAGS.moved) {
      this.walked = this.agent!.stats.length;
      this.trail.push(state);
    }
    this.cost.push(this.walked);
  }

  /** Lets a stopped agent continue after a change of the map or the goal. */
  wake(): void {
    this.done = !this.agent || this.problem !== '' || this.hasArrived;
  }

  sendTo(goal: Cell): void {
    this.agent?.setGoal(goal);
    this.done = !this.agent;
  }
}

export class Race {
  readonly map: GridMap;
  readonly runners: Runner[] = [];
  /** The current map: that of the scene with drawings and cuts. */
  readonly cells: Uint8Array;
  ticks = 0;
  private readonly scene: Scene;

  /** With `watch` the race is drawn, and ticks take longer. Without `hasRunners` runners are added later. */
  constructor(wend: Wend, scene: Scene, watch: Watch = true, hasRunners = true) {
    this.scene = scene;
    const { width, height, cells, neighbors, corners } = scene;
    this.map = wend.createMap({ width, height, cells, neighbors, corners });
    this.cells = cells.slice();
    for (const algo of hasRunners ? scene.algos : []) {
      this.addRunner(algo, watch);
    }
  }

  addRunner(algo: string, watch: Watch = true): void {
    this.runners.push(new Runner(this.map, this.scene, algo, watch));
  }

  get isOver(): boolean {
    return this.runners.every((runner) => runner.isDone);
  }

  tick(): void {
    if (this.isOver) {
      return;
    }
    if (this.scene.cut?.tick === this.ticks) {
      this.cut(this.scene.cut);
    }
    for (const runner of this.runners) {
      runner.tick(this.scene);
    }
    this.ticks++;
  }

  /** The rank of an agent: 1 arrived first; 0 has not arrived. Agents that arrive on the same tick share a
   * rank. */
  placeOf(runner: Runner): number {
    const ticks = (it: Runner) => it.stats!.ticks;
    const isBefore = (it: Runner) => it.hasArrived && ticks(it) < ticks(runner);
    return runner.hasArrived ? 1 + this.runners.filter(isBefore).length : 0;
  }

  private isTaken(cell: Cell): boolean {
    const index = cellIndex(this.scene, cell);
    const { start, goal } = this.scene;
    const hasAgent = this.runners.some((runner) => runner.agent?.state === index);
    return hasAgent || sameCell(cell, start) || sameCell(cell, goal);
  }

  private setTerrain(cell: Cell, terrain: number): void {
    this.cells[cellIndex(this.scene, cell)] = terrain;
    this.map.setCell(...cell, String.fromCharCode(terrain));
    for (const runner of this.runners) {
      runner.wake();
    }
  }

  /** Blocks a box for this race only. Agents in the box can leave it. */
  private cut({ x0, y0, x1, y1 }: Box): void {
    for (let y = y0; y <= y1; y++) {
      for (let x = x0; x <= x1; x++) {
        if (!sameCell([x, y], this.scene.goal)) {
          this.setTerrain([x, y], WALL);
        }
      }
    }
  }

  /** Blocks or frees a cell of the race and of the scene. Returns whether it changed. A cell with an agent
   * cannot be blocked. */
  draw(cell: Cell, isWall: boolean): boolean {
    const terrain = isWall ? WALL : FREE;
    const index = cellIndex(this.scene, cell);
    if (this.cells[index] === terrain || (isWall && this.isTaken(cell))) {
      return false;
    }
    this.scene.cells[index] = terrain;
    this.setTerrain(cell, terrain);
    return true;
  }

  /** Gives all agents a new goal. Throws if an agent refuses it. */
  sendTo(goal: Cell): void {
    for (const runner of this.runners) {
      runner.sendTo(goal);
    }
  }

  destroy(): void {
    this.map.destroy();
  }
}
