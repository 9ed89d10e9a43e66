/** One random machine through the product and the oracle. */
import { startRun } from "../../src/simulate/run.ts";
import type { Event } from "../../src/simulate/trajectory.ts";
import { type Followed, follow } from "../oracles/enumerated/follow.ts";
import type { Machine } from "../oracles/enumerated/machine.ts";
import { compileRaw } from "../support/run.ts";
import type { RandomMachine } from "./random-machines.ts";

export type Verdict = "agree" | "grazing" | "accumulation" | "sensitive" | "FAIL";

export interface Comparison {
  readonly verdict: Verdict;
  /** Largest difference of a position or velocity at the end, of its scale. */
  readonly error: number;
  readonly status: string;
  readonly oracle: Followed;
  readonly product: { readonly position: number[]; readonly velocity: number[]; readonly events: Event[] };
  readonly expansions: number;
}

const AGREEMENT = 1e-8;
const MOST_EXPANSIONS = 20_000;

export function compare({ raw, machine }: RandomMachine): Comparison {
  const oracle = follow(machine);
  const n = machine.mass.length;
  let status = "";
  const events: Event[] = [];
  let [position, velocity]: number[][] = [[], []];
  let expansions = 0;
  try {
    const run = startRun(compileRaw(raw), [
      { step: () => bound(++expansions), event: ({ time, kind, row }) => events.push({ time, kind, row }) },
    ]);
    run.advance(Number.POSITIVE_INFINITY);
    const outcome = run.finish();
    status = outcome.status;
    position = [...outcome.state.position].slice(0, n);
    velocity = [...outcome.state.velocity].slice(0, n);
  } catch (error) {
    status = `threw: ${error instanceof Error ? error.message : error}`;
  }
  const product = { position: position!, velocity: velocity!, events };
  const error = distance(product, oracle);
  const base = { error, status, oracle, product, expansions };
  if (status === "done" && error < AGREEMENT) return { verdict: "agree", ...base };
  return { verdict: reason(machine, oracle, status === "done"), ...base };
}

/** A run that crawls is a fault: it ends here instead of in a minute. */
function bound(expansions: number): void {
  if (expansions > MOST_EXPANSIONS) throw new Error(`more than ${MOST_EXPANSIONS} expansions`);
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

function reason(machine: Machine, oracle: Followed, done: boolean): Verdict {
  if (oracle.failure !== undefined) return "FAIL";
  if (oracle.ambiguous || oracle.graze < 1e-7) return "grazing";
  if (done && sensitivity(machine, oracle) > 1e4) return "sensitive";
  return oracle.accumulation ? "accumulation" : "FAIL";
}

/** How much a small change of the start changes the end. */
function sensitivity(machine: Machine, oracle: Followed): number {
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
