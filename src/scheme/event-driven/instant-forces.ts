/**
 * Accelerations at one instant, for given rows in slip and all others at rest: the box problem on accelerations alone (level 0 of the
 * decision in mode.ts). They are unique also where the forces of dependent rows are not, and where a row at its limit is undecided.
 */

import { isFriction, isFrictionless } from "../../model/rows/law.ts";
import { RowValue, type System } from "../../model/system.ts";
import { rowsAddTransposed, rowsMultiply } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import { activeSet } from "../../step/solvers/active-set.ts";
import { newStats } from "../../step/step.ts";
import { rowStep } from "../common/rows.ts";
import type { Place } from "./place.ts";

/** A row's acceleration below this part of its terms is none. */
const NOISE = 1e-9;

export interface InstantForces {
  /** Acceleration of the coordinates, and force of each row, that were solved for last. */
  readonly acceleration: Vector;
  readonly force: Vector;
  /** w.a of each row less what its drive does. */
  readonly slipRate: Vector;
  /** The place has moved. */
  follow(): void;
  /**
   * Solves with the known forces (N), the rows' values (see RowValue) and the rates of their drives; `held` rows stay at rest whatever
   * it takes. Rows at rest that begin to slip get their sign in `mode`. False when it cannot be solved.
   */
  solve(known: Vector, values: Vector, stuckRate: Vector, mode: Int8Array, held: Int8Array): boolean;
}

/** By how much the force of row i drops when it begins to slip with a sign, N. */
export function jumpAt(values: Vector, m: number, i: number, sign: number): number {
  const [rest, slip] =
    sign > 0 ? [RowValue.forward, RowValue.kineticForward] : [RowValue.backward, RowValue.kineticBackward];
  return values[rest * m + i]! - values[slip * m + i]!;
}

export function instantForces(system: System, place: Place): InstantForces {
  const n = system.size;
  const m = system.rows.length;
  const mass = system.matrix();
  const step = rowStep(system, mass, place.directions);
  step.smoothing.fill(0);
  const solver = activeSet().prepare(step);
  const inertia = system.matrix();
  const work = newStats();
  const acceleration = new Float64Array(n);
  const force = new Float64Array(m);
  const slipRate = new Float64Array(m);
  const part = new Float64Array(m);
  const terms = new Float64Array(m);
  const momentum = new Float64Array(n);

  function hardForce(i: number, sign: number, values: Vector): number {
    const { law } = system.rows[i]!;
    if (!isFriction(law) || isFrictionless(law) || law.smoothing > 0) return 0;
    return sign > 0 ? -values[RowValue.kineticForward * m + i]! : values[RowValue.kineticBackward * m + i]!;
  }

  function setBounds(values: Vector, mode: Int8Array, held: Int8Array): void {
    for (let i = 0; i < m; i++) {
      const bilateral = held[i] === 1 || system.rows[i]!.law.joint;
      const fixed = hardForce(i, mode[i]!, values);
      const [low, high] = [-values[RowValue.forward * m + i]!, values[RowValue.backward * m + i]!];
      step.lower[i] = mode[i] !== 0 ? fixed : bilateral ? Number.NEGATIVE_INFINITY : low;
      step.upper[i] = mode[i] !== 0 ? fixed : bilateral ? Number.POSITIVE_INFINITY : high;
      force[i] = Math.min(step.upper[i]!, Math.max(step.lower[i]!, force[i]!));
    }
  }

  /** The terms that each row's acceleration is the sum of. */
  function measure(known: Vector): void {
    momentum.set(known);
    inertia.solve(momentum);
    rowsMultiply(place.directions, momentum, part);
    for (let i = 0; i < m; i++) terms[i] = Math.abs(part[i]!);
    momentum.fill(0);
    rowsAddTransposed(place.directions, force, momentum);
    inertia.solve(momentum);
    rowsMultiply(place.directions, momentum, part);
    for (let i = 0; i < m; i++) terms[i]! += Math.abs(part[i]!);
  }

  const slides = (i: number, mode: Int8Array) => mode[i] === 0 && Math.abs(slipRate[i]!) > NOISE * terms[i]!;

  const dropsForce = (i: number, sign: number, values: Vector) =>
    isFriction(system.rows[i]!.law) && jumpAt(values, m, i, sign) !== 0;

  /** Of the rows that a jump law lets break loose the one that accelerates most goes first: it may keep the others. */
  function firstLoose(values: Vector, mode: Int8Array): number {
    let first = -1;
    for (let i = 0; i < m; i++) {
      if (!slides(i, mode) || !dropsForce(i, Math.sign(slipRate[i]!), values)) continue;
      if (first < 0 || Math.abs(slipRate[i]!) > Math.abs(slipRate[first]!)) first = i;
    }
    return first;
  }

  function follow(): void {
    for (const matrix of [mass, inertia]) {
      matrix.clear();
      place.mass.addTo(matrix, 1);
    }
    inertia.factor();
    step.version++;
  }

  follow();
  return {
    acceleration,
    force,
    slipRate,
    follow,
    solve(known, values, stuckRate, mode, held) {
      for (let tries = 0; tries <= m; tries++) {
        setBounds(values, mode, held);
        for (let i = 0; i < m; i++) step.slip[i] = -stuckRate[i]!;
        for (let i = 0; i < n; i++) step.residual[i] = -known[i]!;
        if (solver.solve(acceleration, force, work) !== "solved") return false;
        rowsMultiply(place.directions, acceleration, slipRate);
        for (let i = 0; i < m; i++) slipRate[i]! -= stuckRate[i]!;
        measure(known);
        const loose = firstLoose(values, mode);
        if (loose < 0) break;
        mode[loose] = Math.sign(slipRate[loose]!);
      }
      for (let i = 0; i < m; i++) if (slides(i, mode)) mode[i] = Math.sign(slipRate[i]!);
      return true;
    },
  };
}
