/// <reference lib="esnext.disposable" />
/**
 * wend: pathfinding that plans a bounded amount per tick.
 *
 *     import { load } from 'wend';
 *     const wend = await load();
 *     const map = wend.createMap({ width: 64, height: 64 });
 *     const agent = map.createAgent({ start: [1, 1], goal: [60, 60] });
 *     while (agent.isActive) {
 *       agent.tick(2400); // units of work
 *       draw(agent.state);
 *     }
 *
 * A state is a number, `y * width + x`.
 */

import type {
  AgentStatus,
  AlgorithmName,
  Corners,
  ErrorCode,
  FleetInfo,
  FindStatus,
  Frame,
  LibraryAnswer,
  LibraryAgentInfo,
  MapKind,
  ParameterName,
  ParameterOptions,
  Reach,
  Reason,
  Tick,
  UnitStatus,
  UpdateInfo,
  VACANT,
  Wait,
  Walked,
} from "./numbers.js";

// Made from the C headers: names and values are those of the library.
export {
  ACTS,
  AGENT_STATUS,
  ALGO_FLAGS,
  CORNERS,
  COST_ONE,
  ERRORS,
  EVENTS,
  EXPANSIONS_MAX,
  FIND_STATUS,
  FLEET_WORK_MAX,
  FLEET_WORK_MIN,
  FRAME_FLAGS,
  GOALS_MAX,
  MAP_KINDS,
  MOVES,
  NEEDS,
  PARAMETER_KIND,
  REACH,
  REASONS,
  SIDE_MAX,
  SIGHT_MAX,
  TICK_FLAGS,
  UNITS_MAX,
  UNIT_STATUS,
  VACANT,
  VIEW,
  WAITS,
  WORK_EXPANSION,
} from "./numbers.js";
export type {
  AgentStatus,
  AlgorithmName,
  Corners,
  ErrorCode,
  FindStatus,
  FleetInfo,
  Frame,
  MapKind,
  ParameterName,
  ParameterOptions,
  Reach,
  Reason,
  Tick,
  UnitStatus,
  UpdateInfo,
  Wait,
};

/** WebAssembly.Module if the types of Node or browsers declare it, else never. */
type Module = typeof globalThis extends {
  WebAssembly: { Module: { prototype: infer Type } };
}
  ? Type
  : never;

/** The package's wend.wasm: a URL for `fetch`, bytes, or a compiled module. */
export type Source =
  string | { readonly href: string } | ArrayBuffer | ArrayBufferView | Module;

/** Loads the module: by default the one inside this package, else the given wend.wasm. */
export function load(source?: Source): Promise<Wend>;

/** An error of the library. `field` names the wrong option; '' if no option is wrong. `line` and `column` are the
 * position in a text that was read, from 1; otherwise 0. */
export class WendError extends Error {
  readonly code: ErrorCode;
  readonly field: string;
  readonly line: number;
  readonly column: number;
  constructor(
    code: ErrorCode,
    message: string,
    where?: { field?: string; line?: number; column?: number },
  );
}

export type Neighbors = 4 | 8 | 16;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The coordinates of a cell. */
export type Cell = readonly [x: number, y: number];

/** A cell in any form; a number is its state, `y * width + x`. */
export type CellLike = Cell | Point | number;

/** An algorithm: an entry of the library's table (wend/algorithm.h). */
export interface Algorithm {
  readonly name: AlgorithmName;
  readonly title: string;
  readonly paper: string;
  /** What it needs of a map: see NEEDS. */
  readonly needs: number;
  /** When it moves the agent: see ACTS. */
  readonly acts: number;
  /** See ALGO_FLAGS. */
  readonly flags: number;
  /** The parameters that it reads. */
  readonly parameters: readonly ParameterName[];
  /** Their default values. A parameter that depends on the map ('auto') has none. */
  readonly defaults: { readonly [name in ParameterName]?: number | boolean };
}

/** A parameter of algorithms. All are options of agents, except those of the kind `precomputed`. */
export interface Parameter {
  readonly name: ParameterName;
  readonly title: string;
  /** See PARAMETER_KIND. */
  readonly kind: number;
  /** The valid range; both 0 for switches and precomputed data. */
  readonly min: number;
  readonly max: number;
  /** Undefined if the default depends on the algorithm: see Algorithm.defaults. */
  readonly defaultValue: number | boolean | undefined;
}

