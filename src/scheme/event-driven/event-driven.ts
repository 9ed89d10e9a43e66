/**
 * `event-driven`, the reference scheme. Between events a linear friction system is smooth: its motion is a Taylor series,
 * summed to round-off over steps as long as the series allows. Guards on the series find the instants at which a row stops,
 * breaks loose or reaches a kink of its law, to the last digits; the next mode comes from the box problem on accelerations
 * (and on higher derivatives where that is undecided). Multipliers are exact at every output time.
 */

import { seriesFault } from "../common/refusals.ts";
import { rowStep } from "../common/rows.ts";
import type { Scheme } from "../scheme.ts";
import { BLIND_STEP, ORDER, startGeneral } from "./general.ts";
import { alone } from "./kernel/alone.ts";
import { kernelOf } from "./kernel/kernel.ts";
import { placeOf } from "./place.ts";

/** `general`: all in plain TypeScript, without the kernel, which takes what is clear of linear machines, and without the flow of derivatives. */
export function eventDriven({ general = false }: { readonly general?: boolean } = {}): Scheme {
  return {
    name: "event-driven",
    order: Number.POSITIVE_INFINITY,
    multiplierAt: "node",
    stepsEnd: "events",
    refuses: (system) => seriesFault("event-driven", system),
    problem(system) {
      const { mass, directions } = placeOf(system, new Float64Array(system.size));
      return rowStep(system, mass, directions);
    },
    prepare: (system, { position }, slot) => !general && kernelOf(system, ORDER, position, slot) !== undefined,
    start(system, _solver, initial, dt, tangents, slot = {}) {
      if (general) return startGeneral(system, initial, dt, tangents, undefined, undefined);
      const kernel = kernelOf(system, ORDER, initial.position, slot);
      if (!kernel) return startGeneral(system, initial, dt, tangents, undefined, slot);
      return alone(kernel, system, ORDER, initial, dt, BLIND_STEP, tangents !== undefined, (by) =>
        startGeneral(system, initial, dt, tangents, by, slot),
      );
    },
  };
}
