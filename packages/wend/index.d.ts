/// <reference lib="esnext.disposable" />
/**
 * wend: time-bounded search. Pathfinding that plans a bounded amount per tick.
 *
 *     import { load, STATUS } from 'wend';
 *     const wend = await load();
 *     const map = wend.createMap({ width: 64, height: 64 });
 *     const agent = map.createAgent({ start: [1, 1], goal: [60, 60] });
 *     while (agent.tick(100).status <= STATUS.waiting) draw(agent.state);
 *
 * States are numbers, `y * width + x`.
 */

import type {
  AlgorithmName,
  Corners,
  ErrorCode,
  FleetInfo,
  FindStatus,
  Frame,
  LibraryAnswer,
  LibraryCounters,
  MapKind,
  ParameterName,
  ParameterOptions,
  Reason,
  Status,
  Tick,
  UnitStatus,
  VACANT,
  Wait,
  Walked,
} from "./numbers.js";

// Made from the C headers, so that names and numbers are those of the library.
export {
  ACTS,
  ALGO_FLAGS,
  BUDGET_MAX,
  CORNERS,
  COST_ONE,
  ERRORS,
  EVENTS,
  FIND_STATUS,
  FLAGS,
  FRAME_BUDGET_MAX,
  FRAME_BUDGET_MIN,
  FRAME_FLAGS,
  GOALS_MAX,
  MAP_KINDS,
  MOVES,
  NEEDS,
  PARAMETER_KIND,
  REASONS,
  SIDE_MAX,
  SIGHT_MAX,
  STATUS,
  UNIT_STATUS,
  UNITS_MAX,
  VACANT,
  VIEW,
  WAITS,
} from "./numbers.js";
export type {
  AlgorithmName,
  Corners,
  ErrorCode,
  FindStatus,
  FleetInfo,
  Frame,
  MapKind,
  ParameterName,
  ParameterOptions,
  Reason,
  Status,
  Tick,
  UnitStatus,
  Wait,
};

/** WebAssembly.Module, where it is declared: by Node and browsers, not by the language. */
type Module = typeof globalThis extends {
  WebAssembly: { Module: { prototype: infer Type } };
}
  ? Type
  : never;

/** The package's wend.wasm: an address for `fetch`, bytes, or compiled. */
export type Source =
  string | { readonly href: string } | ArrayBuffer | ArrayBufferView | Module;

/** Loads the module: the one in this package, or wend.wasm from elsewhere. */
export function load(source?: Source): Promise<Wend>;

/** An error of the library. `field` is the option that is wrong, or ''; `line` and `column` are the place in
 * a text that was read, from 1; else 0. */
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

/** x and y of a cell. */
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
  /** When it acts: see ACTS. */
  readonly acts: number;
  /** See ALGO_FLAGS. */
  readonly flags: number;
  /** The parameters that it reads. */
  readonly parameters: readonly ParameterName[];
  /** Their default values; none where the map decides ('auto'). */
  readonly defaults: { readonly [name in ParameterName]?: number | boolean };
}

/** A parameter that some algorithms read; all but those of the kind `precomputed` are options of agents. */
export interface Parameter {
  readonly name: ParameterName;
  readonly title: string;
  /** See PARAMETER_KIND. */
  readonly kind: number;
  /** The smallest and the largest number; both 0 for switches and aids. */
  readonly min: number;
  readonly max: number;
  /** Undefined if each algorithm has its own: Algorithm.defaults. */
  readonly defaultValue: number | boolean | undefined;
}

export interface GenerateOptions {
  /** Default 'caves'. */
  kind?: MapKind;
  /** Default 512. */
  width?: number;
  height?: number;
  /** Default 1. The same numbers give the same cells everywhere. */
  seed?: number;
  /** Cells: width of rooms (16), of corridors (1), of a cave's grains (4), of obstacles (1). */
  scale?: number;
  /** Percent blocked: random obstacles (25), caves before they are smoothed (46). */
  density?: number;
}

export interface MapRules {
  /** Default 8. 16 adds the knight's moves. */
  neighbors?: Neighbors;
  /** Whether a diagonal step may pass a blocked corner; default 'never'. */
  corners?: Corners;
}

/** Numbers of a grid in rows, or all in one list. */
export type Grid =
  readonly ArrayLike<number | boolean>[] | ArrayLike<number | boolean>;

