// wend: time-bounded search. index.d.ts documents everything.

import { load as loadFrom } from "./slim.js";

export * from "./slim.js";

/** Unpacks the module of the package. It is text in a JavaScript file, so bundlers include it without options. */
async function ownModule() {
  const { default: text } = await import("./wend.wasm.js");
  const packed = Uint8Array.from(atob(text), (it) => it.charCodeAt(0));
  const unpacked = new Blob([packed])
    .stream()
    .pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(unpacked).arrayBuffer());
}

export async function load(source) {
  return loadFrom(source ?? (await ownModule()));
}
