import { powerOfTwo } from "./elementary/binary.ts";
import { luFactor, luInverse, luSolveWithin } from "./lu.ts";
import { findRanges, newRanges, type Ranges } from "./ranges.ts";
import { setZero, type Vector } from "./vector.ts";

/**
 * A square matrix together with its factorization. The structure (dense here, banded in banded.ts) is the
 * matrix's own affair: who holds one only adds, multiplies, factors and solves.
 */
export interface Matrix {
  readonly size: number;
  at(i: number, j: number): number;
  /** into += scale * this */
  addTo(into: Matrix, scale: number): void;
  add(i: number, j: number, value: number): void;
  clear(): void;
  /** this *= by[0]; a typed array, since a double passed as such would be boxed. */
  scaleBy(by: Vector): void;
  /** out = A x */
  multiply(x: Vector, out: Vector): void;
  /** out += A x */
  multiplyAdd(x: Vector, out: Vector): void;
  /** out += the sizes of the terms that A x is summed from. */
  addTerms(x: Vector, out: Vector): void;
  /** Factors the present entries; false when singular. */
  factor(): boolean;
  /** x = A^{-1} x with the last factorization. */
  solve(x: Vector): void;
  /** The same for an x that is zero before range[0] and from range[1] on; the range widens to that of the solution. */
  solveWithin(x: Vector, range: Int32Array): void;
  /** Row i is zero before this column. */
  firstIn(i: number): number;
  /** Row i is zero from this column on. */
  lastIn(i: number): number;
}

/**
 * Dense row-major matrix, LU with partial pivoting. It is factored with its rows and columns divided by about the root of
 * the diagonal, in powers of two: coordinates in any units mix, and no digit changes.
 */
export class Dense implements Matrix {
  readonly size: number;
  readonly entries: Vector;
  /** Wide enough for the entries. */
  private readonly ranges: Ranges;
  private readonly factors: Vector;
  private readonly factorRanges: Ranges;
  private readonly pivots: Int32Array;
  private readonly scale: Vector;

  constructor(size: number) {
    this.size = size;
    this.entries = new Float64Array(size * size);
    this.ranges = newRanges(size);
    this.factors = new Float64Array(size * size);
    this.factorRanges = newRanges(size);
    this.pivots = new Int32Array(size);
    this.scale = new Float64Array(size);
  }

  static from(rows: readonly (readonly number[])[]): Dense {
    const matrix = new Dense(rows.length);
    for (let i = 0; i < rows.length; i++) matrix.entries.set(rows[i]!, i * rows.length);
    findRanges(matrix.entries, rows.length, rows.length, rows.length, matrix.ranges);
    return matrix;
  }

  at(i: number, j: number): number {
    return this.entries[i * this.size + j]!;
  }

  firstIn(i: number): number {
    return this.ranges.first[i]!;
  }

  lastIn(i: number): number {
    return this.ranges.last[i]!;
  }

  clear(): void {
    const { first, last } = this.ranges;
    setZero(this.entries);
    for (let i = 0; i < this.size; i++) first[i] = last[i] = 0; // as in setZero
  }

  scaleBy(by: Vector): void {
    for (let k = 0; k < this.entries.length; k++) this.entries[k]! *= by[0]!;
  }

  add(i: number, j: number, value: number): void {
    if (value === 0) return;
    this.entries[i * this.size + j]! += value;
    const { first, last } = this.ranges;
    if (first[i] === last[i]) {
      first[i] = j;
      last[i] = j + 1;
    } else if (j < first[i]!) first[i] = j;
    else if (j >= last[i]!) last[i] = j + 1;
  }

  addTo(into: Matrix, scale: number): void {
    if (scale === 0) return;
    const n = this.size;
    if (!(into instanceof Dense)) {
      for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) into.add(i, j, scale * this.entries[i * n + j]!);
      return;
    }
    // entry by entry through a call each number would be boxed
    const { first, last } = this.ranges;
    const { first: low, last: high } = into.ranges;
    for (let i = 0; i < n; i++) {
      if (first[i] === last[i]) continue;
      for (let j = first[i]!; j < last[i]!; j++) into.entries[i * n + j]! += scale * this.entries[i * n + j]!;
      const empty = low[i] === high[i];
      low[i] = empty ? first[i]! : Math.min(low[i]!, first[i]!);
      high[i] = empty ? last[i]! : Math.max(high[i]!, last[i]!);
    }
  }

  multiply(x: Vector, out: Vector): void {
    const n = this.size;
    const a = this.entries;
    const { first, last } = this.ranges;
    for (let i = 0; i < n; i++) {
      const to = last[i]!;
      let sum = 0;
      for (let j = first[i]!; j < to; j++) sum += a[i * n + j]! * x[j]!;
      out[i] = sum;
    }
  }

  multiplyAdd(x: Vector, out: Vector): void {
    const n = this.size;
    const a = this.entries;
    const { first, last } = this.ranges;
    for (let i = 0; i < n; i++) {
      const to = last[i]!;
      let sum = 0;
      for (let j = first[i]!; j < to; j++) sum += a[i * n + j]! * x[j]!;
      out[i]! += sum;
    }
  }

  addTerms(x: Vector, out: Vector): void {
    const n = this.size;
    const a = this.entries;
    const { first, last } = this.ranges;
    for (let i = 0; i < n; i++) {
      const to = last[i]!;
      let sum = out[i]!;
      for (let j = first[i]!; j < to; j++) sum += Math.abs(a[i * n + j]! * x[j]!);
      out[i] = sum;
    }
  }

  factor(): boolean {
    const { size: n, entries, factors, scale } = this;
    for (let i = 0; i < n; i++) {
      const diagonal = Math.abs(entries[i * n + i]!);
      scale[i] = diagonal > 0 ? powerOfTwo(1 / Math.sqrt(diagonal)) : 1;
    }
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) factors[i * n + j] = scale[i]! * entries[i * n + j]! * scale[j]!;
    }
    if (!luFactor(factors, n, n, this.pivots)) return false;
    findRanges(factors, n, n, n, this.factorRanges);
    return true;
  }

  /** What `solve` does: x times the scale, its rows exchanged, L and U in one table, and times the scale again. */
  get factorization(): { readonly factors: Vector; readonly pivots: Int32Array; readonly scale: Vector } {
    return { factors: this.factors, pivots: this.pivots, scale: this.scale };
  }

  solve(x: Vector): void {
    const { size: n, scale } = this;
    for (let i = 0; i < n; i++) x[i]! *= scale[i]!;
    luSolveWithin(this.factors, n, n, this.pivots, this.factorRanges, x);
    for (let i = 0; i < n; i++) x[i]! *= scale[i]!;
  }

  /** Fills in the inverse, after `factor`; returns its largest sum of the sizes of a row where the matrix is scaled to a diagonal of about one. */
  invert(inverse: Vector): number {
    const { size: n, scale } = this;
    const largest = luInverse(this.factors, n, n, this.pivots, inverse, new Float64Array(n));
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) inverse[i * n + j]! *= scale[i]! * scale[j]!;
    return largest;
  }

  solveWithin(x: Vector, range: Int32Array): void {
    if (range[0]! >= range[1]!) return;
    this.solve(x);
    range[0] = 0;
    range[1] = this.size;
  }
}