export interface MapOptions extends MapRules {
  /** Cells, 1 to SIDE_MAX. Not needed with a `grid` of rows. */
  width?: number;
  height?: number;
  /** width * height terrain characters ('.' free, '@' blocked) in row order; default all free. */
  cells?: string | readonly string[] | Uint8Array;
  /** Instead of `cells` numbers, in rows or in one list: 0 or false is blocked, 1 or true free; numbers up to
   * 255 are free and cost that much to walk on. */
  grid?: Grid;
  /** With `grid`: cells with this number, or one of these, are free and all others blocked, whatever the numbers
   * are. 0 for grids in which 1 is a wall. */
  walkable?: number | readonly number[];
}

/** Where to start, where to go, and how. Options that the algorithm does not read
 * (Algorithm.parameters) are refused, not ignored. */
export interface AgentOptions extends ParameterOptions {
  /** A name of Wend.algorithms. Default 'auto': 'tbjps' with `commit` on maps few of whose cells
   * border on cells that cost something else (with 16 neighbours: none), 'tbwa' on others;
   * Agent.algo says which. */
  algo?: AlgorithmName;
  start: CellLike;
  goal: CellLike;
  /** Of random choices: those of the algorithm if it makes any, and, with a `sight`, the choice of
   * the cells that are known from the start; default 1. */
  seed?: number;
  /** How far the agent sees of a map that it does not know, 1 to SIGHT_MAX cells; 0 (default) if it
   * knows the map. */
  sight?: number;
  /** Blocked cells hide what is behind them; default false. */
  lineOfSight?: boolean;
  /** Share of the blocked cells that is known from the start, in thousandths; default 0. */
  knownPermille?: number;
  /** Keep `view`; default false. With true a tick takes a few times as long. With 'apart' it takes no longer,
   * and `settle` looks at 8192 cells after each: on larger maps the view is some ticks late. 'log' is as true,
   * and `takeExpansions` lists what was expanded. */
  watch?: boolean | "apart" | "log";
}

/** Sums over all ticks. */
export interface Counters extends LibraryCounters, Walked {
  /** The length of the walk, in cells, with exact roots of 2 and 5. */
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
  /** Whether an algorithm needs something computed for the map beforehand (a parameter of the kind
   * `precomputed`). Such agents cannot be made in JavaScript. */
  needsPrecomputed(algorithm: Algorithm): boolean;
  /** Terrain characters in row order. */
  generate(options?: GenerateOptions): Uint8Array;
  createMap(options: MapOptions): GridMap;
  /** Reads the text of a MovingAI .map file. */
  parseMap(text: string | Uint8Array, rules?: MapRules): GridMap;
}

/** Something in the module's memory. It stays until `destroy` is called, `using` ends, or nobody refers to it
 * any more; what was made on a map ends with the map. */
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
  /** How many cells can be stood on. */
  readonly freeCount: number;
  /** Whether jump point search finds the best routes of the map ('jps'): 4 or 8 neighbours. */
  readonly jumpable: boolean;
  /** Whether an agent of this algorithm can be made on this map. */
  fits(algorithm: Algorithm): boolean;
  state(x: number, y: number): number;
  /** The state of a cell in any form; `name` is what an error calls it. */
  stateOf(cell: CellLike, name?: string): number;
  statesOf(
    cells: Uint32Array | readonly CellLike[],
    name?: string,
  ): Uint32Array;
  /** x and y of a state. */
  point(state: number): Point;
  /** Whether a cell is inside the map and can be stood on. */
  isFree(x: number, y: number): boolean;
  /** The terrain character of a cell, '@' outside the map. */
  cell(x: number, y: number): string;
  /** Blocks ('@') or frees ('.') a cell. Agents under way notice on their next tick. */
  setCell(x: number, y: number, terrain: string): void;
  /** Frees or blocks a cell, whatever its terrain was. Everybody under way notices, as above. */
  setFree(x: number, y: number, isFree: boolean): void;
  /** Gives a cell another factor, 1 to 255: what it costs to walk on. Only of maps that were made from a `grid`
   * with such numbers. */
  setFactor(x: number, y: number, factor: number): void;
  /** A copy of all terrain characters. */
  cells(): Uint8Array;

  /** The shortest path, start and goal included; null if there is none. The first call makes a finder and finds
   * the connected components of the map; both are kept and follow edits. */
  findPath(
    start: CellLike,
    goal: CellLike,
    options?: PathOptions,
  ): Point[] | null;
  /** The shortest path to any of 1 to GOALS_MAX goals; a Uint32Array holds states. */
  findPathToAny(
    start: CellLike,
    goals: Uint32Array | readonly CellLike[],
    options?: Omit<PathOptions, "partial">,
  ): Point[] | null;

  createFinder(options?: FinderOptions): Finder;
  createAgent(options: AgentOptions): Agent;
  createFleet(options: FleetOptions): Fleet;
  /** Whether a way leads from one cell to the other. The first call finds the connected components of the map,
   * later ones take less than a microsecond if nothing was edited. */
  isConnected(from: CellLike, to: CellLike): boolean;
  /** The cell nearest to `to` that can be reached from `from`; null if `from` is walled in. */
  nearest(from: CellLike, to: CellLike): Point | null;
}

