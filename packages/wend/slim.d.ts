/** As 'wend', without the module in it: `load` is given that. For pages that serve wend.wasm themselves. */
import type { Source, Wend } from "./index.js";

export * from "./index.js";

/** Loads the package's wend.wasm from an address for `fetch`, as bytes, or compiled. */
export function load(source: Source): Promise<Wend>;
