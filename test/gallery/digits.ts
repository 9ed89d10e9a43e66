/** What is kept of a run of the gallery: its end, events and measures, to the last digit (digits.json). */
import { readFileSync } from "node:fs";
import type { MeasureValues } from "../../src/simulate/measure/measures.ts";
import type { Trajectory } from "../../src/simulate/record/trajectory.ts";
import type { RunOutcome } from "../../src/simulate/run/run.ts";
import { torture } from "../support/torture.ts";

export interface Digits {
  readonly status: string;
  readonly end: readonly number[];
  readonly measures: Readonly<Record<string, number | null>>;
  readonly count: number;
  readonly events: readonly (readonly [number, string, string])[];
}

export const FILE = new URL("digits.json", import.meta.url);
export const UPDATE = process.env.UPDATE_DIGITS === "1";
/** By problem and scheme. */
export const kept: Record<string, Digits> = UPDATE ? {} : JSON.parse(readFileSync(FILE, "utf8"));
const MOST_EVENTS = 60;
/** Of large problems the first coordinates and rows. */
const LARGE = 100;

export function digitsOf(
  { status, state }: Pick<RunOutcome, "status" | "state">,
  measures: MeasureValues,
  events: Trajectory["events"],
): Digits {
  const first = (list: Float64Array) => list.subarray(0, LARGE);
  return JSON.parse(
    JSON.stringify({
      status,
      end: [state.time, ...first(state.position), ...first(state.velocity), ...first(state.force)],
      measures,
      count: events.length,
      events: events.slice(0, MOST_EVENTS).map(({ time, kind, row }) => [time, kind, row]),
    }),
  );
}

/** Where runs that take long end in `npm test`, in s: behind the first of what they show. `npm run torture` runs them whole. */
const SOON: Readonly<Record<string, number>> = {
  "arm-on-curve": 2,
  "beam-falling": 0.5,
  "chain-1000": 1.25,
  "chain-20": 10,
  "chain-20-negative-damping": 10,
  "clamped-elastica": 0.15,
  "double-pendulum-arm": 2,
  "flexible-arm": 1,
  "gh95-beam": 3,
  "gh95-ellipse": 2,
  "gh95-strings": 0.4, // they touch at 1/3
  "hanging-cable": 1.5,
  isolator: 10,
  "pendulum-between-walls": 10,
  "slider-crank": 1.6,
  "slider-crank-reduced": 1.6,
  "twenty-links": 0.5,
};

/** Every end that a problem is run to: its own, which is undefined here, and that in `npm test`. */
export const endsOf = (name: string) => (SOON[name] === undefined ? [undefined] : [undefined, SOON[name]]);

/** The one that it is run to now. */
export const endOf = (name: string) => (torture ? undefined : SOON[name]);

/** A problem that is run to this end. */
export function ended(raw: unknown, end: number | undefined): unknown {
  if (end === undefined) return raw;
  const problem = raw as { time: object };
  return { ...problem, time: { ...problem.time, end } };
}

/** Under which the digits of such a run are kept. */
export function keyOf(name: string, scheme: string, end?: number): string {
  return `${name} ${scheme}${end === undefined ? "" : ` to ${end}`}`;
}

/** Whether the file itself asks for the scheme, with its defaults: then test/problem/gallery.test.ts looks at the digits of its run. */
export function isOwn(raw: unknown, scheme: string): boolean {
  const { scheme: own = { type: "event-driven" } } = raw as { scheme?: object };
  return JSON.stringify(own) === JSON.stringify({ type: scheme });
}
