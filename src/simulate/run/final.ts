/** A run of which only the end is wanted: no sinks, no samples, no audit. */
import type { Load } from "../../model/load.ts";
import type { Tangents } from "../../scheme/common/tangent.ts";
import type { BatchRuns } from "../../scheme/scheme.ts";
import { newStats } from "../../step/step.ts";
import { GridWalk } from "./grid.ts";
import { type RunOutcome, startRun } from "./run.ts";
import type { Simulation } from "./simulation.ts";
import { statusMessage } from "./status.ts";

/**
 * Where the scheme has a batch form, the first run of a simulation prepares it for all that follow, under whatever control
 * and from whatever initial state; their ends agree with those of single steps to 1e-12. `stopped`: ends the run where it is.
 */
export function runToEnd(simulation: Simulation, tangents?: Tangents, stopped?: () => boolean): RunOutcome {
  const { system, grid, scheme, initial } = simulation;
  const stats = newStats();
  const state = tangents ? undefined : batchOf(simulation)?.run(system, initial, stats);
  if (state) return { status: "done", message: statusMessage("done", state.time), stats, state };
  // a scheme that finds its own events goes to the end at once
  const walked = scheme.stepsEnd === "events" ? { ...grid, step: grid.end - grid.start, steps: 1, every: 1 } : grid;
  const run = startRun(simulation, [], { grid: walked, ...(tangents ? { tangents } : {}) });
  run.advance(Number.POSITIVE_INFINITY, stopped);
  return run.finish();
}

interface Kept {
  readonly made: Simulation;
  readonly runs: BatchRuns | undefined;
}

/** By the load without control, which all the runs of a batch share. A memo: what it holds is made anew with equal digits. */
const kept = new WeakMap<Load, Kept>();

/** The batch form of a simulation's scheme, prepared. */
export function batchOf(simulation: Simulation): BatchRuns | undefined {
  const { system, scheme, solver, grid } = simulation;
  if (!scheme.batch || grid.cuts.length > 0) return undefined;
  const key = system.load.control?.uncontrolled ?? system.load;
  const found = kept.get(key);
  if (found && isSame(found.made, simulation)) return found.runs;
  const runs = scheme.batch(system, solver, grid.step, nodesOf(simulation));
  kept.set(key, { made: simulation, runs });
  return runs;
}

/** Whether two simulations differ at most in control and initial state. */
function isSame(one: Simulation, other: Simulation): boolean {
  if (one.scheme !== other.scheme || one.solver !== other.solver || one.grid !== other.grid) return false;
  const first = one.system;
  const second = other.system;
  return (
    first.linear !== undefined &&
    first.linear === second.linear &&
    first.rows === second.rows &&
    first.rowFunctions === second.rowFunctions &&
    first.rowMotion === second.rowMotion
  );
}

function nodesOf({ grid }: Simulation): Float64Array {
  const walk = new GridWalk(grid);
  const interval = new Float64Array(2);
  return Float64Array.from({ length: grid.steps }, () => {
    walk.next(interval);
    return interval[1]!;
  });
}
