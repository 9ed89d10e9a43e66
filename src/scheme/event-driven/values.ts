/** Values of a series in between: positions and velocities, forces. */
import type { Vector } from "../../numeric/vector.ts";

/** Positions and velocities at tau[0]; x_k of coordinate i at series[k * n + i]. */
export function motionAt(series: Vector, order: number, tau: Vector, x: Vector, v: Vector): void {
  const n = x.length;
  const t = tau[0]!;
  for (let i = 0; i < n; i++) {
    let p = series[order * n + i]!;
    let slope = 0;
    for (let k = order - 1; k >= 0; k--) {
      slope = slope * t + p;
      p = p * t + series[k * n + i]!;
    }
    x[i] = p;
    v[i] = slope;
  }
}

/** Sums of rows at tau[0] up to a degree; coefficient k of row i at series[i * width + k]. */
export function rowsAt(series: Vector, width: number, degree: number, tau: Vector, out: Vector): void {
  const t = tau[0]!;
  for (let i = 0; i < out.length; i++) {
    let p = 0;
    for (let k = degree; k >= 0; k--) p = p * t + series[i * width + k]!;
    out[i] = p;
  }
}
