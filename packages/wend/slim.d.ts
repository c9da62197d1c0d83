/** The package without its module, for pages that serve wend.wasm themselves. */
import type { Source, Wend } from "./index.js";

export * from "./index.js";

/** Loads the package's wend.wasm from an address for `fetch`, as bytes, or compiled. */
export function load(source: Source): Promise<Wend>;
