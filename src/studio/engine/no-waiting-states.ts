/**
 * What workers have in the place of simulate/audit/waiting-states.ts (scripts/build-studio.mjs puts it there): there is no code that takes many states, so that
 * none of them waits.
 */
import { newState, readState, type State } from "../../scheme/scheme.ts";
import type { Parts } from "../../simulate/audit/parts.ts";
import type { Prepared } from "../../simulate/audit/prepared.ts";
import type { LastState, WaitingStates } from "../../simulate/audit/waiting-states.ts";

export function waitingStates(_: Prepared, { system }: Parts, __: number, one: (state: State) => void): WaitingStates {
  const nowhere = new Float64Array(system.size);
  const state: State = newState(system, { time: 0, end: 0, position: nowhere, velocity: nowhere }, 0);
  return {
    push: one,
    pushMany(states, from, to) {
      for (let k = from; k < to; k++) {
        readState(states, k, state);
        one(state);
      }
    },
    flush() {},
    readLast(into: LastState, ahead) {
      if (!ahead) return false;
      readState(ahead.states, ahead.k, state);
      into.time = state.time;
      into.position.set(state.position);
      into.velocity.set(state.velocity);
      return true;
    },
    lastVelocity: () => undefined,
    kept: { save: () => 0, restore() {} },
  };
}