/** What a tick may cost. A number stands for `expansions`. */
export type TickBudget =
  | number
  | {
      /** Most expansions, 1 to BUDGET_MAX. Memory is reserved for that many. */
      expansions: number;
      /** The tick lasts about this long, by the clock. Not deterministic. */
      nanoseconds: number;
    };

export class Agent extends Owner {
  private constructor();
  readonly map: GridMap;
  /** The name of its algorithm; for 'auto' the name of the one that was chosen. */
  readonly algo: AlgorithmName;
  /** One tick: `sense`, `reserve`, `advance`, `settle`, in this order. */
  tick(budget: TickBudget): Tick;
  /** One tick of each of these agents, in one call: where they are then, and how they are doing (see
   * STATUS). `budget` is that of each. */
  static tickAll(
    agents: readonly Agent[],
    budget: TickBudget,
  ): { states: Uint32Array; statuses: Uint8Array };
  /** An agent with a `sight` sees the cells around it. This is the only call that changes what it
   * believes; call it before `reserve`, because what was seen may make the next tick begin a new
   * search. Returns how many cells turned out other than believed. An agent that was just made has
   * sensed already. */
  sense(): number;
  /** Reserves memory, so that the next tick does not allocate. */
  reserve(budget: TickBudget): void;
  /** The tick alone: plans at most `budget`, then moves. To time ticks, time this call. */
  advance(budget: TickBudget): void;
  /** Brings `view` up to date. */
  settle(): void;
  /** The two halves of a tick, for worlds that may refuse a move: `plan` senses, reserves, plans and
   * chooses; `move` makes the move that was chosen. A move that is not made costs nothing. */
  plan(budget: TickBudget): Tick;
  move(): Tick;
  /** The state that it would step to; null if there is none. */
  readonly next: number | null;
  /** Gives back the memory that a found route does not need, once the agent is on it; says how many
   * bytes. */
  release(): number;
  readonly lastTick: Tick;
  readonly status: Status;
  readonly state: number;
  readonly counters: Counters;
  /** Of the states and expansions of all ticks. Set it to continue the hash of another run. */
  hash: bigint;
  setGoal(x: number, y: number): void;
  /** The states that it plans to pass next. Valid until the next call. */
  path(): Uint32Array;
  /** Of these the cells where the path turns, and its end. Valid until the next call. */
  waypoints(): Uint32Array;
  /** One byte per cell, see VIEW; null unless `watch` was asked for. Valid until the next call. */
  readonly view: Uint8Array | null;
  /** The cells whose bytes have changed since the last call. Valid until the next call. */
  takeChanged(): Uint32Array;
  /** The expansions since the last call, five numbers each: search (a new number for each), state, parent
   * (0xffffffff without one), g and h. None unless `watch` is 'log'. Valid until the next call. */
  takeExpansions(): Uint32Array;
}

// ---- Finders: whole paths in one call (wend/finder.h) --------------------------------------------

/** Which points of a path are given. */
export interface PathForm {
  /** Those where it turns, the start and the end; default false: all cells. */
  waypoints?: boolean;
  /** Pulled straight, in any direction: points that see each other; default false. Never longer. On maps with
   * costs as `waypoints`. */
  smooth?: boolean;
}

