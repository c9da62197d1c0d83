// Budgets: units of work, and optionally a time limit.

import { argumentError, knownOptions, whole } from "./core.js";
import {
  EXPANSIONS_MAX,
  FLEET_WORK_MAX,
  FLEET_WORK_MIN,
  WORK_EXPANSION,
} from "./numbers.js";

const MOST = Number.MAX_SAFE_INTEGER;

/** Returns the fields of a budget. A number stands for units of work. */
function fieldsOf(budget, what, names) {
  const given = typeof budget === "object" ? budget : { work: budget };
  knownOptions(given, what, names);
  if (given.nanoseconds !== undefined) {
    whole(given.nanoseconds, "nanoseconds", 1, MOST);
  }
  return given;
}

function wholeWork(work, least) {
  return work === Infinity ? work : whole(work, "work", least, MOST);
}

/** Reads a budget. `work` is Infinity without a limit; `nanoseconds` is 0 without a time limit. */
export function readBudget(budget, what) {
  const { work, nanoseconds = 0 } = fieldsOf(budget, what, [
    "work",
    "nanoseconds",
  ]);
  return { work: wholeWork(work, WORK_EXPANSION), nanoseconds };
}

/** Reads the budget of a tick: that of the other calls, or `expansions` instead of `work`. */
export function readTickBudget(budget) {
  const names = ["work", "expansions", "nanoseconds"];
  const { expansions, ...rest } = fieldsOf(budget, "a tick", names);
  if (expansions === undefined) {
    return readBudget(rest, "a tick");
  }
  if (rest.work !== undefined) {
    throw argumentError("work cannot be used with expansions", "work");
  }
  const work = whole(expansions, "expansions", 1, EXPANSIONS_MAX);
  return { work: work * WORK_EXPANSION, nanoseconds: rest.nanoseconds ?? 0 };
}

/** Reads the budget of a frame. A time limit without `work` allows one unit of work per nanosecond of the limit
 * and of `timeBank`, which is more than any machine can do. */
export function readFrameBudget(budget, timeBank) {
  const names = ["work", "nanoseconds"];
  const { work, nanoseconds } = fieldsOf(budget, "a frame", names);
  if (work === undefined && nanoseconds !== undefined) {
    const most = Math.min(nanoseconds + timeBank, FLEET_WORK_MAX);
    return { work: Math.max(most, FLEET_WORK_MIN), nanoseconds };
  }
  return {
    work: wholeWork(work, FLEET_WORK_MIN),
    nanoseconds: nanoseconds ?? 0,
  };
}
