// One agent: a search of its own, a tick at a time.

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
  AGENT_OPTIONS,
  BUDGET_MAX,
  COUNTERS,
  NO_STATE,
  PARAMETER_KIND,
  SWITCH,
  TICK,
  WALKED,
} from "./numbers.js";

/** The value of a parameter as a number; the library checks its range. */
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

/** A number for each parameter of the table, 0 where none was given. */
function packParameters(wend, values) {
  const numbers = wend.parameters.map((info) => {
    const value = values[info.name];
    return value === undefined ? 0 : parameterNumber(value, info);
  });
  return new Uint8Array(Float64Array.from(numbers).buffer);
}

/** With a sight, the seed is also for the cells that are known from the start. So an algorithm that does not
 * read a seed, and would refuse it, is not given it. */
function seedsOf(wend, { algo, seed, sight }) {
  const isRead = wend.algorithm(algo)?.parameters.includes("seed");
  return { knownSeed: seed, seed: sight && !isRead ? undefined : seed };
}

/** What a tick may cost; nanoseconds 0: by expansions alone. */
function readBudget(budget) {
  if (typeof budget !== "object") {
    return {
      expansions: whole(budget, "budget", 1, BUDGET_MAX),
      nanoseconds: 0,
    };
  }
  knownOptions(budget, "a tick", ["expansions", "nanoseconds"]);
  const { expansions, nanoseconds } = budget;
  whole(expansions, "expansions", 1, BUDGET_MAX);
  whole(nanoseconds, "nanoseconds", 1, Number.MAX_SAFE_INTEGER);
  return { expansions, nanoseconds };
}

const WATCHES = [false, true, "apart", "log"];

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
      `algo is ${shown(algo)}, which there is none of`,
      {
        field: "algo",
      },
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

  settle() {
    this.#core.call.agent_settle(this.#address);
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
        throw argumentError("the agents are of several modules", "agents");
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
    this.settle();
    return this.lastTick;
  }

  plan(budget) {
    this.sense();
    this.reserve(budget);
    const { expansions, nanoseconds } = readBudget(budget);
    const address = this.#address;
    this.#core.checked("agent_plan", address, expansions, nanoseconds);
    this.settle();
    return this.lastTick;
  }

  move() {
    this.#core.checked("agent_move", this.#address);
    this.settle();
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

  get state() {
    return this.#core.field(this.#tickAddress, TICK.fields.state);
  }

  get counters() {
    const core = this.#core;
    const address = this.#address;
    const walked = core.struct(core.call.agent_walked(address), WALKED);
    const { straightMoves, diagonalMoves, knightMoves } = walked;
    return {
      ...core.struct(core.call.agent_counters(address), COUNTERS),
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

  setGoal(x, y) {
    this.#core.checked("agent_set_goal", this.#address, this.map.state(x, y));
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