export interface GenerateOptions {
  /** Default 'caves'. */
  kind?: MapKind;
  /** Default 512. */
  width?: number;
  height?: number;
  /** Default 1. Equal options give equal cells on every machine. */
  seed?: number;
  /** In cells: width of rooms (default 16), of a maze's corridors (1), of a cave's grains (4), of random
   * obstacles (1). */
  scale?: number;
  /** Percentage of blocked cells: random obstacles (default 25), caves before smoothing (46). */
  density?: number;
}

export interface MapRules {
  /** Default 8. 16 adds knight's moves. */
  neighbors?: Neighbors;
  /** The corner rule: may a diagonal step pass a blocked corner; default 'never'. */
  corners?: Corners;
}

/** The numbers of a grid: rows, or one flat list. */
export type Grid =
  readonly ArrayLike<number | boolean>[] | ArrayLike<number | boolean>;

export interface MapOptions extends MapRules {
  /** In cells, 1 to SIDE_MAX. Not needed with a `grid` of rows. */
  width?: number;
  height?: number;
  /** width * height terrain characters ('.' free, '@' blocked) in row order; default: all free. */
  cells?: string | readonly string[] | Uint8Array;
  /** Numbers instead of `cells`, in rows or in one flat list: 0 or false is blocked, 1 or true is free, 2 to 255
   * is free with that cost. */
  grid?: Grid;
  /** With `grid`: the number, or numbers, of free cells. All other cells are blocked. Pass 0 for grids in which 1
   * is a wall. */
  walkable?: number | readonly number[];
}

/** The definition of an agent. Options that the algorithm does not read (see Algorithm.parameters) are
 * errors. */
export interface AgentOptions extends ParameterOptions {
  /** A name in Wend.algorithms. Default 'auto': 'tbjps' with `commit` on maps on which few cells border on
   * cells of another cost (with 16 neighbours: none), 'tbwa' on others. Agent.algo returns the chosen one. */
  algo?: AlgorithmName;
  start: CellLike;
  goal: CellLike;
  /** If the goal is blocked or unreachable, go to the nearest reachable cell; default false. Needs `components`. */
  nearest?: boolean;
  /** Use the connected components of the map, or of what the agent believes: an unreachable goal then needs no
   * search. `reserve`, `plan` and `tick` update the components after edits, at most 16 chunks of 64 x 64 cells per
   * call. Default: the value of `nearest`. */
  components?: boolean;
  /** Maximum number of bytes of the agent; default: no limit. Without enough memory `reserve`, `plan` and `tick`
   * throw a WendError with the code 'memory'. */
  memoryLimit?: number;
  /** Seed of the algorithm's random choices and, with a `sight`, of the choice of cells that are known from the
   * start; default 1. */
  seed?: number;
  /** The range of the agent's sensor on an unknown map, 1 to SIGHT_MAX cells. 0 (default): the agent knows the
   * map. */
  sight?: number;
  /** Blocked cells hide the cells behind them; default false. */
  lineOfSight?: boolean;
  /** Share of the blocked cells that is known from the start, in thousandths; default 0. */
  knownPermille?: number;
  /** Maintain `view`; default false. With true a tick takes a few times as long. With 'deferred' ticks take no
   * longer, and each `updateView` updates 8192 cells: on larger maps the view lags by several ticks. 'log' is
   * like true, and `takeExpansions` also lists all expansions. */
  watch?: boolean | "deferred" | "log";
}

/** Counters since creation. */
export interface AgentInfo extends LibraryAgentInfo, Walked {
  /** The length of the walk in cells, with exact square roots of 2 and 5. */
  length: number;
}

export class Wend {
  private constructor();
  readonly version: string;
  readonly algorithms: readonly Algorithm[];
  algorithm(name: AlgorithmName): Algorithm;
  algorithm(name: string): Algorithm | undefined;
  readonly parameters: readonly Parameter[];
  parameter(name: ParameterName): Parameter;
  /** Whether an algorithm needs precomputed data (a parameter of the kind `precomputed`). JavaScript cannot
   * create such agents. */
  needsPrecomputed(algorithm: Algorithm): boolean;
  /** Generates a map: its terrain characters in row order. */
  generate(options?: GenerateOptions): Uint8Array;
  createMap(options: MapOptions): GridMap;
  /** Creates a map from the text of a MovingAI .map file. */
  parseMap(text: string | Uint8Array, rules?: MapRules): GridMap;
}

/** An object in the module's memory. It is freed when `destroy` is called, when its `using` block ends, or when
 * it is garbage-collected. Destroying a map destroys all objects that were made on it. */
