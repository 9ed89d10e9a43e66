/** Why no cycle is found beyond the last point of a branch, as far as that cycle tells. */

import { isFriction, isFrictionless } from "../../model/rows/law.ts";
import { rowValues } from "../../model/rows/row-values.ts";
import { slipOf } from "../../scheme/common/rows.ts";
import { startRun } from "../../simulate/run/run.ts";
import type { Simulation } from "../../simulate/run/simulation.ts";
import { from } from "./periodic-state.ts";
import type { Orbit } from "./shooting.ts";

/** A row that comes within this part of its range of an event, and turns away, is about to graze it. */
const GRAZES = 0.02;
/** A multiplier this near to 1 belongs to a branch that turns. */
const TURNS = 0.05;

export type LostReason =
  | { readonly kind: "grazing"; readonly row: string; readonly time: number; readonly margin: number }
  | { readonly kind: "fold"; readonly multiplier: number }
  | { readonly kind: "unknown" };

type Period = Pick<Orbit, "z" | "period">;

/** `multiplier`: the largest one of the orbit. */
export function whyLost(simulation: Simulation, orbit: Period, start: number, multiplier: number): LostReason {
  const nearest = nearestGraze(simulation, orbit, start);
  if (nearest && nearest.margin < GRAZES) return { kind: "grazing", ...nearest };
  return Math.abs(multiplier - 1) < TURNS ? { kind: "fold", multiplier } : { kind: "unknown" };
}

/** The least distance from an event that a row turns away from, relative to the largest one that it has. */
function nearestGraze(simulation: Simulation, { z, period }: Period, start: number) {
  const { system } = simulation;
  const m = system.rows.length;
  const directions = system.newDirections();
  const values = rowValues(system);
  const [slip, gap] = [new Float64Array(m), new Float64Array(m)];
  const times: number[] = [];
  const distances = system.rows.map((): number[] => []);
  const modes = system.rows.map((): number[] => []);
  const run = startRun(from(simulation, z, start, period), [
    {
      step({ time, position, velocity, force, mode }) {
        values.update(Float64Array.of(time, time), position, velocity);
        slipOf(directions, velocity, values.drive, slip);
        system.directionsAt(position, directions);
        system.gapsAt(position, gap);
        times.push(time - start);
        system.rows.forEach(({ law }, i) => {
          const limit = force[i]! < 0 ? values.forward[i]! : values.backward[i]!;
          modes[i]!.push(mode[i]!);
          distances[i]!.push(
            law.stop ? Math.abs(gap[i]!) : mode[i] === 0 ? limit - Math.abs(force[i]!) : Math.abs(slip[i]!),
          );
        });
      },
    },
  ]);
  run.advance(Number.POSITIVE_INFINITY);
  run.finish();
  let best: { row: string; time: number; margin: number } | undefined;
  system.rows.forEach(({ law, name }, i) => {
    if (law.joint || (isFriction(law) && (isFrictionless(law) || law.smoothing > 0))) return;
    const [d, mode] = [distances[i]!, modes[i]!];
    for (let k = 1; k < d.length - 1; k++) {
      if (mode[k - 1] !== mode[k] || mode[k + 1] !== mode[k] || (law.stop && mode[k] === 0)) continue;
      if (!(d[k]! > 0 && d[k]! < d[k - 1]! && d[k]! <= d[k + 1]!)) continue;
      const largest = d.reduce((most, entry, j) => (mode[j] === mode[k] ? Math.max(most, entry) : most), 0);
      const margin = d[k]! / largest;
      if (!best || margin < best.margin) best = { row: name, time: times[k]!, margin };
    }
  });
  return best;
}
