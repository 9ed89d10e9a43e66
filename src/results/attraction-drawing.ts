/** What the figure and the report of a map of attraction show, from what was found. */
import type { VariedValues } from "../batch/varied-values.ts";
import type { Valid } from "../problem/load/load.ts";
import type { Simulation } from "../simulate/run/simulation.ts";
import { axisValues } from "../stability/attraction/attraction-map.ts";
import { initialIndexOf } from "../stability/attraction/overlay.ts";
import { outcomeOf, type Starts, startValues } from "../stability/attraction/starts.ts";
import { attractionMessage, type Found, intervalOf, slowestOf } from "./attraction.ts";
import { shortNumber } from "./text.ts";

/** Of a map, a traced boundary or both; a sample of states has no axes to draw. */
export function attractionDrawing(simulation: Simulation, { map, trace, overlay, wishes }: Found) {
  const vary = wishes.data.vary.map(axisValues) as [VariedValues, VariedValues];
  const [across, up] = wishes.data.vary.map(({ path }) => sideOf(simulation, path));
  const columns = vary[1].values.length;
  return {
    title: simulation.name,
    labels: [across!.label, up!.label] as const,
    sameUnit: across!.unit !== "" && across!.unit === up!.unit,
    vary,
    ...(map && {
      cells: {
        outcome: (i: number, j: number) => outcomeOf(map.starts, i * columns + j),
        time: (i: number, j: number) => map.starts.results[2 * (i * columns + j) + 1]!,
        slowest: map.tally.slowest?.time ?? 0,
      },
    }),
    ...(overlay?.set && { set: overlay.set }),
    ...(overlay?.region && {
      region: {
        label: `guaranteed: below ${shortNumber(overlay.region.energy, 5)} J`,
        ellipse: overlay.region.ellipse,
      },
    }),
    ...(trace && { curves: trace.curves }),
    ...(trace && !map && { dots: dotsOf(trace.grid) }),
  };
}

/** What its report says, but for the texts that are drawn and written elsewhere. */
export function attractionContent({ simulation, problem }: Pick<Valid, "simulation" | "problem">, found: Found) {
  const { tally, sample, overlay, trace, runs, status, warnings } = found;
  return {
    title: simulation.name,
    ...(problem.description === undefined ? {} : { description: problem.description }),
    ...{ status, message: attractionMessage(found), warnings, tally, runs, slowest: slowestOf(found) },
    ...(sample ? { sample: { energy: sample.energy, seed: sample.seed, interval: intervalOf(found) } } : {}),
    ...(overlay ? { verdict: overlay.verdict } : {}),
    ...(overlay?.region ? { guaranteed: overlay.region.energy } : {}),
    ...(trace ? { curves: trace.curves } : {}),
  };
}

function sideOf({ system: { names, units, visible } }: Simulation, path: string): { label: string; unit: string } {
  const place = initialIndexOf(path, visible);
  if (place === undefined) return { label: path, unit: "" };
  const i = place % visible;
  const unit = place < visible ? units[i]! : `${units[i]}/s`;
  return { label: `${place < visible ? names[i] : `velocity of ${names[i]}`} at the start (${unit})`, unit };
}

function dotsOf(grid: Starts) {
  return Array.from({ length: grid.count }, (_, row) => {
    const [x, y] = startValues(grid, row) as [number, number];
    return { place: [x, y] as const, attracted: outcomeOf(grid, row) === "attracted" };
  });
}
