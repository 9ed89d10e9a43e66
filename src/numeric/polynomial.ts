/**
 * First crossing of a polynomial from positive to negative on (0, h], found safely in the Bernstein basis: where all
 * Bernstein coefficients are positive there is no root; with one change of sign there is exactly one. A polynomial that
 * touches zero, or dips below it by no more than the round-off of its terms, does not cross.
 */
import type { Vector } from "./vector.ts";

const MOST_DEPTH = 44;
/** Round-off of a value, relative to the sum of its terms' sizes. */
const ROUND_OFF = 16 * Number.EPSILON;

export interface RootFinder {
  /** The root after `find` returned true. */
  readonly root: Vector;
  /** Evaluations of the polynomial so far. */
  readonly evaluations: Int32Array;
  /** p(x) = sum over k of c[at + k] x^k, c[at] > 0. False when p does not cross zero on (0, h]. */
  find(c: Vector, at: number, degree: number, h: Vector): boolean;
}

export function rootFinder(order: number): RootFinder {
  const width = order + 1;
  const stack = new Float64Array((MOST_DEPTH + 2) * width);
  const low = new Float64Array(MOST_DEPTH + 2);
  const size = new Float64Array(MOST_DEPTH + 2);
  const scaled = new Float64Array(width);
  const root = new Float64Array(1);
  const evaluations = new Int32Array(1);
  const bracket = new Float64Array(2);
  const ratios: Float64Array[] = []; // by degree, when it is first asked for

  /** Bernstein coefficients on [0, h] of a polynomial of lower degree raised to `degree`. */
  function toBernstein(degree: number): void {
    ratios[degree] ??= binomialRatios(degree);
    const table = ratios[degree]!;
    for (let i = 0; i <= degree; i++) {
      let sum = 0;
      for (let k = 0; k <= i; k++) sum += table[i * (degree + 1) + k]! * scaled[k]!;
      stack[i] = sum;
    }
  }

  /** Splits interval `top` in its middle: the right half stays at top, the left half goes on top of it. */
  function split(top: number, degree: number): void {
    const right = top * width;
    const left = (top + 1) * width;
    for (let i = 0; i <= degree; i++) {
      stack[left + i] = stack[right]!;
      for (let k = 0; k < degree - i; k++) stack[right + k] = (stack[right + k]! + stack[right + k + 1]!) / 2;
    }
    size[top]! /= 2;
    size[top + 1] = size[top]!;
    low[top + 1] = low[top]!;
    low[top]! += size[top]!;
  }

  /** Signs: 0 all positive, 1 one change and negative at the end, 2 anything else. */
  function signs(top: number, degree: number): number {
    const base = top * width;
    let changes = 0;
    let negative = stack[base]! < 0;
    if (negative) return 2;
    for (let i = 1; i <= degree; i++) {
      const below = stack[base + i]! < 0;
      if (below !== negative) changes++;
      negative = below;
    }
    return changes === 0 ? 0 : changes === 1 && negative ? 1 : 2;
  }

  /** Newton kept in its bracket, on the scaled polynomial over [0, 1], until x changes by less than a part of itself. */
  function refine(degree: number, part: number): void {
    let a = bracket[0]!;
    let b = bracket[1]!;
    let x = root[0]!;
    for (let k = 0; k < 100; k++) {
      let p = scaled[degree]!;
      let slope = 0;
      for (let i = degree - 1; i >= 0; i--) {
        slope = slope * x + p;
        p = p * x + scaled[i]!;
      }
      evaluations[0]!++;
      if (p > 0) a = x;
      else b = x;
      const newton = x - p / slope;
      const next = newton > a && newton < b ? newton : (a + b) / 2;
      if (next === x || next === a || next === b || Math.abs(next - x) <= part * x) break;
      x = next;
    }
    root[0] = x;
  }

  /** Sum of the sizes of the terms at x. */
  function termsAt(x: number, degree: number): number {
    let sum = 0;
    for (let k = degree; k >= 0; k--) sum = sum * x + Math.abs(scaled[k]!);
    return sum;
  }

  /** Brackets the first crossing, with a first guess; false when there is none. */
  function isolate(degree: number): boolean {
    toBernstein(degree);
    low[0] = 0;
    size[0] = 1;
    for (let top = 0; top >= 0; ) {
      const kind = signs(top, degree);
      if (kind === 0) {
        top--;
        continue;
      }
      if (kind === 1 || top >= MOST_DEPTH) {
        bracket[0] = low[top]!;
        bracket[1] = low[top]! + size[top]!;
        root[0] = low[top]! + size[top]! / 2;
        return true;
      }
      split(top, degree);
      top++;
    }
    return false;
  }

  return {
    root,
    evaluations,
    find(c, at, degree, h) {
      let power = 1;
      let rest = 0;
      for (let k = 0; k <= degree; k++) {
        scaled[k] = c[at + k]! * power;
        power *= h[0]!;
        if (k > 0) rest += Math.abs(scaled[k]!);
      }
      if (scaled[0]! > rest) return false;
      if (!isolate(degree)) return false;
      refine(degree, 0.1);
      const value = scaled[0]!;
      scaled[0] = value + ROUND_OFF * termsAt(Math.min(1, 2 * root[0]!), degree);
      if (!isolate(degree)) return false; // it only touches
      scaled[0] = value;
      refine(degree, Number.EPSILON);
      root[0]! *= h[0]!;
      return true;
    },
  };
}

/** C(i, k) / C(n, k) */
function binomialRatios(n: number): Float64Array {
  const table = new Float64Array((n + 1) * (n + 1));
  for (let i = 0; i <= n; i++) {
    let ratio = 1;
    for (let k = 0; k <= i; k++) {
      table[i * (n + 1) + k] = ratio;
      ratio *= (i - k) / (n - k);
    }
  }
  return table;
}
