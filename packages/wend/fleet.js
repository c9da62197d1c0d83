// Many units under one budget per frame.

import {
  argumentError,
  flag,
  knownOptions,
  listOf,
  oneOf,
  packStruct,
  whole,
} from "./core.js";
import { Handle, Owner } from "./handle.js";
import {
  EXPLANATION,
  FLEET_INFO,
  FLEET_OPTIONS,
  FRAME,
  FRAME_BUDGET_MAX,
  FRAME_BUDGET_MIN,
  NO_STATE,
  REASONS,
  UNITS_MAX,
  VACANT,
  WAITS,
} from "./numbers.js";

const OPTIONS = [...Object.keys(FLEET_OPTIONS.fields), "algo"];
const ALGORITHMS = ["jps", "astar"];

/** A list of numbers as words; a Uint32Array is taken as it is. */
function wordsOf(list, name, high) {
  if (list instanceof Uint32Array) {
    return list;
  }
  return Uint32Array.from(listOf(list, name), (it, i) =>
    whole(it, `${name}[${i}]`, 0, high),
  );
}

/** For GridMap.createFleet; `components` is the handle of the map's connected components, or undefined. */
export function createFleet(map, core, world, components, options) {
  knownOptions(options, "createFleet", OPTIONS);
  const { algo, wait, unitsMax } = options;
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
  return new Fleet(map, core, handle, unitsMax);
}

export class Fleet extends Owner {
  #core;
  #handle;

  constructor(map, core, handle, unitsMax) {
    super(handle);
    this.#core = core;
    this.#handle = handle;
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

  send(unit, goal, order) {
    const state = this.map.stateOf(goal, "goal");
    this.#checked("fleet_send", this.#slot(unit), state, ...this.#order(order));
  }

  sendAll(units, goals, order) {
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
          "fleet_send_all",
          first,
          second,
          slots.length,
          ...numbers,
        ),
      ),
    );
  }

  sendGroup(units, goal, order) {
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
      this.#checked("fleet_send_group", block, slots.length, state, ...numbers),
    );
  }

  cancel(unit) {
    this.#checked("fleet_cancel", this.#slot(unit));
  }

  put(unit, cell) {
    const state = this.map.stateOf(cell, "cell");
    this.#checked("fleet_put", this.#slot(unit), state);
  }

  refuse(unit) {
    this.#checked("fleet_refuse", this.#slot(unit));
  }

  // ---- Frames

  /** What a frame may cost: units of work and, if it goes by the clock, nanoseconds. By default a unit is
   * bought for each nanosecond, which is more than any machine can use. */
  #budget(budget) {
    const given = typeof budget === "object" ? budget : { units: budget };
    knownOptions(given, "a frame", ["units", "nanoseconds", "bank"]);
    const { nanoseconds = 0, bank = 0 } = given;
    const isTimed = given.nanoseconds !== undefined;
    whole(nanoseconds, "nanoseconds", isTimed ? 1 : 0, FRAME_BUDGET_MAX);
    whole(bank, "bank", 0, isTimed ? FRAME_BUDGET_MAX : 0);
    const most = Math.min(nanoseconds + bank, FRAME_BUDGET_MAX);
    const units = given.units ?? Math.max(most, FRAME_BUDGET_MIN);
    whole(units, "units", FRAME_BUDGET_MIN, FRAME_BUDGET_MAX);
    return { units, nanoseconds, bank };
  }

  prepare(budget) {
    this.#checked("fleet_prepare", this.#budget(budget).units);
  }

  advance(budget) {
    const { units, nanoseconds, bank } = this.#budget(budget);
    if (nanoseconds) {
      this.#checked("fleet_frame_timed", nanoseconds, bank, units);
    } else {
      this.#checked("fleet_frame", units);
    }
  }

  frame(budget) {
    // Where memory is short the frame does with what there is, and its flags say so.
    this.#call("fleet_prepare", this.#budget(budget).units);
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

  /** A number of a unit that is there. */
  #stateOf(name, unit) {
    if (this.status(unit) === VACANT) {
      throw argumentError(`unit is ${unit}, which there is none of`, "unit");
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

  route(unit) {
    const count = this.#checked("fleet_route", this.#slot(unit));
    return this.#core.words(this.#call("fleet_route_states"), count);
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
    const { reason, state, ...rest } = this.#core.struct(address, EXPLANATION);
    return {
      reason: REASONS[reason],
      state: state === NO_STATE ? null : state,
      ...rest,
    };
  }

  get info() {
    return this.#core.struct(this.#call("fleet_info"), FLEET_INFO);
  }
}
