/** One random machine through the product and the oracle. */

import type { Event } from "../../src/simulate/record/trajectory.ts";
import { startRun } from "../../src/simulate/run/run.ts";
import { type Followed, follow } from "../oracles/enumerated/follow.ts";
import type { Machine } from "../oracles/enumerated/machine.ts";
import { compileRaw } from "../support/run.ts";
import type { RandomMachine } from "./random-machines.ts";

export type Verdict = "agree" | "grazing" | "accumulation" | "sensitive" | "FAIL";

export interface Comparison {
  readonly verdict: Verdict;
  /** Largest difference of a position or velocity at the end, of its scale. */
  readonly error: number;
  readonly oracle: Followed;
  readonly product: ProductRun;
  /** Events of the oracle that the product does not report within 1e-7 s. */
  readonly missing: readonly string[];
}

const AGREEMENT = 1e-8;
/** Coefficients of a series: each costs one linear solve, which runs count. */
const ORDER = 24;

export interface ProductRun {
  readonly status: string;
  readonly position: readonly number[];
  readonly velocity: readonly number[];
  readonly events: readonly Event[];
  /** Series that the product made, estimated from its linear solves. */
  readonly expansions: number;
}

/** A run of the product, with the positions and velocities of the first `size` coordinates at its end. */
export function runProduct(raw: unknown, size: number): ProductRun {
  const events: Event[] = [];
  try {
    const run = startRun(compileRaw(raw), [{ event: ({ time, kind, row }) => events.push({ time, kind, row }) }]);
    run.advance(Number.POSITIVE_INFINITY);
    const { status, state, stats } = run.finish();
    const position = [...state.position].slice(0, size);
    const velocity = [...state.velocity].slice(0, size);
    return { status, position, velocity, events, expansions: stats.iterations / ORDER };
  } catch (error) {
    const status = `threw: ${error instanceof Error ? error.message : error}`;
    return { status, position: [], velocity: [], events, expansions: 0 };
  }
}

export function compare({ raw, machine }: RandomMachine): Comparison {
  const oracle = follow(machine);
  const product = runProduct(raw, machine.mass.length);
  const error = distance(product, oracle);
  const missing = missingEvents(oracle, product.events);
  const base = { error, oracle, product, missing };
  const same = error < AGREEMENT && (missing.length === 0 || oracle.accumulation);
  if (product.status === "done" && same) return { verdict: "agree", ...base };
  return { verdict: reason(machine, oracle, product.status), ...base };
}

/** An impact without restitution is one event of the product; when a stop closes again is no event of the motion. */
function missingEvents(oracle: Followed, events: readonly Event[]): string[] {
  const left = [...events];
  return oracle.events.flatMap(({ time, kind, index }) => {
    if (kind === "contact") return [];
    const row = `${kind.endsWith("saturate") ? "pid" : kind === "impact" || kind === "release" ? "stop" : "lambda"}${index + 1}`;
    const found = left.findIndex(
      (event) => event.kind === kind && event.row === row && Math.abs(event.time - time) < 1e-7,
    );
    if (found >= 0) left.splice(found, 1);
    return found >= 0 ? [] : [`${kind} of ${row} at ${time}`];
  });
}

interface End {
  readonly position: readonly number[];
  readonly velocity: readonly number[];
}

function distance(a: End, b: End): number {
  let most = 0;
  for (const key of ["position", "velocity"] as const) {
    b[key].forEach((value, i) => {
      const off = Math.abs(value - (a[key][i] ?? Number.POSITIVE_INFINITY)) / Math.max(1, Math.abs(value));
      most = Math.max(most, Number.isNaN(off) ? Number.POSITIVE_INFINITY : off);
    });
  }
  return most;
}

/** Reasons hold for runs that end by themselves only; among ever smaller bounces the oracle may lose its way. */
function reason(machine: Machine, oracle: Followed, status: string): Verdict {
  if (status !== "done" && status !== "event-accumulation") return "FAIL";
  if (oracle.accumulation) return "accumulation";
  if (oracle.failure !== undefined || status !== "done") return "FAIL";
  if (oracle.ambiguous || oracle.graze < 1e-7) return "grazing";
  return sensitivity(machine, oracle) > 1e4 ? "sensitive" : "FAIL";
}

/** How much a small change of the start changes the end. */
export function sensitivity(machine: Machine, oracle: Followed): number {
  const step = 1e-7;
  return Math.max(
    ...machine.velocity.flatMap((_, k) =>
      [step, -step].map((change) => {
        const moved = machine.position.map((value, i) => (i === k ? value + change : value));
        return distance(follow({ ...machine, position: moved }), oracle) / step;
      }),
    ),
  );
}
