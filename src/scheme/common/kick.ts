/**
 * One velocity step M (z - v)/tau [+ D (z + v)/2] = given + W F with the law on the new velocity z: the friction
 * sub-problem (26) of the splitting, and the kick of `balanced`.
 */

import { isFrictionless } from "../../model/rows/law.ts";
import { type RowValues, rowValues } from "../../model/rows/row-values.ts";
import { linearOf, massWeights, type System } from "../../model/system.ts";
import { copy, isFiniteVector, type Vector } from "../../numeric/vector.ts";
import type { Solver, Stats, Step, StepSolver } from "../../step/step.ts";
import { stickProjection } from "../../step/stick.ts";
import type { StepStatus } from "../scheme.ts";
import { jumpLimits } from "./jump-limits.ts";
import { modesFromSet, rowStep, slipOf } from "./rows.ts";

export interface Kick {
  readonly step: Step;
  /** Force without friction, N. */
  readonly given: Vector;
  /** Added to the rows' slips: what a stop must give back, m/s. */
  readonly rebound: Vector;
  /** tau[0], s; the matrices follow. */
  setDuration(tau: Vector): void;
  /** Drives and limits; the caller brings them to the end of the step. */
  readonly values: RowValues;
  /** z from v; `force` in: of the previous step, out: of this one; `mode`: of the previous step. */
  solve(v: Vector, z: Vector, force: Vector, mode: Int8Array, stats: Stats): StepStatus;
  modes(z: Vector, mode: Int8Array): void;
  /** Of the last solve: 0 stuck. */
  set(): Int8Array;
}

/** The step problem of a kick over tau seconds. */
export function kickProblem(system: System, damped: boolean, tau: number): Step {
  const step = rowStep(system, system.matrix(), system.newDirections());
  setDuration(step, system, damped && system.damped, tau);
  return step;
}

function setDuration(step: Step, system: System, damped: boolean, tau: number): void {
  step.tangent.clear();
  const { mass, damping } = linearOf(system);
  mass.addTo(step.tangent, 1 / tau);
  if (damped) damping.addTo(step.tangent, 0.5);
  step.duration = tau;
  step.version++;
}

export interface KickOptions {
  /** With the damping force at the mean of old and new velocity. */
  readonly damped?: boolean;
  /** A row whose limit does not hold it keeps that limit: the caller tells when it has broken loose. */
  readonly patient?: boolean;
}

export function kick(system: System, solver: Solver, { damped = false, patient = false }: KickOptions): Kick {
  const n = system.size;
  const directions = system.newDirections();
  const { damping } = linearOf(system);
  const step = rowStep(system, system.matrix(), directions);
  const given = new Float64Array(n);
  const rebound = new Float64Array(system.rows.length);
  const dz = new Float64Array(n);
  const slip = new Float64Array(system.rows.length);
  const stick = stickProjection(directions, n, massWeights(system), (i) => {
    const { law } = system.rows[i]!;
    return !isFrictionless(law) && !law.stop;
  });
  const implicit = damped && system.damped;
  const values = rowValues(system);
  const limits = jumpLimits(system);
  let prepared: StepSolver | undefined;

  return {
    step,
    given,
    rebound,
    values,
    setDuration(tau) {
      if (tau[0] !== step.duration) setDuration(step, system, implicit, tau[0]!);
    },
    solve(v, z, force, mode, stats) {
      if (!isFiniteVector(given)) return "undefined-force"; // solvers may put a row to rest under it
      prepared ??= solver.prepare(step);
      for (let k = 0; k < n; k++) step.residual[k] = -given[k]!;
      if (implicit) damping.multiplyAdd(v, step.residual);
      slipOf(directions, v, values.drive, step.slip);
      for (let i = 0; i < rebound.length; i++) step.slip[i]! += rebound[i]!;
      copy(v, step.start);
      limits.begin(values, mode, step);
      do {
        const status = prepared.solve(dz, force, stats);
        if (status !== "solved") return status;
        for (let k = 0; k < n; k++) z[k] = v[k]! + dz[k]!;
        if (values.jumps) slipOf(directions, z, values.drive, slip);
      } while (
        limits.catchPassing(values, slip, step) ||
        (!patient && limits.letLoose(values, prepared.set, slip, step))
      );
      if (solver.direct) stick.apply(prepared.set, z, values.drive);
      return "stepped";
    },
    set: () => prepared!.set,
    modes(z, mode) {
      slipOf(directions, z, values.drive, slip);
      modesFromSet(system, step, prepared!.set, slip, mode);
    },
  };
}
