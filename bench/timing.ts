import { startRun } from "../src/simulate/run.ts";
import type { Simulation } from "../src/simulate/simulation.ts";

/**
 * Least time of a call over many, ns. The least is what the work costs: everything else on the machine only adds. Calls
 * go on until `budget` ns are spent, at least 5 of them, so that the compiler has seen the code.
 */
export function leastTime(call: () => void, budget = 2e8): number {
  let least = Number.POSITIVE_INFINITY;
  let spent = 0;
  for (let calls = 0; calls < 5 || spent < budget; calls++) {
    const start = process.hrtime.bigint();
    call();
    const time = Number(process.hrtime.bigint() - start);
    least = Math.min(least, time);
    spent += time;
  }
  return least;
}

/** A whole run, from its first modes to its end, that nobody listens to. */
export function runSilently(simulation: Simulation): void {
  const run = startRun(simulation, []);
  run.advance(Number.POSITIVE_INFINITY);
  const { status, message } = run.finish();
  if (status !== "done") throw new Error(`run failed; ${simulation.name} with ${simulation.scheme.name}: ${message}`);
}
