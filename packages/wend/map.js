// Grid maps: passable cells, questions about them, and the objects that are made on a map.

import { createAgent } from "./agent.js";
import { Components } from "./components.js";
import {
  argumentError,
  flag,
  listOf,
  optionsOf,
  shown,
  whole,
} from "./core.js";
import { createFinder, splitOptions } from "./finder.js";
import { createFleet } from "./fleet.js";
import { Handle, Owner } from "./handle.js";
import { FIND_STATUS, NEEDS } from "./numbers.js";

export class GridMap extends Owner {
  #core;
  #handle;
  #components; // the object and its handle
  #finder;

  constructor(wend, core, handle, { neighbors, corners }) {
    super(handle);
    this.#core = core;
    this.#handle = handle;
    this.wend = wend;
    this.neighbors = neighbors;
    this.corners = corners;
    this.width = core.call.map_width(handle.address);
    this.height = core.call.map_height(handle.address);
  }

  get #address() {
    return this.#handle.address;
  }

  get freeCount() {
    return this.#core.call.map_free_count(this.#address);
  }

  get memory() {
    return this.#core.call.map_memory(this.#address);
  }

  get jumpable() {
    return this.#core.call.map_jumpable(this.#address) !== 0;
  }

  fits(info) {
    const needsPrecomputed = this.wend.needsPrecomputed(info);
    return (
      !needsPrecomputed && (info.needs !== NEEDS.jumpableMap || this.jumpable)
    );
  }

  state(x, y) {
    whole(x, "x", 0, this.width - 1);
    return whole(y, "y", 0, this.height - 1) * this.width + x;
  }

  point(state) {
    whole(state, "state", 0, this.width * this.height - 1);
    return { x: state % this.width, y: Math.floor(state / this.width) };
  }

  stateOf(cell, name = "cell") {
    if (typeof cell === "number") {
      return whole(cell, name, 0, this.width * this.height - 1);
    }
    const isPoint = typeof cell?.x === "number";
    if (!isPoint && !(Array.isArray(cell) && cell.length === 2)) {
      throw argumentError(
        `${name} is ${shown(cell)}, expected [x, y], {x, y} or a state`,
        name,
      );
    }
    const [x, y] = isPoint ? [cell.x, cell.y] : cell;
    this.#coordinate(x, name, "x", this.width);
    return this.#coordinate(y, name, "y", this.height) * this.width + x;
  }

  statesOf(cells, name = "cells") {
    return cells instanceof Uint32Array
      ? cells // the library checks each state
      : Uint32Array.from(listOf(cells, name), (it, i) =>
          this.stateOf(it, `${name}[${i}]`),
        );
  }

  /** Whether a cell is inside the map. Fails unless both coordinates are whole numbers. */
  #isInside(x, y) {
    const most = Number.MAX_SAFE_INTEGER;
    whole(x, "x", -most, most);
    whole(y, "y", -most, most);
    return x >= 0 && y >= 0 && x < this.width && y < this.height;
  }

  #coordinate(value, name, axis, size) {
    if (!Number.isInteger(value) || value < 0 || value >= size) {
      throw argumentError(
        `${name}: ${axis} is ${shown(value)}, expected a whole number from 0 to ${size - 1}`,
        name,
      );
    }
    return value;
  }

  isFree(x, y) {
    const address = this.#address;
    return (
      this.#isInside(x, y) && this.#core.call.map_is_free(address, x, y) !== 0
    );
  }

  cell(x, y) {
    const address = this.#address;
    return this.#isInside(x, y)
      ? String.fromCharCode(this.#core.call.map_cell(address, x, y))
      : "@";
  }

  setCell(x, y, terrain) {
    this.state(x, y);
    const isCharacter = typeof terrain === "string" && terrain.length === 1;
    const code = isCharacter ? terrain.charCodeAt(0) : 0;
    if (code < 1 || code > 127) {
      throw argumentError(
        `terrain is ${shown(terrain)}, expected one character`,
        "terrain",
      );
    }
    this.#core.checked("map_set_cell", this.#address, x, y, code);
    this.#touch(x, y);
  }

  setFree(x, y, isFree) {
    this.state(x, y);
    const value = flag(isFree, "isFree");
    this.#core.checked("map_set_free", this.#address, x, y, value);
    this.#touch(x, y);
  }

  setFactor(x, y, factor) {
    this.state(x, y);
    whole(factor, "factor", 1, 255);
    this.#core.checked("map_set_factor", this.#address, x, y, factor);
  }

  /** Tells all agents to update a cell of their views. */
  #touch(x, y) {
    for (const agent of this.#handle.addressesOf("agent")) {
      this.#core.call.agent_touch(agent, x, y);
    }
  }

  cells() {
    const size = this.width * this.height;
    return this.#core.withBlock(size, (block) => {
      this.#core.call.map_cells(this.#address, block);
      return this.#core.bytes(block, size).slice();
    });
  }

  // ---- Objects on the map

  createAgent(options) {
    const use = () => this.#useComponents().handle;
    return createAgent(this, this.#core, this.#handle, use, options);
  }

  createFleet(options) {
    const { rest, shared } = this.#splitComponents(options, "createFleet");
    const handle = shared?.handle;
    return createFleet(this, this.#core, this.#handle, handle, rest);
  }

  createFinder(options = {}) {
    const { rest, shared } = this.#splitComponents(options, "createFinder");
    return createFinder(this, this.#core, this.#handle, shared, rest);
  }

  /** Returns the connected components, undefined if the options exclude them, and the other options. */
  #splitComponents(options, what) {
    const { components = true, ...rest } = optionsOf(options, what);
    const shared = flag(components, "components")
      ? this.#useComponents()
      : undefined;
    return { rest, shared };
  }

  /** Finds the connected components on first use. */
  #useComponents() {
    if (!this.#components) {
      const core = this.#core;
      const address = core.checked("components_create", this.#address);
      const handle = new Handle(core, "components", address, this.#handle);
      const object = new Components(this, core, handle);
      this.#components = { handle, object };
    }
    return this.#components;
  }

  get components() {
    return this.#useComponents().object;
  }

  /** The connected components with all edits processed. */
  #currentComponents() {
    const { handle, object } = this.#useComponents();
    this.#core.call.components_update(handle.address, Infinity, 0);
    return object;
  }

  // ---- Questions

  findPath(start, goal, options = {}) {
    const { query, form } = splitOptions(options, "findPath");
    return this.#points({ start, goal, ...query }, form);
  }

  findPathToAny(start, goals, options = {}) {
    const { query, form } = splitOptions(options, "findPathToAny");
    return this.#points({ start, goals, ...query }, form);
  }

  /** Answers a query with the map's own finder, which is made on first use and kept. */
  #points(query, form) {
    this.#finder ??= this.createFinder();
    if (this.#finder.find(query).status > FIND_STATUS.nearest) {
      return null;
    }
    const { width } = this;
    const toPoint = (state) => ({
      x: state % width,
      y: Math.floor(state / width),
    });
    return Array.from(this.#finder.path(form), toPoint);
  }

  isConnected(from, to) {
    return this.#currentComponents().reach(from, to) === "reachable";
  }

  nearest(from, to) {
    const state = this.#currentComponents().nearest(from, to);
    return state === null ? null : this.point(state);
  }
}
