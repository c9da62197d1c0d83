// Agents: each plans a bounded amount per tick, then takes a step.

import {
  argumentError,
  knownOptions,
  oneOf,
  packStruct,
  shown,
  WendError,
  whole,
} from "./core.js";
import { Handle, Owner } from "./handle.js";
import {
  AGENT_INFO,
  AGENT_OPTIONS,
  AGENT_STATUS,
  EXPANSIONS_MAX,
  NO_STATE,
  PARAMETER_KIND,
  SWITCH,
  TICK,
  WALKED,
  WORK_EXPANSION,
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

/** The expansions that a budget allows, given as `work` or as `expansions`. */
function readExpansions({ work, expansions }) {
  if (expansions === undefined) {
    whole(work, "work", WORK_EXPANSION, Number.MAX_SAFE_INTEGER);
    return Math.min(Math.floor(work / WORK_EXPANSION), EXPANSIONS_MAX);
  }
  if (work !== undefined) {
    throw argumentError("work cannot be used with expansions", "work");
  }
  return whole(expansions, "expansions", 1, EXPANSIONS_MAX);
}

/** Reads the budget of a tick. Nanoseconds are 0 without a time limit. */
function readBudget(budget) {
  const given = typeof budget === "object" ? budget : { work: budget };
  knownOptions(given, "a tick", ["work", "expansions", "nanoseconds"]);
  const { nanoseconds } = given;
  if (nanoseconds !== undefined) {
    whole(nanoseconds, "nanoseconds", 1, Number.MAX_SAFE_INTEGER);
  }
  return { expansions: readExpansions(given), nanoseconds: nanoseconds ?? 0 };
}

const WATCHES = [false, true, "deferred", "log"];

function optionNames(wend) {
  const { knownSeed, ...own } = AGENT_OPTIONS.fields;
  const parameters = wend.parameters.map(({ name }) => name);
  return [...Object.keys(own), "algo", ...parameters];
}

/** For GridMap.createAgent. */
export function createAgent(map, core, world, options) {
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
  const parameters = packParameters(wend, { ...options, seed });
  const own = packStruct(AGENT_OPTIONS, {
    ...options,
    watch: oneOf(options.watch ?? false, "watch", WATCHES),
    knownSeed,
    start: map.stateOf(options.start, "start"),
    goal: map.stateOf(options.goal, "goal"),
  });
  const address = core.withBytes(own, (ownBlock) =>
    core.withBytes(parameters, (block) =>
      core.withString(algo ?? "", (name) =>
        core.checked("agent_create", world.address, name, ownBlock, block),
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

  get algo() {
    return this.#core.string(this.#core.call.agent_algo(this.#address));
  }

  sense() {
    return this.#core.call.agent_sense(this.#address);
  }

  reserve(budget) {
    this.#core.checked(
      "agent_reserve",
      this.#address,
      readBudget(budget).expansions,
    );
  }

  advance(budget) {
    const { expansions, nanoseconds } = readBudget(budget);
    const address = this.#address;
    this.#core.checked("agent_tick", address, expansions, nanoseconds);
  }

  updateView() {
    this.#core.call.agent_update_view(this.#address);
  }

  static tickAll(agents, budget) {
    const { expansions, nanoseconds } = readBudget(budget);
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
        const numbers = [count, expansions, nanoseconds];
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
    const { expansions, nanoseconds } = readBudget(budget);
    const address = this.#address;
    this.#core.checked("agent_plan", address, expansions, nanoseconds);
    this.updateView();
    return this.lastTick;
  }

  move() {
    this.#core.checked("agent_move", this.#address);
    this.updateView();
    return this.lastTick;
  }

  get next() {
    const state = this.#core.call.agent_next(this.#address) >>> 0;
    return state === NO_STATE ? null : state;
  }

  release() {
    return this.#core.call.agent_release(this.#address);
  }

  get #tickAddress() {
    return this.#core.call.agent_last_tick(this.#address);
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

  get stats() {
    const core = this.#core;
    const address = this.#address;
    const walked = core.struct(core.call.agent_walked(address), WALKED);
    const { straightMoves, diagonalMoves, knightMoves } = walked;
    return {
      ...core.struct(core.call.agent_stats(address), AGENT_INFO),
      ...walked,
      length:
        straightMoves + diagonalMoves * Math.SQRT2 + knightMoves * Math.sqrt(5),
    };
  }

  get hash() {
    return BigInt.asUintN(64, this.#core.call.agent_hash(this.#address));
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

  path() {
    return this.#states(this.#core.call.agent_path(this.#address));
  }

  waypoints() {
    return this.#states(this.#core.call.agent_waypoints(this.#address));
  }

  #states(count) {
    return this.#core.words(
      this.#core.call.agent_path_states(this.#address),
      count,
    );
  }

  get view() {
    const address = this.#core.call.agent_view(this.#address);
    return address
      ? this.#core.bytes(address, this.map.width * this.map.height)
      : null;
  }

  takeExpansions() {
    const { call } = this.#core;
    const count = call.agent_log_count(this.#address);
    return this.#core.words(call.agent_take_log(this.#address), count);
  }

  takeChanged() {
    const count = this.#core.call.agent_changed(this.#address);
    return this.#core.words(
      this.#core.call.agent_take_changed(this.#address),
      count,
    );
  }
}
