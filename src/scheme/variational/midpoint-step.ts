/**
 * The step problem of (40) in its one-step form, for the velocity u = (q1 - q0)/h of the step, with q in the middle:
 *     2 (M(q) u - P)/h - G(t, q, u) = W F,   G = given + (dM/dt) u - resistance,   P = M(q0) v0,
 * where (dM/dt) u - resistance is what Lagrange's equations call dT/dq - dV/dq + Q. Rows act as row-roles.ts says: friction at the
 * old position, with its law on the slip W(q)^T u; conditions on positions at the end or in the middle, as rates g / time.
 * Posed for Newton's method (step/newton.ts); what it leaves out of A are second derivatives, of the order of h^2.
 */
import { isFrictionless } from "../../model/rows/law.ts";
import { massWeights, type System } from "../../model/system.ts";
import type { Rows } from "../../numeric/rows.ts";
import { copy, type Vector } from "../../numeric/vector.ts";
import type { Posed } from "../../step/newton.ts";
import type { Step } from "../../step/step.ts";
import { stickProjection } from "../../step/stick.ts";
import { rowStep } from "../common/rows.ts";
import { END, type Interval, LENGTH } from "../scheme.ts";
import { Role, type RowRoles } from "./row-roles.ts";
import { type StepRows, type StepTimes, stepRows } from "./step-rows.ts";

/** Changes of the velocity below this part of what positions can tell are round-off. */
const ROUND_OFF = 8 * Number.EPSILON;
/** The same where conditions hang together from end to end, and round-off with them: the next change would be about the square of this. */
const SETTLED = 1e-10;

export interface MidpointStep {
  readonly step: Step;
  readonly posed: Posed;
  /** Whether one round of Newton's method solves it. */
  readonly affine: boolean;
  readonly rows: StepRows;
  readonly times: StepTimes;
  /** Forces in the middle beside the machine's own, N. */
  readonly given: Vector;
  /** Forces that act at the old position only, N. */
  readonly atStart: Vector;
  /** Position at the end of the step, of the velocity that was stated last. */
  readonly end: Vector;
  begin(interval: Interval, q: Vector, v: Vector): void;
  /** Brings all to the velocity u; out: the momentum right before the forces at the new position act, N s. */
  finish(u: Vector, force: Vector, out: Vector): void;
}

