// Agents: each plans a bounded amount per tick, then takes a step.

import { readTickBudget } from "./budget.js";
import {
  argumentError,
  flag,
  knownOptions,
  oneOf,
  packStruct,
  shown,
  WendError,
  whole,
} from "./core.js";
import { explanationAt } from "./explain.js";
import { Handle, Owner } from "./handle.js";
import {
  AGENT_INFO,
  AGENT_OPTIONS,
  AGENT_STATUS,
  NO_STATE,
  PARAMETER_KIND,
  SWITCH,
  TICK,
  WALKED,
} from "./numbers.js";

/** Returns a parameter's value as a number. The library checks its range. */
function parameterNumber(value, { name, kind }) {
  if (kind === PARAMETER_KIND.precomputed) {
    throw argumentError(`${name} cannot be given in JavaScript`, name);
  }
  if (kind !== PARAMETER_KIND.switch) {
    return whole(value, name, 0, Number.MAX_SAFE_INTEGER);
  }
  if (typeof value !== "boolean") {
    throw argumentError(
      `${name} is ${shown(value)}, expected true or false`,
      name,
    );
  }
  return value ? SWITCH.on : SWITCH.off;
}

/** Packs one number per parameter of the table; 0 stands for the default. */
function packParameters(wend, values) {
  const numbers = wend.parameters.map((info) => {
    const value = values[info.name];
    return value === undefined ? 0 : parameterNumber(value, info);
  });
  return new Uint8Array(Float64Array.from(numbers).buffer);
}

/** With a `sight`, the seed also draws the cells that are known from the start. An algorithm that reads no
 * seed would refuse it, so it only gets the seed if it reads one. */
function seedsOf(wend, { algo, seed, sight }) {
  const isRead = wend.algorithm(algo)?.parameters.includes("seed");
  return { knownSeed: seed, seed: sight && !isRead ? undefined : seed };
}

const WATCHES = [false, true, "deferred", "log"];

function optionNames(wend) {
  const { knownSeed, ...own } = AGENT_OPTIONS.fields;
  const parameters = wend.parameters.map(({ name }) => name);
  return [...Object.keys(own), "algo", ...parameters];
}

/** The options about unreachable goals. `nearest` needs the connected components. */
function reachOf({ nearest = false, components = nearest }) {
  return {
    nearest: flag(nearest, "nearest"),
    components: flag(components, "components"),
  };
}

/** For GridMap.createAgent. `useComponents` returns the handle of the map's connected components. */
export function createAgent(map, core, world, useComponents, options) {
  const { wend } = map;
  knownOptions(options, "createAgent", optionNames(wend));
  const { algo } = options;
  if (algo !== undefined && !wend.algorithm(algo)) {
    throw new WendError(
      "algorithm",
      `algo is ${shown(algo)}, expected a name in wend.algorithms`,
      { field: "algo" },
    );
  }
  const { seed, knownSeed } = seedsOf(wend, options);
  const reach = reachOf(options);
  const parameters = packParameters(wend, { ...options, seed });
  const own = packStruct(AGENT_OPTIONS, {
    ...options,
    ...reach,
    watch: oneOf(options.watch ?? false, "watch", WATCHES),
    knownSeed,
    start: map.stateOf(options.start, "start"),
    goal: map.stateOf(options.goal, "goal"),
  });
  // With a `sight` the agent has components of its own, of what it believes.
  const shared = reach.components && !options.sight;
  const addresses = [world.address, shared ? useComponents().address : 0];
  const address = core.withBytes(own, (ownBlock) =>
    core.withBytes(parameters, (block) =>
      core.withString(algo ?? "", (name) =>
        core.checked("agent_create", ...addresses, name, ownBlock, block),
      ),
    ),
  );
  return new Agent(map, core, new Handle(core, "agent", address, world));
}

/** Whether an agent with this status has further to go: it moves, or waits for its search. */
export function agentIsActive(status) {
  return status === AGENT_STATUS.moving || status === AGENT_STATUS.waiting;
}

export class Agent extends Owner {
  #core;
  #handle;

  constructor(map, core, handle) {
    super(handle);
    this.#core = core;
    this.#handle = handle;
    this.map = map;
  }

