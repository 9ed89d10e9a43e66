/** Rows that can hold together although one of them would do: their forces are then not unique. */

import { isFriction } from "../../../model/rows/law.ts";
import type { System } from "../../../model/system.ts";
import { pivotRank } from "../../../numeric/rank.ts";
import { type Rows, rowsFrom } from "../../../numeric/rows.ts";
import type { Vector } from "../../../numeric/vector.ts";

const ROUND_OFF = 1e-12;

/**
 * Names of the rows that depend on rows before them. Friction and joints can all hold at once, so that a combination is enough; a stop
 * counts only where it is closed together with another stop or a joint on the same line, which two end stops never are.
 */
export function redundantRows(system: System, position: Vector): string[] {
  const { rows, size } = system;
  const sparse = system.newDirections();
  system.directionsAt(position, sparse);
  const directions = rows.map((_, i) => denseRow(sparse, size, i));
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

function denseRow({ start, column, value }: Rows, size: number, i: number): number[] {
  const row = Array<number>(size).fill(0);
  for (let k = start[i]!; k < start[i + 1]!; k++) row[column[k]!] = value[k]!;
  return row;
}

/** The factor that makes `base` this row, if there is one. */
function multipleOf(row: readonly number[], base: readonly number[]): number | undefined {
  const sizes = base.map(Math.abs);
  const pivot = sizes.indexOf(Math.max(...sizes));
  const factor = row[pivot]! / base[pivot]!;
  if (factor === 0) return undefined;
  const largest = Math.abs(factor) * sizes[pivot]!;
  return row.every((entry, k) => Math.abs(entry - factor * base[k]!) <= ROUND_OFF * largest) ? factor : undefined;
}
