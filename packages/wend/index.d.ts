/**
 * wend: time-bounded search. Pathfinding that plans a bounded amount per tick.
 *
 *     import { load } from 'wend';
 *     const wend = await load();
 *     const map = wend.createMap({ width: 64, height: 64 });
 *     const agent = map.createAgent({ start: [1, 1], goal: [60, 60] });
 *     while (agent.tick(100).status <= 1) draw(agent.state);
 *
 * States are numbers, `y * width + x`. Objects live in the module's memory until `destroy` is called.
 */

/** WebAssembly.Module, where it is declared: by Node and browsers, not by the language. */
type Module = typeof globalThis extends {
  WebAssembly: { Module: { prototype: infer Type } };
}
  ? Type
  : never;

/** Loads the module: the one in this package, or wend.wasm from an address that `fetch` takes, as
 * bytes, or compiled. */
export function load(
  source?:
    string | { readonly href: string } | ArrayBuffer | ArrayBufferView | Module,
): Promise<Wend>;

/** What went wrong, by the name of a wend_error; texts that were read have a line (from 1, or 0). */
export class WendError extends Error {
  readonly code: ErrorCode;
  readonly line: number;
  readonly column: number;
  constructor(code: ErrorCode, message: string, line?: number, column?: number);
}

export type ErrorCode =
  | "ok"
  | "memory"
  | "argument"
  | "io"
  | "format"
  | "size"
  | "outside"
  | "start-blocked"
  | "goal-blocked"
  | "budget"
  | "algorithm"
  | "unsupported"
  | "cost"
  | "stale";

export const ERRORS: readonly ErrorCode[];

export type MapKind = "rooms" | "maze" | "caves" | "random";
export type Corners = "never" | "one" | "always";
export type Neighbors = 4 | 8 | 16;
/** x and y of a cell. */
export type Cell = readonly [number, number];

/** The names of Tick.status, by its number. */
export const STATUS: readonly string[];

/** Longest side of a map; largest budget of a tick; longest range of a sensor. */
export const SIDE_MAX: number;
export const BUDGET_MAX: number;
export const SIGHT_MAX: number;

/** The bits of Tick.flags. */
export const FLAGS: {
  readonly moved: 1;
  readonly replanned: 2;
  readonly backtracked: 4;
  readonly partial: 8;
  readonly found: 16;
  readonly shortcut: 32;
  readonly restarted: 64;
};

/** The bits of a cell of Agent.view. Others than `all` may be set and mean nothing to you. */
export const VIEW: {
  /** Met by the search and not expanded; expanded; the bits of both. */
  readonly open: 1;
  readonly closed: 2;
  readonly mark: 3;
  /** Blocked; believed to be blocked. */
  readonly wall: 4;
  readonly believed: 8;
  /** Not seen by the agent. */
  readonly unknown: 16;
  /** The agent has been there. */
  readonly trail: 32;
  readonly all: 63;
};

/** An algorithm: one entry of the list of wend/agent.h. */
export interface Algorithm {
  readonly name: string;
  readonly title: string;
  readonly paper: string;
  /** 'all', 'reversible', 'symmetric', 'grid', or 'jumpable' for maps that are so. */
  readonly domains: string;
  /** 'known', or 'unknown' for those made for terrain that is found out on the way. */
  readonly terrain: string;
  /** The fields of wend_agent_def that it reads. */
  readonly parameters: readonly string[];
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
 * (Algorithm.parameters) are refused, not passed over. */
export interface AgentOptions {
  /** A name of Wend.algorithms. Default 'auto': 'tbjps' with `commit` on maps that are `jumpable`,
   * 'tba' on others; Agent.algo tells which. */
  algo?: string;
  start: Cell;
  goal: Cell;
  /** The share of a tick that goes to expansions, in thousandths; default 900. */
  expandPermille?: number;
  /** Steps of tracing that take as long as an expansion; default 10. */
  tracePerExpansion?: number;
  shortcut?: boolean;
  commit?: boolean;
  /** The weight w in thousandths, for algorithms that read it; default 1000. */
  weightPermille?: number;
  reopen?: boolean;
  /** 0 what the paper says (default), 1 one move per search, 2 to the end of the path. */
  moves?: 0 | 1 | 2;
  depth?: number;
  queueSize?: number;
  /** Of random choices: those of the algorithm if it makes any, and, with a `sight`, that of the
   * cells that are known from the start; default 1. */
  seed?: number;
  /** How far the agent sees of a map that it does not know, 1 to SIGHT_MAX cells; 0 (default) if it
   * knows the map. */
  sight?: number;
  lineOfSight?: boolean;
  /** Share of the blocked cells that is known from the start, in thousandths; default 0. */
  knownPermille?: number;
  /** Keep `view`; default false. A tick then takes a few times as long. */
  watch?: boolean;
}

export interface Tick {
  /** See STATUS; up to 1 the agent is under way. */
  status: number;
  /** Where it is. */
  state: number;
  /** See FLAGS. */
  flags: number;
  expansions: number;
  units: number;
  traceSteps: number;
  learning: number;
  updates: number;
  /** Of the move, in units of which a straight step costs 1224. */
  cost: number;
}

/** Sums over all ticks; see wend_counters in wend/agent.h. */
export interface Counters {
  ticks: number;
  moves: number;
  expansions: number;
  units: number;
  traceSteps: number;
  backtracks: number;
  replans: number;
  restarts: number;
  updates: number;
  cost: number;
  foundTick: number;
  maxExpansionsPerTick: number;
  maxUnitsPerTick: number;
  touched: number;
  bytesUsed: number;
  bytesAllocated: number;
  straightMoves: number;
  diagonalMoves: number;
  knightMoves: number;
  /** Units of work that a budget of one expansion buys. */
  unitsPerExpansion: number;
  /** What was walked, in cells, with the roots of 2 and 5 as they are. */
  length: number;
}

export class Wend {
  private constructor();
  readonly version: string;
  readonly algorithms: readonly Algorithm[];
  algorithm(name: string): Algorithm | undefined;
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
  /** Whether jump point search goes with the map. */
  readonly jumpable: boolean;
  /** Whether an agent of this algorithm can be made here: false also for those that want something
   * computed beforehand. */
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
  /** What it does; for 'auto' what that has come to. */
  readonly algo: string;
  /** `reserve`, `advance` and `settle`, and what came of it. */
  tick(budget: number): Tick;
  /** Before a tick: looks round, and makes sure that the tick does not allocate. */
  reserve(budget: number): void;
  /** The tick alone: plans at most `budget`, moves. */
  advance(budget: number): void;
  /** After a tick: brings `view` up to date. */
  settle(): void;
  readonly lastTick: Tick;
  readonly status: number;
  readonly state: number;
  readonly counters: Counters;
  /** Of the states and expansions of all ticks. Set it to go on from the hash of another run. */
  hash: bigint;
  setGoal(x: number, y: number): void;
  /** The states that it means to pass next. Valid until the next call. */
  path(): Uint32Array;
  /** One byte per cell, see VIEW; null unless `watch` was asked for. Valid until the next call. */
  readonly view: Uint8Array | null;
  /** The cells whose bytes have changed since the last call. Valid until the next call. */
  takeChanged(): Uint32Array;
  destroy(): void;
}