  get #address() {
    return this.#handle.address;
  }

  #call(name) {
    return this.#core.call[name](this.#address);
  }

  get algo() {
    return this.#core.string(this.#call("agent_algo"));
  }

  sense() {
    return this.#call("agent_sense");
  }

  reserve(budget) {
    const { work } = readTickBudget(budget);
    this.#core.checked("agent_reserve", this.#address, work);
  }

  advance(budget) {
    const { work, nanoseconds } = readTickBudget(budget);
    this.#core.checked("agent_tick", this.#address, work, nanoseconds);
  }

  updateView() {
    this.#call("agent_update_view");
  }

  static tickAll(agents, budget) {
    const { work, nanoseconds } = readTickBudget(budget);
    if (!Array.isArray(agents) || !agents.every((it) => it instanceof Agent)) {
      throw argumentError("agents is not an array of agents", "agents");
    }
    if (agents.length === 0) {
      return { states: new Uint32Array(), statuses: new Uint8Array() };
    }
    const core = agents[0].#core;
    const addresses = agents.map((agent) => {
      if (agent.#core !== core) {
        throw argumentError(
          "the agents belong to different modules; pass agents of one load()",
          "agents",
        );
      }
      return agent.#address;
    });
    const count = agents.length;
    return core.withWords(addresses, (block) =>
      core.withBlock(count, (second) => {
        const numbers = [count, work, nanoseconds];
        core.checked("agent_tick_all", block, second, ...numbers);
        const states = core.words(block, count).slice();
        return { states, statuses: core.bytes(second, count).slice() };
      }),
    );
  }

  tick(budget) {
    this.sense();
    this.reserve(budget);
    this.advance(budget);
    this.updateView();
    return this.lastTick;
  }

  plan(budget) {
    this.sense();
    this.reserve(budget);
    const { work, nanoseconds } = readTickBudget(budget);
    this.#core.checked("agent_plan", this.#address, work, nanoseconds);
    this.updateView();
    return this.lastTick;
  }

  move() {
    this.#core.checked("agent_move", this.#address);
    this.updateView();
    return this.lastTick;
  }

  get next() {
    const state = this.#call("agent_next") >>> 0;
    return state === NO_STATE ? null : state;
  }

  release() {
    return this.#call("agent_release");
  }

  get #tickAddress() {
    return this.#call("agent_last_tick");
  }

  get lastTick() {
    return this.#core.struct(this.#tickAddress, TICK);
  }

  get status() {
    return this.#core.field(this.#tickAddress, TICK.fields.status);
  }

  get isActive() {
    return agentIsActive(this.status);
  }

  get state() {
    return this.#core.field(this.#tickAddress, TICK.fields.state);
  }

  get goal() {
    return this.#call("agent_goal") >>> 0;
  }

  get goalGiven() {
    return this.#call("agent_goal_given") >>> 0;
  }

  get stats() {
    const core = this.#core;
    const walked = core.struct(this.#call("agent_walked"), WALKED);
    const { straightMoves, diagonalMoves, knightMoves } = walked;
    return {
      ...core.struct(this.#call("agent_stats"), AGENT_INFO),
      ...walked,
      length:
        straightMoves + diagonalMoves * Math.SQRT2 + knightMoves * Math.sqrt(5),
    };
  }

  get memory() {
    return this.#call("agent_memory");
  }

  explain() {
    return explanationAt(this.#core, this.#call("agent_explain"));
  }

  get hash() {
    return BigInt.asUintN(64, this.#call("agent_hash"));
  }

  set hash(value) {
    if (typeof value !== "bigint") {
      throw argumentError(`hash is ${shown(value)}, expected a bigint`, "hash");
    }
    this.#core.call.agent_set_hash(this.#address, BigInt.asIntN(64, value));
  }

  setGoal(goal) {
    const state = this.map.stateOf(goal, "goal");
    this.#core.checked("agent_set_goal", this.#address, state);
  }

  teleport(cell) {
    const state = this.map.stateOf(cell, "cell");
    this.#core.checked("agent_teleport", this.#address, state);
  }

  path() {
    return this.#states("agent_path");
  }

  waypoints() {
    return this.#states("agent_waypoints");
  }

  #states(name) {
    const count = this.#core.checked(name, this.#address);
    return this.#core.words(this.#call("agent_path_states"), count);
  }

  get view() {
    const address = this.#call("agent_view");
    return address
      ? this.#core.bytes(address, this.map.width * this.map.height)
      : null;
  }

  takeExpansions() {
    const count = this.#call("agent_log_count");
    return this.#core.words(this.#call("agent_take_log"), count);
  }

  takeChanged() {
    const count = this.#call("agent_changed");
    return this.#core.words(this.#call("agent_take_changed"), count);
  }
}
