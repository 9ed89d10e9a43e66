/** Derivatives of a problem by numbers of its file, beside differences of whole runs. */
import { compileDirections } from "../../../src/problem/paths/directions.ts";
import { applyOverrides } from "../../../src/problem/paths/overrides.ts";
import { runToEnd } from "../../../src/simulate/run/final.ts";
import { type NamedKink, runWithTangents } from "../../../src/simulate/run/sensitivity.ts";
import type { Simulation } from "../../../src/simulate/run/simulation.ts";
import { difference, distance } from "../../support/end-difference.ts";
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

/** Steps of the two differences, that must agree to this part. */
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
    const value = valueAt(raw, path);
    const ends = (h: number) => by(compileRaw(applyOverrides(raw, [{ path, value: String(value + h) }]).raw));
    if (STEPS.some((h) => [h, -h, 2 * h, -2 * h].some((by) => runToEnd(ends(by)).status !== "done")))
      return { path, derivative, kinks, off: undefined, size: 0 };
    const [fine, coarse] = STEPS.map((h) => difference(ends, h)) as [Float64Array, Float64Array];
    const size = 1 + Math.max(...fine.map(Math.abs));
    const agree = distance(fine, coarse) <= AGREED * size;
    const off = agree ? distance(derivative, fine) / size : undefined;
    return { path, derivative, kinks, off, size: size - 1 };
  });
}

function valueAt(raw: object, path: string): number {
  const keys = path.split(/[.[\]]+/).filter((key) => key !== "");
  return keys.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], raw) as number;
}
