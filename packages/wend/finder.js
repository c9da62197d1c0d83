// Finders: optimal paths in one call. They keep their memory from query to query.

import { readBudget } from "./budget.js";
import { argumentError, flag, knownOptions, packCost, whole } from "./core.js";
import { Handle, Owner } from "./handle.js";
import {
  ANSWER,
  COST_ONE,
  GOALS_MAX,
  NOT_GIVEN,
  NO_STATE,
  PATH_FORM,
  WITHIN_MAX,
} from "./numbers.js";

const OF_QUERY = ["within", "nearest", "allowBlockedStart"];
const QUERY = ["start", "goal", "goals", ...OF_QUERY];
const FORM = ["waypoints", "smooth"];
const OPTIONS = ["memoryLimit", "components"];

/** Used by GridMap.createFinder. `components` are the map's connected components and their handle, or undefined. */
export function createFinder(map, core, world, components, options) {
  knownOptions(options, "createFinder", OPTIONS);
  const { memoryLimit = NOT_GIVEN } = options;
  whole(memoryLimit, "memoryLimit", 0, NOT_GIVEN);
  const address = core.checked(
    "finder_create",
    world.address,
    components?.handle.address ?? 0,
    memoryLimit,
  );
  const handle = new Handle(core, "finder", address, world);
  return new Finder(map, core, handle, components?.object);
}

/** Separates the options of a query from those of the path's form. */
export function splitOptions(options, what) {
  knownOptions(options, what, [...OF_QUERY, ...FORM]);
  const { waypoints, smooth, ...query } = options;
  return { query, form: { waypoints, smooth } };
}

export class Finder extends Owner {
  #core;
  #handle;
  #components;

  constructor(map, core, handle, components) {
    super(handle);
    this.#core = core;
    this.#handle = handle;
    this.#components = components;
    this.map = map;
  }

  #checked(name, ...values) {
    return this.#core.checked(name, this.#handle.address, ...values);
  }

  #call(name, ...values) {
    return this.#core.call[name](this.#handle.address, ...values);
  }

  #beginToAny(start, goals, rest) {
    const states = this.map.statesOf(goals, "goals");
    if (states.length < 1 || states.length > GOALS_MAX) {
      throw argumentError(
        `${states.length} goals, expected 1 to ${GOALS_MAX}`,
        "goals",
      );
    }
    this.#core.withWords(states, (block) =>
      this.#checked("finder_begin", start, 0, block, states.length, ...rest),
    );
  }

  begin(query) {
    knownOptions(query, "a query", QUERY);
    const { goal, goals, within = 0, nearest = false } = query;
    const { allowBlockedStart = false } = query;
    const start = this.map.stateOf(query.start, "start");
    const cost = packCost(within, "within", WITHIN_MAX);
    const rest = [
      cost,
      flag(nearest, "nearest"),
      flag(allowBlockedStart, "allowBlockedStart"),
    ];
    if (goals === undefined) {
      const state = this.map.stateOf(goal, "goal");
      this.#checked("finder_begin", start, state, 0, 0, ...rest);
    } else if (goal !== undefined || nearest) {
      const other = nearest ? "nearest" : "goal";
      throw argumentError(`goals cannot be used with ${other}`, other);
    } else {
      this.#beginToAny(start, goals, rest);
    }
  }

  reserve(budget) {
    this.#checked("finder_reserve", readBudget(budget, "a reservation").work);
  }

  step(budget) {
    const { work, nanoseconds } = readBudget(budget, "a step");
    this.#checked("finder_step", work, nanoseconds);
    return this.answer;
  }

  find(query) {
    this.#components?.update();
    this.begin(query);
    return this.step(Infinity);
  }

  get answer() {
    const address = this.#call("finder_answer");
    const { end, cost, ...answer } = this.#core.struct(address, ANSWER);
    return {
      ...answer,
      end: end === NO_STATE ? null : end,
      length: cost / COST_ONE,
    };
  }

  path(form = {}) {
    knownOptions(form, "a path", FORM);
    const { waypoints = false, smooth = false } = form;
    const isShort = flag(waypoints, "waypoints") + flag(smooth, "smooth") > 0;
    const which = isShort ? PATH_FORM.waypoints : PATH_FORM.all;
    const count = this.#checked("finder_path", which, smooth ? 1 : 0);
    return this.#core.words(this.#call("finder_path_states"), count);
  }

  waypoints() {
    return this.path({ waypoints: true });
  }

  range(start, length) {
    const state = this.map.stateOf(start, "start");
    const most = packCost(length, "length", NO_STATE);
    const count = this.#checked("finder_range", state, most);
    return this.#core.words(this.#call("finder_reached"), 2 * count);
  }

  get memory() {
    return this.#call("finder_memory");
  }
}
