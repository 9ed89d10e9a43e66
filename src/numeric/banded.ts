import { powerOfTwo } from "./elementary/binary.ts";
import type { Matrix } from "./matrix.ts";
import type { Vector } from "./vector.ts";

/** So many entries a row are beside the diagonal at most. */
export interface Band {
  readonly below: number;
  readonly above: number;
}

/** Beside the largest: far below round-off, whatever it is multiplied by. */
const NEGLIGIBLE = 1e-30;

/**
 * A matrix whose entries are near its diagonal: storage and products cost n times the width of the band, a factorization n times its
 * square. LU with partial pivoting, scaled as the dense one is: both give the same digits.
 */
export class Banded implements Matrix {
  readonly size: number;
  readonly band: Band;
  /** Entry (i, j) at i * width + j - i + below. */
  private readonly entries: Vector;
  private readonly width: number;
  /** The same for the factors, which row exchanges make wider by `below`. */
  private readonly factors: Vector;
  private readonly factorWidth: number;
  private readonly pivots: Int32Array;
  /** The last column of each row of U: without exchanges there is nothing beyond the band. */
  private readonly reach: Int32Array;
  private readonly scale: Vector;
  /** Below which a pivot is none: a number that is passed on would be boxed. */
  private readonly smallest = new Float64Array(1);
  /** Where the block of each coordinate begins and ends: nothing couples it to others. */
  private readonly blockStart: Int32Array;
  private readonly blockEnd: Int32Array;

  constructor(size: number, band: Band) {
    const below = Math.min(band.below, Math.max(0, size - 1));
    const above = Math.min(band.above, Math.max(0, size - 1));
    this.size = size;
    this.band = { below, above };
    this.width = below + above + 1;
    this.factorWidth = 2 * below + above + 1;
    this.entries = new Float64Array(size * this.width);
    this.factors = new Float64Array(size * this.factorWidth);
    this.pivots = new Int32Array(size);
    this.reach = new Int32Array(size);
    this.scale = new Float64Array(size);
    this.blockStart = new Int32Array(size);
    this.blockEnd = new Int32Array(size);
  }

  /** How many numbers it keeps: entries and factors. */
  get stored(): number {
    return this.entries.length + this.factors.length;
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
    this.entries.fill(0);
  }

  add(i: number, j: number, value: number): void {
    if (value === 0) return;
    if (!this.holds(i, j)) throw new Error(`entry [${i}][${j}] is outside of the band: compile makes it wide enough`);
    this.entries[this.place(i, j)]! += value;
  }

  scaleBy(by: Vector): void {
    for (let k = 0; k < this.entries.length; k++) this.entries[k]! *= by[0]!;
  }

