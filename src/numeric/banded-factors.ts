/**
 * LU of a banded matrix with partial pivoting, scaled as the dense one is: both give the same digits. Who factors often has it done by code
 * (banded-code.ts), with the same digits again.
 */
import type { Band } from "./banded.ts";
import { type BandedCode, bandedCode } from "./banded-code.ts";
import { powerOfTwo } from "./elementary/binary.ts";
import type { Vector } from "./vector.ts";

/** Beside the largest: far below round-off, whatever it is multiplied by. */
const NEGLIGIBLE = 1e-30;

/** The factorization from which on code makes it, and the rows times entries below the diagonal from which on that is worth it. */
const OFTEN = 4;
const WORTH_CODE = 200;

export class BandedFactors {
  private readonly size: number;
  private readonly band: Band;
  /** Of the entries: (i, j) at i * width + j - i + below. */
  private readonly width: number;
  /** The same for the factors, which row exchanges make wider by `below`. */
  private factors: Vector;
  private readonly factorWidth: number;
  private pivots: Int32Array;
  /** The last column of each row of U: without exchanges there is nothing beyond the band. */
  private reach: Int32Array;
  private scale: Vector;
  /** Below which a pivot is none: a number that is passed on would be boxed. */
  private readonly smallest = new Float64Array(1);
  /** Where the block of each coordinate begins and ends: nothing couples it to others. */
  private readonly blockStart: Int32Array;
  private readonly blockEnd: Int32Array;
  /** What factors it from some time on; the numbers above are in its memory then. */
  private code: BandedCode | undefined;
  private times = 0; // factored

  constructor(size: number, band: Band) {
    const { below, above } = band;
    this.size = size;
    this.band = band;
    this.width = below + above + 1;
    this.factorWidth = 2 * below + above + 1;
    this.factors = new Float64Array(size * this.factorWidth);
    this.pivots = new Int32Array(size);
    this.reach = new Int32Array(size);
    this.scale = new Float64Array(size);
    this.blockStart = new Int32Array(size);
    this.blockEnd = new Int32Array(size);
  }

  get stored(): number {
    return this.factors.length;
  }

  /** Singular: a pivot falls below `threshold` times the largest entry. */
  factor(entries: Vector, threshold: number): boolean {
    this.findBlocks(entries);
    this.findScale(entries);
    if (++this.times === OFTEN) this.moveToCode();
    if (this.code) return this.code.factor(entries, threshold);
    this.load(entries);
    this.smallest[0]! *= threshold;
    return this.eliminate();
  }

  /** From now on the numbers stand in the memory of code. */
  private moveToCode(): void {
    if (this.size * this.band.below < WORTH_CODE) return;
    const code = bandedCode(this.size, this.band);
    if (!code) return;
    code.scale.set(this.scale);
    ({ factors: this.factors, scale: this.scale, pivots: this.pivots, reach: this.reach } = code);
    this.code = code;
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

  /** Parts of the matrix that nothing couples. */
  private findBlocks(entries: Vector): void {
    const { size: n, width, blockStart, blockEnd } = this;
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

  private findScale(entries: Vector): void {
    const { size: n, width, scale } = this;
    const { below } = this.band;
    for (let i = 0; i < n; i++) {
      const diagonal = Math.abs(entries[i * width + below]!);
      scale[i] = diagonal > 0 ? powerOfTwo(1 / Math.sqrt(diagonal)) : 1;
    }
  }

  /** Fills in the scaled entries; the largest into `smallest`. */
  private load(entries: Vector): void {
    const { size: n, width, factors, factorWidth, scale } = this;
    const { below, above } = this.band;
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

  solveBetween(x: Vector, from: number, to: number): void {
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
