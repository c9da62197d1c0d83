// wend without its module, which users bring. index.d.ts documents everything. Enums, limits and the layouts of structs are
// in numbers.js, which is made from the C headers (wasm/numbers.mjs).

import { argumentError, WendError } from "./core.js";
import { TABLE } from "./numbers.js";
import { Wend } from "./wend.js";

export { Agent } from "./agent.js";
export { WendError } from "./core.js";
export { Finder } from "./finder.js";
export { Fleet } from "./fleet.js";
export { GridMap } from "./map.js";
export { Wend } from "./wend.js";
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

// The C library links these for its standard streams, which nothing here uses.
const NOT_SUPPORTED = 58;
const refuse = () => NOT_SUPPORTED;
const imports = {
  wasi_snapshot_preview1: {
    fd_close: refuse,
    fd_seek: refuse,
    fd_write: refuse,
  },
  wend: { now: () => performance.now() },
};

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
    throw argumentError(
      "source is undefined, expected the wend.wasm of the package",
      "source",
    );
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
