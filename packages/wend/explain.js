// Why an agent or a unit stands or moves.

import { EXPLANATION, NO_STATE, REASONS } from "./numbers.js";

/** Reads the explanation at an address. */
export function explanationAt(core, address) {
  const { reason, state, ...rest } = core.struct(address, EXPLANATION);
  return {
    reason: REASONS[reason],
    state: state === NO_STATE ? null : state,
    ...rest,
  };
}
