/** Values of series, in the order of Horner's scheme; of four at a time, since each must wait for its own last product. */
import type { Vector } from "../../numeric/vector.ts";

/** Position and velocity at tau[0] of the series with coefficient k of coordinate i at series[k * n + i]. */
export function motionAt(series: Vector, order: number, tau: Vector, x: Vector, v: Vector): void {
  const n = x.length;
  const t = tau[0]!;
  for (let i = 0; i < n; i += 4) {
    // the last one again where there are no four
    const [b, c, d] = [i + 1 < n ? i + 1 : i, i + 2 < n ? i + 2 : i, i + 3 < n ? i + 3 : i];
    let at = order * n;
    let p0 = series[at + i]!;
    let p1 = series[at + b]!;
    let p2 = series[at + c]!;
    let p3 = series[at + d]!;
    let [s0, s1, s2, s3] = [0, 0, 0, 0];
    for (at -= n; at >= 0; at -= n) {
      s0 = s0 * t + p0;
      s1 = s1 * t + p1;
      s2 = s2 * t + p2;
      s3 = s3 * t + p3;
      p0 = p0 * t + series[at + i]!;
      p1 = p1 * t + series[at + b]!;
      p2 = p2 * t + series[at + c]!;
      p3 = p3 * t + series[at + d]!;
    }
    x[d] = p3;
    x[c] = p2;
    x[b] = p1;
    x[i] = p0;
    v[d] = s3;
    v[c] = s2;
    v[b] = s1;
    v[i] = s0;
  }
}

/** Sums of rows at tau[0] up to a degree; coefficient k of row i at series[i * width + k]. */
export function rowsAt(series: Vector, width: number, degree: number, tau: Vector, out: Vector): void {
  const m = out.length;
  const t = tau[0]!;
  for (let i = 0; i < m; i += 4) {
    const [b, c, d] = [i + 1 < m ? i + 1 : i, i + 2 < m ? i + 2 : i, i + 3 < m ? i + 3 : i];
    const [at0, at1, at2, at3] = [i * width, b * width, c * width, d * width];
    let [p0, p1, p2, p3] = [0, 0, 0, 0];
    for (let k = degree; k >= 0; k--) {
      p0 = p0 * t + series[at0 + k]!;
      p1 = p1 * t + series[at1 + k]!;
      p2 = p2 * t + series[at2 + k]!;
      p3 = p3 * t + series[at3 + k]!;
    }
    out[d] = p3;
    out[c] = p2;
    out[b] = p1;
    out[i] = p0;
  }
}
