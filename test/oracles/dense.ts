/** The little linear algebra that the oracles need, for matrices of a few rows. */
export type Matrix = readonly (readonly number[])[];

export function multiply(matrix: Matrix, vector: readonly number[]): number[] {
  return matrix.map((row) => row.reduce((sum, entry, j) => sum + entry * vector[j]!, 0));
}

/** a + factor b. */
export function combine(a: readonly number[], factor: number, b: readonly number[]): number[] {
  return a.map((value, i) => value + factor * b[i]!);
}

/** Gauss-Jordan elimination with row pivots. */
export function inverse(matrix: Matrix): number[][] {
  const size = matrix.length;
  const work = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let i = column + 1; i < size; i++)
      if (Math.abs(work[i]![column]!) > Math.abs(work[pivot]![column]!)) pivot = i;
    if (work[pivot]![column] === 0) throw new Error(`matrix is singular; column: ${column}. remove dependent rows`);
    [work[column], work[pivot]] = [work[pivot]!, work[column]!];
    const scale = work[column]![column]!;
    work[column] = work[column]!.map((value) => value / scale);
    for (let i = 0; i < size; i++) if (i !== column) work[i] = combine(work[i]!, -work[i]![column]!, work[column]!);
  }
  return work.map((row) => row.slice(size));
}
