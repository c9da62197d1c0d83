// wend: time-bounded search. The types and what everything means: index.d.ts.

/** The order of agent_options in wasm/agents.c. */
const OPTIONS = [
  "start",
  "goal",
  "expandPermille",
  "tracePerExpansion",
  "shortcut",
  "commit",
  "weightPermille",
  "reopen",
  "moves",
  "depth",
  "queueSize",
  "seed",
  "sight",
  "lineOfSight",
  "knownPermille",
  "knownSeed",
  "watch",
];

/** The order of wend_tick in wend/agent.h. */
const TICK = [
  "status",
  "state",
  "flags",
  "expansions",
  "units",
  "traceSteps",
  "learning",
  "updates",
  "cost",
];

/** The order of agent_counters in wasm/agents.c. */
const COUNTERS = [
  "ticks",
  "moves",
  "expansions",
  "units",
  "traceSteps",
  "backtracks",
  "replans",
  "restarts",
  "updates",
  "cost",
  "foundTick",
  "maxExpansionsPerTick",
  "maxUnitsPerTick",
  "touched",
  "bytesUsed",
  "bytesAllocated",
  "straightMoves",
  "diagonalMoves",
  "knightMoves",
  "unitsPerExpansion",
];

const ALGORITHM = ["name", "title", "paper", "domains", "terrain"];
const KINDS = ["rooms", "maze", "caves", "random"];
const CORNERS = ["never", "one", "always"];
/** A number that was not given: the library has a default for it (SHIM_DEFAULT in wasm/shim.h). */
const DEFAULT = 0xffffffff;

export const STATUS = [
  "moving",
  "waiting",
  "arrived",
  "unreachable",
  "out of memory",
  "overflow",
];

export const ERRORS = [
  "ok",
  "memory",
  "argument",
  "io",
  "format",
  "size",
  "outside",
  "start-blocked",
  "goal-blocked",
  "budget",
  "algorithm",
  "unsupported",
  "cost",
  "stale",
];

export const FLAGS = Object.freeze({
  moved: 1,
  replanned: 2,
  backtracked: 4,
  partial: 8,
  found: 16,
  shortcut: 32,
  restarted: 64,
});

export const VIEW = Object.freeze({
  open: 1,
  closed: 2,
  mark: 3,
  wall: 4,
  believed: 8,
  unknown: 16,
  trail: 32,
  all: 63,
});

export const SIDE_MAX = 8192;
export const BUDGET_MAX = 100000000;
export const SIGHT_MAX = 64;

export class WendError extends Error {
  constructor(code, message, line = 0, column = 0) {
    super(message);
    this.name = "WendError";
    this.code = code;
    this.line = line;
    this.column = column;
  }
}

const argumentError = (message) => new WendError("argument", message);

/** A whole number in a range, or an error that says which. */
function whole(value, name, low, high) {
  if (!Number.isInteger(value) || value < low || value > high) {
    throw argumentError(
      `${name} is ${value}, expected a whole number from ${low} to ${high}`,
    );
  }
  return value;
}

function oneOf(value, name, names) {
  const index = names.indexOf(value);
  if (index < 0) {
    throw argumentError(`${name} is ${value}, expected ${names.join(", ")}`);
  }
  return index;
}

/** The exports of the module, with strings, blocks of memory and exceptions. */
class Core {
  constructor(exports) {
    this.call = exports;
    this.decoder = new TextDecoder();
    this.encoder = new TextEncoder();
  }

  // The buffer is replaced when the memory grows, so arrays over it are made anew.
  bytes(address, length) {
    return new Uint8Array(this.call.memory.buffer, address, length);
  }

  words(address, length) {
    return new Uint32Array(this.call.memory.buffer, address, length);
  }

  string(address) {
    const all = new Uint8Array(this.call.memory.buffer);
    return this.decoder.decode(all.subarray(address, all.indexOf(0, address)));
  }

  /** Calls, and throws what the library reports. */
  checked(name, ...values) {
    this.call.report_clear();
    const result = this.call[name](...values);
    const error = this.call.report_error();
    if (error) {
      const line = this.call.report_line();
      const where = line ? `line ${line}: ` : "";
      const text = where + this.string(this.call.report_text());
      throw new WendError(ERRORS[error], text, line, this.call.report_column());
    }
    return result;
  }

