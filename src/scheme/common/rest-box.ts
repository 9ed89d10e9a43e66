/**
 * The box problem on accelerations: which of the rows at rest stay there, and which way the others begin to slip. A row
 * that slips has a known force. One that its limit cannot hold and whose law jumps slips with its kinetic force at once, which may keep
 * the others: of such rows the one that accelerates most goes first, and the rest are asked again.
 */
import type { Load } from "../../model/load.ts";
import { driveRates } from "../../model/rows/drive-rates.ts";
import type { RowValues } from "../../model/rows/row-values.ts";
import { smoothedAt } from "../../model/rows/soft-force.ts";
import { smoothForce } from "../../model/smooth-force.ts";
import { linearOf, type System } from "../../model/system.ts";
import { type Rows, rowsMultiply } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import { activeSet } from "../../step/solvers/active-set.ts";
import { newStats, type Step } from "../../step/step.ts";
import { rowStep, weakeningForce } from "./rows.ts";

export interface RestBox {
  readonly step: Step;
  readonly acceleration: Vector;
  /** Rates of the drives, m/s^2. */
  readonly rate: Vector;
  /** Of the last solve, for each row at rest: 0 it stays, else which way it begins to slip (a stop: 1, it opens). */
  readonly leaves: Int8Array;
  /** Of a state under a load, the values brought to its instant; slip[i] = 0: at rest. `force` in: a guess. */
  solve(at: Vector, position: Vector, velocity: Vector, load: Load, slip: Vector, force: Vector): void;
}

/** `stiffness` is added to the inertia as stiffness * K: the alpha scheme's own accelerations. */
export function restBox(system: System, stiffness: number, values: RowValues): RestBox {
  const n = system.size;
  const m = system.rows.length;
  const given = new Float64Array(n);
  const turning = new Float64Array(m);
  const { constant } = system;
  const inertia = system.matrix();
  const directions = system.newDirections();
  if (constant.mass) system.massAt(given, inertia);
  if (stiffness !== 0) linearOf(system).stiffness.addTo(inertia, stiffness);
  const step = rowStep(system, inertia, directions);
  step.smoothing.fill(0);
  const weakening = weakeningForce(system, directions);
  const smooth = smoothForce(system);
  const gaps = new Float64Array(m);
  const acceleration = new Float64Array(n);
  const rowRate = new Float64Array(m);
  const rates = driveRates(system);
  const solver = activeSet().prepare(step);
  const leaves = new Int8Array(m);
  const stats = newStats();

  /** Hard force of a row that slips with this sign, N. */
  function slidingForce(i: number, sign: number): number {
    return sign > 0 ? -values.kineticForward[i]! : values.kineticBackward[i]!;
  }

  function setBounds(slip: Vector): void {
    for (let i = 0; i < m; i++) {
      const { law } = system.rows[i]!;
      if (law.stop) {
        step.upper[i] = gaps[i]! > 0 || slip[i]! > 0 ? 0 : Number.POSITIVE_INFINITY; // open or closed
      } else if (law.smoothing > 0) {
        smoothedAt(law, i, slip, values, step.lower);
        step.upper[i] = step.lower[i]!;
      } else if (slip[i] !== 0 && !law.joint) {
        step.lower[i] = step.upper[i] = slidingForce(i, slip[i]! > 0 ? 1 : -1);
      } else {
        step.lower[i] = -values.forward[i]!;
        step.upper[i] = values.backward[i]!;
      }
    }
  }

  /** Lets the jump row go that accelerates most against its limit; returns whether there is one. */
  function letGo(): boolean {
    let first = -1;
    rowsMultiply(directions, acceleration, rowRate);
    for (let i = 0; i < m; i++) {
      if (!system.rows[i]!.law.jumps || solver.set[i] === 0 || step.lower[i] === step.upper[i]) continue;
      rowRate[i] = Math.abs(rowRate[i]! + step.slip[i]!);
      if (first < 0 || rowRate[i]! > rowRate[first]!) first = i;
    }
    if (first < 0) return false;
    leaves[first] = -solver.set[first]!;
    step.lower[first] = step.upper[first] = slidingForce(first, leaves[first]!);
    return true;
  }

  /** Brings mass and directions to a position, where they change with it; a direction that turns has a part in the slip's rate. */
  function place(position: Vector, velocity: Vector): void {
    if (!constant.mass) system.massAt(position, inertia);
    if (!constant.directions) {
      system.directionsAt(position, directions);
      system.turningAt(position, velocity, turning);
    }
    if (!constant.mass || !constant.directions) step.version++;
  }

  return {
    step,
    acceleration,
    rate: rates.rate,
    leaves,
    solve(at, position, velocity, load, slip, force) {
      place(position, velocity);
      load.evaluate(at, given);
      weakening.add(velocity, values, 1, given);
      smooth.complete(at, position, velocity, given);
      for (let k = 0; k < n; k++) step.residual[k] = 0 - given[k]!;
      if (system.hasStops) system.gapsAt(position, gaps);
      setBounds(slip);
      leaves.fill(0);
      rates.update(at, position, velocity);
      for (let i = 0; i < m; i++) step.slip[i] = turning[i]! - rates.rate[i]!;
      do {
        for (let i = 0; i < m; i++) force[i] = Math.min(step.upper[i]!, Math.max(step.lower[i]!, force[i]!));
        solver.solve(acceleration, force, stats);
      } while (values.jumps && letGo());
      for (let i = 0; i < m; i++) if (step.lower[i]! < step.upper[i]!) leaves[i] = -solver.set[i]!;
    },
  };
}

/** Slip below this part of its own terms is round-off: the row is at rest. */
export const RESTING = 8 * Number.EPSILON;

/** slip = W^T velocity - drive, with round-off set to zero. */
export function restingSlip(directions: Rows, velocity: Vector, drive: Vector, slip: Vector): void {
  const { start, column, value } = directions;
  for (let i = 0; i < directions.count; i++) {
    let sum = 0;
    let size = Math.abs(drive[i]!);
    for (let k = start[i]!; k < start[i + 1]!; k++) {
      const term = value[k]! * velocity[column[k]!]!;
      sum += term;
      size += Math.abs(term);
    }
    sum -= drive[i]!;
    slip[i] = Math.abs(sum) <= RESTING * size ? 0 : sum;
  }
}
