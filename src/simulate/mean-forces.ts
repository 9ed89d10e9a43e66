/**
 * The rows' mean forces over a step, from the momentum balance of the motion: least squares in the metric of the
 * inverse mass, within the limits, by relaxation (no part of the solvers that made the motion).
 */

import { controllerValues } from "../model/controllers.ts";
import { isFriction } from "../model/law.ts";
import { type LinearSystem, stopGaps } from "../model/linear.ts";
import { type RowValues, rowValues } from "../model/row-values.ts";
import { springForces } from "../model/springs.ts";
import { type Rows, rowsFrom, rowsMultiply } from "../numeric/rows.ts";
import { dot, type Vector } from "../numeric/vector.ts";
import type { State } from "../scheme/scheme.ts";
import { cubicPosition, cubicVelocity, GAUSS, GAUSS_POINTS, GAUSS_WEIGHTS, type Sample } from "./cubic.ts";

const SWEEPS = 200;
const SETTLED = 1e-13;

export interface MeanForces {
  /** Hard forces, N. */
  readonly force: Vector;
  /** What the forces cannot balance, N. */
  readonly residual: Vector;
  /** w M^{-1} w of each row, 1/kg. */
  readonly compliance: Vector;
  /** How far (relative to the limit) the force depends on how the motion is read between the samples. */
  readonly uncertainty: Vector;
  /** Slips at the beginning and the end of the step, m/s. */
  readonly slip0: Vector;
  readonly slip1: Vector;
  /** Limits of the middle of the step. */
  readonly values: RowValues;
  /** Mean drives over the step, m/s. */
  readonly drive: Vector;
  /** Mean force of weakening, N. */
  readonly weak: Vector;
  /** +1 or -1 for a row that surely slips over the step. */
  slips(i: number): number;
  /** Whether a row is a stop that stays open. */
  isOpen(i: number): boolean;
  observe(from: Sample, to: State): void;
}

