// The library: its tables of algorithms and parameters, generated maps, and the creation of maps.

import {
  argumentError,
  camelCase,
  Core,
  knownOptions,
  listOf,
  oneOf,
  shown,
  whole,
} from "./core.js";
import { Handle } from "./handle.js";
import { GridMap } from "./map.js";
import {
  ALGO,
  CORNERS,
  MAP_KINDS,
  NOT_GIVEN,
  PARAMETER_INFO,
  PARAMETER_KIND,
  SIDE_MAX,
  SWITCH,
} from "./numbers.js";

/** Converts a default of the library to an option's value, or undefined. */
function defaultValue(number, { kind }) {
  const value = kind === PARAMETER_KIND.switch ? number === SWITCH.on : number;
  return number === 0 ? undefined : value;
}

/** Converts terrain to bytes, from a string, rows of strings, or bytes. */
function terrainBytes(core, cells, name) {
  if (cells instanceof Uint8Array) {
    return cells;
  }
  const text = Array.isArray(cells) ? cells.join("") : cells;
  if (typeof text !== "string") {
    throw argumentError(
      `${name} is ${shown(cells)}, expected a string, rows of strings or a Uint8Array`,
      name,
    );
  }
  return core.encoder.encode(text);
}

function checkCount(count, width, height, name) {
  whole(width, "width", 1, SIDE_MAX);
  whole(height, "height", 1, SIDE_MAX);
  if (count !== width * height) {
    throw argumentError(
      `${name}: ${count} cells, expected ${width} x ${height}`,
      name,
    );
  }
}

/** Reads the size and the terrain characters of a new map. */
function terrainOf(core, { width, height, cells, walkable }) {
  if (walkable !== undefined) {
    throw argumentError(
      "walkable is not used without grid; remove it or pass a grid",
      "walkable",
    );
  }
  whole(width, "width", 1, SIDE_MAX);
  whole(height, "height", 1, SIDE_MAX);
  const bytes =
    cells === undefined
      ? new Uint8Array(width * height).fill(46)
      : terrainBytes(core, cells, "cells");
  checkCount(bytes.length, width, height, "cells");
  return { width, height, bytes };
}

/** Reads the size and the rows of a grid. A flat list becomes a single row. */
function gridRows({ grid, width, height }) {
  listOf(grid, "grid");
  if (typeof grid[0] !== "object") {
    checkCount(grid.length, width, height, "grid");
    return { width, height, rows: [grid] };
  }
  grid.forEach((row, y) => listOf(row, `grid[${y}]`));
  const length = grid[0].length;
  const ragged = grid.findIndex((row) => row.length !== length);
  if (ragged >= 0) {
    throw argumentError(
      `row ${ragged} of grid has ${grid[ragged].length} cells, expected ${length}`,
      "grid",
    );
  }
  checkCount(length * grid.length, length, grid.length, "grid");
  return { width: length, height: grid.length, rows: grid };
}

/** Reads the size and the numbers of a new map: 0 is blocked, 1 free, others are the cost of a free cell. */
function gridBytes(options) {
  const { walkable } = options;
  const { width, height, rows } = gridRows(options);
  const free = walkable === undefined ? undefined : new Set([walkable].flat());
  const bytes = new Uint8Array(width * height);
  let at = 0;
  for (const row of rows) {
    for (let x = 0; x < row.length; x++, at++) {
      const value = Number(row[x]);
      bytes[at] = free
        ? Number(free.has(value))
        : whole(value, `grid[${at}]`, 0, 255);
    }
  }
  return { width, height, bytes };
}

/** Switches are booleans in JavaScript, so they have no range. */
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

/** Options of createMap and parseMap. */
const RULES = ["neighbors", "corners"];
const NEIGHBORS = [4, 8, 16];
const MAP_OPTIONS = ["width", "height", "cells", "grid", "walkable"];

export class Wend {
  #core;

  constructor(exports) {
    this.#core = new Core(exports);
    const core = this.#core;
    this.version = core.string(core.call.version());
    this.parameters = Object.freeze(readParameters(core));
    this.algorithms = Object.freeze(readAlgorithms(core, this.parameters));
  }

  generate(options = {}) {
    const names = ["kind", "width", "height", "seed", "scale", "density"];
    knownOptions(options, "generate", names);
    const core = this.#core;
    const { kind = "caves", width = 512, height = 512, seed = 1 } = options;
    const { scale, density } = options;
    whole(width, "width", 1, SIDE_MAX);
    whole(height, "height", 1, SIDE_MAX);
    whole(seed, "seed", 0, NOT_GIVEN);
    const index = oneOf(kind, "kind", MAP_KINDS);
    const numbers = [
      index,
      width,
      height,
      seed,
      whole(scale ?? NOT_GIVEN, "scale", 0, NOT_GIVEN),
      whole(density ?? NOT_GIVEN, "density", 0, NOT_GIVEN),
    ];
    return core.withBlock(width * height, (block) => {
      core.checked("generate", ...numbers, block);
      return core.bytes(block, width * height).slice();
    });
  }

  createMap(options) {
    knownOptions(options, "createMap", [...RULES, ...MAP_OPTIONS]);
    const { grid, cells, neighbors = 8, corners = "never" } = options;
    oneOf(neighbors, "neighbors", NEIGHBORS);
    if (grid !== undefined && cells !== undefined) {
      throw argumentError("grid cannot be used with cells", "grid");
    }
    const hasGrid = grid !== undefined;
    const { width, height, bytes } = hasGrid
      ? gridBytes(options)
      : terrainOf(this.#core, options);
    const numbers = [
      width,
      height,
      neighbors,
      oneOf(corners, "corners", CORNERS),
    ];
    const make = hasGrid ? "map_create_bytes" : "map_create";
    const address = this.#core.withBytes(bytes, (block) =>
      this.#core.checked(make, ...numbers, block),
    );
    return this.#mapAt(address, { neighbors, corners });
  }

  #mapAt(address, rules) {
    const handle = new Handle(this.#core, "map", address);
    return new GridMap(this, this.#core, handle, rules);
  }

  parseMap(text, rules = {}) {
    knownOptions(rules, "parseMap", RULES);
    const core = this.#core;
    const { neighbors = 8, corners = "never" } = rules;
    oneOf(neighbors, "neighbors", NEIGHBORS);
    const bytes = terrainBytes(core, text, "text");
    const rule = oneOf(corners, "corners", CORNERS);
    const address = core.withBytes(bytes, (block) =>
      core.checked("map_parse", neighbors, rule, block, bytes.length),
    );
    return this.#mapAt(address, { neighbors, corners });
  }

  algorithm(name) {
    return this.algorithms.find((info) => info.name === name);
  }

  parameter(name) {
    return this.parameters.find((info) => info.name === name);
  }

  needsPrecomputed(info) {
    if (!this.algorithms.includes(info)) {
      throw argumentError(
        `algorithm is ${shown(info)}, expected an entry of wend.algorithms`,
        "algorithm",
      );
    }
    return info.parameters.some(
      (name) => this.parameter(name).kind === PARAMETER_KIND.precomputed,
    );
  }
}
