import type { Entries } from "./entries.ts";

/**
 * Whether a symmetric matrix is positive definite: no pivot of its Cholesky factorization is below `least` of its entry. Of each row
 * only what is between its first entry and the diagonal is kept and computed: for a band that is the band.
 */
export function isPositiveDefinite(matrix: Entries, least = 1e-14): boolean {
  const n = matrix.size;
  const first = Int32Array.from({ length: n }, (_, i) => i);
  matrix.each((i, j) => {
    if (j < first[i]!) first[i] = j;
  });
  const factor: Float64Array[] = []; // row i from column first[i] on
  for (let i = 0; i < n; i++) {
    const row = new Float64Array(i - first[i]! + 1);
    factor.push(row);
    for (let j = first[i]!; j <= i; j++) {
      const other = factor[j]!;
      let sum = matrix.at(i, j);
      for (let k = Math.max(first[i]!, first[j]!); k < j; k++) sum -= row[k - first[i]!]! * other[k - first[j]!]!;
      if (i === j) {
        if (!(sum > least * Math.abs(matrix.at(i, i)))) return false;
        row[j - first[i]!] = Math.sqrt(sum);
      } else row[j - first[i]!] = sum / other[j - first[j]!]!;
    }
  }
  return true;
}