declare class Owner {
  protected constructor();
  destroy(): void;
  [Symbol.dispose](): void;
}

export class GridMap extends Owner {
  private constructor();
  readonly wend: Wend;
  readonly width: number;
  readonly height: number;
  readonly neighbors: Neighbors;
  readonly corners: Corners;
  /** The number of free cells. */
  readonly freeCount: number;
  /** Bytes held, without those of the objects that were made on the map. */
  readonly memory: number;
  /** The connected components of the map. The first use finds them. All objects on the map share them. */
  readonly components: Components;
  /** Whether jump point search ('jps') is optimal on the map: 4 or 8 neighbours. */
  readonly jumpable: boolean;
  /** Whether an agent with this algorithm can be created on this map. */
  fits(algorithm: Algorithm): boolean;
  state(x: number, y: number): number;
  /** The state of a cell in any form. An error calls the cell `name`. */
  stateOf(cell: CellLike, name?: string): number;
  statesOf(
    cells: Uint32Array | readonly CellLike[],
    name?: string,
  ): Uint32Array;
  /** The coordinates of a state. */
  point(state: number): Point;
  /** Whether a cell is inside the map and free. */
  isFree(x: number, y: number): boolean;
  /** The terrain character of a cell, '@' outside the map. */
  cell(x: number, y: number): string;
  /** Blocks ('@') or frees ('.') a cell. Agents and fleets notice it on their next tick or frame. */
  setCell(x: number, y: number, terrain: string): void;
  /** Frees or blocks a cell of any terrain. Agents and fleets notice it as above. */
  setFree(x: number, y: number, isFree: boolean): void;
  /** Sets the factor of a cell, 1 to 255: its cost. Only for maps that were created from a `grid` with such
   * numbers. */
  setFactor(x: number, y: number, factor: number): void;
  /** A copy of all terrain characters. */
  cells(): Uint8Array;

  /** Finds an optimal path from start to goal, both included; null if the goal is unreachable. The first call
   * creates a finder and the connected components of the map. Both are kept and follow edits. */
  findPath(
    start: CellLike,
    goal: CellLike,
    options?: PathOptions,
  ): Point[] | null;
  /** Finds an optimal path to the nearest of 1 to GOALS_MAX goals. A Uint32Array holds states. */
  findPathToAny(
    start: CellLike,
    goals: Uint32Array | readonly CellLike[],
    options?: Omit<PathOptions, "nearest">,
  ): Point[] | null;

  createFinder(options?: FinderOptions): Finder;
  createAgent(options: AgentOptions): Agent;
  createFleet(options: FleetOptions): Fleet;
  /** Whether one cell is reachable from the other. The first call finds the connected components of the map.
   * Later calls process all pending edits; they take less than a microsecond if the map was not edited. To process
   * edits within a budget, use `components`. */
  isConnected(from: CellLike, to: CellLike): boolean;
  /** The cell nearest to `to` that is reachable from `from`, or null. Processes all pending edits. */
  nearest(from: CellLike, to: CellLike): Point | null;
}

/** The connected components of a map. They follow edits when they are updated. Destroying the map frees them. */
export class Components {
  private constructor();
  readonly map: GridMap;
  /** Processes pending edits of the map within a budget, at least one chunk of 64 x 64 cells. Default: all of
   * them. Does nothing without edits. */
  update(budget?: Budget): UpdateInfo;
  /** Whether `to` is reachable from `from`; 'unknown' if pending edits may matter. Less than a microsecond. */
  reach(from: CellLike, to: CellLike): Reach;
  /** The state of the cell nearest to `to` that is reachable from `from`, or null. Pending edits are ignored. */
  nearest(from: CellLike, to: CellLike): number | null;
  /** Bytes held. */
  readonly memory: number;
}

/** How much a call may do. A number stands for `work`. */
export type Budget =
  | number
  | {
      /** Units of work, WORK_EXPANSION or more; Infinity: no limit. A unit takes 1 to 3 ns on a current CPU; an
       * expansion of a cell-by-cell search is WORK_EXPANSION units. */
      work: number;
      /** Optional time limit. The results then depend on the speed of the machine. */
      nanoseconds?: number;
    };

/** The budget of a tick. */
export type TickBudget =
  | Budget
  | {
      /** Instead of `work`: expansions, 1 to EXPANSIONS_MAX; the R of the papers. */
      expansions: number;
      nanoseconds?: number;
    };

/** Whether an agent with this status is moving or waiting for its search. */
export function agentIsActive(status: number): boolean;

