/** Sees a motion that turns round and round, without events by which its return could be seen: by shooting, to the cycle it has settled to. */
import type { State } from "../../scheme/scheme.ts";
import type { Simulation } from "../../simulate/run/simulation.ts";
import { cycleStability, multipliersOf } from "../cycle/describe-orbit.ts";
import { packState, periodsOf } from "../cycle/periodic-state.ts";
import { away } from "../cycle/recurrence.ts";
import { shoot } from "../cycle/shooting.ts";

export interface TurnWatch {
  /** Whether the motion is on a cycle that turns; `last`: the time of the last event, s. */
  turns(state: State, last: number): boolean;
}

/** Whole turns since the last event before it is tried. */
const TURNS = 3;
/** How near to the cycle, in parts of its ranges, the motion must have come. */
const SETTLED = 1e-10;

export function turnWatch(simulation: Simulation): TurnWatch | undefined {
  const { system } = simulation;
  const periods = periodsOf(system);
  if (!periods) return undefined;
  let from: { readonly time: number; readonly position: Float64Array } | undefined;
  let wait = 1; // tried at ever longer intervals
  let looks = 0;
  return {
    turns(state, last) {
      if (!from || from.time < last) {
        from = { time: state.time, position: Float64Array.from(state.position) };
        return false;
      }
      const turned = Array.from(periods, (period, i) =>
        period > 0 ? Math.abs(state.position[i]! - from!.position[i]!) / period : 0,
      );
      const most = Math.max(...turned);
      if (most < TURNS || ++looks < wait) return false;
      [looks, wait] = [0, 2 * wait];
      const z = packState(system, state.position, state.velocity);
      const speed = z.subarray(system.visible).reduce((sum, v) => Math.max(sum, Math.abs(v)), 0);
      const scale = periods.map((period, i) => (period > 0 ? period / 2 : i < system.visible ? 1 : speed));
      const orbit = shoot(simulation, z, (state.time - from.time) / most, { start: state.time, scale });
      const multipliers = orbit && multipliersOf(orbit, false);
      const stays = multipliers && ["stable", "neutral"].includes(cycleStability(multipliers));
      return stays === true && away(orbit!.z, z, { ranges: scale, periods }) < SETTLED;
    },
  };
}
