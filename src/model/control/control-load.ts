/**
 * The load of a controlled machine, f(t) + B u: constant control values on intervals of time. A layer over f, so that many
 * runs with different values share one f.
 */
import { copy, maxNorm, setZero, type Vector } from "../../numeric/vector.ts";
import { LARGEST, type Load, manyValues } from "../load.ts";

export interface ControlInput {
  /** B, one row a coordinate of the system (zeros for states), N a unit. */
  readonly matrix: readonly (readonly number[])[];
  /** Times at which the values change, s, increasing; interval j ends at changes[j], the last one with the run. */
  readonly changes: readonly number[];
  /** Value k of interval j at values[j * inputs + k]. */
  readonly values: Vector;
  /** f alone. */
  readonly uncontrolled: Load;
}

export function inputCount({ matrix }: ControlInput): number {
  return matrix[0]?.length ?? 0;
}

/** Control value k of a load on the side at[1]; 0 where there is no control. */
export function controlValue({ control }: Load, at: Vector, k: number): number {
  if (!control) return 0;
  const { changes, values } = control;
  let j = 0;
  while (j < changes.length && at[1]! >= changes[j]!) j++;
  return values[j * inputCount(control) + k]!;
}

/** B u of each interval, N: component i of interval j at j * coordinates + i. */
export function controlForces(
  control: ControlInput,
  force: Vector = new Float64Array((control.changes.length + 1) * control.matrix.length),
): Vector {
  const { matrix, changes, values } = control;
  const n = matrix.length;
  const inputs = inputCount(control);
  setZero(force);
  for (let j = 0; j <= changes.length; j++) {
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < inputs; k++) force[j * n + i]! += matrix[i]![k]! * values[j * inputs + k]!;
    }
  }
  return force;
}

/** Without a value other than zero it is the uncontrolled load itself. */
export function controlLoad(control: ControlInput): Load {
  const { changes, values, uncontrolled } = control;
  if (changes.length === 0 && values.every((value) => value === 0)) return uncontrolled; // changes are breakpoints, also of zeros
  return pushedLoad(control, controlForces(control));
}

/** A load whose control can be changed between runs, by its values. */
export function variableControl(control: ControlInput): { readonly load: Load; set(values: Vector): void } {
  const own = { ...control, values: Float64Array.from(control.values) };
  const force = controlForces(own);
  return {
    load: { ...pushedLoad(own, force), changes: true },
    set(values) {
      copy(values, own.values);
      controlForces(own, force);
    },
  };
}

/** `force`: B u of the intervals. */
function pushedLoad(control: ControlInput, force: Vector): Load {
  const { matrix, changes, uncontrolled } = control;
  const n = matrix.length;
  const many = manyValues(uncontrolled, n);

  /** Where the interval of the side at[index] begins in `force`. */
  function intervalStart(at: Vector, index = 1): number {
    let j = 0;
    while (j < changes.length && at[index]! >= changes[j]!) j++;
    return j * n;
  }

  function add(at: Vector, out: Vector): void {
    const place = intervalStart(at);
    for (let i = 0; i < n; i++) out[i]! += force[place + i]!;
  }

  /** The same at many instants. */
  function addMany(at: Vector, count: number, out: Vector, stride: number): void {
    for (let k = 0; k < count; k++) {
      const place = intervalStart(at, 2 * k + 1);
      for (let i = 0; i < n; i++) out[k * stride + i]! += force[place + i]!;
    }
  }

  return {
    constant: uncontrolled.constant === true && changes.length === 0,
    ...(uncontrolled.entire ? { entire: true } : {}),
    ...(uncontrolled.rooted ? { rooted: true } : {}),
    control,
    bounded: (from, to) => uncontrolled.bounded?.(from, to) === true && maxNorm(force) < LARGEST,
    evaluate(at, out) {
      uncontrolled.evaluate(at, out);
      add(at, out);
    },
    evaluateMany(at, count, out, stride) {
      many(at, count, out, stride);
      addMany(at, count, out, stride);
    },
    expansion(order) {
      const expand = uncontrolled.expansion(order);
      return (at, out) => {
        expand(at, out);
        add(at, out);
      };
    },
    ...(uncontrolled.detail ? { detail: uncontrolled.detail } : {}),
    breakpoints(from, to) {
      const own = uncontrolled.breakpoints(from, to);
      const inside = changes.filter((time) => time > from && time < to);
      if (inside.length === 0) return own;
      return { times: [...new Set([...own.times, ...inside])].sort((a, b) => a - b), complete: own.complete };
    },
  };
}
