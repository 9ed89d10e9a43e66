/** Forces that are nothing special in a run: what an impulse is measured by where a load has no series. */

import { rowValues } from "../../model/rows/row-values.ts";
import type { System } from "../../model/system.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Initial } from "../scheme.ts";
import type { Place } from "./place.ts";

/** Times of the run at which usual forces are looked up. */
const SAMPLES = 65;

/** For each coordinate the median of the load over the run, where there is one, and the largest friction limit on it: a force that is nothing special, N. */
export function usualForces(system: System, { directions }: Place, { time, end, position, velocity }: Initial): Vector {
  const { start, column, value } = directions;
  const load = new Float64Array(system.size);
  const values = rowValues(system);
  const usual = new Float64Array(system.size);
  const sizes = Array.from({ length: system.size }, () => new Float64Array(SAMPLES));
  for (let k = 0; k < SAMPLES; k++) {
    const at = time + ((end - time) * k) / (SAMPLES - 1);
    const instant = Float64Array.of(at, at);
    system.load.evaluate(instant, load);
    values.update(instant, position, velocity);
    sizes.forEach((list, i) => {
      list[k] = Math.abs(load[i]!);
    });
    for (let i = 0; i < values.forward.length; i++) {
      const limit = Math.max(values.forward[i]!, values.backward[i]!);
      if (!Number.isFinite(limit)) continue;
      for (let j = start[i]!; j < start[i + 1]!; j++) {
        usual[column[j]!] = Math.max(usual[column[j]!]!, limit * Math.abs(value[j]!));
      }
    }
  }
  sizes.forEach((list, i) => {
    const loads = list.filter((size) => size > 0 && Number.isFinite(size)).sort();
    usual[i] = Math.max(usual[i]!, loads[loads.length >> 1] ?? 0);
  });
  return usual;
}
