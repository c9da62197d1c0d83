// wend: time-bounded search. index.d.ts documents everything. Enums, limits and the layouts of structs are
// in numbers.js, which is made from the C headers (wasm/numbers.mjs).

import {
  argumentError,
  camelCase,
  Core,
  oneOf,
  packStruct,
  whole,
  WendError,
} from "./core.js";
import {
  AGENT_OPTIONS,
  ALGO,
  BUDGET_MAX,
  CORNERS,
  COUNTERS,
  MAP_KINDS,
  NEEDS,
  NOT_GIVEN,
  PARAMETER_INFO,
  PARAMETER_KIND,
  SIDE_MAX,
  SWITCH,
  TABLE,
  TICK,
  WALKED,
} from "./numbers.js";

export { WendError } from "./core.js";
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

/** WEND_STATE_NONE */
const NO_STATE = 0xffffffff;

/** The value of a parameter as a number; the library checks its range. */
function parameterNumber(value, { name, kind }) {
  if (kind === PARAMETER_KIND.aid) {
    throw argumentError(`${name} cannot be given in JavaScript`, name);
  }
  if (kind !== PARAMETER_KIND.switch) {
    return whole(value, name, 0, Number.MAX_SAFE_INTEGER);
  }
  if (typeof value !== "boolean") {
    throw argumentError(`${name} is ${value}, expected true or false`, name);
  }
  return value ? SWITCH.on : SWITCH.off;
}

/** A number for each parameter of the table, 0 where none was given. */
function packParameters(wend, values) {
  const numbers = wend.parameters.map((info) => {
    const value = values[info.name];
    return value === undefined ? 0 : parameterNumber(value, info);
  });
  return new Uint8Array(Float64Array.from(numbers).buffer);
}

/** A default of the library as options have it; undefined if there is none. */
function defaultValue(number, { kind }) {
  const value = kind === PARAMETER_KIND.switch ? number === SWITCH.on : number;
  return number === 0 ? undefined : value;
}

/** Terrain as bytes, from a string, strings by rows, or bytes. */
function terrainBytes(core, cells) {
  if (cells instanceof Uint8Array) {
    return cells;
  }
  return core.encoder.encode(Array.isArray(cells) ? cells.join("") : cells);
}

/** Switches are booleans here, and aids no numbers at all. */
const NO_RANGE = { min: 0, max: 0 };

function readParameters(core) {
  const list = [];
  for (let at; (at = core.call.parameter_get(list.length));) {
    const info = core.struct(at, PARAMETER_INFO);
    const { min, max } = info.kind === PARAMETER_KIND.switch ? NO_RANGE : info;
    list.push(
      Object.freeze({
        ...info,
        name: camelCase(info.name),
        min,
        max,
        defaultValue: defaultValue(info.defaultValue, info),
      }),
    );
  }
  return list;
}

function readAlgorithms(core, parameters) {
  return Array.from({ length: core.call.algo_count() }, (_, index) => {
    const info = core.struct(core.call.algo_get(index), ALGO);
    const read = parameters.filter((_, p) => (info.parameters >>> p) & 1);
    const defaults = read
      .map((it) => {
        const number = core.call.algo_default(index, parameters.indexOf(it));
        return [it.name, defaultValue(Number(number), it)];
      })
      .filter(([, value]) => value !== undefined);
    return Object.freeze({
      ...info,
      parameters: Object.freeze(read.map(({ name }) => name)),
      defaults: Object.freeze(Object.fromEntries(defaults)),
    });
  });
}

export class Wend {
  #core;

  constructor(exports) {
    this.#core = new Core(exports);
    const core = this.#core;
    this.version = core.string(core.call.version());
    this.parameters = Object.freeze(readParameters(core));
    this.algorithms = Object.freeze(readAlgorithms(core, this.parameters));
  }

  generate({
    kind = "caves",
    width = 512,
    height = 512,
    seed = 1,
    scale,
    density,
  } = {}) {
    const core = this.#core;
    whole(width, "width", 1, SIDE_MAX);
    whole(height, "height", 1, SIDE_MAX);
    whole(seed, "seed", 0, NOT_GIVEN);
    const index = oneOf(kind, "kind", MAP_KINDS);
    const numbers = [
      index,
      width,
      height,
      seed,
      scale ?? NOT_GIVEN,
      density ?? NOT_GIVEN,
    ];
    return core.withBlock(width * height, (block) => {
      core.checked("generate", ...numbers, block);
      return core.bytes(block, width * height).slice();
    });
  }

  createMap({ width, height, cells, neighbors = 8, corners = "never" }) {
    const core = this.#core;
    whole(width, "width", 1, SIDE_MAX);
    whole(height, "height", 1, SIDE_MAX);
    const terrain = cells
      ? terrainBytes(core, cells)
      : new Uint8Array(width * height).fill(46);
    if (terrain.length !== width * height) {
      throw argumentError(
        `${terrain.length} cells, expected ${width} x ${height}`,
      );
    }
    const rule = oneOf(corners, "corners", CORNERS);
    const handle = core.withBytes(terrain, (block) =>
      core.checked("map_create", width, height, neighbors, rule, block),
    );
    return new GridMap(this, core, handle, neighbors, corners);
  }

