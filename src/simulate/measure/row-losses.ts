/** Energy that each row takes from a motion, from t, x, v and the laws alone. */

import { rowValues } from "../../model/rows/row-values.ts";
import { slipFriction } from "../../model/rows/soft-force.ts";
import type { System } from "../../model/system.ts";
import { rowsAddTransposed, rowsMultiply } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import { hold } from "../../scheme/event-driven/hold.ts";
import type { State } from "../../scheme/scheme.ts";
import { cubicPosition, cubicVelocity, GAUSS_INDICES, GAUSS_POINTS, GAUSS_WEIGHTS, type Sample } from "./cubic.ts";

/** A slip below this part of its own terms is round-off. */
const REST = 1e-12;

export interface RowLosses {
  /** Lost in each row so far, J. */
  readonly loss: Vector;
  /**
   * Adds a step; the motion in it is read as the cubic through both ends, so that a row that slips one way loses its limit
   * times the way exactly. `forces`: mean forces over the step, of which those of stops do work when an impact is inside.
   */
  observe(from: Sample, to: State, forces: Vector): void;
  /** Adds an impact: the kinetic energy that it takes, shared among the stops that were hit; what it would add is no loss. */
  jump(before: State, after: State): void;
}

export function rowLosses(system: System): RowLosses {
  const m = system.rows.length;
  const loss = new Float64Array(m);
  const position = new Float64Array(system.size);
  const velocity = new Float64Array(system.size);
  const slip = new Float64Array(m);
  const slip0 = new Float64Array(m);
  const friction = slipFriction(system.rows);
  const values = rowValues(system);
  const at = new Float64Array(2);
  const { constant } = system;
  const directions = system.newDirections();
  const compliance = new Float64Array(m);
  if (constant.mass && constant.directions) stopCompliance(system, velocity, compliance);
  const share = new Float64Array(m);
  const driven = system.rowFunctions !== undefined || system.rowMotion !== undefined;
  const moved = driven && system.hasStops && system.rows.some(({ law }) => law.joint) ? hold(system) : undefined;
  const impulse = new Float64Array(m);
  const jolt = new Float64Array(m);
  const nothing = new Float64Array(system.size);
  const resting = new Int8Array(m); // on its drive at both ends of the step
  const way = new Float64Array(m); // on it

  /** Work of joints that are moved from outside in an impact, J: their impulses times their rates. The rows' rates are read, and shared. */
  function jointWork(before: State, after: State): number {
    moved!.place(before.position);
    moved!.clear();
    for (let i = 0; i < m; i++) {
      impulse[i] = 0;
      jolt[i] = slip[i]! - slip0[i]!;
      if (system.rows[i]!.law.joint || share[i]! > 0) moved!.add(i);
    }
    moved!.prepare();
    for (let k = 0; k < velocity.length; k++) velocity[k] = after.velocity[k]! - before.velocity[k]!;
    moved!.solve(nothing, jolt, velocity, impulse);
    let work = 0;
    for (let i = 0; i < m; i++) if (system.rows[i]!.law.joint) work += impulse[i]! * slip[i]!;
    return work;
  }

  /** Drives and limits at `at`, where the motion is that of a point of the step. */
  function update(from: Sample, to: State, point: (typeof GAUSS_INDICES)[number]): void {
    if (system.rowMotion) {
      cubicPosition(from, to, point, position);
      cubicVelocity(from, to, point, velocity);
    }
    values.update(at, position, velocity);
  }

  /** A drive is no cubic: a row that rests on it at both ends has slipped by the way that is left between them, mostly none. */
  function findRest(from: Sample, to: State): void {
    const h = to.time - from.time;
    at[1] = from.time + h / 2;
    rowsMultiply(directions, from.x, slip0);
    rowsMultiply(directions, to.position, way);
    for (let i = 0; i < m; i++) way[i]! -= slip0[i]!;
    for (const point of GAUSS_INDICES) {
      at[0] = from.time + GAUSS_POINTS[point] * h;
      update(from, to, point);
      for (let i = 0; i < m; i++) way[i]! -= GAUSS_WEIGHTS[point] * h * values.drive[i]!;
    }
    resting.fill(1);
    at[0] = from.time;
    keepResting(from.x, from.v);
    at[0] = to.time;
    keepResting(to.position, to.velocity);
  }

  function keepResting(x: Vector, v: Vector): void {
    values.update(at, x, v);
    rowsMultiply(directions, v, slip0);
    for (let i = 0; i < m; i++) {
      const drive = values.drive[i]!;
      if (!(Math.abs(slip0[i]! - drive) <= REST * (Math.abs(slip0[i]!) + Math.abs(drive)))) resting[i] = 0;
    }
  }

  function addStops(from: Sample, to: State, forces: Vector): void {
    const h = to.time - from.time;
    system.directionsAt(from.x, directions);
    rowsMultiply(directions, from.v, slip0);
    system.directionsAt(to.position, directions);
    rowsMultiply(directions, to.velocity, slip);
    for (let i = 0; i < m; i++) {
      if (system.rows[i]!.law.stop) loss[i]! -= (h * forces[i]! * (slip0[i]! + slip[i]!)) / 2;
    }
  }

  return {
    loss,
    observe(from, to, forces) {
      const h = to.time - from.time;
      if ((system.rowFunctions || system.rowMotion) && constant.directions) findRest(from, to);
      for (const point of GAUSS_INDICES) {
        cubicVelocity(from, to, point, velocity);
        at[0] = from.time + GAUSS_POINTS[point] * h;
        at[1] = from.time + h / 2;
        update(from, to, point);
        if (!constant.directions) {
          cubicPosition(from, to, point, position);
          system.directionsAt(position, directions);
        }
        rowsMultiply(directions, velocity, slip);
        for (let i = 0; i < m; i++) slip[i] = resting[i] === 1 ? way[i]! / h : slip[i]! - values.drive[i]!;
        friction.evaluate(slip, values);
        for (let i = 0; i < m; i++) loss[i]! -= GAUSS_WEIGHTS[point] * h * friction.force[i]! * slip[i]!;
      }
      if (system.hasStops) addStops(from, to, forces);
    },
    jump(before, after) {
      const gone = system.energy(before.position, before.velocity) - system.energy(after.position, after.velocity);
      system.directionsAt(before.position, directions);
      if (!constant.mass || !constant.directions) stopCompliance(system, before.position, compliance);
      rowsMultiply(directions, before.velocity, slip0);
      rowsMultiply(directions, after.velocity, slip);
      let all = 0;
      for (let i = 0; i < m; i++) {
        // what one stop alone takes: (s-^2 - s+^2) / (2 w M^{-1} w)
        const hit = compliance[i]! > 0 && slip0[i]! < 0 && slip[i]! > slip0[i]!;
        share[i] = hit ? Math.max(0, (slip0[i]! * slip0[i]! - slip[i]! * slip[i]!) / compliance[i]!) : 0;
        all += share[i]!;
      }
      const lost = gone + (moved ? jointWork(before, after) : 0);
      if (!(lost > 0 && all > 0)) return;
      for (let i = 0; i < m; i++) loss[i]! += (lost * share[i]!) / all;
    },
  };
}

/** compliance[i] = w M^{-1} w at a position of each stop, 1/kg; 0 for other rows. */
function stopCompliance(system: System, position: Vector, compliance: Vector): void {
  const { rows, size } = system;
  if (!system.hasStops) return;
  const mass = system.matrix();
  system.massAt(position, mass);
  mass.factor();
  const directions = system.newDirections();
  system.directionsAt(position, directions);
  const unit = new Float64Array(rows.length);
  const rate = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    if (!rows[i]!.law.stop) continue;
    const w = new Float64Array(size);
    unit.fill(0);
    unit[i] = 1;
    rowsAddTransposed(directions, unit, w);
    mass.solve(w);
    rowsMultiply(directions, w, rate);
    compliance[i] = rate[i]!;
  }
}
