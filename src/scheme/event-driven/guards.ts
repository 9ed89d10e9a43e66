/**
 * Guards: polynomials in tau that stay positive as long as a mode holds. A slipping row keeps its direction and its piece
 * of the weakening curve, a stuck row keeps its force within the limits, an open stop its gap. The first guard to cross
 * zero ends the mode. Where a decision has just put a guard at zero it also told how many of its coefficients are zero.
 */
import type { System } from "../../model/system.ts";
import type { Kept } from "../../numeric/kept.ts";
import { rootFinder } from "../../numeric/polynomial.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Decision } from "./decision.ts";
import { LEVELS } from "./mode.ts";
import type { Series } from "./series.ts";

/** Why a mode ends. */
export const Cause = { slipEnds: 1, limitReached: 2, pieceEnds: 3, gapCloses: 4 } as const;

export interface Guards {
  /** Zone of the weakening curve that each row is on: kinks passed, counted from zero slip. */
  readonly zone: Int32Array;
  /** Rows (and causes) that end the mode at the time found; 0: not this one. */
  readonly cause: Int8Array;
  /** +1 or -1: towards larger or smaller |slip|, for a row whose piece ends. */
  readonly direction: Int8Array;
  /** For a row that ends the mode: size of the terms of its guard, with the guard's unit. */
  readonly size: Vector;
  /** And the guard's rate there, in its unit per second, below zero where it falls: the instant is known to the last digits of the time only. */
  readonly rate: Vector;
  readonly evaluations: Int32Array;
  /** Shortens h[0] to the first crossing, if there is one before. Crossings within tolerance[0] count as one. */
  search(series: Series, h: Vector, tolerance: Vector): boolean;
  /** A crossing of one row at tau was found elsewhere: of its slip, its gap, or (where it is stuck) its force through the bound `towards`. */
  adopt(series: Series, row: number, towards: number, tau: number): void;
  /** Moves the row to the neighboring zone, in the direction found. */
  passKink(row: number): void;
  /** Forgets which kinks were just passed. */
  forget(): void;
  /** A slip on the smooth piece that the row is on. */
  sideOf(row: number, mode: number): number;
  /** Zone of a slip. */
  locate(row: number, slip: number): number;
  readonly kept: Kept;
}