export class Agent extends Owner {
  private constructor();
  readonly map: GridMap;
  /** The name of its algorithm; for 'auto' the name of the chosen one. */
  readonly algo: AlgorithmName;
  /** Runs one tick: `sense`, `reserve`, `advance`, `updateView`, in this order. */
  tick(budget: TickBudget): Tick;
  /** Runs one tick of each agent in one call, with `budget` for each. Returns their states and statuses (see
   * AGENT_STATUS) after the tick. */
  static tickAll(
    agents: readonly Agent[],
    budget: TickBudget,
  ): { states: Uint32Array; statuses: Uint8Array };
  /** Senses the cells around an agent with a `sight`. Returns the number of cells that differ from what the agent
   * believed. Only this call changes its beliefs. Call it before `reserve`, because the next tick may have to
   * start a new search. A new agent has sensed already. */
  sense(): number;
  /** Reserves memory, so that the next tick with this budget does not allocate. */
  reserve(budget: TickBudget): void;
  /** The tick alone: plans within `budget`, then moves. To time ticks, time this call. */
  advance(budget: TickBudget): void;
  /** Brings `view` up to date. */
  updateView(): void;
  /** The first half of a tick, for worlds that may refuse a move: senses, reserves, plans and chooses a move. */
  plan(budget: TickBudget): Tick;
  /** The second half of a tick: makes the chosen move. A move that is not made costs nothing. */
  move(): Tick;
  /** The state of the next step; null if the agent will stand. */
  readonly next: number | null;
  /** Frees everything but the remaining route. Does nothing until the agent is on its complete route. Returns the
   * number of bytes freed. */
  release(): number;
  readonly lastTick: Tick;
  readonly status: AgentStatus;
  /** Whether the status is moving or waiting. */
  readonly isActive: boolean;
  readonly state: number;
  /** The state that it goes to: its goal or, with `nearest`, the nearest reachable cell. */
  readonly goal: number;
  /** The goal as it was given. */
  readonly goalGiven: number;
  readonly stats: AgentInfo;
  /** Bytes held, without those of `view`. */
  readonly memory: number;
  /** Why it stands or moves, as of its last plan and move. */
  explain(): Explanation;
  /** Hash of the states and expansions of all ticks. Set it to continue the hash of another run. */
  hash: bigint;
  /** Changes the goal, also after it has arrived. It is active again, and its next tick decides on the status. */
  setGoal(goal: CellLike): void;
  /** Teleports the agent. It keeps what it has learned, and is active again. */
  teleport(cell: CellLike): void;
  /** The planned states ahead of the agent. Valid until the next call. */
  path(): Uint32Array;
  /** The waypoints of the planned path: the cells where it turns, and its end. Valid until the next call. */
  waypoints(): Uint32Array;
  /** One byte per cell, see VIEW; null without `watch`. Valid until the next call. */
  readonly view: Uint8Array | null;
  /** The cells of `view` that changed since the last call of takeChanged. Valid until the next call. */
  takeChanged(): Uint32Array;
  /** The expansions since the last call of takeExpansions, five numbers each: the number of the search, state,
   * parent (0xffffffff without a parent), g and h. Empty unless `watch` is 'log'. Valid until the next call. */
  takeExpansions(): Uint32Array;
}

// ---- Finders: optimal paths (wend/finder.h) -------------------------------------------------------

/** Which points of a path are returned. */
export interface PathForm {
  /** Only waypoints: the start, the cells where the path turns, and the end. Default false: all cells. */
  waypoints?: boolean;
  /** A smoothed path: waypoints that see each other, in any direction. Never longer; default false. On maps with
   * costs the same as `waypoints`. */
  smooth?: boolean;
}

export interface PathOptions extends PathForm {
  /** Accept any free cell within this straight-line distance of the goal, in cells, 0 (default) to 255. 1 leads
   * next to a blocked cell, 1.5 also diagonally next to it. */
  within?: number;
  /** If the goal is unreachable, the path leads to the nearest reachable cell; default false. */
  nearest?: boolean;
  /** Allow a blocked start, such as a unit under a building; default false: a blocked cell has no path. */
  allowBlockedStart?: boolean;
}

export interface FinderOptions {
  /** Maximum number of bytes of the finder; default: no limit. */
  memoryLimit?: number;
  /** Use the connected components of the map: an unreachable goal then needs no search. Default true. */
  components?: boolean;
}