  parseMap(text, { neighbors = 8, corners = "never" } = {}) {
    const core = this.#core;
    const bytes = terrainBytes(core, text);
    const rule = oneOf(corners, "corners", CORNERS);
    const handle = core.withBytes(bytes, (block) =>
      core.checked("map_parse", neighbors, rule, block, bytes.length),
    );
    return new GridMap(this, core, handle, neighbors, corners);
  }

  algorithm(name) {
    return this.algorithms.find((info) => info.name === name);
  }

  parameter(name) {
    return this.parameters.find((info) => info.name === name);
  }

  needsAid({ parameters }) {
    return parameters.some(
      (name) => this.parameter(name).kind === PARAMETER_KIND.aid,
    );
  }
}

export class GridMap {
  #core;
  #handle;
  #agents = new Set();

  constructor(wend, core, handle, neighbors, corners) {
    this.#core = core;
    this.#handle = handle;
    this.wend = wend;
    this.neighbors = neighbors;
    this.corners = corners;
    this.width = core.call.map_width(handle);
    this.height = core.call.map_height(handle);
  }

  #alive() {
    if (!this.#handle) {
      throw argumentError("the map was destroyed");
    }
    return this.#handle;
  }

  get freeCount() {
    return this.#core.call.map_free_count(this.#alive());
  }

  get jumpable() {
    return this.#core.call.map_jumpable(this.#alive()) !== 0;
  }

  fits(info) {
    const hasNeeds = info.needs !== NEEDS.jumpableMap || this.jumpable;
    return hasNeeds && !this.wend.needsAid(info);
  }

  state(x, y) {
    whole(x, "x", 0, this.width - 1);
    return whole(y, "y", 0, this.height - 1) * this.width + x;
  }

  isFree(x, y) {
    return this.#core.call.map_is_free(this.#alive(), x, y) !== 0;
  }

  cell(x, y) {
    return String.fromCharCode(this.#core.call.map_cell(this.#alive(), x, y));
  }

  setCell(x, y, terrain) {
    this.state(x, y);
    this.#core.checked(
      "map_set_cell",
      this.#alive(),
      x,
      y,
      terrain.charCodeAt(0),
    );
    for (const agent of this.#agents) {
      agent._touch(x, y);
    }
  }

  cells() {
    const handle = this.#alive();
    const size = this.width * this.height;
    return this.#core.withBlock(size, (block) => {
      this.#core.call.map_cells(handle, block);
      return this.#core.bytes(block, size).slice();
    });
  }

  createAgent(options) {
    const core = this.#core;
    const world = this.#alive();
    const seeds = this.#seeds(options);
    const parameters = packParameters(this.wend, {
      ...options,
      seed: seeds.seed,
    });
    const own = packStruct(AGENT_OPTIONS, {
      ...options,
      knownSeed: seeds.knownSeed,
      start: this.state(...options.start),
      goal: this.state(...options.goal),
    });
    const { algo } = options;
    if (algo !== undefined && !this.wend.algorithm(algo)) {
      throw new WendError(
        "algorithm",
        `algo is ${algo}, which there is none of`,
        { field: "algo" },
      );
    }
    const handle = core.withBytes(own, (ownBlock) =>
      core.withBytes(parameters, (block) =>
        core.withString(algo ?? "", (name) =>
          core.checked("agent_create", world, name, ownBlock, block),
        ),
      ),
    );
    const agent = new Agent(this, core, handle, () =>
      this.#agents.delete(agent),
    );
    this.#agents.add(agent);
    return agent;
  }

  /** With a sight, the seed is also for the cells that are known from the start. So an algorithm that
   * does not read a seed, and would refuse it, is not given it. */
  #seeds({ algo, seed, sight }) {
    const isRead = this.wend.algorithm(algo)?.parameters.includes("seed");
    return { knownSeed: seed, seed: sight && !isRead ? undefined : seed };
  }

  destroy() {
    for (const agent of [...this.#agents]) {
      agent.destroy();
    }
    if (this.#handle) {
      this.#core.call.map_destroy(this.#handle);
    }
    this.#handle = 0;
  }
}

export class Agent {
  #core;
  #handle;
  #forget;

  constructor(map, core, handle, forget) {
    this.#core = core;
    this.#handle = handle;
    this.#forget = forget;
    this.map = map;
  }

