/** What is kept of a run of the gallery: its end, events and measures, to the last digit (digits.json). */
import { readFileSync } from "node:fs";
import type { MeasureValues } from "../../src/simulate/measure/measures.ts";
import type { Trajectory } from "../../src/simulate/record/trajectory.ts";
import type { RunOutcome } from "../../src/simulate/run/run.ts";

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

/** Whether the file itself asks for the scheme, with its defaults: then test/problem/gallery.test.ts looks at the digits of its run. */
export function isOwn(raw: unknown, scheme: string): boolean {
  const { scheme: own = { type: "event-driven" } } = raw as { scheme?: object };
  return JSON.stringify(own) === JSON.stringify({ type: scheme });
}
