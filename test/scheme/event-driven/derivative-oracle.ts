/** Derivatives of a problem by numbers of its file, beside differences of whole runs. */
import { compileDirections } from "../../../src/problem/paths/directions.ts";
import { variation } from "../../../src/problem/paths/variation.ts";
import { runToEnd } from "../../../src/simulate/run/final.ts";
import { type NamedKink, runWithTangents } from "../../../src/simulate/run/sensitivity.ts";
import type { Simulation } from "../../../src/simulate/run/simulation.ts";
import { distance } from "../../support/end-difference.ts";
import { compileRaw } from "../../support/run.ts";

export interface Compared {
  readonly path: string;
  /** Positions, then velocities. */
  readonly derivative: Float64Array;
  readonly kinks: readonly NamedKink[];
  /** By how much differences are off it, relative to their size; undefined: they do not agree with each other. */
  readonly off: number | undefined;
  /** The largest entry of the difference. */
  readonly size: number;
}

/** Steps of the two differences, of the number, and the part to which they must agree. */
const STEPS = [1e-5, 3e-5] as const;
const AGREED = 2e-7;

export function compareDerivatives(
  raw: object,
  paths: readonly string[],
  by: (simulation: Simulation) => Simulation = (simulation) => simulation,
): Compared[] {
  const simulation = by(compileRaw(raw));
  return paths.map((path) => {
    const { directions, faults } = compileDirections(raw, simulation, [path]);
    if (faults.length > 0) throw new Error(`${path}: ${faults[0]!.message}`);
    const { columns, kinks } = runWithTangents(simulation, directions);
    const derivative = Float64Array.from(columns[0]!);
    const varied = variation(raw, [path]);
    const value = varied.values[0]!;
    const endAt = (h: number) => {
      const outcome = runToEnd(by(varied.at(Float64Array.of(value + h)).simulation!));
      const { position, velocity } = outcome.state;
      return Float64Array.of(...position, ...velocity).fill(
        Number.NaN,
        outcome.status === "done" ? position.length * 2 : 0,
      );
    };
    const [fine, coarse] = STEPS.map((h) => richardson(endAt, h * Math.max(1, Math.abs(value))));
    const size = 1 + Math.max(...fine!.map(Math.abs));
    // where jump laws leave a choice, the runs beside may all have taken another one than the motion
    const below = endAt(-STEPS[0]);
    const middle = endAt(STEPS[0]).map((entry, i) => (entry + below[i]!) / 2);
    const goOn = distance(endAt(0), middle) <= STEPS[0] * size;
    const agree = goOn && distance(fine!, coarse!) <= AGREED * size;
    const off = agree ? distance(derivative, fine!) / size : undefined;
    return { path, derivative, kinks, off, size: size - 1 };
  });
}

function richardson(endAt: (h: number) => Float64Array, h: number): Float64Array {
  const [fine, coarse] = [h, 2 * h].map((step) => {
    const below = endAt(-step);
    return endAt(step).map((entry, i) => (entry - below[i]!) / (2 * step));
  });
  return fine!.map((entry, i) => (4 * entry - coarse![i]!) / 3);
}
