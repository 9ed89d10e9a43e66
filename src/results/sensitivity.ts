/** Derivatives of the end state, carried through the events and checked against other runs, as plain data. */
import type { Fault } from "../problem/faults.ts";
import type { Valid } from "../problem/load/load.ts";
import { compileDirections, endDifference } from "../problem/paths/directions.ts";
import {
  type Differentiability,
  type Direction,
  differentiability,
  type NamedKink,
  opposite,
  runWithTangents,
  tangentRefusal,
} from "../simulate/run/sensitivity.ts";
import type { Simulation } from "../simulate/run/simulation.ts";

/** Of each coordinate at the end, by the number at a path. */
export interface EndDerivative {
  readonly position: readonly number[];
  readonly velocity: readonly number[];
}

export interface Derivative extends EndDerivative {
  readonly path: string;
  /** Whether it is the same from both sides; `one-sided`: it is that of larger numbers, and `below` that of smaller ones. */
  readonly derivative: Differentiability;
  readonly below?: EndDerivative;
  /** Largest deviation from differences of runs; null where such runs fail. */
  readonly deviation: number | null;
  /** Instants at which the motion has no derivative. */
  readonly kinks: readonly NamedKink[];
}

/** By the numbers at these paths: looked at before the run, computed after it. */
export function derivativesOf(
  { compiled, simulation }: Pick<Valid, "compiled" | "simulation">,
  paths: readonly string[],
): { faults: readonly Fault[]; derivatives: () => Derivative[] } {
  const { directions, faults } = compileDirections(compiled, simulation, paths);
  const refusal = paths.length > 0 ? tangentRefusal(simulation, directions) : undefined;
  return {
    faults: refusal ? [...faults, { path: "scheme", message: refusal }] : faults,
    derivatives: () =>
      directions.map((direction, j) =>
        derivativeData(simulation, paths[j]!, direction, (part) => endDifference(compiled, paths[j]!, part)),
      ),
  };
}

function derivativeData(
  simulation: Simulation,
  path: string,
  direction: Direction,
  differenceOver: (part: number) => Float64Array | undefined,
): Derivative {
  const { columns, kinks: met, outcome } = runWithTangents(simulation, [direction]);
  const difference = differenceOver(1);
  const judged = simulation.scheme.stepsEnd === "events" && met.length === 0; // others have derivatives of their steps
  const contradicted = judged && contradicts(columns[0]!, difference, differenceOver);
  const kinks = contradicted ? [{ ...CONTRADICTION, time: outcome.state.time }] : met;
  const derivative = differentiability(kinks);
  const above = columns[0]!;
  const below =
    derivative === "one-sided"
      ? runWithTangents(simulation, [opposite(direction)]).columns[0]!.map((entry) => -entry)
      : above;
  const { size, visible } = simulation.system;
  const parts = (column: Float64Array): EndDerivative => ({
    position: Array.from(column.subarray(0, visible)),
    velocity: Array.from(column.subarray(size, size + visible)),
  });
  const flat = ({ position, velocity }: EndDerivative) => [...position, ...velocity];
  // central differences tend to the mean of both sides
  const mean = flat(parts(above.map((entry, i) => (entry + below[i]!) / 2)));
  const other = difference && flat(parts(difference));
  const deviation = other ? Math.max(...mean.map((entry, i) => Math.abs(entry - other[i]!))) : null;
  return {
    path,
    derivative,
    ...parts(above),
    ...(derivative === "one-sided" ? { below: parts(below) } : {}),
    deviation,
    kinks,
  };
}

/** What differences of runs may be off a derivative, of its size; and the parts of their distance that must agree that it is more. */
const [OFF, NEARER] = [1e-2, [1 / 8, 1 / 64]] as const;

const CONTRADICTION = {
  row: "the run",
  reason: "runs with numbers beside this one contradict what was carried along",
  derivative: "none",
} as const;

/** Whether differences of runs over several distances tell another derivative, and the same one. */
function contradicts(
  column: Float64Array,
  difference: Float64Array | undefined,
  differenceOver: (part: number) => Float64Array | undefined,
): boolean {
  if (!difference) return false;
  const size = Math.max(...column.map(Math.abs), ...difference.map(Math.abs));
  const off = distance(column, difference);
  if (off <= OFF * size) return false;
  return NEARER.every((part) => {
    const nearer = differenceOver(part);
    return nearer && distance(nearer, difference) < 0.1 * OFF * size && distance(column, nearer) > OFF * size;
  });
}

function distance(a: Float64Array, b: Float64Array): number {
  return Math.max(...a.map((entry, i) => Math.abs(entry - b[i]!)));
}
