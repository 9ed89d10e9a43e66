import { startRun } from "../src/simulate/run/run.ts";
import type { Simulation } from "../src/simulate/run/simulation.ts";

const FEWEST_ROUNDS = 5;

/**
 * Least times of whole runs that nobody listens to, ns. The least is what the work costs: everything else on the machine
 * only adds. The runs take turns, so that a slow minute of the machine is one for all of them. Rounds go on until
 * `budget` ns are spent.
 */
export function leastTimes(simulations: readonly Simulation[], budget = 1e8): number[] {
  const least = simulations.map(() => Number.POSITIVE_INFINITY);
  let spent = 0;
  for (let round = 0; round < FEWEST_ROUNDS || spent < budget; round++) {
    simulations.forEach((simulation, i) => {
      const time = timeOf(() => runSilently(simulation));
      least[i] = Math.min(least[i]!, time);
      spent += time;
    });
  }
  return least;
}

/** ns of the processor, not of the clock on the wall: other programs take turns with this one. */
export function timeOf(call: () => unknown): number {
  const start = process.cpuUsage();
  call();
  const { user, system } = process.cpuUsage(start);
  return 1000 * (user + system);
}

function runSilently(simulation: Simulation): void {
  const run = startRun(simulation, []);
  run.advance(Number.POSITIVE_INFINITY);
  const { status, message } = run.finish();
  if (status !== "done") throw new Error(`run failed; ${simulation.name} with ${simulation.scheme.name}: ${message}`);
}
