/**
 * Whether loads, drives and limits are what their series say over an expansion of the kernel, as in propagation.ts: formulas whose last coefficients do not tell
 * what comes after them are compared at the same samples. It is a little stricter: what does not fit may be for the general scheme.
 */

import type { Load } from "../../../model/load.ts";
import { isFriction } from "../../../model/rows/law.ts";
import { massWeights, RowValue, type System } from "../../../model/system.ts";
import type { Vector } from "../../../numeric/vector.ts";
import type { Initial } from "../../scheme.ts";
import { sampling } from "../sampling.ts";
import { DEAD } from "../trust.ts";
import type { Kernel } from "./kernel.ts";

/** Largest error, relative to the terms beside it; and to the largest so far. */
const MATCH = 1e-12;
const FORGOTTEN = 1e-15;
const ROUND_OFF = 4 * Number.EPSILON;

export interface Fit {
  /** A run begins. */
  begin(): void;
  /** Whether coefficients that have just been filled in are numbers. */
  isFinite(): boolean;
  /** Whether the present expansion fits. */
  holds(): boolean;
}

const hides = (load: Load | undefined) => load !== undefined && !load.constant && !load.entire;

/** Undefined where nothing can hide. `spacing`: of the outputs, s. */
export function fit(system: System, order: number, kernel: Kernel, initial: Initial, spacing: number): Fit | undefined {
  return hides(system.load) || hides(system.rowFunctions)
    ? compared(system, order, kernel, initial, spacing)
    : undefined;
}

/** The host compiles this only where it is called. */
function compared(system: System, order: number, kernel: Kernel, initial: Initial, spacing: number): Fit {
  const { load, rowFunctions, size: n, rows } = system;
  const loads = hides(load);
  const ofRows = hides(rowFunctions);
  const { at, length, x, force, load: series, rows: rowSeries } = kernel.shared;
  const m = rows.length;
  const count = RowValue.count * m;
  const { start, column, value } = system.linear!.directions;
  const masses = massWeights(system, initial.position).map((weight) => weight * weight);
  const samples = sampling(system, initial, spacing);
  const [sample, tau] = [new Float64Array(2), new Float64Array(1)];
  const room = new Float64Array(1);
  const found = new Float64Array(Math.max(n, count));
  const terms = new Float64Array(n);
  const largest = new Float64Array(n);
  const counts = Array.from({ length: count }, (_, j) => isFriction(rows[j % m]!.law));
  const sums = new Float64Array(3 * found.length); // value, slope, and size of the terms
  const twins = new Int8Array(found.length);

  /** Column i of coefficients at tau; one that is the same as that `back` before has its sums. */
  function sumUp(c: Vector, stride: number, i: number, back: number): void {
    if (twins[i] === 1) {
      for (let q = 0; q < 3; q++) sums[3 * i + q] = sums[3 * (i - back) + q]!;
      return;
    }
    let p = c[order * stride + i]!;
    let slope = 0;
    let size = Math.abs(p);
    for (let k = order - 1; k >= 0; k--) {
      slope = slope * tau[0]! + p;
      p = p * tau[0]! + c[k * stride + i]!;
      size = size * tau[0]! + Math.abs(c[k * stride + i]!);
    }
    sums[3 * i] = p;
    sums[3 * i + 1] = slope;
    sums[3 * i + 2] = size;
  }

  /** Notes which columns are the same as the one `back` before: limits either way, at rest and in slip often are. */
  function findTwins(c: Vector, stride: number, back: number): void {
    for (let i = 0; i < stride; i++) {
      let same = i >= back;
      for (let k = 0; k <= order && same; k++) same = c[k * stride + i] === c[k * stride + i - back];
      twins[i] = same ? 1 : 0;
    }
  }

  /** What stands beside the load in the equation of motion, N. */
  function measure(): void {
    for (let i = 0; i < n; i++) terms[i] = Math.max(Math.abs(series[i]!), 2 * masses[i]! * Math.abs(x[2 * n + i]!));
    for (let i = 0; i < m; i++) {
      for (let e = start[i]!; e < start[i + 1]!; e++) {
        terms[column[e]!] = Math.max(terms[column[e]!]!, Math.abs(value[e]! * force[i * (order + 1)]!));
      }
    }
    for (let i = 0; i < n; i++) largest[i] = Math.max(largest[i]!, Math.abs(series[i]!));
  }

  const rounding = (i: number) => ROUND_OFF * Math.abs(sample[0]! * sums[3 * i + 1]!);

  function loadFits(): boolean {
    load.evaluate(sample, found);
    for (let i = 0; i < n; i++) {
      sumUp(series, n, i, 1);
      largest[i] = Math.max(largest[i]!, Math.abs(found[i]!));
      const error = MATCH * (terms[i]! + Math.abs(found[i]!)) + FORGOTTEN * largest[i]! + DEAD + rounding(i);
      if (!(Math.abs(sums[3 * i]! - found[i]!) <= error)) return false;
    }
    return true;
  }

  function rowsFit(): boolean {
    rowFunctions!.evaluate(sample, found);
    for (let j = 0; j < count; j++) {
      sumUp(rowSeries!, count, j, m);
      if (!counts[j]) continue;
      const error = MATCH * sums[3 * j + 2]! + DEAD + rounding(j);
      if (!(Math.abs(sums[3 * j]! - found[j]!) <= error)) return false;
    }
    return true;
  }

  /** Bounds of stops and joints may be infinite. */
  function isNumber(c: Vector): boolean {
    let sum = 0;
    for (let k = 0; k < c.length; k++) sum += c[k] === Number.POSITIVE_INFINITY ? 0 : c[k]! - c[k]!;
    return sum === 0;
  }

  function allFit(of: boolean, c: Vector | undefined, stride: number, back: number, fits: () => boolean): boolean {
    if (!of) return true;
    findTwins(c!, stride, back);
    samples.begin(at, length);
    while (samples.next(tau)) {
      sample[0] = at[0]! + tau[0]!;
      if (!fits()) return false;
    }
    return true;
  }

  return {
    begin: () => void largest.fill(0),
    isFinite: () => isNumber(series) && (!ofRows || isNumber(rowSeries!)),
    holds() {
      room[0] = length[0]!;
      samples.shorten(at, room);
      if (room[0]! < length[0]!) return false; // its samples would take long
      measure();
      sample[1] = at[1]!;
      return allFit(loads, series, n, 1, loadFits) && allFit(ofRows, rowSeries, count, m, rowsFit);
    },
  };
}
