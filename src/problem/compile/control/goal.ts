/** What `control` is to reach, and how: target, weight, bounds and method of `control:`. */
import { symmetricEigenvalues } from "../../../numeric/eigenvalues.ts";
import type { Vector } from "../../../numeric/vector.ts";
import { maxNorm } from "../../../numeric/vector.ts";
import { type Path, printValue } from "../../faults.ts";
import type { Problem, Quantity } from "../../schema/schema.ts";
import type { Scope } from "../scope.ts";
import type { CompiledSystem } from "../system/kind.ts";

type ControlData = NonNullable<Problem["control"]>;
type MethodData = ControlData["method"];

export interface NewtonMethod {
  readonly type: "newton";
  /** Target error that counts as reached. */
  readonly tolerance: number;
  readonly runs: number;
}

export interface PdsMethod {
  readonly type: "pds";
  readonly penalty: "P" | "Pi";
  readonly update: "constant" | "dynamic";
  readonly points: number;
  readonly rho: number;
  readonly cap: number;
  readonly edge: number;
  readonly edgeTolerance: number;
  readonly tolerance: number;
  readonly runs: number;
}

export interface HybridMethod {
  readonly type: "hybrid";
  readonly tolerance: number;
  readonly runs: number;
  readonly edge: number;
}

export type ControlMethod = NewtonMethod | PdsMethod | HybridMethod;

export interface ControlGoal {
  /** Wanted at the end, one entry a coordinate, null where it is free. */
  readonly position: readonly (number | null)[];
  readonly velocity: readonly (number | null)[];
  /** N, inputs x inputs, row after row. */
  readonly weight: Vector;
  /** Of each input; infinite where there is none. */
  readonly low: Vector;
  readonly high: Vector;
  readonly method: ControlMethod;
}

/** Undefined without a target, or with faults. `size`: coordinates of the machine. */
export function compileGoal(
  scope: Scope,
  control: Partial<ControlData> | undefined,
  size: number,
  inputs: number,
  start?: CompiledSystem["start"],
): ControlGoal | undefined {
  if (!control) return undefined;
  const weight = compileWeight(scope, control.weight, inputs);
  const bounds = compileBounds(scope, control.bounds as Bound[] | Bound[][] | undefined, inputs);
  const method = control.method && compileMethod(scope, control.method as MethodData);
  const { target } = control;
  if (!target) return undefined;
  const position = compileTarget(scope, "position", target.position, size, start);
  const velocity = compileTarget(scope, "velocity", target.velocity, size, start);
  if (position && velocity && [...position, ...velocity].every((entry) => entry === null)) {
    scope.faults.add(["control", "target"], "invalid target; every component is free. Give position or velocity");
  }
  if (!position || !velocity || !weight || !bounds || !method) return undefined;
  return { position, velocity, weight, ...bounds, method };
}

function compileTarget(
  scope: Scope,
  key: "position" | "velocity",
  given: readonly (Quantity | null)[] | Quantity | Readonly<Record<string, Quantity>> | undefined,
  size: number,
  start: CompiledSystem["start"],
): (number | null)[] | undefined {
  const path = ["control", "target", key];
  if (given === undefined) return Array<null>(size).fill(null);
  if (!isList(given)) {
    const values = start?.(scope, path, given);
    if (!start) scope.faults.add(path, `invalid ${key}; not a list of numbers: ${printValue(given)}`);
    return values && Array.from(values, (value) => (Number.isNaN(value) ? null : value));
  }
  if (given.length !== size) {
    scope.faults.add(path, `invalid ${key}; not ${size} entries, one for each coordinate: ${given.length} given`);
    return undefined;
  }
  const entries = given.map((entry, i) => (entry === null ? null : scope.number([...path, i], entry)));
  return entries.some((entry) => entry === undefined) ? undefined : (entries as (number | null)[]);
}

