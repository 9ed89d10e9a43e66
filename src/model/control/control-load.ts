/**
 * The load of a controlled machine, f(t) + B u: constant control values on intervals of time. A layer over f, so that many
 * runs with different values share one f.
 */
import { maxNorm, type Vector } from "../../numeric/vector.ts";
import { LARGEST, type Load } from "../load.ts";

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
export function controlForces(control: ControlInput): Vector {
  const { matrix, changes, values } = control;
  const n = matrix.length;
  const inputs = inputCount(control);
  const force = new Float64Array((changes.length + 1) * n);
  for (let j = 0; j <= changes.length; j++) {
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < inputs; k++) force[j * n + i]! += matrix[i]![k]! * values[j * inputs + k]!;
    }
  }
  return force;
}

/** Without a value other than zero it is the uncontrolled load itself. */
export function controlLoad(control: ControlInput): Load {
  const { matrix, changes, values, uncontrolled } = control;
  if (changes.length === 0 && values.every((value) => value === 0)) return uncontrolled; // changes are breakpoints, also of zeros
  const n = matrix.length;
  const force = controlForces(control);

  /** Where the interval of the side at[1] begins in `force`. */
  function intervalStart(at: Vector): number {
    let j = 0;
    while (j < changes.length && at[1]! >= changes[j]!) j++;
    return j * n;
  }

  function add(at: Vector, out: Vector): void {
    const place = intervalStart(at);
    for (let i = 0; i < n; i++) out[i]! += force[place + i]!;
  }

  return {
    constant: uncontrolled.constant === true && changes.length === 0,
    control,
    bounded: (from, to) => uncontrolled.bounded?.(from, to) === true && maxNorm(force) < LARGEST,
    evaluate(at, out) {
      uncontrolled.evaluate(at, out);
      add(at, out);
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
