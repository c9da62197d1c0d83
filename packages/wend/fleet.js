// Many units under one budget per frame.

import { readFrameBudget } from "./budget.js";
import {
  argumentError,
  flag,
  knownOptions,
  listOf,
  oneOf,
  packStruct,
  whole,
} from "./core.js";
import { explanationAt } from "./explain.js";
import { Handle, Owner } from "./handle.js";
import {
  FLEET_INFO,
  FLEET_OPTIONS,
  FRAME,
  NO_STATE,
  UNITS_MAX,
  UNIT_STATUS,
  VACANT,
  WAITS,
} from "./numbers.js";

const OPTIONS = [...Object.keys(FLEET_OPTIONS.fields), "algo"];
const ALGORITHMS = ["jps", "astar"];

/** Returns a list of numbers as words. A Uint32Array is returned unchanged. */
function wordsOf(list, name, high) {
  if (list instanceof Uint32Array) {
    return list;
  }
  return Uint32Array.from(listOf(list, name), (it, i) =>
    whole(it, `${name}[${i}]`, 0, high),
  );
}

/** Used by GridMap.createFleet. `components` is the handle of the map's connected components, or undefined. */
export function createFleet(map, core, world, components, options) {
  knownOptions(options, "createFleet", OPTIONS);
  const { algo, wait, unitsMax, timeBank = 0 } = options;
  whole(unitsMax, "unitsMax", 1, UNITS_MAX);
  if (algo !== undefined) {
    oneOf(algo, "algo", ALGORITHMS);
  }
  const numbers = packStruct(FLEET_OPTIONS, {
    ...options,
    wait: wait === undefined ? undefined : oneOf(wait, "wait", WAITS),
  });
  const address = core.withBytes(numbers, (block) =>
    core.withString(algo ?? "", (name) =>
      core.checked(
        "fleet_create",
        world.address,
        components?.address ?? 0,
        name,
        block,
      ),
    ),
  );
  const handle = new Handle(core, "fleet", address, world);
  return new Fleet(map, core, handle, { unitsMax, timeBank });
}

const ACTIVE = [
  UNIT_STATUS.queued,
  UNIT_STATUS.searching,
  UNIT_STATUS.following,
  UNIT_STATUS.grouped,
];

/** Whether a unit with this status is on its way. */
export function unitIsActive(status) {
  return ACTIVE.includes(status);
}

export class Fleet extends Owner {
  #core;
  #handle;
  #timeBank;

  constructor(map, core, handle, { unitsMax, timeBank }) {
    super(handle);
    this.#core = core;
    this.#handle = handle;
    this.#timeBank = timeBank;
    this.map = map;
    this.unitsMax = unitsMax;
  }

