// The connected components of a map: what is reachable without a search.

import { readBudget } from "./budget.js";
import { NO_STATE, REACH, UPDATE_INFO } from "./numbers.js";

export class Components {
  #core;
  #handle;

  /** Used by GridMap. The map destroys the handle. */
  constructor(map, core, handle) {
    this.#core = core;
    this.#handle = handle;
    this.map = map;
  }

  update(budget = Infinity) {
    const { work, nanoseconds } = readBudget(budget, "an update");
    const address = this.#handle.address;
    return this.#core.struct(
      this.#core.checked("components_update", address, work, nanoseconds),
      UPDATE_INFO,
    );
  }

  #ask(name, from, to) {
    return this.#core.call[name](
      this.#handle.address,
      this.map.stateOf(from, "from"),
      this.map.stateOf(to, "to"),
    );
  }

  reach(from, to) {
    return REACH[this.#ask("components_reach", from, to)];
  }

  nearest(from, to) {
    const state = this.#ask("components_nearest", from, to) >>> 0;
    return state === NO_STATE ? null : state;
  }

  get memory() {
    return this.#core.call.components_memory(this.#handle.address);
  }
}
