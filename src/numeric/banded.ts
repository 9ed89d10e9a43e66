import { BandedFactors } from "./banded-factors.ts";
import type { Matrix } from "./matrix.ts";
import type { Vector } from "./vector.ts";

/** So many entries a row are beside the diagonal at most. */
export interface Band {
  readonly below: number;
  readonly above: number;
}

/** Places of the entries of one matrix in another, and the rows and columns that they have in the first. */
export interface Landing {
  readonly row: Int32Array;
  readonly column: Int32Array;
  readonly source: Int32Array;
  readonly target: Int32Array;
}

/** Row and column k of a matrix become `places[k]` of another. */
export function landing(from: Banded, into: Banded, places: Int32Array): Landing {
  const list: [number, number][] = [];
  for (let i = 0; i < from.size; i++) for (let j = from.firstIn(i); j < from.lastIn(i); j++) list.push([i, j]);
  const whole = (entry: (i: number, j: number) => number) => Int32Array.from(list, ([i, j]) => entry(i, j));
  return {
    row: whole((i) => i),
    column: whole((_, j) => j),
    source: whole((i, j) => from.placeOf(i, j)),
    target: whole((i, j) => into.placeOf(places[i]!, places[j]!)),
  };
}

/**
 * A matrix whose entries are near its diagonal: storage and products cost n times the width of the band, a factorization n times its
 * square.
 */
export class Banded implements Matrix {
  readonly size: number;
  readonly band: Band;
  /** Entry (i, j) at i * width + j - i + below. */
  private readonly entries: Vector;
  private readonly width: number;
  private readonly factors: BandedFactors;
  /** Whether the factors are those of other entries; and whether they are any. */
  private stale = true;
  private sound = false;
  private readonly threshold = new Float64Array(1);

  constructor(size: number, band: Band) {
    const below = Math.min(band.below, Math.max(0, size - 1));
    const above = Math.min(band.above, Math.max(0, size - 1));
    this.size = size;
    this.band = { below, above };
    this.width = below + above + 1;
    this.entries = new Float64Array(size * this.width);
    this.factors = new BandedFactors(size, this.band);
  }

  /** How many numbers it keeps: entries and factors. */
  get stored(): number {
    return this.entries.length + this.factors.stored;
  }

  at(i: number, j: number): number {
    return this.holds(i, j) ? this.entries[this.place(i, j)]! : 0;
  }

  firstIn(i: number): number {
    return Math.max(0, i - this.band.below);
  }

  lastIn(i: number): number {
    return Math.min(this.size, i + this.band.above + 1);
  }

  clear(): void {
    this.stale = true;
    this.entries.fill(0);
  }

  add(i: number, j: number, value: number): void {
    if (value !== 0) this.addAt(this.placeOf(i, j), value);
  }

  /** Where entry (i, j) stands, for `addAt`. */
  placeOf(i: number, j: number): number {
    if (!this.holds(i, j)) throw new Error(`entry [${i}][${j}] is outside of the band: compile makes it wide enough`);
    return this.place(i, j);
  }

  addAt(place: number, value: number): void {
    this.stale = true;
    this.entries[place]! += value;
  }

  /** Entry e of the list += by[row[e]] * that of another matrix * by[column[e]]. */
  addScaled(from: Banded, by: Vector, { row, column, source, target }: Landing): void {
    this.stale = true;
    const { entries } = this;
    const { entries: given } = from;
    for (let e = 0; e < row.length; e++) entries[target[e]!]! += by[row[e]!]! * given[source[e]!]! * by[column[e]!]!;
  }

  scaleBy(by: Vector): void {
    this.stale = true;
    for (let k = 0; k < this.entries.length; k++) this.entries[k]! *= by[0]!;
  }

  addTo(into: Matrix, scale: number): void {
    if (scale === 0) return;
    const { size: n, entries, width } = this;
    const { below, above } = this.band;
    if (into instanceof Banded && into.band.below === below && into.band.above === above) {
      into.stale = true;
      const sums = into.entries;
      for (let k = 0; k < entries.length; k++) sums[k]! += scale * entries[k]!;
      return;
    }
    for (let i = 0; i < n; i++) {
      for (let j = this.firstIn(i); j < this.lastIn(i); j++) {
        into.add(i, j, scale * entries[i * width + j - i + below]!);
      }
    }
  }

  multiply(x: Vector, out: Vector): void {
    out.fill(0, 0, this.size);
    this.multiplyAdd(x, out);
  }

  multiplyAdd(x: Vector, out: Vector): void {
    const { size: n, entries, width } = this;
    const { below, above } = this.band;
    if (below === 1 && above === 1) {
      this.multiplyAddTridiagonal(x, out);
      return;
    }
    for (let i = 0; i < n; i++) {
      const to = Math.min(n, i + above + 1);
      const base = i * width - i + below;
      let sum = 0;
      for (let j = Math.max(0, i - below); j < to; j++) sum += entries[base + j]! * x[j]!;
      out[i]! += sum;
    }
  }

  addTerms(x: Vector, out: Vector): void {
    const { size: n, entries, width } = this;
    const { below, above } = this.band;
    for (let i = 0; i < n; i++) {
      const to = Math.min(n, i + above + 1);
      const base = i * width - i + below;
      let sum = out[i]!;
      for (let j = Math.max(0, i - below); j < to; j++) sum += Math.abs(entries[base + j]! * x[j]!);
      out[i] = sum;
    }
  }

  /** The same digits in the same order, without asking where the band ends. */
  private multiplyAddTridiagonal(x: Vector, out: Vector): void {
    const { size: n, entries } = this;
    out[0]! += entries[1]! * x[0]! + entries[2]! * x[1]!;
    let before = x[0]!;
    let here = x[1]!;
    let at = 3;
    for (let i = 1; i < n - 1; i++) {
      const after = x[i + 1]!;
      out[i]! += entries[at]! * before + entries[at + 1]! * here + entries[at + 2]! * after;
      before = here;
      here = after;
      at += 3;
    }
    out[n - 1]! += entries[at]! * before + entries[at + 1]! * here;
  }

  /** Singular: a pivot falls below `threshold` times the largest entry. */
  factor(threshold = 1e-14): boolean {
    if (!this.stale && this.threshold[0] === threshold) return this.sound;
    this.stale = false;
    this.threshold[0] = threshold;
    this.sound = this.factors.factor(this.entries, threshold);
    return this.sound;
  }

  solve(x: Vector): void {
    this.factors.solveBetween(x, 0, this.size);
  }

  solveWithin(x: Vector, range: Int32Array): void {
    this.factors.solveWithin(x, range);
  }

  /** The same where x is left out as soon as it has died away: see BandedFactors. */
  solveNear(x: Vector, range: Int32Array): void {
    this.factors.solveNear(x, range);
  }

  private holds(i: number, j: number): boolean {
    return j - i <= this.band.above && i - j <= this.band.below;
  }

  private place(i: number, j: number): number {
    return i * this.width + j - i + this.band.below;
  }
}
