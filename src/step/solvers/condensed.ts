/**
 * The step problem condensed to its rows: s = G F + g, with G = D A^{-1} W + E and g = r - D A^{-1} R.
 * G and Y = A^{-1} W are kept until the step's version changes; only g is new in each step.
 */
import { findRanges, newRanges } from "../../numeric/ranges.ts";
import { rowsAddTransposed, rowsMultiply } from "../../numeric/rows.ts";
import { copy, type Vector } from "../../numeric/vector.ts";
import type { Step } from "../step.ts";

/** A slip below this part of the terms it is summed from is round-off: the row is at rest. */
export const ROUND_OFF = 1e-13;

export interface Condensed {
  /** m x m, row-major, (m/s)/N */
  readonly G: Vector;
  /** m/s */
  readonly g: Vector;
  /** Size of the terms that g is summed from, m/s: they often cancel, and round-off in g is a part of them, not of g. */
  readonly terms: Vector;
  /** Condenses the step as it stands; false when A is singular. */
  load(): boolean;
  /** dz = A^{-1} (W F - R) */
  expand(force: Vector, dz: Vector): void;
  /** slip = G F + g, with what the compliance gives way by */
  slip(force: Vector, slip: Vector): void;
}

export function condense(step: Step): Condensed {
  const { size: n, count: m } = step;
  const G = new Float64Array(m * m);
  const g = new Float64Array(m);
  const terms = new Float64Array(m);
  const columns = new Float64Array(m * n); // Y, column after column
  const views = Array.from({ length: m }, (_, j) => columns.subarray(j * n, (j + 1) * n));
  const ranges = newRanges(m); // of the columns
  const free = new Float64Array(n);
  const unit = new Float64Array(m);
  const response = new Float64Array(m);
  let version = -1;

  /** Y and G, only when A, D or W changed. */
  function factor(): boolean {
    if (!step.tangent.factor()) return false;
    for (let j = 0; j < m; j++) {
      const y = views[j]!;
      unit.fill(0);
      unit[j] = 1;
      y.fill(0);
      rowsAddTransposed(step.directions, unit, y);
      step.tangent.solve(y);
      rowsMultiply(step.slipRows, y, response);
      for (let i = 0; i < m; i++) G[i * m + j] = response[i]!;
    }
    for (let i = 0; i < m; i++) G[i * m + i]! += step.compliance[i]!;
    findRanges(columns, m, n, n, ranges);
    version = step.version;
    return true;
  }

  /** terms = |r| + |D| |A^{-1} R| */
  function measure(): void {
    const { start, column, value } = step.slipRows;
    for (let i = 0; i < m; i++) {
      let sum = Math.abs(step.slip[i]!);
      for (let k = start[i]!; k < start[i + 1]!; k++) sum += Math.abs(value[k]! * free[column[k]!]!);
      terms[i] = sum;
    }
  }

  return {
    G,
    g,
    terms,
    load() {
      if (version !== step.version && !factor()) return false;
      for (let k = 0; k < n; k++) free[k] = 0 - step.residual[k]!; // no -0
      step.tangent.solve(free);
      rowsMultiply(step.slipRows, free, g);
      for (let i = 0; i < m; i++) g[i]! += step.slip[i]!;
      measure();
      return true;
    },
    expand(force, dz) {
      copy(free, dz);
      for (let i = 0; i < m; i++) {
        const factor = force[i]!;
        if (factor === 0) continue;
        const to = ranges.last[i]!;
        for (let k = ranges.first[i]!; k < to; k++) dz[k]! += factor * columns[i * n + k]!;
      }
    },
    slip(force, slip) {
      for (let i = 0; i < m; i++) {
        let sum = g[i]!;
        for (let j = 0; j < m; j++) sum += G[i * m + j]! * force[j]!;
        slip[i] = sum;
      }
    },
  };
}