const isList = <Entry>(given: readonly Entry[] | Quantity | object): given is readonly Entry[] => Array.isArray(given);

function compileWeight(scope: Scope, data: ControlData["weight"], inputs: number): Vector | undefined {
  const path = ["control", "weight"];
  if (data !== undefined && data.length !== inputs) {
    scope.faults.add(path, `invalid weight; not ${inputs} rows or numbers, one for each input: ${data.length} given`);
    return undefined;
  }
  const rows = scope.matrix(path, data ?? Array<number>(inputs).fill(1), inputs);
  if (!rows) return undefined;
  const weight = Float64Array.from(rows.flat());
  const largest = maxNorm(weight);
  for (let i = 0; i < inputs; i++) {
    for (let j = 0; j < i; j++) {
      if (Math.abs(rows[i]![j]! - rows[j]![i]!) <= 1e-12 * largest) continue;
      const here = `${rows[i]![j]} here, ${rows[j]![i]} at [${j}][${i}]`;
      scope.faults.add([...path, i, j], `invalid weight; not symmetric: ${here}`);
      return undefined;
    }
  }
  const least = symmetricEigenvalues(weight, inputs)[0] ?? 0;
  if (least >= -1e-12 * largest) return weight;
  const reason = `a control of negative effort exists, its eigenvalue is ${printValue(least)}`;
  scope.faults.add(path, `invalid weight; not positive semidefinite: ${reason}. Take a positive diagonal`);
  return undefined;
}

/** A number, or null: no bound on that side. */
type Bound = Quantity | null;

function compileBounds(
  scope: Scope,
  data: Bound[] | Bound[][] | undefined,
  inputs: number,
): { low: Vector; high: Vector } | undefined {
  const path = ["control", "bounds"];
  const low = new Float64Array(inputs).fill(Number.NEGATIVE_INFINITY);
  const high = new Float64Array(inputs).fill(Number.POSITIVE_INFINITY);
  if (data === undefined) return { low, high };
  if (!Array.isArray(data[0])) {
    const pair = compilePair(scope, path, data as Bound[]);
    return pair && { low: low.fill(pair[0]), high: high.fill(pair[1]) };
  }
  if (data.length !== inputs) {
    scope.faults.add(path, `invalid bounds; not ${inputs} pairs, one for each input: ${data.length} given`);
    return undefined;
  }
  const pairs = (data as Bound[][]).map((pair, i) => compilePair(scope, [...path, i], pair));
  pairs.forEach((pair, i) => {
    low[i] = pair?.[0] ?? 0;
    high[i] = pair?.[1] ?? 0;
  });
  return pairs.includes(undefined) ? undefined : { low, high };
}

function compilePair(scope: Scope, path: Path, pair: readonly Bound[]): [number, number] | undefined {
  const low = pair[0] === null ? Number.NEGATIVE_INFINITY : scope.number([...path, 0], pair[0]);
  const high = pair[1] === null ? Number.POSITIVE_INFINITY : scope.number([...path, 1], pair[1]);
  if (low === undefined || high === undefined) return undefined;
  if (low < high) return [low, high];
  scope.faults.add(path, `invalid bounds; the lowest is not below the highest: ${printValue(pair)}`);
  return undefined;
}

/** Quantities of the method to numbers; what is no quantity stays. */
function compileMethod(scope: Scope, data: MethodData): ControlMethod | undefined {
  const number = (key: string) => {
    const value = (data as Record<string, Quantity | undefined>)[key];
    return scope.number(["control", "method", key], value, { above: 0 });
  };
  const keys = data.type === "pds" ? ["rho", "cap", "edge", "edgeTolerance", "tolerance"] : ["tolerance", "edge"];
  const numbers = keys.filter((key) => key in data).map((key) => [key, number(key)] as const);
  if (numbers.some(([, value]) => value === undefined)) return undefined;
  return { ...data, ...Object.fromEntries(numbers) } as ControlMethod;
}