  #alive() {
    if (!this.#handle) {
      throw argumentError("the agent was destroyed");
    }
    return this.#handle;
  }

  get algo() {
    return this.#core.string(this.#core.call.agent_algo(this.#alive()));
  }

  sense() {
    return this.#core.call.agent_sense(this.#alive());
  }

  reserve(budget) {
    this.#core.checked(
      "agent_reserve",
      this.#alive(),
      whole(budget, "budget", 1, BUDGET_MAX),
    );
  }

  advance(budget) {
    this.#core.checked(
      "agent_tick",
      this.#alive(),
      whole(budget, "budget", 1, BUDGET_MAX),
    );
  }

  settle() {
    this.#core.call.agent_settle(this.#alive());
  }

  tick(budget) {
    this.sense();
    this.reserve(budget);
    this.advance(budget);
    this.settle();
    return this.lastTick;
  }

  plan(budget) {
    this.sense();
    this.reserve(budget);
    this.#core.checked(
      "agent_plan",
      this.#alive(),
      whole(budget, "budget", 1, BUDGET_MAX),
    );
    this.settle();
    return this.lastTick;
  }

  move() {
    this.#core.checked("agent_move", this.#alive());
    this.settle();
    return this.lastTick;
  }

  get next() {
    const state = this.#core.call.agent_next(this.#alive()) >>> 0;
    return state === NO_STATE ? null : state;
  }

  release() {
    return this.#core.call.agent_release(this.#alive());
  }

  get #tickAddress() {
    return this.#core.call.agent_last_tick(this.#alive());
  }

  get lastTick() {
    return this.#core.struct(this.#tickAddress, TICK);
  }

  get status() {
    return this.#core.field(this.#tickAddress, TICK.fields.status);
  }

  get state() {
    return this.#core.field(this.#tickAddress, TICK.fields.state);
  }

  get counters() {
    const core = this.#core;
    const handle = this.#alive();
    const walked = core.struct(core.call.agent_walked(handle), WALKED);
    const { straightMoves, diagonalMoves, knightMoves } = walked;
    return {
      ...core.struct(core.call.agent_counters(handle), COUNTERS),
      ...walked,
      length:
        straightMoves + diagonalMoves * Math.SQRT2 + knightMoves * Math.sqrt(5),
    };
  }

  get hash() {
    return BigInt.asUintN(64, this.#core.call.agent_hash(this.#alive()));
  }

  set hash(value) {
    this.#core.call.agent_set_hash(this.#alive(), BigInt.asIntN(64, value));
  }

  setGoal(x, y) {
    this.#core.checked("agent_set_goal", this.#alive(), this.map.state(x, y));
  }

  path() {
    return this.#states(this.#core.call.agent_path(this.#alive()));
  }

  corners() {
    return this.#states(this.#core.call.agent_corners(this.#alive()));
  }

  #states(count) {
    return this.#core.words(
      this.#core.call.agent_path_states(this.#handle),
      count,
    );
  }

  get view() {
    const address = this.#core.call.agent_view(this.#alive());
    return address
      ? this.#core.bytes(address, this.map.width * this.map.height)
      : null;
  }

  takeChanged() {
    const count = this.#core.call.agent_changed(this.#alive());
    return this.#core.words(
      this.#core.call.agent_take_changed(this.#handle),
      count,
    );
  }

  /** For GridMap.setCell. */
  _touch(x, y) {
    this.#core.call.agent_touch(this.#alive(), x, y);
  }

  destroy() {
    if (this.#handle) {
      this.#core.call.agent_destroy(this.#handle);
      this.#handle = 0;
      this.#forget();
    }
  }
}

// The C library links these for its standard streams, which nothing here uses.
const NOT_SUPPORTED = 58;
const refuse = () => NOT_SUPPORTED;
const imports = {
  wasi_snapshot_preview1: {
    fd_close: refuse,
    fd_seek: refuse,
    fd_write: refuse,
  },
};

/** The module that comes with the package, as a text: bundlers include it without any option. */
async function ownModule() {
  const { default: text } = await import("./wend.wasm.js");
  const packed = Uint8Array.from(atob(text), (it) => it.charCodeAt(0));
  const unpacked = new Blob([packed])
    .stream()
    .pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(unpacked).arrayBuffer());
}

async function fetchModule(url) {
  const response = await fetch(url);
  if (!response.ok) {
    throw new WendError(
      "io",
      `${url} could not be loaded: HTTP status ${response.status}`,
    );
  }
  return WebAssembly.compile(await response.arrayBuffer());
}

async function readModule(source) {
  if (source === undefined) {
    return ownModule();
  }
  if (source instanceof WebAssembly.Module) {
    return source;
  }
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) {
    return WebAssembly.compile(source);
  }
  return fetchModule(source);
}

/** Fails if numbers.js was not made from this module: its structs could lie differently. */
function checkTable({ memory, numbers_table, numbers_count }) {
  const words =
    numbers_table &&
    new Uint32Array(memory.buffer, numbers_table(), numbers_count());
  if (words?.join(" ") !== TABLE) {
    throw new WendError(
      "format",
      "the module is not the wend.wasm of this version of the package",
    );
  }
}

export async function load(source) {
  const module = await readModule(source);
  const { exports } = await WebAssembly.instantiate(module, imports);
  checkTable(exports);
  exports._initialize();
  return new Wend(exports);
}
