/**
 * The step problem condensed to its rows: s = G F + g, with G = D A^{-1} W + E and g = r - D A^{-1} R.
 * G and Y = A^{-1} W are kept until the step's version changes; only g is new in each step. With a banded A both are bands too, but for
 * what has died away: each column is followed only so far, and sums keep to `ranges`.
 */
import { Banded } from "../../numeric/banded.ts";
import { findRanges, newRanges, type Ranges } from "../../numeric/ranges.ts";
import { rowsAddTransposed, rowsMultiply, rowsTransposed } from "../../numeric/rows.ts";
import { copy, type Vector } from "../../numeric/vector.ts";
import type { Step } from "../step.ts";
import { inverseOf } from "../step-inverse.ts";

/** A slip below this part of the terms it is summed from is round-off: the row is at rest. */
export const ROUND_OFF = 1e-13;

export interface Condensed {
  /** A^{-1}, row-major, where steps repeat and its products have the digits of solves; else undefined. */
  readonly inverse: Vector | undefined;
  /** m x m, row-major, (m/s)/N */
  readonly G: Vector;
  /** Y = A^{-1} W, column after column. */
  readonly columns: Vector;
  /** Between which columns a row of G is not zero. */
  readonly ranges: Ranges;
  /** m/s */
  readonly g: Vector;
  /** Size of the terms that g is summed from, m/s: they often cancel, and round-off in g is a part of them, not of g. */
  readonly terms: Vector;
  /** Condenses the step as it stands; false when A is singular. */
  load(): boolean;
  /** -A^{-1} R */
  readonly free: Vector;
  /** dz = A^{-1} (W F - R); of coordinates whose `known` is -1, where it is given. */
  expand(force: Vector, dz: Vector, known?: Int32Array): void;
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
  const reach = newRanges(m); // of the columns
  const ranges = newRanges(m);
  ranges.last.fill(m);
  const free = new Float64Array(n);
  const given = new Float64Array(n);
  const source = inverseOf(step);
  const unit = new Float64Array(m);
  const span = new Int32Array(2);
  const response = new Float64Array(m);
  let version = -1;

  /** Y and G, only when A, D or W changed. */
  function factor(): boolean {
    if (!step.tangent.factor()) return false;
    version = step.version;
    if (step.tangent instanceof Banded) {
      follow(step.tangent);
      return true;
    }
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
    findRanges(columns, m, n, n, reach);
    return true;
  }

  /** The same column by column, each so far as it reaches. */
  function follow(tangent: Banded): void {
    const rowsAt = rowsTransposed(step.slipRows, n);
    const { start, column, value } = step.directions;
    for (let i = 0; i < m; i++) G.fill(0, i * m + ranges.first[i]!, i * m + ranges.last[i]!);
    ranges.first.fill(m);
    ranges.last.fill(0);
    for (let j = 0; j < m; j++) {
      const y = views[j]!;
      y.fill(0, reach.first[j]!, reach.last[j]!);
      span[0] = n;
      span[1] = 0;
      for (let k = start[j]!; k < start[j + 1]!; k++) {
        y[column[k]!]! += value[k]!;
        span[0] = Math.min(span[0]!, column[k]!);
        span[1] = Math.max(span[1]!, column[k]! + 1);
      }
      tangent.solveNear(y, span);
      reach.first[j] = span[0]!;
      reach.last[j] = span[1]!;
      for (let k = span[0]!; k < span[1]!; k++) {
        for (let e = rowsAt.start[k]!; e < rowsAt.start[k + 1]!; e++) {
          const i = rowsAt.column[e]!;
          G[i * m + j]! += rowsAt.value[e]! * y[k]!;
          ranges.first[i] = Math.min(ranges.first[i]!, j);
          ranges.last[i] = Math.max(ranges.last[i]!, j + 1);
        }
      }
    }
    for (let i = 0; i < m; i++) {
      G[i * m + i]! += step.compliance[i]!;
      ranges.first[i] = Math.min(ranges.first[i]!, i);
      ranges.last[i] = Math.max(ranges.last[i]!, i + 1);
    }
  }

  /** free = -A^{-1} R */
  function respond(): void {
    const inverse = source();
    if (!inverse) {
      for (let k = 0; k < n; k++) free[k] = 0 - step.residual[k]!; // no -0
      step.tangent.solve(free);
      return;
    }
    const { known } = step;
    if (known) copy(known, free);
    if (known && !step.remains) return;
    for (let k = 0; k < n; k++) given[k] = 0 - step.residual[k]!;
    for (let i = 0; i < n; i++) {
      let sum = 0;
      for (let j = 0; j < n; j++) sum += inverse[i * n + j]! * given[j]!;
      free[i] = known ? free[i]! + sum : sum;
    }
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
    get inverse() {
      return source();
    },
    G,
    columns,
    ranges,
    g,
    terms,
    free,
    load() {
      if (version !== step.version && !factor()) return false;
      respond();
      rowsMultiply(step.slipRows, free, g);
      for (let i = 0; i < m; i++) g[i]! += step.slip[i]!;
      measure();
      return true;
    },
    expand(force, dz, known) {
      for (let k = 0; k < n; k++) if (!known || known[k]! < 0) dz[k] = free[k]!;
      for (let i = 0; i < m; i++) {
        const factor = force[i]!;
        if (factor === 0) continue;
        const to = reach.last[i]!;
        for (let k = reach.first[i]!; k < to; k++) {
          if (!known || known[k]! < 0) dz[k]! += factor * columns[i * n + k]!;
        }
      }
    },
    slip(force, slip) {
      for (let i = 0; i < m; i++) {
        let sum = g[i]!;
        const to = ranges.last[i]!;
        for (let j = ranges.first[i]!; j < to; j++) sum += G[i * m + j]! * force[j]!;
        slip[i] = sum;
      }
    },
  };
}