/** `q`: a position, for masses to compare velocities by; `exact`: whether stuck rows shall have no slip to the last bit. */
export function midpointStep(system: System, roles: RowRoles, q: Vector, exact: boolean): MidpointStep {
  const n = system.size;
  const { constant } = system;
  const vector = () => new Float64Array(n);
  const step = rowStep(system, system.matrix(), ownRows(system), ownRows(system));
  const instant = () => new Float64Array(2);
  const times = { length: new Float64Array(1), start: instant(), middle: instant(), end: instant() };
  const weights = massWeights(system, q);
  const settled = system.conditioned ? SETTLED : ROUND_OFF;
  const masses = weights.map((root) => root * root);
  const rows = stepRows(system, roles, step, times, masses);
  const stick = stickProjection(step.slipRows, n, weights, (i) => {
    return roles.role[i] === Role.rate && !isFrictionless(system.rows[i]!.law);
  });
  const own = system.forces();
  const flat = constant.mass && constant.tangents; // A is the same in all steps of one length
  const affine = flat && constant.directions && !roles.role.includes(Role.quotient);
  const mass = system.matrix();
  const startMass = system.matrix();
  const endMass = system.matrix();
  const slopes = system.matrix();
  const given = vector();
  const atStart = vector();
  const start = vector();
  const middle = vector();
  const end = vector();
  const momentum = vector();
  const force = vector();
  const before = vector();
  const product = vector();
  const stated = vector(); // the velocity that all is brought to; its first entry is no number where none is
  const factor = new Float64Array(1);
  let tangentOf = Number.NaN; // the length of step that constant matrices were built for
  system.massAt(q, mass);
  system.massAt(q, startMass);

  /** Momentum and force in the middle at the velocity u. */
  function evaluate(u: Vector): void {
    const h = times.length[0]!;
    for (let k = 0; k < n; k++) {
      middle[k] = start[k]! + (h / 2) * u[k]!;
      end[k] = start[k]! + h * u[k]!;
    }
    if (!constant.mass) system.massAt(middle, mass);
    mass.multiply(u, momentum);
    own.resistance(times.middle, middle, u, force);
    for (let k = 0; k < n; k++) force[k] = given[k]! - force[k]!;
    if (!constant.mass && system.addMomentumSlopes) {
      slopes.clear();
      system.addMomentumSlopes(middle, u, 1, slopes);
      slopes.multiplyAdd(u, force); // (dM/dt) u
    }
    rows.place(middle, end);
  }

  /** A = 2 M/h - dM/dt + D + h/2 K, with dM/dt from both ends of the step. */
  function buildTangent(u: Vector): void {
    const { tangent } = step;
    const h = times.length[0]!;
    tangent.clear();
    mass.addTo(tangent, 2);
    if (!constant.mass) {
      system.massAt(end, endMass);
      endMass.addTo(tangent, -1);
      startMass.addTo(tangent, 1);
    }
    factor[0] = 1 / h;
    tangent.scaleBy(factor);
    own.addDamping(times.middle, middle, u, 1, tangent);
    slopes.clear();
    own.addStiffness(times.middle, middle, u, 1, slopes);
    factor[0] = h / 2;
    slopes.scaleBy(factor);
    slopes.addTo(tangent, 1);
    if (tangentOf !== h) tangentOf = h; // a variable that closures share is boxed whenever it is set
    step.version++;
  }

  function restate(u: Vector): void {
    const h = times.length[0]!;
    evaluate(u);
    if (!flat || tangentOf !== h) buildTangent(u);
    step.tangent.multiply(u, product);
    for (let k = 0; k < n; k++) {
      step.residual[k] = (2 / h) * (momentum[k]! - before[k]!) - force[k]! - atStart[k]! - product[k]!;
    }
    rows.state(u, middle, end);
    copy(u, stated);
  }

  /** Whether what follows from a velocity is there already. */
  function isStated(u: Vector): boolean {
    for (let k = 0; k < n; k++) if (u[k] !== stated[k]) return false;
    return true;
  }

  function negligible(u0: Vector, u: Vector): boolean {
    const h = times.length[0]!;
    let change = 0;
    let size = 0;
    for (let k = 0; k < n; k++) {
      change = Math.max(change, weights[k]! * Math.abs(u[k]! - u0[k]!));
      size = Math.max(size, weights[k]! * (Math.abs(u[k]!) + (2 / h) * Math.abs(start[k]!)));
    }
    return change <= settled * size;
  }

  return {
    step,
    posed: {
      step,
      restate,
      ...(affine ? { settled: () => true } : { negligible }),
      ...(exact ? { project: (set: Int8Array, u: Vector) => stick.apply(set, u, rows.drive) } : {}),
    },
    affine,
    rows,
    times,
    given,
    atStart,
    end,
    begin(interval, q0, v0) {
      const h = interval[LENGTH]!;
      times.length[0] = h;
      step.duration = h;
      times.start[0] = interval[END]! - h;
      times.middle[0] = interval[END]! - h / 2;
      times.end[0] = interval[END]!;
      times.start[1] = times.middle[0]!;
      times.middle[1] = times.middle[0]!;
      times.end[1] = times.middle[0]!;
      copy(q0, start);
      stated[0] = Number.NaN;
      if (!constant.mass) system.massAt(q0, startMass);
      startMass.multiply(v0, before); // P^n
      rows.begin(q0);
    },
    finish(u, forces, out) {
      const h = times.length[0]!;
      if (!isStated(u)) {
        evaluate(u);
        if (roles.onPositions) rows.state(u, middle, end);
      }
      rows.push(forces, force);
      for (let k = 0; k < n; k++) out[k] = momentum[k]! + (h / 2) * force[k]!; // P^{n+1}
    },
  };
}

/** Rows to write into: constant directions are shared by all who ask for them. */
function ownRows(system: System): Rows {
  const rows = system.newDirections();
  return { ...rows, value: Float64Array.from(rows.value) };
}