export function meanForces(system: LinearSystem): MeanForces {
  const n = system.size;
  const m = system.rows.length;
  const { directions, rows } = system;
  const weakened = rows.some((row) => row.law.weakening !== undefined);
  const { dense, inverseRows, coupling } = rowCoupling(system);
  const compliance = Float64Array.from({ length: m }, (_, i) => coupling[i * m + i]!);

  const force = new Float64Array(m);
  const residual = new Float64Array(n);
  const uncertainty = new Float64Array(m);
  const target = new Float64Array(m);
  const weak = new Float64Array(m);
  const values = rowValues(system);
  const drive = new Float64Array(m);
  const springs = springForces(system.springs);
  const commands = controllerValues(system.controllers);
  const velocity = new Float64Array(n);
  const slip0 = new Float64Array(m);
  const slip1 = new Float64Array(m);
  const gap0 = new Float64Array(m);
  const gap1 = new Float64Array(m);
  const slip = new Float64Array(m);
  const gamma = new Float64Array(m);
  const slope = new Float64Array(m);
  const a = new Float64Array(n);
  const b = new Float64Array(n);
  const at = new Float64Array(2);
  const length = new Float64Array(1); // of the step, s: as an argument it would be boxed

  /** residual = M dv/h + D dx/h + K mean(x) - mean(f): what the rows must supply. */
  function momentum(from: Sample, to: State): void {
    const h = length[0]!;
    const { position: x1, velocity: v1 } = to;
    for (let k = 0; k < n; k++) a[k] = (v1[k]! - from.v[k]!) / h;
    system.mass.multiply(a, residual);
    for (let k = 0; k < n; k++) a[k] = (x1[k]! - from.x[k]!) / h;
    system.damping.multiplyAdd(a, residual);
    for (let k = 0; k < n; k++) a[k] = (from.x[k]! + x1[k]!) / 2 + (h / 12) * (from.v[k]! - v1[k]!);
    system.stiffness.multiplyAdd(a, residual);
    at[1] = from.time + h / 2;
    if (system.springs) addSprings(from, to);
    if (commands.limited) addExcess(from, to);
    for (const point of GAUSS) {
      at[0] = from.time + GAUSS_POINTS[point] * h;
      system.load.evaluate(at, a);
      for (let k = 0; k < n; k++) residual[k]! -= GAUSS_WEIGHTS[point] * a[k]!;
    }
  }

  /** residual += the mean force of nonlinear springs. */
  function addSprings(from: Sample, to: State): void {
    for (const point of GAUSS) {
      cubicPosition(from, to, point, b);
      a.fill(0);
      springs.add(b, a);
      for (let k = 0; k < n; k++) residual[k]! += GAUSS_WEIGHTS[point] * a[k]!;
    }
  }

  /** residual += the mean of what commands exceed their limits by. */
  function addExcess(from: Sample, to: State): void {
    for (const point of GAUSS) {
      at[0] = from.time + GAUSS_POINTS[point] * length[0]!;
      cubicPosition(from, to, point, b);
      cubicVelocity(from, to, point, velocity);
      commands.update(at, b, velocity);
      a.fill(0);
      commands.takeOff(-1, a);
      for (let k = 0; k < n; k++) residual[k]! += GAUSS_WEIGHTS[point] * a[k]!;
    }
  }

  /** Mean force of weakening over the step, N. */
  function weakeningMean(from: Sample, to: State): void {
    weak.fill(0);
    if (!weakened) return;
    for (const point of GAUSS) {
      cubicVelocity(from, to, point, b);
      at[0] = from.time + GAUSS_POINTS[point] * length[0]!;
      at[1] = from.time + length[0]! / 2;
      values.update(at);
      slipOf(b, slip);
      for (let i = 0; i < m; i++) {
        const { weakening } = rows[i]!.law;
        if (!weakening) continue;
        weakening.evaluate(slip, i, gamma, slope);
        const limit = slip[i]! > 0 ? values.kineticForward[i]! : values.kineticBackward[i]!;
        weak[i]! += GAUSS_WEIGHTS[point] * limit * gamma[i]!;
      }
    }
  }

  /** A row at a speed that friction cannot take away within the step slips, and its force is known. */
  function slips(i: number): number {
    const reach = length[0]! * Math.max(values.forward[i]!, values.backward[i]!) * compliance[i]!;
    if (slip0[i]! > reach && slip1[i]! > reach) return 1;
    return slip0[i]! < -reach && slip1[i]! < -reach ? -1 : 0;
  }

  /** The admissible force of a row nearest to the one that the others leave it, N. */
  function admissible(i: number, free: number): number {
    const { smoothing, stop, joint } = rows[i]!.law;
    if (joint) return free;
    if (stop) return isOpen(i) ? 0 : Math.max(0, free);
    const sign = smoothing > 0 ? 0 : slips(i);
    if (sign > 0) return -values.kineticForward[i]!;
    if (sign < 0) return values.kineticBackward[i]!;
    return Math.min(values.backward[i]!, Math.max(-values.forward[i]!, free));
  }

  /** Slips at both ends, drives taken off, and the limits of the middle. */
  function readRows(from: Sample, to: State): void {
    const middle = (from.time + to.time) / 2;
    at[1] = middle;
    at[0] = from.time;
    values.update(at);
    slipOf(from.v, slip0);
    at[0] = to.time;
    values.update(at);
    slipOf(to.velocity, slip1);
    drive.fill(0);
    for (const point of system.rowFunctions ? GAUSS : []) {
      at[0] = from.time + GAUSS_POINTS[point] * length[0]!;
      values.update(at);
      for (let i = 0; i < m; i++) drive[i]! += GAUSS_WEIGHTS[point] * values.drive[i]!;
    }
    at[0] = middle;
    values.update(at);
  }

  function slipOf(velocity: Vector, out: Vector): void {
    rowsMultiply(directions, velocity, out);
    for (let i = 0; i < m; i++) out[i]! -= values.drive[i]!;
  }

  /** A stop whose gap stays open, also at the middle of the step as time stepping sees it, has no force. */
  function isOpen(i: number): boolean {
    return gap0[i]! > 0 && gap1[i]! > 0 && gap0[i]! + (length[0]! / 2) * slip0[i]! > 0;
  }

  function relax(): void {
    for (let sweep = 0; sweep < SWEEPS; sweep++) {
      let settled = true;
      for (let i = 0; i < m; i++) {
        let rest = target[i]!;
        for (let j = 0; j < m; j++) if (j !== i) rest -= coupling[i * m + j]! * force[j]!;
        const next = admissible(i, rest / compliance[i]!);
        const scale = isFriction(rows[i]!.law) ? values.forward[i]! + values.backward[i]! : Math.abs(next);
        if (Math.abs(next - force[i]!) > SETTLED * scale) settled = false;
        force[i] = next;
      }
      if (settled) return;
    }
  }

  return {
    force,
    residual,
    compliance,
    uncertainty,
    slip0,
    slip1,
    values,
    drive,
    weak,
    slips: (i) => (rows[i]!.law.smoothing > 0 ? 1 : isFriction(rows[i]!.law) ? slips(i) : 0),
    isOpen: (i) => rows[i]!.law.stop !== undefined && isOpen(i),
    observe(from, to) {
      const h = to.time - from.time;
      length[0] = h;
      momentum(from, to);
      weakeningMean(from, to);
      readRows(from, to);
      if (system.hasStops) {
        stopGaps(system, from.x, gap0);
        stopGaps(system, to.position, gap1);
      }
      // the elastic force differs by this much between low-order readings of the same samples
      for (let k = 0; k < n; k++) a[k] = (h / 3) * (to.velocity[k]! - from.v[k]!);
      system.stiffness.multiply(a, b);
      rowsMultiply(inverseRows, b, uncertainty);
      rowsMultiply(inverseRows, residual, target);
      for (let i = 0; i < m; i++) {
        const limit = values.forward[i]!;
        uncertainty[i] = limit > 0 ? Math.abs(uncertainty[i]!) / (compliance[i]! * limit) : 0;
        for (let j = 0; j < m; j++) target[i]! -= coupling[i * m + j]! * weak[j]!;
      }
      relax();
      for (let i = 0; i < m; i++) {
        const total = force[i]! + weak[i]!;
        const w = dense[i]!;
        if (total !== 0) for (let k = 0; k < n; k++) residual[k]! -= total * w[k]!;
      }
    },
  };
}

/** The rows' directions w, M^{-1} w, and w_i M^{-1} w_j at coupling[i * rows + j]. */
export function rowCoupling(system: LinearSystem): {
  readonly dense: readonly Vector[];
  readonly inverseRows: Rows;
  readonly coupling: Vector;
} {
  const m = system.rows.length;
  const dense = system.rows.map((_, i) => denseRow(system, i));
  const inverse = dense.map((w) => solveMass(system, w));
  const coupling = new Float64Array(m * m);
  for (let i = 0; i < m; i++) for (let j = 0; j < m; j++) coupling[i * m + j] = dot(dense[i]!, inverse[j]!);
  return { dense, inverseRows: rowsFrom(inverse.map((u) => [...u])), coupling };
}

function denseRow(system: LinearSystem, i: number): Vector {
  const { directions } = system;
  const w = new Float64Array(system.size);
  for (let k = directions.start[i]!; k < directions.start[i + 1]!; k++) w[directions.column[k]!] = directions.value[k]!;
  return w;
}

function solveMass(system: LinearSystem, w: Vector): Vector {
  const mass = system.matrix();
  system.mass.addTo(mass, 1);
  mass.factor();
  const u = Float64Array.from(w);
  mass.solve(u);
  return u;
}
