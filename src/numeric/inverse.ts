/** Inverses of small matrices whose products are wanted many times, row-major. */
import type { Matrix } from "./matrix.ts";
import type { Vector } from "./vector.ts";

/** Of a matrix that is factored. */
export function inverseOf(matrix: Matrix): Vector {
  const n = matrix.size;
  const inverse = new Float64Array(n * n);
  const column = new Float64Array(n);
  for (let j = 0; j < n; j++) {
    column.fill(0);
    column[j] = 1;
    matrix.solve(column);
    for (let i = 0; i < n; i++) inverse[i * n + j] = column[i]!;
  }
  return inverse;
}

/** out[at + i] = (A x)[i] with x from place `at` on. */
export function multiplyRows(matrix: Vector, n: number, x: Vector, out: Vector, at = 0): void {
  for (let i = 0; i < n; i++) {
    let sum = 0;
    for (let j = 0; j < n; j++) sum += matrix[i * n + j]! * x[at + j]!;
    out[at + i] = sum;
  }
}
