/**
 * The first forces. A row that slips has a known force, -limit sign(s). The force of a row at rest comes from the box
 * problem on accelerations; (1.5)'s zero would let a held mass move.
 */
import { type LinearSystem, stopGaps } from "../model/linear.ts";
import { rowsMultiply } from "../numeric/rows.ts";
import type { Vector } from "../numeric/vector.ts";
import { activeSet } from "../step/active-set.ts";
import { newStats } from "../step/step.ts";
import { stickProjection } from "../step/stick.ts";
import { modesFromSet, rowStep, weakeningForce } from "./rows.ts";
import type { State } from "./scheme.ts";

/** Slip below this part of its own terms is round-off: the row is at rest. */
const ROUND_OFF = 8 * Number.EPSILON;

/**
 * Fills force and mode of a state at its time and returns its accelerations. `stiffness` is added to the inertia as
 * stiffness * K: the alpha scheme's own accelerations.
 */
export function startRows(system: LinearSystem, state: State, side: number, stiffness: number): Vector {
  const n = system.size;
  const m = system.rows.length;
  const inertia = system.matrix();
  system.mass.addTo(inertia, 1);
  system.stiffness.addTo(inertia, stiffness);
  const step = rowStep(system, inertia, system.directions);
  const { position, velocity, force, mode } = state;

  const load = new Float64Array(n);
  system.load.evaluate(Float64Array.of(state.time, side), load);
  weakeningForce(system).add(velocity, 1, load);
  system.stiffness.multiplyAdd(position, step.residual);
  system.damping.multiplyAdd(velocity, step.residual);
  for (let k = 0; k < n; k++) step.residual[k]! -= load[k]!;

  const slip = restingSlip(system, velocity);
  const gaps = new Float64Array(m);
  stopGaps(system, position, gaps);
  for (let i = 0; i < m; i++) {
    const { limit, smoothing, stop } = system.rows[i]!.law;
    step.smoothing[i] = 0;
    if (stop) {
      if (gaps[i]! > 0 || slip[i]! > 0) step.upper[i] = 0; // open
      continue;
    }
    if (smoothing === 0 && slip[i] === 0) continue;
    const multiplier = smoothing > 0 ? slip[i]! / Math.sqrt(smoothing * smoothing + slip[i]! * slip[i]!) : Math.sign(slip[i]!);
    force[i] = -limit * multiplier;
    step.lower[i] = force[i]!;
    step.upper[i] = force[i]!;
  }
  const solver = activeSet().prepare(step);
  const acceleration = new Float64Array(n);
  solver.solve(acceleration, force, newStats());
  stickProjection(system.directions, n, (i) => slip[i] === 0 || system.rows[i]!.law.stop !== undefined).apply(solver.set, acceleration);
  modesFromSet(system, solver.set, velocity, new Float64Array(m), mode);
  for (let i = 0; i < m; i++) if (slip[i] !== 0 && !system.rows[i]!.law.stop) mode[i] = Math.sign(slip[i]!);
  return acceleration;
}

/** Slips, with round-off set to zero. */
export function restingSlip(system: LinearSystem, velocity: Vector): Vector {
  const { directions } = system;
  const slip = new Float64Array(directions.count);
  rowsMultiply(directions, velocity, slip);
  for (let i = 0; i < directions.count; i++) {
    let size = 0;
    for (let k = directions.start[i]!; k < directions.start[i + 1]!; k++) {
      size += Math.abs(directions.value[k]! * velocity[directions.column[k]!]!);
    }
    if (Math.abs(slip[i]!) <= ROUND_OFF * size) slip[i] = 0;
  }
  return slip;
}