/** A query: a start, and one or more goals. */
export interface Query {
  start: CellLike;
  goal?: CellLike;
  /** Instead of `goal`: any of 1 to GOALS_MAX cells. A Uint32Array holds states. Not with `nearest`. */
  goals?: Uint32Array | readonly CellLike[];
  /** As in PathOptions. */
  within?: number;
  nearest?: boolean;
  allowBlockedStart?: boolean;
}

export interface Answer extends Omit<LibraryAnswer, "end" | "cost"> {
  /** The last state of the path; null without a path. */
  end: number | null;
  /** The cost of the path in straight steps; 0 without a path. */
  length: number;
}

/** Finds optimal paths. Keep a finder and reuse it: it keeps its memory from query to query. Returned arrays are
 * views of the module's memory, valid until the next call. */
export class Finder extends Owner {
  private constructor();
  readonly map: GridMap;
  find(query: Query): Answer;
  /** Starts a query that is answered in slices: call `step` until the status is not FIND_STATUS.pending. With
   * components it first updates at most 16 chunks of 64 x 64 cells. `find` updates all. */
  begin(query: Query): void;
  /** Continues the query within a budget. */
  step(budget: Budget): Answer;
  /** Reserves memory for the next units of work, so that queries to one goal do not allocate. */
  reserve(budget: Budget): void;
  /** The answer after the last step. */
  readonly answer: Answer;
  /** The states of the path that the last query found. */
  path(form?: PathForm): Uint32Array;
  /** The waypoints of that path: the start, the cells where it turns, and the end. */
  waypoints(): Uint32Array;
  /** All cells within this path length of `start`, nearest first. Two numbers each: the state, and the length in
   * multiples of 1 / COST_ONE. */
  range(start: CellLike, length: number): Uint32Array;
  /** Bytes held. */
  readonly memory: number;
}

// ---- Fleets: many units under one budget per frame (wend/fleet.h) --------------------------------

export interface FleetOptions {
  /** Maximum number of units at a time, 1 to UNITS_MAX. About 150 bytes each. */
  unitsMax: number;
  /** Default: the best for the map. 'astar' serves for comparison. */
  algo?: "jps" | "astar";
  /** Maximum number of searches at a time, 1 to 64; default 4. */
  searchesMax?: number;
  /** How a unit moves while it waits for its route; default 'greedy'. */
  wait?: Wait;
  /** The events to list: bits of EVENTS; default: all but EVENTS.moved. */
  eventKinds?: number;
  /** Maximum number of events per frame; default 2 * unitsMax. */
  eventsMax?: number;
  /** Maximum number of bytes of the fleet; default: no limit. */
  memoryLimit?: number;
  /** Group orders to at least this many units share a field; default 100. */
  groupMin?: number;
  /** Maximum number of fields at a time, 1 to 64; default 2. */
  fieldsMax?: number;
  /** Use the connected components of the map: unreachable goals are known at once, and orders may use `nearest`.
   * `reserve` and `frame` update the components after edits, at most 16 chunks of 64 x 64 cells per call. Default
   * true. The components of a map take 1.2 bytes per cell and are shared by all its objects. */
  components?: boolean;
  /** With a time limit: unused time is saved for later frames, up to this many nanoseconds in all, and overruns are
   * deducted from the next frame; below 2 ** 32 - 1; default 0: nothing is saved. */
  timeBank?: number;
}

export interface Order {
  /** 0 to 255, default 0. Units of higher priority get their search first. */
  priority?: number;
  /** If the goal is blocked or unreachable, go to the nearest reachable cell; default false. */
  nearest?: boolean;
}

/** The budget of a frame. At least FLEET_WORK_MIN; more than FLEET_WORK_MAX is the same as FLEET_WORK_MAX. With a time
 * limit `work` is not required: by default it allows one unit of work per nanosecond. Without a time limit, equal calls
 * give equal moves on every machine. */
export type FrameBudget = Budget | { work?: number; nanoseconds: number };

/** Whether a unit with this status is on its way: queued, searching, following or grouped. */
export function unitIsActive(status: number): boolean;

/** Why an agent or a unit stands or moves. */
export interface Explanation {
  readonly reason: Reason;
  /** The state that the reason refers to (wend/explain.h), or null. */
  readonly state: number | null;
  /** Agents: plans since the last move. Units: 0 if it moved on the last frame, else 1. */
  readonly ticks: number;
  /** A number that belongs to the reason (wend/explain.h); else 0. */
  readonly count: number;
  /** In English, without a full stop. */
  readonly text: string;
}

