/**
 * What machines offer of which all but the conditions on positions is linear,
 *     M q'' + K q = f(t) + following(t, q) + W(q) F,   g(t, q) = 0,  W = dg/dq,
 * beyond the contract: constant matrices, and the second derivatives of the conditions.
 */
import type { Matrix } from "../numeric/matrix.ts";
import type { Vector } from "../numeric/vector.ts";
import type { Following } from "./beam/loads.ts";
import type { Evaluator, Point } from "./beam/mesh.ts";

export interface ConditionedParts {
  readonly mass: Matrix;
  readonly stiffness: Matrix;
  /** Forces that follow the position, which schemes may take at a known one. Absent: none do. */
  readonly following?: Following;
  /** into += factor * sum of force_i times the second derivative of condition i, which does not depend on q. */
  addCurvature(force: Vector, factor: number, into: Matrix): void;
  readonly lengths: UnitSlopes;
}

/** Conditions |x'| = 1 on linear functions of the coordinates: those that Uzawa's method projects on a circle or a sphere. */
export interface UnitSlopes {
  /** The row of each. */
  readonly rowOf: Int32Array;
  readonly points: readonly Point[];
  readonly slopes: Evaluator;
  readonly dimension: number;
}
