import type { Vector } from "../../../numeric/vector.ts";

/** So many rows of n numbers each to rows of another length, from one of these on. */
export function spread(values: Vector, count: number, n: number, out: Vector, stride: number, first: number): void {
  if (stride === n) {
    out.set(values.subarray(0, n * count), n * first);
    return;
  }
  for (let k = 0, from = 0, to = first * stride; k < count; k++, to += stride) {
    for (let i = 0; i < n; i++) out[to + i] = values[from++]!;
  }
}