/** A rectangle of cells; by default the whole map. */
export interface FieldArea {
  /** The upper left cell, default 0, 0. */
  x?: number;
  y?: number;
  /** The size in cells, 1 or more; default: up to the edge of the map. */
  width?: number;
  height?: number;
  /** The distance between the cells: 2 for every second cell of every second row; default 1. */
  every?: number;
}

/** Thousands of units under one budget per frame. A unit is a number below `unitsMax`: its slot, which is its index
 * in all arrays. The slots of removed units are reused. Returned arrays are views of the module's memory, valid until
 * the next call.
 *
 *     const fleet = map.createFleet({ unitsMax: 1000 });
 *     const units = fleet.addAll([[3, 4], [3, 5]]);
 *     fleet.setGroupGoal(units, [60, 60]);
 *     onFrame(() => { fleet.frame({ nanoseconds: 1e6 }); draw(fleet.positions); });
 */
export class Fleet extends Owner {
  private constructor();
  readonly map: GridMap;
  readonly unitsMax: number;

  /** Adds a unit on a cell, without an order. Any number of units may share a cell. */
  add(cell: CellLike): number;
  /** Adds a unit on each of these cells; on an error none of them. A Uint32Array holds states. */
  addAll(cells: Uint32Array | readonly CellLike[]): Uint32Array;
  remove(unit: number): void;

  /** Sends a unit to a cell. Replaces its last order. */
  setGoal(unit: number, goal: CellLike, order?: Order): void;
  /** Sends each unit to a goal of its own. An error names the first refused one; the units before it have their
   * new goals. */
  setGoals(
    units: Uint32Array | readonly number[],
    goals: Uint32Array | readonly CellLike[],
    order?: Order,
  ): void;
  /** Sends many units to one goal; on an error none of them. Groups of `groupMin` units or more share one field. */
  setGroupGoal(
    units: Uint32Array | readonly number[],
    goal: CellLike,
    order?: Order,
  ): void;
  /** Cancels the order of a unit. It stays where it is. */
  cancel(unit: number): void;
  /** Teleports a unit. It keeps its route if it can rejoin it; otherwise it queues for a new one. */
  teleport(unit: number, cell: CellLike): void;
  /** Refuses the move of the last frame: the unit returns to its previous cell and tries again on the next
   * frame. */
  refuse(unit: number): void;

  /** Runs one frame: `reserve`, then `advance`. Every unit moves, then searches use the rest of the budget. */
  frame(budget: FrameBudget): Frame;
  /** Reserves memory, so that the next frame does not allocate. Fails if memory is short; the frame then uses
   * what there is. */
  reserve(budget: FrameBudget): void;
  /** The frame alone. To time frames, time this call. */
  advance(budget: FrameBudget): void;
  readonly lastFrame: Frame;
  /** The events of the last frame in order, three numbers each: unit, kind (see EVENTS), state. */
  readonly events: Uint32Array;
  /** Hash of all moves and events so far. Equal calls give equal hashes on every machine. */
  readonly hash: bigint;

  /** The number of slots used so far. Units are smaller numbers. */
  readonly slots: number;
  /** x and y of the unit in each slot; 65535 for an empty slot. Each read makes the list, about 10 ns per
   * unit. */
  readonly positions: Uint16Array;
  /** The status of the unit in each slot, see UNIT_STATUS; VACANT for an empty slot. Each read makes the list. */
  readonly statuses: Uint8Array;
  /** The status of a unit; VACANT for an empty slot. */
  status(unit: number): UnitStatus | typeof VACANT;
  state(unit: number): number;
  /** The goal of its order; null without an order. */
  goal(unit: number): number | null;
  /** The state that it will step to on the next frame if nothing is edited or called until then; null if it will
   * stand. */
  next(unit: number): number | null;
  /** The states of its remaining route, the nearest first. */
  path(unit: number): Uint32Array;
  /** The waypoints of its remaining route: the cells where it turns, and its end. */
  waypoints(unit: number): Uint32Array;
  /** The shared field of its group on the cells of an area, row by row, as the last frame left it. Three numbers
   * per cell: the columns and rows of the step from there, 0 and 0 at the goal and where no step is known; then 1
   * if the step begins an optimal path, 0 if edits may have made it stale. All 0 if the unit is not `grouped`.
   * About 50 ns per cell. */
  field(unit: number, area?: FieldArea): Int8Array;
  explain(unit: number): Explanation;
  /** Counters since creation. */
  readonly stats: FleetInfo;
  /** Bytes held. */
  readonly memory: number;
}
