// Moves in WebAssembly equal those on other platforms: test/golden_table.inc has their hashes.
import assert from "node:assert/strict";
import {
  closeSync,
  openSync,
  readFileSync,
  mkdtempSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { WASI } from "node:wasi";
import { load, AGENT_STATUS } from "../index.js";

const root = new URL("../../../", import.meta.url);
const tableText = readFileSync(new URL("test/golden_table.inc", root), "utf8");
const table = new Map(
  [...tableText.matchAll(/\{"([^"]+)", (0x[0-9a-f]+)\}/g)].map(
    ([, name, hash]) => [name, BigInt(hash)],
  ),
);

test("test_golden compiled to WebAssembly prints the table", async () => {
  const folder = mkdtempSync(join(tmpdir(), "wend-golden-"));
  const file = join(folder, "table");
  const stdout = openSync(file, "w");
  const env = { WEND_GOLDEN_PRINT: "1" };
  const wasi = new WASI({
    version: "preview1",
    env,
    stdout,
    returnOnExit: true,
  });
  const module = await WebAssembly.compile(
    readFileSync(new URL("build-wasm/golden.wasm", root)),
  );
  const instance = await WebAssembly.instantiate(module, {
    wasi_snapshot_preview1: wasi.wasiImport,
  });
  assert.equal(wasi.start(instance), 0);
  closeSync(stdout);
  assert.equal(readFileSync(file, "utf8"), tableText);
  rmSync(folder, { recursive: true });
});

// The problems of test_golden through the package, without the algorithms that need precomputed data.
const WIDTH = 61;
const HEIGHT = 47;
const SCALES = { rooms: 6, caves: 2 };
const BASIS = 0xcbf29ce484222325n;
const RUNS = [
  [1, 900, 10],
  [7, 900, 10],
  [20, 500, 1],
  [60, 1000, 10],
  [400, 900, 2],
];

function cellAt(index) {
  return [index % WIDTH, Math.floor(index / WIDTH)];
}

const camel = (name) =>
  name.replace(/-(\w)/g, (_, first) => first.toUpperCase());

function hashVariant(map, cells, variant) {
  const [algo, ...switches] = variant.split("+");
  const { parameters } = map.wend.algorithm(algo);
  const ends = [cellAt(cells.indexOf(46)), cellAt(cells.lastIndexOf(46))];
  let hash = BASIS;
  RUNS.forEach(([budget, expandPermille, tracePerExpansion], i) => {
    const agent = map.createAgent({
      algo,
      start: ends[i % 2],
      goal: ends[1 - (i % 2)],
      ...Object.fromEntries(switches.map((name) => [camel(name), true])),
      // Options that the algorithm does not read are errors.
      ...(parameters.includes("expandPermille") && { expandPermille }),
      ...(parameters.includes("tracePerExpansion") && { tracePerExpansion }),
      watch: i === 1, // watching must not change the moves
    });
    agent.hash = hash;
    for (let i = 0; agent.isActive; i++) {
      agent.tick({ expansions: budget });
      assert.ok(i < 1000000, "the agent does not end");
    }
    hash = agent.hash;
    agent.destroy();
  });
  return hash;
}

function mapOf(wend, kind, rule, cells) {
  const [neighbors, corners] = rule.split("-");
  return wend.createMap({
    width: WIDTH,
    height: HEIGHT,
    cells,
    neighbors: Number(neighbors),
    corners,
  });
}

test("agents of the package make the moves of the table", async () => {
  const wend = await load();
  const problems = [...table].map(([name, hash]) => [...name.split(" "), hash]);
  // Only test_golden has the open maps.
  const runs = problems.filter(
    (problem) => problem.length === 4 && problem[0] !== "open",
  );
  assert.ok(runs.length > 900);
  let compared = 0;
  for (const kind of ["rooms", "maze", "caves", "random"]) {
    const options = {
      kind,
      width: WIDTH,
      height: HEIGHT,
      seed: 7,
      scale: SCALES[kind],
    };
    const cells = wend.generate(options);
    for (const [, rule, variant, hash] of runs.filter(([k]) => k === kind)) {
      const map = mapOf(wend, kind, rule, cells);
      if (map.fits(wend.algorithm(variant.split("+")[0]))) {
        assert.equal(
          hashVariant(map, cells, variant),
          hash,
          `${kind} ${rule} ${variant}`,
        );
        compared++;
      }
      map.destroy();
    }
  }
  const needAid = runs.filter(([, , variant]) =>
    wend.needsPrecomputed(wend.algorithm(variant.split("+")[0])),
  );
  assert.ok(needAid.length > 0);
  assert.equal(compared, runs.length - needAid.length);
  console.log(
    `${compared} hashes of the package are those of test/golden_table.inc`,
  );
});
