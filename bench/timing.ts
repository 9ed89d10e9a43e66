import { startRun } from "../src/simulate/run.ts";
import type { Simulation } from "../src/simulate/simulation.ts";

/**
 * Least time of each call over many rounds, ns. The least is what the work costs: everything else on the machine only
 * adds. Calls take turns, so that a slow minute of the machine is one for all of them and their ratios stand. Rounds go
 * on until `budget` ns are spent, at least 3 of them.
 */
export function leastTimes(calls: readonly (() => void)[], budget: number): number[] {
  const least = calls.map(() => Number.POSITIVE_INFINITY);
  let spent = 0;
  for (let round = 0; round < 3 || spent < budget; round++) {
    calls.forEach((call, i) => {
      const time = timeOf(call);
      least[i] = Math.min(least[i]!, time);
      spent += time;
    });
  }
  return least;
}

/** ns */
export function timeOf(call: () => void): number {
  const start = process.hrtime.bigint();
  call();
  return Number(process.hrtime.bigint() - start);
}

/** Least times of whole runs that nobody listens to, relative to the first. */
export function relativeTimes(simulations: readonly Simulation[], budget = 1e8): number[] {
  const calls = simulations.map((simulation) => () => runSilently(simulation));
  const times = leastTimes(calls, budget);
  return times.map((time) => time / times[0]!);
}

function runSilently(simulation: Simulation): void {
  const run = startRun(simulation, []);
  run.advance(Number.POSITIVE_INFINITY);
  const { status, message } = run.finish();
  if (status !== "done") throw new Error(`run failed; ${simulation.name} with ${simulation.scheme.name}: ${message}`);
}