export interface PathOptions extends PathForm {
  /** The path leads to any free cell at most this far from the goal in a straight line, in cells, 0 (default) to
   * 255. 1 leads beside a blocked cell, 1.5 also diagonally beside it. */
  within?: number;
  /** If the goal cannot be reached, the path leads to the nearest cell that can; default false. */
  partial?: boolean;
  /** The start may be a blocked cell, such as that of a unit under a building; default false: there is no path from
   * a blocked cell. */
  allowBlockedStart?: boolean;
}

export interface FinderOptions {
  /** Most bytes that the finder may hold; default no limit. */
  memoryLimit?: number;
  /** Use the connected components of the map: "unreachable" takes no search. Default true. */
  components?: boolean;
}

/** One question to a finder: a start, and a goal or several. */
export interface Query {
  start: CellLike;
  goal?: CellLike;
  /** Instead of `goal` any of 1 to GOALS_MAX cells; a Uint32Array holds states. Not with `partial`. */
  goals?: Uint32Array | readonly CellLike[];
  /** As in PathOptions. */
  within?: number;
  partial?: boolean;
  allowBlockedStart?: boolean;
}

export interface Answer extends Omit<LibraryAnswer, "end" | "cost"> {
  /** Where the path ends; null if none is known. */
  end: number | null;
  /** Of the path, in cells, with what cells cost; 0 if none is known. */
  length: number;
}

/** A search that stays warm: it keeps its memory from query to query. Arrays are views of the module's memory,
 * valid until the next call. */
export class Finder extends Owner {
  private constructor();
  readonly map: GridMap;
  find(query: Query): Answer;
  /** The same in slices: `begin`, then `step` until the status is no longer FIND_STATUS.budget. A step does at
   * most `units` of work, some nanoseconds each; Infinity for no limit. */
  begin(query: Query): void;
  step(units: number): Answer;
  /** What the last step said. */
  readonly answer: Answer;
  /** The states of the path that the last query has found. */
  path(form?: PathForm): Uint32Array;
  /** All cells that can be reached from `start` by a path of at most this length, the nearest first: two
   * numbers each, the state and the length in units of COST_ONE. */
  range(start: CellLike, length: number): Uint32Array;
  /** Bytes that it holds. */
  readonly memory: number;
}

// ---- Fleets: many units under one budget per frame (wend/fleet.h) --------------------------------

export interface FleetOptions {
  /** Most units at a time, 1 to UNITS_MAX. Costs some 150 bytes each. */
  unitsMax: number;
  /** Default: the best for the map. 'astar' is there for comparison. */
  algo?: "jps" | "astar";
  /** Most searches at a time, 1 to 64; default 4. */
  searchesMax?: number;
  /** What a unit does while it waits for its route; default 'greedy'. */
  wait?: Wait;
  /** Which events are listed: bits of EVENTS; default all but EVENTS.moved. */
  eventKinds?: number;
  /** Most events that a frame lists; default 2 * unitsMax. */
  eventsMax?: number;
  /** Most bytes that the fleet may hold; default no limit. */
  memoryLimit?: number;
  /** Group orders to this many units or more share a field; default 100. */
  groupMin?: number;
  /** Most fields at a time, 1 to 64; default 2. */
  fieldsMax?: number;
  /** Use the connected components of the map: orders in vain are known at once, and those to the nearest cell are
   * possible. `prepare` and `frame` update them after edits, up to 16 chunks of 64 x 64 cells each time. Default true;
   * takes 1.2 bytes per cell of the map, once for all. */
  components?: boolean;
}

export interface Order {
  /** 0 to 255, default 0: who is searched for first. */
  priority?: number;
  /** Where the goal cannot be reached, or stood on, go to the nearest cell that can; default false. */
  nearest?: boolean;
}

/** What a frame may cost. A number stands for `units`. */
export type FrameBudget =
  | number
  | {
      /** Units of work, FRAME_BUDGET_MIN to FRAME_BUDGET_MAX, some nanoseconds each: the same calls give the
       * same moves on every machine. */
      units?: number;
      /** The frame lasts about this long instead, by the clock. Not deterministic. */
      nanoseconds?: number;
      /** With `nanoseconds`: most nanoseconds that frames with nothing to do leave to later ones; default
       * 0. */
      bank?: number;
    };

/** Why a unit does what it does, or stands. */
export interface Explanation {
  readonly reason: Reason;
  /** What it is about, by reason (wend/explain.h); null if there is none. */
  readonly state: number | null;
  /** 0 if it moved on the last frame, else 1. */
  readonly ticks: number;
  /** How much of something, by reason; else 0. */
  readonly count: number;
  /** In English, without a full stop. */
  readonly text: string;
}

