/** Differences of the ends of whole runs: what derivatives are held to. */
import { expect } from "vitest";
import { runToEnd } from "../../src/simulate/run/final.ts";
import type { Simulation } from "../../src/simulate/run/simulation.ts";

/** The simulation beside the one that is differentiated, at a distance. */
export type Ends = (value: number) => Simulation;

function endOf(simulation: Simulation): Float64Array {
  const { status, state } = runToEnd(simulation);
  expect(status).toBe("done");
  return Float64Array.of(...state.position, ...state.velocity);
}

/** Richardson's central difference of the end state. */
export function difference(ends: Ends, h: number): Float64Array {
  const central = (step: number) => {
    const [above, below] = [endOf(ends(step)), endOf(ends(-step))];
    return above.map((entry, i) => (entry - below[i]!) / (2 * step));
  };
  const [fine, coarse] = [central(h), central(2 * h)];
  return fine.map((entry, i) => (4 * entry - coarse[i]!) / 3);
}

export function distance(a: Float64Array, b: Float64Array): number {
  return Math.max(...a.map((entry, i) => Math.abs(entry - b[i]!)));
}