  addTo(into: Matrix, scale: number): void {
    if (scale === 0) return;
    const { size: n, entries, width } = this;
    const { below, above } = this.band;
    if (into instanceof Banded && into.band.below === below && into.band.above === above) {
      for (let k = 0; k < entries.length; k++) into.entries[k]! += scale * entries[k]!;
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
    this.findBlocks();
    this.loadFactors();
    this.smallest[0]! *= threshold;
    return this.eliminate();
  }

  solve(x: Vector): void {
    this.solveBetween(x, 0, this.size);
  }

  solveWithin(x: Vector, range: Int32Array): void {
    if (range[0]! >= range[1]!) return;
    range[0] = this.blockStart[range[0]!]!;
    range[1] = this.blockEnd[range[1]! - 1]!;
    this.solveBetween(x, range[0]!, range[1]!);
  }

  /**
   * The same where x is left out as soon as it has died away, on either side of range[0] to range[1], outside of which it is given as zero:
   * a step's matrix is mostly diagonal, and costs what its memory of a neighbor costs. What is left out is below NEGLIGIBLE of the largest.
   */
  solveNear(x: Vector, range: Int32Array): void {
    if (range[0]! >= range[1]!) return;
    const { factors: a, pivots, reach, scale, blockStart, blockEnd } = this;
    const { below, above } = this.band;
    const step = this.factorWidth - 1;
    const end = blockEnd[range[1]! - 1]!;
    for (let i = range[0]!; i < range[1]!; i++) x[i]! *= scale[i]!;
    let largest = 0;
    let small = 0; // entries in a row that are
    const start = blockStart[range[0]!]!;
    const begin = Math.max(start, range[0]! - below); // an exchange may bring entries up to there
    let to = begin;
    while (to < end && (to < range[1]! || small <= 2 * below)) {
      const k = to++;
      const pivot = pivots[k]!;
      const value = x[pivot]!;
      if (pivot !== k) {
        x[pivot] = x[k]!;
        x[k] = value;
      }
      largest = Math.max(largest, Math.abs(value));
      small = Math.abs(value) <= NEGLIGIBLE * largest ? small + 1 : 0;
      const last = Math.min(end - 1, k + below);
      for (let i = k + 1; i <= last; i++) x[i]! -= a[i * step + k + below]! * value;
    }
    for (let i = to; i < Math.min(end, to + below); i++) x[i] = 0;
    largest = 0;
    small = 0;
    let from = to;
    while (from > start && (from > begin || small <= 2 * (below + above))) {
      const i = --from;
      const right = Math.min(to - 1, reach[i]!);
      let sum = x[i]!;
      for (let j = i + 1; j <= right; j++) sum -= a[i * step + j + below]! * x[j]!;
      x[i] = sum / a[i * step + i + below]!;
      largest = Math.max(largest, Math.abs(x[i]!));
      small = Math.abs(x[i]!) <= NEGLIGIBLE * largest ? small + 1 : 0;
    }
    for (let i = from; i < to; i++) x[i]! *= scale[i]!;
    range[0] = from;
    range[1] = to;
  }

  private holds(i: number, j: number): boolean {
    return j - i <= this.band.above && i - j <= this.band.below;
  }

  private place(i: number, j: number): number {
    return i * this.width + j - i + this.band.below;
  }

  /** Parts of the matrix that nothing couples. */
  private findBlocks(): void {
    const { size: n, entries, width, blockStart, blockEnd } = this;
    const { below, above } = this.band;
    let start = 0;
    let end = 0; // of what is coupled so far
    for (let i = 0; i < n; i++) {
      if (i >= end) {
        for (let k = start; k < i; k++) blockEnd[k] = i;
        start = i;
        end = i + 1;
      }
      blockStart[i] = start;
      const base = i * width - i + below;
      const baseOf = width - 1; // entry (j, i) at j * width + i - j + below
      for (let j = Math.min(n - 1, i + above); j >= end; j--) if (entries[base + j] !== 0) end = j + 1;
      for (let j = Math.min(n - 1, i + below); j >= end; j--) if (entries[j * baseOf + i + below] !== 0) end = j + 1;
    }
    for (let k = start; k < n; k++) blockEnd[k] = n;
  }

  /** Fills in the scaled entries; the largest into `smallest`. */
  private loadFactors(): void {
    const { size: n, entries, width, factors, factorWidth, scale } = this;
    const { below, above } = this.band;
    for (let i = 0; i < n; i++) {
      const diagonal = Math.abs(entries[i * width + below]!);
      scale[i] = diagonal > 0 ? powerOfTwo(1 / Math.sqrt(diagonal)) : 1;
    }
    let largest = 0;
    factors.fill(0);
    for (let i = 0; i < n; i++) {
      const to = Math.min(n, i + above + 1);
      for (let j = Math.max(0, i - below); j < to; j++) {
        const entry = scale[i]! * entries[i * width + j - i + below]! * scale[j]!;
        factors[i * factorWidth + j - i + below] = entry;
        largest = Math.max(largest, Math.abs(entry));
      }
    }
    this.smallest[0] = largest;
  }

  /** As in LAPACK's gbtrf: multipliers stay where they were made, exchanges are repeated in `solve`. */
  private eliminate(): boolean {
    const smallest = this.smallest[0]!;
    const { size: n, factors: a, pivots, reach } = this;
    const { below, above } = this.band;
    const step = this.factorWidth - 1; // entry (i, j) at i * step + j + below
    let right = 0; // the last column that rows taken so far have an entry in
    for (let k = 0; k < n; k++) {
      const last = Math.min(n - 1, k + below);
      const own = k * step + below;
      let pivot = k;
      let largest = Math.abs(a[own + k]!);
      for (let i = k + 1; i <= last; i++) {
        const size = Math.abs(a[i * step + k + below]!);
        if (size > largest) {
          largest = size;
          pivot = i;
        }
      }
      pivots[k] = pivot;
      if (!(largest > smallest)) return false;
      right = Math.max(right, Math.min(n - 1, pivot + above));
      reach[k] = right;
      if (pivot !== k) {
        const other = pivot * step + below;
        for (let j = k; j <= right; j++) {
          const entry = a[own + j]!;
          a[own + j] = a[other + j]!;
          a[other + j] = entry;
        }
      }
      const diagonal = a[own + k]!;
      for (let i = k + 1; i <= last; i++) {
        const row = i * step + below;
        const factor = a[row + k]! / diagonal;
        a[row + k] = factor;
        if (factor === 0) continue;
        for (let j = k + 1; j <= right; j++) a[row + j]! -= factor * a[own + j]!;
      }
    }
    return true;
  }

  private solveBetween(x: Vector, from: number, to: number): void {
    const { factors: a, pivots, reach, scale } = this;
    const { below } = this.band;
    const step = this.factorWidth - 1;
    for (let i = from; i < to; i++) x[i]! *= scale[i]!;
    for (let k = from; k < to; k++) {
      const pivot = pivots[k]!;
      const value = x[pivot]!;
      if (pivot !== k) {
        x[pivot] = x[k]!;
        x[k] = value;
      }
      if (value === 0) continue;
      const last = Math.min(to - 1, k + below);
      for (let i = k + 1; i <= last; i++) x[i]! -= a[i * step + k + below]! * value;
    }
    for (let i = to - 1; i >= from; i--) {
      const right = Math.min(to - 1, reach[i]!);
      const row = i * step + below;
      let sum = x[i]!;
      for (let j = i + 1; j <= right; j++) sum -= a[row + j]! * x[j]!;
      x[i] = sum / a[row + i]!;
    }
    for (let i = from; i < to; i++) x[i]! *= scale[i]!;
  }
}
