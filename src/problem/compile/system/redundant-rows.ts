/** Rows that can hold together although one of them would do: their forces are then not unique. */

import { isFriction } from "../../../model/rows/law.ts";
import type { System } from "../../../model/system.ts";
import { pivotRank } from "../../../numeric/rank.ts";
import { type Rows, rowsFrom, type SparseRow } from "../../../numeric/rows.ts";
import type { Vector } from "../../../numeric/vector.ts";

const ROUND_OFF = 1e-12;

/**
 * Names of the rows that depend on rows before them. Friction and joints can all hold at once, so that a combination is enough; a stop
 * counts only where it is closed together with another stop or a joint on the same line, which two end stops never are.
 */
export function redundantRows(system: System, position: Vector): string[] {
  const { rows, size } = system;
  const all = system.newDirections();
  system.directionsAt(position, all);
  const directions = rows.map((_, i) => sparseOf(all, i));
  const holding = rows.flatMap(({ law }, i) => (law.stop ? [] : [i]));
  const ranked = pivotRank(rowsFrom(holding.map((i) => directions[i]!)), size);
  const dependent = new Set(ranked.dependent.map((place) => holding[place]!));
  const gaps = new Float64Array(rows.length);
  system.gapsAt(position, gaps);
  rows.forEach(({ law }, i) => {
    if (!law.stop) return;
    const { gap } = law.stop;
    const doubled = rows.slice(0, i).some(({ law: other }, j) => {
      const factor = isFriction(other) ? undefined : multipleOf(directions[i]!, directions[j]!);
      if (factor === undefined) return false;
      if (!other.stop) return Math.abs(gaps[i]!) <= ROUND_OFF; // a joint keeps the gap as it is
      return Math.abs(gap - factor * other.stop.gap) <= ROUND_OFF * Math.max(1, Math.abs(gap)); // its gap where the other closes
    });
    if (doubled) dependent.add(i);
  });
  return rows.flatMap(({ name }, i) => (dependent.has(i) ? [name] : []));
}

function sparseOf({ start, column, value }: Rows, i: number): SparseRow {
  const places = Array.from({ length: start[i + 1]! - start[i]! }, (_, k) => start[i]! + k).filter(
    (k) => value[k] !== 0,
  );
  return { columns: places.map((k) => column[k]!), values: places.map((k) => value[k]!) };
}

/** The factor that makes `base` this row, if there is one. */
function multipleOf(row: SparseRow, base: SparseRow): number | undefined {
  if (row.columns.length === 0 || base.columns.length === 0) return undefined;
  const at = (j: number) => row.values[row.columns.indexOf(j)] ?? 0;
  let pivot = 0;
  for (let k = 1; k < base.values.length; k++) {
    if (Math.abs(base.values[k]!) > Math.abs(base.values[pivot]!)) pivot = k;
  }
  const factor = at(base.columns[pivot]!) / base.values[pivot]!;
  if (factor === 0) return undefined;
  const nothing = ROUND_OFF * Math.abs(factor * base.values[pivot]!);
  const fits = base.columns.every((j, k) => Math.abs(at(j) - factor * base.values[k]!) <= nothing);
  const beside = row.columns.every((j, k) => base.columns.includes(j) || Math.abs(row.values[k]!) <= nothing);
  return fits && beside ? factor : undefined;
}
