// wend without its module: users pass wend.wasm to load(). index.d.ts documents everything. Enums, limits and the
// layouts of structs are in numbers.js, which wasm/numbers.mjs makes from the C headers.

import { argumentError, WendError } from "./core.js";
import { TABLE } from "./numbers.js";
import { Wend } from "./wend.js";

export { Agent, agentIsActive } from "./agent.js";
export { Components } from "./components.js";
export { WendError } from "./core.js";
export { Finder } from "./finder.js";
export { Fleet, unitIsActive } from "./fleet.js";
export { GridMap } from "./map.js";
export { Wend } from "./wend.js";
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

// The C library imports these for its standard streams, which wend does not use.
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
      `${url}: cannot be loaded: HTTP status ${response.status}`,
    );
  }
  return WebAssembly.compile(await response.arrayBuffer());
}

async function readModule(source) {
  if (source === undefined) {
    throw argumentError(
      "missing source, expected the wend.wasm of the package",
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

/** Throws if numbers.js was not made from this module: the layouts of its structs could differ. */
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
