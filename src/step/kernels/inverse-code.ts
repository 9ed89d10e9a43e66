/** x = A^{-1} x by the inverse of a dense matrix that is conditioned well: the sums of condensed.ts in the same order. */

import type { Vector } from "../../numeric/vector.ts";
import { add, half, pair, sequence, storePair, whole } from "../../numeric/wasm/code.ts";
import type { Layout } from "../../numeric/wasm/memory.ts";
import type { FactorCode } from "./factor-code.ts";
import { MOST_PAIRED, matrixCode } from "./matrix-code.ts";

export function inverseCode(layout: Layout, inverse: Vector, n: number): FactorCode {
  layout.structure.push("inverse");
  const matrix = matrixCode(layout, n, n, (i, j) => inverse[i * n + j]!);
  return {
    solve(from, to, y, variables) {
      const sums = variables.pairs(Math.ceil(n / 2));
      return sequence(
        matrix.times(from, sums, add, true, variables),
        ...sums.map((sum) => sum.set(add(sum, pair(0)))), // no -0
        ...sums.map((sum, k) => storePair(whole(0), to + 16 * k, sum)),
        ...(n <= MOST_PAIRED ? y.map((value, i) => value.set(half(sums[i >> 1]!, (i & 1) as 0 | 1))) : []),
      );
    },
  };
}