/** Many units. A unit is a number below `unitsMax`: its slot, the place that it has in all arrays. The number of
 * a unit that was removed is given to another one later. Arrays are typed, there is no object for a unit;
 * those that are handed out are views of the module's memory, valid until the next call.
 *
 *     const fleet = map.createFleet({ unitsMax: 1000 });
 *     const units = fleet.addAll([[3, 4], [3, 5]]);
 *     fleet.sendGroup(units, [60, 60]);
 *     onFrame(() => { fleet.frame({ nanoseconds: 1e6 }); draw(fleet.positions); });
 */
/** A rectangle of cells; by default the whole map. */
export interface FieldArea {
  /** Its upper left cell, default 0, 0. */
  x?: number;
  y?: number;
  /** Cells from there, 1 or more; default: as many as there are. */
  width?: number;
  height?: number;
  /** 2 for every second cell of every second row, and so on; default 1. */
  every?: number;
}

export class Fleet extends Owner {
  private constructor();
  readonly map: GridMap;
  readonly unitsMax: number;

  /** A new unit on a cell, without an order. Any number of units may share a cell. */
  add(cell: CellLike): number;
  /** A unit on each of these cells (a Uint32Array holds states); all of them, or none. */
  addAll(cells: Uint32Array | readonly CellLike[]): Uint32Array;
  remove(unit: number): void;

  /** Sends a unit to a cell, whatever it was doing. */
  send(unit: number, goal: CellLike, order?: Order): void;
  /** Sends each unit to a goal of its own. An error names the first that is refused; those before it are
   * sent. */
  sendAll(
    units: Uint32Array | readonly number[],
    goals: Uint32Array | readonly CellLike[],
    order?: Order,
  ): void;
  /** Sends many units to one goal. `groupMin` of them or more share one search, a field. All of them, or
   * none. */
  sendGroup(
    units: Uint32Array | readonly number[],
    goal: CellLike,
    order?: Order,
  ): void;
  /** The unit stands where it is, without an order. */
  cancel(unit: number): void;
  /** The game has put the unit elsewhere. Near its route it keeps it. */
  put(unit: number, cell: CellLike): void;
  /** The world does not allow the move of the last frame: the unit is where it was before, and tries again on
   * the next frame. */
  refuse(unit: number): void;

  /** One frame: `prepare`, then `advance`. Every unit moves, then searches use what is left of the budget. */
  frame(budget: FrameBudget): Frame;
  /** Reserves memory, so that the next frame does not allocate. An error if there is not enough; the frame does
   * with what there is then. */
  prepare(budget: FrameBudget): void;
  /** The frame alone. To time frames, time this call. */
  advance(budget: FrameBudget): void;
  readonly lastFrame: Frame;
  /** The events of the last frame, in their order, three numbers each: unit, kind (see EVENTS), state. */
  readonly events: Uint32Array;
  /** Of all moves and events up to now: the same on every machine for the same calls. */
  readonly hash: bigint;

  /** How many slots were ever used: units are numbers below. */
  readonly slots: number;
  /** x and y of each slot, one after the other; 65535 where there is no unit. Made when it is read, some 10 ns
   * per unit. */
  readonly positions: Uint16Array;
  /** The status of each slot, see UNIT_STATUS; VACANT where there is no unit. Made when it is read. */
  readonly statuses: Uint8Array;
  /** VACANT if there is no such unit. */
  status(unit: number): UnitStatus | typeof VACANT;
  state(unit: number): number;
  /** The state that it was sent to; null without an order. */
  goal(unit: number): number | null;
  /** Where it will be after the next frame, if nothing is edited or called until then. */
  next(unit: number): number;
  /** The rest of its route: the cells where it turns, and its end. */
  route(unit: number): Uint32Array;
  /** The field that its group shares, on the cells of an area, row by row, three numbers each: the columns and
   * rows of the step from there, 0 and 0 where none is known and at the goal; and 1 if it is the first step of an
   * optimal route, 0 if it may be outdated by edits. As the last frame left it. All 0 if the unit is not `grouped`.
   * Some 50 ns per cell. */
  field(unit: number, area?: FieldArea): Int8Array;
  explain(unit: number): Explanation;
  readonly info: FleetInfo;
}
