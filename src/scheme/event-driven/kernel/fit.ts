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
  const { load, rowFunctions, size: n, rows } = system;
  const loads = hides(load);
  const ofRows = hides(rowFunctions);
  if (!loads && !ofRows) return undefined;
  const { at, length, x, force, load: series, rows: rowSeries } = kernel.shared;
  const m = rows.length;
  const count = RowValue.count * m;
  const { start, column, value } = system.linear!.directions;
  const masses = massWeights(system, initial.position).map((weight) => weight * weight);
  const samples = sampling(system, initial, spacing);
  const [sample, tau] = [new Float64Array(2), new Float64Array(1)];
  const found = new Float64Array(Math.max(n, count));
  const terms = new Float64Array(n);
  const largest = new Float64Array(n);
  const counts = Array.from({ length: count }, (_, j) => isFriction(rows[j % m]!.law));
  const sum = new Float64Array(3); // value, slope, and size of the terms

  function sumUp(c: Vector, stride: number, i: number): void {
    let p = c[order * stride + i]!;
    let slope = 0;
    let size = Math.abs(p);
    for (let k = order - 1; k >= 0; k--) {
      slope = slope * tau[0]! + p;
      p = p * tau[0]! + c[k * stride + i]!;
      size = size * tau[0]! + Math.abs(c[k * stride + i]!);
    }
    sum[0] = p;
    sum[1] = slope;
    sum[2] = size;
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

  const rounding = () => ROUND_OFF * Math.abs(sample[0]! * sum[1]!);

  function loadFits(): boolean {
    load.evaluate(sample, found);
    for (let i = 0; i < n; i++) {
      sumUp(series, n, i);
      largest[i] = Math.max(largest[i]!, Math.abs(found[i]!));
      const error = MATCH * (terms[i]! + Math.abs(found[i]!)) + FORGOTTEN * largest[i]! + DEAD + rounding();
      if (!(Math.abs(sum[0]! - found[i]!) <= error)) return false;
    }
    return true;
  }

  function rowsFit(): boolean {
    rowFunctions!.evaluate(sample, found);
    for (let j = 0; j < count; j++) {
      if (!counts[j]) continue;
      sumUp(rowSeries!, count, j);
      if (!(Math.abs(sum[0]! - found[j]!) <= MATCH * sum[2]! + DEAD + rounding())) return false;
    }
    return true;
  }

  const isNumber = (c: Vector) => c.every((entry) => entry - entry === 0 || entry === Number.POSITIVE_INFINITY); // of bounds

  return {
    begin: () => void largest.fill(0),
    isFinite: () => isNumber(series) && (!ofRows || isNumber(rowSeries!)),
    holds() {
      measure();
      sample[1] = at[1]!;
      samples.begin(at, length);
      while (samples.next(tau)) {
        sample[0] = at[0]! + tau[0]!;
        if ((loads && !loadFits()) || (ofRows && !rowsFit())) return false;
      }
      return true;
    },
  };
}
