/**
 * Rows in units of their own: a row that acts on one coordinate alone slips as that moves, so that with slips measured by that way nothing is
 * multiplied on the way from coordinates to rows and back (docs/decisions/0061). Where A^{-1} is not made, all units are m/s.
 */
import type { Vector } from "../../numeric/vector.ts";
import type { Step } from "../step.ts";
import { inverseOf } from "../step-inverse.ts";
import type { Condensed } from "./condensed.ts";

export interface OwnUnits {
  /** What a slip in m/s is multiplied by. */
  readonly unit: Vector;
  /** The coordinate of a row in a unit of its own, else -1. */
  readonly column: Int32Array;
  /** The row that a coordinate moves with, or -1. */
  readonly row: Int32Array;
  /** g and the sizes of its terms. */
  readonly g: Vector;
  readonly terms: Vector;
  /** Call when A, D or W changed. */
  refresh(): void;
  /** Call when the box was loaded. */
  load(): void;
  /** dz from what a set's solve found: G F in these units of rows that slip. */
  expand(set: Int8Array, found: Vector, force: Vector, dz: Vector): void;
}

export function ownUnits(step: Step, box: Condensed): OwnUnits {
  const { size: n, count: m } = step;
  const source = inverseOf(step);
  const unit = new Float64Array(m);
  const row = new Int32Array(n);
  const column = new Int32Array(m);
  const g = new Float64Array(m);
  const terms = new Float64Array(m);
  return {
    unit,
    column,
    row,
    g,
    terms,
    refresh() {
      const { start, column: columns, value } = step.slipRows;
      const made = source() !== undefined;
      unit.fill(1);
      row.fill(-1);
      for (let i = 0; i < m; i++) {
        const at = start[i]!;
        const alone =
          made &&
          start[i + 1] === at + 1 &&
          value[at]! > 0 &&
          Number.isFinite(1 / value[at]!) &&
          step.compliance[i] === 0;
        column[i] = alone ? columns[at]! : -1;
        if (!alone) continue;
        unit[i] = 1 / value[at]!;
        if (row[columns[at]!] === -1) row[columns[at]!] = i;
      }
    },
    load() {
      for (let i = 0; i < m; i++) {
        const at = column[i]!;
        const slip = unit[i]! * step.slip[i]!;
        g[i] = at < 0 ? box.g[i]! : slip + box.free[at]!;
        terms[i] = at < 0 ? box.terms[i]! : Math.abs(slip) + Math.abs(box.free[at]!);
      }
    },
    expand(set, found, force, dz) {
      let all = true;
      for (let k = 0; k < n; k++) {
        const i = row[k]!;
        if (i < 0) all = false;
        else dz[k] = set[i] === 0 ? 0 - unit[i]! * step.slip[i]! : box.free[k]! + found[i]!;
      }
      if (!all) box.expand(force, dz, row);
    },
  };
}
