/** Sizes of the single terms of an arm's forces along a motion: round-off is a part of them. */
import type { Matrix } from "../../numeric/matrix.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { AngleSeries } from "./angle-series.ts";
import { toCoordinates } from "./chain.ts";
import type { ArmParts } from "./parts.ts";

/** `lastSine`, `lastCosine`: coefficient k + 2 of the last level, without the part of its acceleration. */
export function forceSizes(
  { chain, size, stiffness, damping, bias }: ArmParts,
  { sine, cosine }: AngleSeries,
  lastSine: Vector,
  lastCosine: Vector,
): (k: number, x: Vector, out: Vector) => void {
  const { links: n, coupling, moment, gravity } = chain;
  const terms = new Float64Array(n);

  /** Terms of inertia and centrifugal forces between angles i and j. */
  function between(i: number, j: number, k: number): number {
    let sum = 0;
    for (let m = 0; m <= k; m++) {
      const toSine = m === k ? lastSine[j]! : sine[(m + 2) * n + j]!;
      const toCosine = m === k ? lastCosine[j]! : cosine[(m + 2) * n + j]!;
      const part = Math.abs(cosine[(k - m) * n + i]! * toSine) + Math.abs(sine[(k - m) * n + i]! * toCosine);
      sum += (m + 1) * (m + 2) * part;
    }
    return Math.abs(coupling[i * n + j]!) * sum;
  }

  return (k, x, out) => {
    for (let i = 0; i < n; i++) {
      const x1 = Math.abs(gravity[0]! * sine[k * n + i]!);
      const y1 = Math.abs(gravity[1]! * cosine[k * n + i]!);
      terms[i] = Math.abs(moment[i]!) * (x1 + y1);
      for (let j = 0; j < n; j++) terms[i]! += between(i, j, k);
    }
    toCoordinates(chain, terms, 0, n);
    for (let i = 0; i < size; i++) {
      if (i < n) out[i]! += terms[i]!;
      if (k === 0) out[i]! += Math.abs(bias[i]!);
      out[i]! += linearSizes(stiffness, i, 1, k * size, x) + linearSizes(damping, i, k + 1, (k + 1) * size, x);
    }
  };
}

function linearSizes(matrix: Matrix, i: number, factor: number, from: number, x: Vector): number {
  let sum = 0;
  for (let j = matrix.firstIn(i); j < matrix.lastIn(i); j++) sum += Math.abs(matrix.at(i, j) * x[from + j]!);
  return factor * sum;
}
