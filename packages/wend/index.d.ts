/**
 * wend: time-bounded search. Pathfinding that plans a bounded amount per tick.
 *
 *     import { load, STATUS } from 'wend';
 *     const wend = await load();
 *     const map = wend.createMap({ width: 64, height: 64 });
 *     const agent = map.createAgent({ start: [1, 1], goal: [60, 60] });
 *     while (agent.tick(100).status <= STATUS.waiting) draw(agent.state);
 *
 * States are numbers, `y * width + x`. Objects live in the module's memory until `destroy` is called.
 */

import type {
  Corners,
  ErrorCode,
  LibraryCounters,
  MapKind,
  ParameterName,
  ParameterOptions,
  Tick,
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
  FLAGS,
  MAP_KINDS,
  MOVES,
  NEEDS,
  PARAMETER_KIND,
  SIDE_MAX,
  SIGHT_MAX,
  STATUS,
  VIEW,
} from "./numbers.js";
export type {
  Corners,
  ErrorCode,
  MapKind,
  ParameterName,
  ParameterOptions,
  Tick,
};

/** WebAssembly.Module, where it is declared: by Node and browsers, not by the language. */
type Module = typeof globalThis extends {
  WebAssembly: { Module: { prototype: infer Type } };
}
  ? Type
  : never;

/** Loads the module: the one in this package, or its wend.wasm from an address for `fetch`, as bytes,
 * or compiled. */
export function load(
  source?:
    string | { readonly href: string } | ArrayBuffer | ArrayBufferView | Module,
): Promise<Wend>;

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
/** x and y of a cell. */
export type Cell = readonly [number, number];

/** An algorithm: an entry of the library's table (wend/algorithm.h). */
export interface Algorithm {
  readonly name: string;
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

/** A parameter that some algorithms read; all but those of the kind `aid` are options of agents. */
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

export interface MapOptions extends MapRules {
  width: number;
  height: number;
  /** width * height terrain characters ('.' free, '@' blocked) in row order; default all free. */
  cells?: string | readonly string[] | Uint8Array;
}

/** Where to start, where to go, and how. Options that the algorithm does not read
 * (Algorithm.parameters) are refused, not ignored. */
export interface AgentOptions extends ParameterOptions {
  /** A name of Wend.algorithms. Default 'auto': 'tbjps' with `commit` on maps that are `jumpable`
   * and few of whose cells border on cells that cost something else, 'tbwa' on others; Agent.algo
   * says which. */
  algo?: string;
  start: Cell;
  goal: Cell;
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
  /** Keep `view`; default false. A tick then takes a few times as long. */
  watch?: boolean;
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
  algorithm(name: string): Algorithm | undefined;
  readonly parameters: readonly Parameter[];
  parameter(name: ParameterName): Parameter;
  /** Whether an algorithm needs something computed for the map beforehand (a parameter of the kind
   * `aid`). Such agents cannot be made in JavaScript. */
  needsAid(algorithm: Algorithm): boolean;
  /** Terrain characters in row order. */
  generate(options?: GenerateOptions): Uint8Array;
  createMap(options: MapOptions): GridMap;
  /** Reads the text of a MovingAI .map file. */
  parseMap(text: string | Uint8Array, rules?: MapRules): GridMap;
}

export class GridMap {
  private constructor();
  readonly wend: Wend;
  readonly width: number;
  readonly height: number;
  readonly neighbors: Neighbors;
  readonly corners: Corners;
  /** How many cells can be stood on. */
  readonly freeCount: number;
  /** Whether the map supports jump point search: 4 or 8 neighbours. */
  readonly jumpable: boolean;
  /** Whether an agent of this algorithm can be made on this map. */
  fits(algorithm: Algorithm): boolean;
  state(x: number, y: number): number;
  isFree(x: number, y: number): boolean;
  cell(x: number, y: number): string;
  /** Blocks ('@') or frees ('.') a cell. Agents under way notice on their next tick. */
  setCell(x: number, y: number, terrain: string): void;
  /** A copy of all terrain characters. */
  cells(): Uint8Array;
  createAgent(options: AgentOptions): Agent;
  /** Also destroys the agents that are left. */
  destroy(): void;
}

export class Agent {
  private constructor();
  readonly map: GridMap;
  /** The name of its algorithm; for 'auto' the name of the one that was chosen. */
  readonly algo: string;
  /** One tick: `sense`, `reserve`, `advance`, `settle`, in this order. */
  tick(budget: number): Tick;
  /** An agent with a `sight` sees the cells around it. This is the only call that changes what it
   * believes; call it before `reserve`, because what was seen may make the next tick begin a new
   * search. Returns how many cells turned out other than believed. An agent that was just made has
   * sensed already. */
  sense(): number;
  /** Reserves memory, so that the next tick does not allocate. */
  reserve(budget: number): void;
  /** The tick alone: plans at most `budget`, then moves. To time ticks, time this call. */
  advance(budget: number): void;
  /** Brings `view` up to date. */
  settle(): void;
  /** The two halves of a tick, for worlds that may refuse a move: `plan` senses, reserves, plans and
   * chooses; `move` makes the move that was chosen. A move that is not made costs nothing. */
  plan(budget: number): Tick;
  move(): Tick;
  /** The state that it would step to; null if there is none. */
  readonly next: number | null;
  /** Gives back the memory that a found route does not need, once the agent is on it; says how many
   * bytes. */
  release(): number;
  readonly lastTick: Tick;
  readonly status: number;
  readonly state: number;
  readonly counters: Counters;
  /** Of the states and expansions of all ticks. Set it to continue the hash of another run. */
  hash: bigint;
  setGoal(x: number, y: number): void;
  /** The states that it plans to pass next. Valid until the next call. */
  path(): Uint32Array;
  /** Of these the cells where the path turns, and its end. Valid until the next call. */
  corners(): Uint32Array;
  /** One byte per cell, see VIEW; null unless `watch` was asked for. Valid until the next call. */
  readonly view: Uint8Array | null;
  /** The cells whose bytes have changed since the last call. Valid until the next call. */
  takeChanged(): Uint32Array;
  destroy(): void;
}
