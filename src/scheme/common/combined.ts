/**
 * What a linear machine does in a step without its rows, -A^{-1} R, from matrices that are combined once (docs/decisions/0061):
 *   pushed + start - (A^{-1} K y + A^{-1} D' u),   pushed = A^{-1} f,
 * where `alpha` has y = x, u = x - x-, D' = D/tau and start = 2 u (the inertia of (1.1) is 2 A less damping and springs), and `balanced` y = the
 * position in the middle, u = v, D' = D and no start. `pushed` belongs to the load: kernels keep it with that.
 */
import { linearOf, type System } from "../../model/system.ts";
import type { Matrix } from "../../numeric/matrix.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Step } from "../../step/step.ts";
import { inverseOf } from "../../step/step-inverse.ts";

/** Row-major. */
export interface Combined {
  readonly inverse: Vector;
  readonly elastic: Vector;
  readonly damped: Vector | undefined;
}

/** `viscous`: D' over D. Undefined from it: R must be made, since A is solved with. Nonlinear springs are no part of the matrices. */
export function combined(system: System, step: Step, viscous: number): () => Combined | undefined {
  if (!system.linear || system.linear.springs) return () => undefined;
  const { stiffness, damping } = linearOf(system);
  const source = inverseOf(step);
  let version = -1;
  let room: Combined | undefined; // where there is an inverse at all
  let made: Combined | undefined;
  return () => {
    if (version === step.version) return made;
    version = step.version;
    const inverse = source();
    made = undefined;
    if (!inverse) return undefined;
    room ??= newCombined(inverse, system.damped);
    made = room;
    product(inverse, stiffness, 1, made.elastic);
    if (made.damped) product(inverse, damping, viscous, made.damped);
    return made;
  };
}

/** Apart: where something is made of variables of a function, each of its calls makes room for them. */
function newCombined(inverse: Vector, isDamped: boolean): Combined {
  const square = () => new Float64Array(inverse.length);
  return { inverse, elastic: square(), damped: isDamped ? square() : undefined };
}

function product(inverse: Vector, matrix: Matrix, factor: number, out: Vector): void {
  const n = matrix.size;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      let sum = 0;
      for (let k = 0; k < n; k++) sum += inverse[i * n + k]! * matrix.at(k, j);
      out[i * n + j] = factor * sum;
    }
  }
}

/** free = A^{-1} f + start - (elastic y + damped u); no -0. */
export function moveFree(
  { inverse, elastic, damped }: Combined,
  load: Vector,
  start: number,
  y: Vector,
  u: Vector,
  free: Vector,
): void {
  const n = y.length;
  for (let i = 0, at = 0; i < n; i++) {
    let pushed = 0;
    let held = 0;
    for (let j = 0; j < n; j++, at++) {
      pushed += inverse[at]! * load[j]!;
      held += elastic[at]! * y[j]!;
    }
    if (damped) for (let j = 0; j < n; j++) held += damped[i * n + j]! * u[j]!;
    free[i] = (start === 0 ? pushed : pushed + start * u[i]!) - held;
  }
}