  /** Lends a block of the module's memory to `use`. */
  withBlock(size, use) {
    const block = this.checked("memory_take", Math.max(size, 1));
    try {
      return use(block);
    } finally {
      this.call.memory_give(block);
    }
  }

  withBytes(bytes, use) {
    return this.withBlock(bytes.length, (block) => {
      this.bytes(block, bytes.length).set(bytes);
      return use(block);
    });
  }

  withString(text, use) {
    return this.withBytes(this.encoder.encode(`${text}\0`), use);
  }
}

function named(names, values) {
  return Object.fromEntries(names.map((name, i) => [name, values[i]]));
}

/** Terrain as bytes, from a string, strings by rows, or bytes. */
function terrainBytes(core, cells) {
  if (cells instanceof Uint8Array) {
    return cells;
  }
  return core.encoder.encode(Array.isArray(cells) ? cells.join("") : cells);
}

export class Wend {
  #core;

  constructor(exports) {
    this.#core = new Core(exports);
    const core = this.#core;
    this.version = core.string(core.call.version());
    const parameters = [];
    for (let at; (at = core.call.parameter_name(parameters.length));) {
      parameters.push(core.string(at));
    }
    this.algorithms = Array.from(
      { length: core.call.algo_count() },
      (_, index) => {
        const texts = ALGORITHM.map((_name, field) =>
          core.string(core.call.algo_text(index, field)),
        );
        const bits = core.call.algo_parameters(index);
        return Object.freeze({
          ...named(ALGORITHM, texts),
          parameters: parameters.filter((_name, p) => (bits >> p) & 1),
        });
      },
    );
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
    whole(seed, "seed", 0, DEFAULT);
    const index = oneOf(kind, "kind", KINDS);
    const numbers = [
      index,
      width,
      height,
      seed,
      scale ?? DEFAULT,
      density ?? DEFAULT,
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
    const precomputed = ["abstraction", "subgoals"].some((it) =>
      info.parameters.includes(it),
    );
    return !precomputed && (info.domains !== "jumpable" || this.jumpable);
  }

  state(x, y) {
    whole(x, "x", 0, this.width - 1);
    return whole(y, "y", 0, this.height - 1) * this.width + x;
  }

  isFree(x, y) {
    return this.#core.call.map_free(this.#alive(), x, y) !== 0;
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
    const values = {
      ...options,
      ...this.#seeds(options),
      start: this.state(...options.start),
      goal: this.state(...options.goal),
    };
    const numbers = OPTIONS.map((name) =>
      values[name] === undefined
        ? DEFAULT
        : whole(Number(values[name]), name, 0, DEFAULT - 1),
    );
    const handle = core.withBytes(
      new Uint8Array(Uint32Array.from(numbers).buffer),
      (block) =>
        core.withString(options.algo ?? "", (name) =>
          core.checked("agent_create", world, name, block),
        ),
    );
    const agent = new Agent(this, core, handle, () =>
      this.#agents.delete(agent),
    );
    this.#agents.add(agent);
    return agent;
  }

  /** A seed may be meant for what is known of the map: then algorithms that draw nothing, and would
   * refuse it, are not given it. */
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
    this.reserve(budget);
    this.advance(budget);
    this.settle();
    return this.lastTick;
  }

  get lastTick() {
    const address = this.#core.call.agent_last_tick(this.#alive());
    return named(TICK, this.#core.words(address, TICK.length));
  }

  get status() {
    return this.lastTick.status;
  }

  get state() {
    return this.lastTick.state;
  }

  get counters() {
    const address = this.#core.call.agent_counters(this.#alive());
    const values = new Float64Array(
      this.#core.call.memory.buffer,
      address,
      COUNTERS.length,
    );
    const counters = named(COUNTERS, values);
    const { straightMoves, diagonalMoves, knightMoves } = counters;
    counters.length =
      straightMoves + diagonalMoves * Math.SQRT2 + knightMoves * Math.sqrt(5);
    return counters;
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
    const count = this.#core.call.agent_path(this.#alive());
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

/** The module that comes with the package: in a text, which every bundler takes along. */
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

export async function load(source) {
  const module = await readModule(source);
  const { exports } = await WebAssembly.instantiate(module, imports);
  exports._initialize();
  return new Wend(exports);
}
