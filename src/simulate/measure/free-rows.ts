/** Rows whose limit follows the motion and has become zero or less: since when. */
import type { Kept } from "../../numeric/kept.ts";
import type { Sink } from "../record/sink.ts";
import type { Simulation } from "../run/simulation.ts";

interface FreeRows extends Sink {
  readonly kept: Kept;
  warnings(): string[];
}

const NONE: FreeRows = { kept: [], warnings: () => [] };

export function watchFree({ system }: Simulation): FreeRows {
  if (!system.rowMotion) return NONE;
  const since = new Float64Array(system.rows.length).fill(Number.NaN);
  const follows = system.rows.map(({ law }) => law.varying === true);
  return {
    kept: since,
    ...(follows.includes(true)
      ? {
          step(state) {
            for (let i = 0; i < since.length; i++) {
              if (follows[i] && Number.isNaN(since[i]!) && state.limit[i] === 0) since[i] = state.time;
            }
          },
        }
      : {}),
    warnings: () =>
      system.rows.flatMap(({ name }, i) => {
        if (Number.isNaN(since[i]!)) return [];
        const time = Number(since[i]!.toPrecision(6));
        return [`The limit of ${name} is not above 0 at t = ${time} s (and perhaps later): it counts as 0 there.`];
      }),
  };
}