export function guards(system: System, order: number, decision: Decision): Guards {
  const m = system.rows.length;
  const width = order + 1;
  const { mode, bound, lead, width: narrow, play, kept, passive } = decision;
  const finder = rootFinder(order);
  const zone = new Int32Array(m);
  const cause = new Int8Array(m);
  const direction = new Int8Array(m);
  const passed = new Int32Array(m); // number of the kink at which the row is, counted from 1
  const polynomial = new Float64Array(width);
  const size = new Float64Array(m);
  const rate = new Float64Array(m);
  const first = new Float64Array(1);
  const reach = new Float64Array(1);
  const kinks = system.rows.map(({ law }) => ({
    up: (law.weakening?.kinks ?? []).filter((kink) => kink > 0).sort((a, b) => a - b),
    down: (law.weakening?.kinks ?? [])
      .filter((kink) => kink < 0)
      .map((kink) => -kink)
      .sort((a, b) => a - b),
  }));
  const side = (row: number, sign: number) => (sign > 0 ? kinks[row]!.up : kinks[row]!.down);

  /** Puts a stuck row's distance from its bound into the polynomial: limit(t) -+ F, or F itself for a stop. */
  function loadDistance(row: number, series: Series, degree: number, sign: number, give: number): void {
    for (let k = 0; k <= degree; k++) {
      polynomial[k] = sign * series.force[row * width + k]!;
      if (k === 0 || series.rowsVary) polynomial[k]! -= sign * series.boundForce(row, -sign, k);
    }
    polynomial[0]! += give;
  }

  /** Puts factor * c + shift into the polynomial. */
  function load(c: Vector, at: number, degree: number, factor: number, shift: number): void {
    for (let k = 0; k <= degree; k++) polynomial[k] = factor * c[at + k]!;
    polynomial[0]! += shift;
  }

  /** Tests the polynomial of a guard without its first `zeros` coefficients; keeps the earliest crossing. */
  function test(
    row: number,
    why: number,
    towards: number,
    degree: number,
    zeros: number,
    h: Vector,
    window: Vector,
  ): void {
    let start = zeros;
    while (start <= degree && polynomial[start] === 0) start++;
    if (start > degree) return;
    let root = 0;
    if (polynomial[start]! > 0) {
      reach[0] = Math.min(h[0]!, first[0]! + window[0]!);
      if (!finder.find(polynomial, start, degree - start, reach)) return;
      root = finder.root[0]!;
    }
    if (root < first[0]! - window[0]!) cause.fill(0);
    first[0] = Math.min(first[0]!, root);
    note(row, why, towards, degree, root);
  }

  function note(row: number, why: number, towards: number, degree: number, root: number): void {
    cause[row] = why;
    direction[row] = towards;
    size[row] = rate[row] = 0;
    for (let k = degree; k >= 0; k--) size[row] = size[row]! * root + Math.abs(polynomial[k]!);
    for (let k = degree; k > 0; k--) rate[row] = rate[row]! * root + k * polynomial[k]!;
  }

  function testSlipping(row: number, series: Series, h: Vector, window: Vector): void {
    const at = row * width;
    const degree = order - 1;
    const sigma = mode[row]!;
    const list = side(row, sigma);
    const z = zone[row]!;
    if (z === 0) {
      load(series.slip, at, degree, sigma, 0);
      test(row, Cause.slipEnds, -1, degree, lead[row]!, h, window);
    } else {
      load(series.slip, at, degree, sigma, -list[z - 1]!);
      test(row, Cause.pieceEnds, -1, degree, passed[row] === z ? 1 : 0, h, window);
    }
    if (z >= list.length) return;
    load(series.slip, at, degree, -sigma, list[z]!);
    test(row, Cause.pieceEnds, 1, degree, passed[row] === z + 1 ? 1 : 0, h, window);
  }

  /** Puts the gap of a stop into the polynomial: its rate's integral. */
  function loadGap(row: number, series: Series): void {
    const at = row * width;
    polynomial[0] = series.gap[row]!;
    for (let k = 1; k <= order; k++) polynomial[k] = series.slip[at + k - 1]! / k;
  }

  function testGap(row: number, series: Series, h: Vector, window: Vector): void {
    loadGap(row, series);
    test(row, Cause.gapCloses, -1, order, lead[row]!, h, window);
  }

  /** The distances of a stuck row's force from its bounds; an undecided one has some play. */
  function testStuck(row: number, series: Series, h: Vector, window: Vector): void {
    const { stop } = system.rows[row]!.law;
    const degree = order - 2;
    const undecided = lead[row]! >= LEVELS;
    const below = bound[row]! < 0;
    const above = bound[row]! > 0;
    const give = undecided ? play[row]! : 0;
    const zeros = undecided ? 0 : lead[row]!;
    loadDistance(row, series, degree, 1, below ? give : 0);
    test(row, Cause.limitReached, -1, degree, below ? zeros : narrow[row]!, h, window);
    if (stop) return;
    loadDistance(row, series, degree, -1, above ? give : 0);
    test(row, Cause.limitReached, 1, degree, above ? zeros : narrow[row]!, h, window);
  }

  return {
    kept: { zone, cause, direction, passed, size, rate },
    zone,
    cause,
    direction,
    size,
    rate,
    evaluations: finder.evaluations,
    search(series, h, tolerance) {
      cause.fill(0);
      first[0] = Number.POSITIVE_INFINITY;
      for (let i = 0; i < m; i++) {
        const { law } = system.rows[i]!;
        if (law.joint || passive[i] === 1 || (mode[i] === 0 && kept[i] === 1)) continue;
        if (mode[i] === 0) testStuck(i, series, h, tolerance);
        else if (law.stop) testGap(i, series, h, tolerance);
        else testSlipping(i, series, h, tolerance);
      }
      if (first[0]! > h[0]!) return false;
      h[0] = first[0]!;
      return true;
    },
    adopt(series, row, towards, tau) {
      cause.fill(0);
      if (row < 0) return;
      const slips = mode[row] !== 0;
      if (slips && system.rows[row]!.law.stop) {
        loadGap(row, series);
        note(row, Cause.gapCloses, -1, order, tau);
        return;
      }
      const degree = order - (slips ? 1 : 2);
      if (slips) load(series.slip, row * width, degree, mode[row]!, 0);
      else loadDistance(row, series, degree, -towards, 0);
      note(row, slips ? Cause.slipEnds : Cause.limitReached, slips ? -1 : towards, degree, tau);
    },
    passKink(row) {
      passed[row] = Math.max(zone[row]!, zone[row]! + direction[row]!);
      zone[row]! += direction[row]!;
    },
    forget() {
      passed.fill(0);
    },
    sideOf(row, sign) {
      const list = side(row, sign);
      const z = zone[row]!;
      if (list.length === 0) return sign;
      if (z === 0) return (sign * list[0]!) / 2;
      return sign * (z < list.length ? (list[z - 1]! + list[z]!) / 2 : 2 * list[z - 1]!);
    },
    locate(row, slip) {
      const list = side(row, slip);
      let z = 0;
      while (z < list.length && Math.abs(slip) > list[z]!) z++;
      if (z < list.length && Math.abs(slip) === list[z]) passed[row] = z + 1;
      return z;
    },
  };
}

/**
 * After an event at once that changed nothing of the modes before it: a row at its limit was decided by round-off. It stays, with some play;
 * where rows depend on each other and it happens again, the forces themselves are to blame.
 */
export function doubtLimits(
  { mode, lead, anew }: Decision,
  { cause }: Guards,
  before: Int8Array,
  dependent: boolean,
): void {
  for (let i = 0; i < mode.length; i++) if (mode[i] !== before[i]) return;
  if (dependent) anew[0] = 1;
  for (let i = 0; i < mode.length; i++) if (mode[i] === 0 && cause[i] === Cause.limitReached) lead[i] = LEVELS;
}
