/**
 * Work that drives do on the machine through their rows over a step. Force and drive both vary, F = F0 + F1 (t - tm) and
 * likewise for the drive, so the work is h F0 D0 + h^3/12 F1 D1. The mean forces F0 come from the momentum balance, and
 * from its first moment, the integral of (t - tm) (M x'' + D x' + K x - f) = W F, come the h^3/12 F1: of rows that slip by
 * their laws, of the others by relaxation.
 */
import { controllerValues } from "../model/controllers.ts";
import type { LinearSystem } from "../model/linear.ts";
import { rowValues } from "../model/row-values.ts";
import { springForces } from "../model/springs.ts";
import { rowsMultiply } from "../numeric/rows.ts";
import type { Vector } from "../numeric/vector.ts";
import type { State } from "../scheme/scheme.ts";
import { cubicPosition, cubicVelocity, GAUSS, GAUSS_POINTS, GAUSS_WEIGHTS, type Sample } from "./cubic.ts";
import { type MeanForces, rowCoupling } from "./mean-forces.ts";
import { slipFriction } from "./row-losses.ts";

const SWEEPS = 200;
const SETTLED = 1e-13;

/** Fills out[0] with the work of a step, J. */
export function driveWork(system: LinearSystem): (from: Sample, to: State, forces: MeanForces, out: Vector) => void {
  const n = system.size;
  const m = system.rows.length;
  const { coupling, inverseRows } = rowCoupling(system);
  const springs = springForces(system.springs);
  const commands = controllerValues(system.controllers);
  const friction = slipFriction(system);
  const values = rowValues(system);
  const moment = new Float64Array(n); // of the forces that the rows must supply, N s^2
  const ofRows = new Float64Array(m);
  const ofLaw = new Float64Array(m);
  const target = new Float64Array(m);
  const swing = new Float64Array(m); // D1 h, m/s
  const x = new Float64Array(n);
  const v = new Float64Array(n);
  const force = new Float64Array(n);
  const slip = new Float64Array(m);
  const at = new Float64Array(2);

  /** Drives, laws and all forces but inertia and damping at the Gauss points. */
  function gather(from: Sample, to: State): void {
    const h = to.time - from.time;
    moment.fill(0);
    ofLaw.fill(0);
    swing.fill(0);
    at[1] = from.time + h / 2;
    for (const point of GAUSS) {
      const arm = GAUSS_WEIGHTS[point] * (GAUSS_POINTS[point] - 0.5) * h * h;
      at[0] = from.time + GAUSS_POINTS[point] * h;
      cubicPosition(from, to, point, x);
      cubicVelocity(from, to, point, v);
      system.load.evaluate(at, force);
      if (commands.limited) {
        commands.update(at, x, v);
        commands.takeOff(1, force);
      }
      for (let k = 0; k < n; k++) force[k] = -force[k]!;
      system.stiffness.multiplyAdd(x, force);
      springs.add(x, force);
      for (let k = 0; k < n; k++) moment[k]! += arm * force[k]!;
      values.update(at);
      rowsMultiply(system.directions, v, slip);
      for (let i = 0; i < m; i++) slip[i]! -= values.drive[i]!;
      friction.evaluate(slip, values);
      for (let i = 0; i < m; i++) {
        ofLaw[i]! -= arm * friction.force[i]!;
        swing[i]! += ((12 * arm) / (h * h)) * values.drive[i]!;
      }
    }
  }

  /** moment += the moments of inertia and damping, which the ends of the step tell. */
  function addMotion(from: Sample, to: State): void {
    const h = to.time - from.time;
    const { position, velocity } = to;
    for (let k = 0; k < n; k++) x[k] = (h / 2) * (from.v[k]! + velocity[k]!) - (position[k]! - from.x[k]!);
    system.mass.multiplyAdd(x, moment);
    for (let k = 0; k < n; k++) x[k] = ((h * h) / 12) * (velocity[k]! - from.v[k]!);
    system.damping.multiplyAdd(x, moment);
  }

  function relax(forces: MeanForces): void {
    rowsMultiply(inverseRows, moment, target);
    for (let i = 0; i < m; i++) ofRows[i] = forces.slips(i) === 0 ? 0 : ofLaw[i]!;
    for (let sweep = 0; sweep < SWEEPS; sweep++) {
      let settled = true;
      for (let i = 0; i < m; i++) {
        if (forces.slips(i) !== 0 || forces.isOpen(i)) continue;
        let rest = target[i]!;
        for (let j = 0; j < m; j++) if (j !== i) rest -= coupling[i * m + j]! * ofRows[j]!;
        const next = rest / coupling[i * m + i]!;
        if (Math.abs(next - ofRows[i]!) > SETTLED * Math.abs(next)) settled = false;
        ofRows[i] = next;
      }
      if (settled) return;
    }
  }

  return (from, to, forces, out) => {
    const h = to.time - from.time;
    let work = 0;
    let varies = false;
    for (let i = 0; i < m; i++) work += h * (forces.force[i]! + forces.weak[i]!) * forces.drive[i]!;
    gather(from, to);
    for (let i = 0; i < m; i++) varies ||= swing[i] !== 0;
    if (varies) {
      addMotion(from, to);
      relax(forces);
      for (let i = 0; i < m; i++) work += (ofRows[i]! * swing[i]!) / h;
    }
    out[0] = work;
  };
}
