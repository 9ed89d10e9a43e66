/** The motion inside one mode: its Taylor series, how far it may be trusted, and its values in between. */
import type { LinearSystem } from "../../model/linear.ts";
import { exp, log } from "../../numeric/elementary.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Hold } from "./hold.ts";
import type { Series } from "./series.ts";

/** Truncation error of a step, relative to the motion in it. */
const TOLERANCE = 1e-17;

export interface Propagation {
  /** Expands at a state; rows that do not hold have the constant forces given. */
  expand(at: Vector, x: Vector, v: Vector, mode: Int8Array, constant: Vector): void;
  /** Longest trusted step, s; 0 when the motion has no series here. */
  length(): number;
  /** Position and velocity at tau[0]. */
  evaluate(tau: Vector, x: Vector, v: Vector): void;
  /** Hard forces at tau[0], N. */
  forces(tau: Vector, out: Vector): void;
}

export function propagation(system: LinearSystem, series: Series, held: Hold): Propagation {
  const n = system.size;
  const m = system.rows.length;
  const { order } = series;
  const width = order + 1;
  const known = new Float64Array(n);
  const hard = new Float64Array(m);
  const acceleration = new Float64Array(n);
  const sizes = new Float64Array(width);
  const { start, column, value } = system.directions;

  /** Adds the constant forces of rows that do not hold. */
  function addConstant(constant: Vector): void {
    for (let i = 0; i < m; i++) {
      if (held.holds[i] === 1 || constant[i] === 0) continue;
      for (let k = start[i]!; k < start[i + 1]!; k++) known[column[k]!]! += constant[i]! * value[k]!;
    }
  }

  return {
    expand(at, x, v, mode, constant) {
      series.begin(at, x, v);
      for (let k = 0; k <= order - 2; k++) {
        series.known(k, mode, known);
        if (k === 0) addConstant(constant);
        for (let i = 0; i < m; i++) hard[i] = k === 0 && held.holds[i] === 0 ? constant[i]! : 0;
        held.solve(known, acceleration, hard);
        held.project(mode, acceleration);
        for (let i = 0; i < m; i++) series.force[i * width + k] = hard[i]!;
        series.accept(k, acceleration);
      }
    },
    length() {
      for (let k = 1; k <= order; k++) {
        let size = 0;
        for (let i = 0; i < n; i++) size = Math.max(size, Math.abs(series.x[k * n + i]!));
        if (!Number.isFinite(size)) return 0;
        sizes[k] = size;
      }
      return Math.min(trusted(sizes, order), trusted(sizes, order - 1));
    },
    evaluate(tau, x, v) {
      const t = tau[0]!;
      for (let i = 0; i < n; i++) {
        let p = series.x[order * n + i]!;
        let slope = 0;
        for (let k = order - 1; k >= 0; k--) {
          slope = slope * t + p;
          p = p * t + series.x[k * n + i]!;
        }
        x[i] = p;
        v[i] = slope;
      }
    },
    forces(tau, out) {
      const t = tau[0]!;
      for (let i = 0; i < m; i++) {
        let p = 0;
        for (let k = order - 2; k >= 0; k--) p = p * t + series.force[i * width + k]!;
        out[i] = p;
      }
    },
  };
}

/** h with |x_k| h^k <= TOLERANCE |x_b| h^b for some low b: the last term is then below round-off of the motion. */
function trusted(sizes: Vector, k: number): number {
  if (sizes[k] === 0) return Number.POSITIVE_INFINITY;
  let longest = 0;
  for (let b = 1; b <= 8; b++) {
    if (sizes[b] === 0) continue;
    longest = Math.max(longest, exp(log((TOLERANCE * sizes[b]!) / sizes[k]!) / (k - b)));
  }
  return longest;
}
