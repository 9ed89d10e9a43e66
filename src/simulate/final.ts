/** Runs of which only the end is wanted: no sinks, no samples, no audit. */
import type { Tangents } from "../scheme/tangent.ts";
import { type Outcome, startRun } from "./run.ts";
import type { Simulation } from "./simulation.ts";

export function runToEnd(simulation: Simulation, tangents?: Tangents): Outcome {
  const { grid, scheme } = simulation;
  // a scheme that finds its own events goes to the end at once
  const walked = scheme.stepsEnd === "events" ? { ...grid, step: grid.end - grid.start, steps: 1, every: 1 } : grid;
  const run = startRun(simulation, [], { grid: walked, ...(tangents ? { tangents } : {}) });
  run.advance(Number.POSITIVE_INFINITY);
  return run.finish();
}
