import { componentRows, components } from "./components.ts";
import type { Rows } from "./rows.ts";

/** Which rows depend (to 1e-12) on the rows before them, by Gauss elimination with full rows kept; rows that share no column apart. */
export function pivotRank(rows: Rows, columns: number): { readonly dependent: readonly number[] } {
  const dependent: number[] = [];
  for (const part of components(rows, columns)) {
    if (part.rows.length === 1) {
      const [i] = part.rows as unknown as [number];
      if (!rows.value.subarray(rows.start[i]!, rows.start[i + 1]!).some((entry) => entry !== 0)) dependent.push(i);
      continue;
    }
    for (const place of eliminate(componentRows(rows, part), part.columns.length)) dependent.push(part.rows[place]!);
  }
  return { dependent: dependent.sort((a, b) => a - b) };
}

function eliminate(rows: Rows, columns: number): readonly number[] {
  const basis: { row: Float64Array; pivot: number }[] = [];
  const dependent: number[] = [];
  for (let i = 0; i < rows.count; i++) {
    const row = new Float64Array(columns);
    let size = 0;
    for (let k = rows.start[i]!; k < rows.start[i + 1]!; k++) {
      row[rows.column[k]!] = rows.value[k]!;
      size = Math.max(size, Math.abs(rows.value[k]!));
    }
    for (const { row: other, pivot } of basis) {
      const factor = row[pivot]! / other[pivot]!;
      if (factor !== 0) for (let j = 0; j < columns; j++) row[j]! -= factor * other[j]!;
      row[pivot] = 0;
    }
    let pivot = 0;
    for (let j = 1; j < columns; j++) if (Math.abs(row[j]!) > Math.abs(row[pivot]!)) pivot = j;
    if (Math.abs(row[pivot]!) <= 1e-12 * size) dependent.push(i);
    else basis.push({ row, pivot });
  }
  return dependent;
}
