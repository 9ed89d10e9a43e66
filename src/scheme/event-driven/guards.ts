/**
 * Guards: polynomials in tau that stay positive as long as a mode holds. A slipping row keeps its direction and its piece
 * of the weakening curve, a held row keeps its force within the limits, an open stop its gap. The first guard to cross
 * zero ends the mode.
 */
import type { LinearSystem } from "../../model/linear.ts";
import { rootFinder } from "../../numeric/polynomial.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Series } from "./series.ts";

/** Size of a guard, relative to the terms it is made of, that counts as zero. */
const NOISE = 1e-12;

/** Why a mode ends. */
export const Cause = { slipEnds: 1, limitReached: 2, pieceEnds: 3, gapCloses: 4 } as const;

export interface Guards {
  /** Zone of the weakening curve that each row is on: kinks passed, counted from zero slip. */
  readonly zone: Int32Array;
  /** Rows (and causes) that end the mode at the time found; 0: not this one. */
  readonly cause: Int8Array;
  /** +1 or -1: towards larger or smaller |slip|, for a row whose piece ends. */
  readonly direction: Int8Array;
  readonly evaluations: Int32Array;
  /** The guards of a row whose mode has just been confirmed may be zero to round-off: they are quiet for one expansion. */
  mute(row: number): void;
  unmute(): void;
  /** Shortens h[0] to the first crossing, if there is one before; `natural`: the time scale of the motion. */
  search(series: Series, mode: Int8Array, holds: Int8Array, h: Vector, natural: Vector): boolean;
  /** A slip on the smooth piece that the row is on. */
  sideOf(row: number, mode: number): number;
  /** Zone of a slip. */
  locate(row: number, slip: number): number;
}

export function guards(system: LinearSystem, order: number, tolerance: Vector): Guards {
  const m = system.rows.length;
  const width = order + 1;
  const finder = rootFinder(order);
  const zone = new Int32Array(m);
  const cause = new Int8Array(m);
  const direction = new Int8Array(m);
  const muted = new Int8Array(m);
  const polynomial = new Float64Array(width);
  const first = new Float64Array(1);
  const reach = new Float64Array(1);
  const scale = new Float64Array(1);
  const kinks = system.rows.map(({ law }) => ({
    up: (law.weakening?.kinks ?? []).filter((kink) => kink > 0).sort((a, b) => a - b),
    down: (law.weakening?.kinks ?? []).filter((kink) => kink < 0).map((kink) => -kink).sort((a, b) => a - b),
  }));
  const side = (row: number, mode: number) => (mode > 0 ? kinks[row]!.up : kinks[row]!.down);

  /** Puts factor * c + shift into the polynomial. */
  function load(c: Vector, at: number, degree: number, factor: number, shift: number): void {
    for (let k = 0; k <= degree; k++) polynomial[k] = factor * c[at + k]!;
    polynomial[0]! += shift;
  }

  /** Largest term of the polynomial within the time scale of the motion. */
  function polynomialSize(degree: number): number {
    let size = 0;
    let power = 1;
    for (let k = 0; k <= degree; k++) {
      size = Math.max(size, Math.abs(polynomial[k]!) * power);
      power *= scale[0]!;
    }
    return size;
  }

  /** Tests the polynomial of a guard; keeps the earliest crossing. Leading coefficients that are round-off are zero. */
  function test(row: number, why: number, towards: number, degree: number, noise: number, h: Vector): void {
    let start = 0;
    let power = 1;
    while (start <= degree && Math.abs(polynomial[start]!) * power <= noise) {
      start++;
      power *= scale[0]!;
    }
    if (start > degree) return; // zero throughout
    let root = 0;
    if (polynomial[start]! < 0) {
      if (muted[row] === 1) return;
    } else {
      reach[0] = Math.min(h[0]!, first[0]! + tolerance[0]!);
      if (!finder.find(polynomial, start, degree - start, reach)) return;
      root = finder.root[0]!;
    }
    if (root < first[0]! - tolerance[0]!) cause.fill(0);
    first[0] = Math.min(first[0]!, root);
    cause[row] = why;
    direction[row] = towards;
  }

  function testSlipping(row: number, sigma: number, series: Series, h: Vector): void {
    const at = row * width;
    const degree = order - 1;
    const list = side(row, sigma);
    const z = zone[row]!;
    load(series.slip, at, degree, sigma, 0);
    const size = polynomialSize(degree);
    if (z === 0) {
      test(row, Cause.slipEnds, -1, degree, NOISE * size, h);
    } else {
      load(series.slip, at, degree, sigma, -list[z - 1]!);
      test(row, Cause.pieceEnds, -1, degree, NOISE * size, h);
    }
    if (z >= list.length) return;
    load(series.slip, at, degree, -sigma, list[z]!);
    test(row, Cause.pieceEnds, 1, degree, NOISE * size, h);
  }

  /** gap + its rate's integral. */
  function testGap(row: number, series: Series, h: Vector): void {
    const at = row * width;
    polynomial[0] = series.gap[row]!;
    for (let k = 1; k <= order; k++) polynomial[k] = series.slip[at + k - 1]! / k;
    test(row, Cause.gapCloses, -1, order, NOISE * polynomialSize(order), h);
  }

  function testHeld(row: number, series: Series, h: Vector): void {
    const { limit, stop } = system.rows[row]!.law;
    const at = row * width;
    const degree = order - 2;
    if (stop) {
      load(series.force, at, degree, 1, 0);
      test(row, Cause.limitReached, -1, degree, NOISE * polynomialSize(degree), h);
      return;
    }
    load(series.force, at, degree, -1, limit);
    test(row, Cause.limitReached, 1, degree, NOISE * limit, h);
    load(series.force, at, degree, 1, limit);
    test(row, Cause.limitReached, -1, degree, NOISE * limit, h);
  }

  return {
    zone,
    cause,
    direction,
    evaluations: finder.evaluations,
    mute(row) {
      muted[row] = 1;
    },
    unmute() {
      muted.fill(0);
    },
    search(series, mode, holds, h, natural) {
      scale[0] = natural[0]!;
      cause.fill(0);
      first[0] = Number.POSITIVE_INFINITY;
      for (let i = 0; i < m; i++) {
        const { limit, smoothing, stop } = system.rows[i]!.law;
        if (limit === 0 || smoothing > 0) continue;
        if (mode[i] === 0) {
          if (holds[i] === 1) testHeld(i, series, h);
        } else if (stop) testGap(i, series, h);
        else testSlipping(i, mode[i]!, series, h);
      }
      if (first[0]! > h[0]!) return false;
      h[0] = first[0]!;
      return true;
    },
    sideOf(row, mode) {
      const list = side(row, mode);
      const z = zone[row]!;
      if (list.length === 0) return mode;
      if (z === 0) return (mode * list[0]!) / 2;
      return mode * (z < list.length ? (list[z - 1]! + list[z]!) / 2 : 2 * list[z - 1]!);
    },
    locate(row, slip) {
      const list = side(row, slip);
      let z = 0;
      while (z < list.length && Math.abs(slip) > list[z]!) z++;
      return z;
    },
  };
}
