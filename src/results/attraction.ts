/** What `attraction` found as plain data: what --json prints and result.json holds. Its fields are stable. */
import type { MapData } from "../problem/compile/attraction.ts";
import type { Simulation } from "../simulate/run/simulation.ts";
import type { AttractionMap } from "../stability/attraction/attraction-map.ts";
import { wilson } from "../stability/attraction/energy-ball.ts";
import type { Overlay } from "../stability/attraction/overlay.ts";
import { type Starts, startValues, type Tally } from "../stability/attraction/starts.ts";
import type { Trace } from "../stability/attraction/trace.ts";
import { count } from "./text.ts";

/** Random states. */
export interface Sample {
  readonly count: number;
  readonly energy: number;
  readonly seed: number;
  readonly starts: Starts;
}

/** What is asked for. */
export interface AttractionWishes {
  /** The axes; none for a sample. */
  readonly data: MapData;
  readonly sample?: Sample;
}

/** Everything that was found; what it means is said elsewhere. */
export interface Found {
  readonly status: "done" | "cancelled";
  readonly wishes: AttractionWishes;
  readonly tally: Tally;
  readonly starts: Starts;
  readonly map?: AttractionMap;
  readonly trace?: Trace;
  readonly sample?: Sample;
  readonly overlay?: Overlay;
  /** Runs behind the result, and how many of them an earlier call has made. */
  readonly runs: number;
  readonly resumed: number;
  readonly seconds: number;
  readonly threads: number;
  readonly warnings: readonly string[];
}

/** What makes a run the same as an earlier one, beside the problem. */
export function settingsOf({ data, sample }: AttractionWishes) {
  const horizon = data.horizon ?? null;
  if (!sample) return { vary: data.vary, horizon };
  return { states: sample.count, energy: sample.energy, seed: sample.seed, horizon };
}

export function attractionData({ simulation }: { readonly simulation: Simulation }, found: Found) {
  const { status, wishes, tally, trace, sample, overlay, runs, resumed, seconds, threads, warnings } = found;
  const { points, attracted, escaped, undecided, periodic, endless, invalid, missing, fraction } = tally;
  return {
    name: simulation.name,
    status,
    message: attractionMessage(found),
    ...{ points, attracted, escaped, undecided, periodic, endless, invalid, missing, fraction },
    ...(sample ? { interval: intervalOf(found), confidence: 0.95, energy: sample.energy, seed: sample.seed } : {}),
    slowest: slowestOf(found),
    settings: settingsOf(wishes),
    ...(sample ? {} : { equilibrium: overlay?.set ?? null, verdict: overlay?.verdict ?? null }),
    ...(sample
      ? {}
      : { guaranteed: overlay?.region ? { energy: overlay.region.energy, ...overlay.region.ellipse } : null }),
    ...(trace ? { curves: trace.curves } : {}),
    ...{ runs, resumed, seconds, threads, warnings },
  };
}

export type AttractionData = ReturnType<typeof attractionData>;

/** The attracted start that took longest. */
export function slowestOf({ tally, starts }: Found): { time: number; at: Record<string, number> } | null {
  if (!tally.slowest) return null;
  const { row, time } = tally.slowest;
  const values = startValues(starts, row);
  return { time, at: Object.fromEntries(starts.paths.map((path, k) => [path, values[k]!])) };
}

/** 95 %, Wilson; undecided states may be either. Null before any is known. */
export function intervalOf({ tally }: Found): [number, number] | null {
  const known = tally.points - tally.missing;
  return known > 0 ? wilson(tally.attracted, tally.attracted + tally.undecided + tally.invalid, known) : null;
}

/** 40401 starts: 23933 attracted, 16468 escaped, 0 undecided. */
export function attractionMessage({ tally, trace, map, sample }: Found): string {
  const { points, attracted, escaped, undecided, periodic, endless, invalid, missing } = tally;
  const parts = [`${attracted} attracted`, `${escaped} escaped`, `${undecided} undecided`];
  const known = [...(periodic > 0 ? [`${periodic} periodic`] : []), ...(endless > 0 ? [`${endless} endless`] : [])];
  if (known.length > 0) parts[2] += ` (${known.join(", ")})`;
  if (invalid > 0) parts.push(`${invalid} invalid`);
  if (missing > 0) parts.push(`${missing} not reached`);
  const what = sample ? "random state" : trace && !map ? "start of the coarse grid" : "start";
  const number = trace && !map ? `${points} starts of the coarse grid` : count(points, what);
  const curves = trace
    ? ` ${count(trace.curves.length, "curve")} of ${trace.curves.reduce((sum, { points }) => sum + points.length, 0)} points traced with ${count(trace.runs, "run")}.`
    : "";
  return `${number}: ${parts.join(", ")}.${curves}`;
}