  #checked(name, ...values) {
    return this.#core.checked(name, this.#handle.address, ...values);
  }

  #call(name, ...values) {
    return this.#core.call[name](this.#handle.address, ...values);
  }

  #slot(unit, name = "unit") {
    return whole(unit, name, 0, this.unitsMax - 1);
  }

  // ---- Units

  add(cell) {
    const state = this.map.stateOf(cell, "cell");
    return this.#core.withWords([state], (block) => {
      this.#checked("fleet_add", block, 1);
      return this.#core.words(block, 1)[0];
    });
  }

  addAll(cells) {
    const states = this.map.statesOf(cells, "cells");
    return this.#core.withWords(states, (block) => {
      this.#checked("fleet_add", block, states.length);
      return this.#core.words(block, states.length).slice();
    });
  }

  remove(unit) {
    this.#checked("fleet_remove", this.#slot(unit));
  }

  #order(order = {}) {
    knownOptions(order, "an order", ["priority", "nearest"]);
    const { priority = 0, nearest = false } = order;
    return [whole(priority, "priority", 0, 255), flag(nearest, "nearest")];
  }

  setGoal(unit, goal, order) {
    const state = this.map.stateOf(goal, "goal");
    this.#checked(
      "fleet_set_goal",
      this.#slot(unit),
      state,
      ...this.#order(order),
    );
  }

  setGoals(units, goals, order) {
    const slots = wordsOf(units, "units", this.unitsMax - 1);
    const states = this.map.statesOf(goals, "goals");
    if (states.length !== slots.length) {
      throw argumentError(
        `${states.length} goals for ${slots.length} units, expected one for each`,
        "goals",
      );
    }
    const numbers = this.#order(order);
    this.#core.withWords(slots, (first) =>
      this.#core.withWords(states, (second) =>
        this.#checked(
          "fleet_set_goals",
          first,
          second,
          slots.length,
          ...numbers,
        ),
      ),
    );
  }

  setGroupGoal(units, goal, order) {
    const slots = wordsOf(units, "units", this.unitsMax - 1);
    if (slots.length > this.unitsMax) {
      throw argumentError(
        `${slots.length} units, expected at most ${this.unitsMax}`,
        "units",
      );
    }
    const state = this.map.stateOf(goal, "goal");
    const numbers = this.#order(order);
    this.#core.withWords(slots, (block) =>
      this.#checked(
        "fleet_set_group_goal",
        block,
        slots.length,
        state,
        ...numbers,
      ),
    );
  }

  cancel(unit) {
    this.#checked("fleet_cancel", this.#slot(unit));
  }

  teleport(unit, cell) {
    const state = this.map.stateOf(cell, "cell");
    this.#checked("fleet_teleport", this.#slot(unit), state);
  }

  refuse(unit) {
    this.#checked("fleet_refuse", this.#slot(unit));
  }

  // ---- Frames

  reserve(budget) {
    const { work } = readFrameBudget(budget, this.#timeBank);
    this.#checked("fleet_reserve", work);
  }

  advance(budget) {
    const { work, nanoseconds } = readFrameBudget(budget, this.#timeBank);
    this.#checked("fleet_frame", work, nanoseconds);
  }

  frame(budget) {
    // If memory is short, the frame uses what there is, and its flags say so.
    const { work } = readFrameBudget(budget, this.#timeBank);
    this.#call("fleet_reserve", work);
    this.advance(budget);
    return this.lastFrame;
  }

  get lastFrame() {
    return this.#core.struct(this.#call("fleet_last_frame"), FRAME);
  }

  get hash() {
    return BigInt.asUintN(64, this.#call("fleet_hash"));
  }

  get events() {
    const address = this.#checked("fleet_events");
    const count = this.#core.field(
      this.#call("fleet_last_frame"),
      FRAME.fields.eventCount,
    );
    return this.#core.words(address, 3 * count);
  }

  // ---- Reading

  get slots() {
    return this.#call("fleet_slots");
  }

  get positions() {
    const address = this.#call("fleet_positions");
    const { buffer } = this.#core.call.memory;
    return new Uint16Array(buffer, address, 2 * this.slots);
  }

  get statuses() {
    const address = this.#call("fleet_statuses");
    return this.#core.bytes(address, this.slots);
  }

  status(unit) {
    return this.#call("fleet_status", this.#slot(unit));
  }

  /** Returns a state of an existing unit, or null. */
  #stateOf(name, unit) {
    if (this.status(unit) === VACANT) {
      throw argumentError(`unit is ${unit}; no such unit`, "unit");
    }
    const state = this.#call(name, unit) >>> 0;
    return state === NO_STATE ? null : state;
  }

  state(unit) {
    return this.#stateOf("fleet_state", unit);
  }

  goal(unit) {
    return this.#stateOf("fleet_goal", unit);
  }

  next(unit) {
    return this.#stateOf("fleet_next", unit);
  }

  path(unit) {
    return this.#states("fleet_path", unit);
  }

  waypoints(unit) {
    return this.#states("fleet_waypoints", unit);
  }

  #states(name, unit) {
    const count = this.#checked(name, this.#slot(unit));
    return this.#core.words(this.#call("fleet_path_states"), count);
  }

  field(unit, area = {}) {
    knownOptions(area, "an area", ["x", "y", "width", "height", "every"]);
    const { width: columns, height: rows } = this.map;
    const x = whole(area.x ?? 0, "x", 0, columns - 1);
    const y = whole(area.y ?? 0, "y", 0, rows - 1);
    const width = whole(area.width ?? columns - x, "width", 1, columns - x);
    const height = whole(area.height ?? rows - y, "height", 1, rows - y);
    const every = whole(area.every ?? 1, "every", 1, Math.max(columns, rows));
    const slot = this.#slot(unit);
    const at = this.#checked("fleet_field", slot, x, y, width, height, every);
    const cells = Math.ceil(width / every) * Math.ceil(height / every);
    return new Int8Array(this.#core.call.memory.buffer, at, 3 * cells);
  }

  explain(unit) {
    const address = this.#call("fleet_explain", this.#slot(unit));
    return explanationAt(this.#core, address);
  }

  get memory() {
    return this.#call("fleet_memory");
  }

  get stats() {
    return this.#core.struct(this.#call("fleet_stats"), FLEET_INFO);
  }
}
