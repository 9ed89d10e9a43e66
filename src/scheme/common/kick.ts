/**
 * One velocity step M (z - v)/tau [+ D (z + v)/2] = given + W F with the law on the new velocity z: the friction
 * sub-problem (26) of the splitting, and the kick of `balanced`. Where the machine is not linear, see curved-kick.ts.
 */

import { isFrictionless } from "../../model/rows/law.ts";
import { type RowValues, rowValues } from "../../model/rows/row-values.ts";
import { linearOf, massWeights, type System } from "../../model/system.ts";
import type { Rows } from "../../numeric/rows.ts";
import { copy, isFiniteVector, type Vector } from "../../numeric/vector.ts";
import { newton, type Posed } from "../../step/newton.ts";
import type { Solver, Stats, Step, StepSolver } from "../../step/step.ts";
import { type StickProjection, stickProjection } from "../../step/stick.ts";
import type { StepStatus } from "../scheme.ts";
import { type CurvedStep, curvedStep } from "./curved-kick.ts";
import { jumpLimits } from "./jump-limits.ts";
import { modesFromSet, rowStep, slipOf } from "./rows.ts";

export interface Kick {
  readonly step: Step;
  /** Force without friction, N; where `step.known` is what the rest does, only what remains. */
  readonly given: Vector;
  /** Added to the rows' slips: what a stop must give back, m/s. */
  readonly rebound: Vector;
  /** Whether it takes the machine's whole resistance into the solve: `given` is then the load alone. */
  readonly resists: boolean;
  /** tau[0], s; the matrices follow. */
  setDuration(tau: Vector): void;
  /** Where the step begins: slips at its start are along the directions there. */
  begin(q: Vector): void;
  /** Time and place of the kick: what of the machine changes follows. */
  place(at: Vector, q: Vector): void;
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
  const step = kickStep(system);
  if (system.linear) setDuration(step, system, damped && system.damped, tau);
  else {
    const origin = new Float64Array(system.size);
    system.massAt(origin, step.tangent);
    system.directionsAt(origin, step.directions);
  }
  step.duration = tau;
  return step;
}

function kickStep(system: System): Step {
  const directions = system.newDirections();
  return rowStep(system, system.matrix(), directions, directions, system.linear !== undefined);
}

function setDuration(step: Step, system: System, damped: boolean, tau: number): void {
  const { mass, damping } = linearOf(system);
  step.tangent.clear();
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
  const m = system.rows.length;
  const given = new Float64Array(n);
  const rebound = new Float64Array(m);
  const start = new Float64Array(n); // v
  const dz = new Float64Array(n);
  const slip = new Float64Array(m);
  const first = new Float64Array(m);
  const values = rowValues(system);
  const limits = jumpLimits(system);
  const curved: CurvedStep | undefined = system.linear
    ? undefined
    : curvedStep(system, { given, rebound, start, drive: values.drive });
  const step = curved?.posed.step ?? kickStep(system);
  const stick = stickOf(system, step.slipRows);
  const implicit = damped && system.damped;
  let prepared: StepSolver | undefined;
  let iteration: ReturnType<typeof newton> | undefined;

  /** Affine: one round. */
  function flat(): Posed {
    const { damping } = linearOf(system);
    return {
      step,
      restate() {
        for (let k = 0; k < n; k++) step.residual[k] = -given[k]!;
        if (implicit && !step.known) damping.multiplyAdd(start, step.residual);
        slipOf(step.directions, start, values.drive, step.slip);
        for (let i = 0; i < m; i++) step.slip[i]! += rebound[i]!;
      },
      settled: () => true,
    };
  }

  /** The stick of a curved step is part of its iteration: directions follow z. */
  function bent({ posed }: CurvedStep): Posed {
    if (!solver.direct) return posed;
    const target = new Float64Array(m);
    return {
      ...posed,
      project(set, by) {
        slipOf(step.slipRows, start, values.drive, target);
        for (let i = 0; i < m; i++) target[i] = 0 - target[i]!;
        stick.apply(set, by, target);
      },
    };
  }

  return {
    step,
    given,
    rebound,
    values,
    resists: curved !== undefined,
    setDuration(tau) {
      if (tau[0] === step.duration) return;
      if (curved) step.duration = tau[0]!;
      else setDuration(step, system, implicit, tau[0]!);
    },
    begin(q) {
      system.directionsAt(q, step.slipRows);
    },
    place(at, q) {
      curved?.place(at, q);
    },
    solve(v, z, force, mode, stats) {
      if (!isFiniteVector(given) || (step.known && !isFiniteVector(step.known))) return "undefined-force"; // solvers may put a row to rest under it
      prepared ??= solver.prepare(step);
      iteration ??= newton(curved ? bent(curved) : flat(), prepared);
      let met = false;
      copy(v, start);
      if (curved) dz.fill(0); // not the last dz: a copied state goes on with the same digits
      copy(v, step.start);
      limits.begin(values, mode, step);
      curved?.meet(false);
      copy(force, first);
      do {
        let status = iteration.solve(dz, force, stats);
        if (status === "not-converged" && curved && !met) {
          met = true;
          curved.meet(true);
          dz.fill(0);
          copy(first, force);
          status = iteration.solve(dz, force, stats);
        }
        if (status !== "solved") return status;
        for (let k = 0; k < n; k++) z[k] = v[k]! + dz[k]!;
        if (values.jumps) slipOf(step.slipRows, z, values.drive, slip);
      } while (
        limits.catchPassing(values, slip, step) ||
        (!patient && limits.letLoose(values, prepared.set, slip, step))
      );
      if (solver.direct) stick.apply(prepared.set, z, values.drive);
      return "stepped";
    },
    set: () => prepared!.set,
    modes(z, mode) {
      slipOf(step.slipRows, z, values.drive, slip);
      modesFromSet(system, step, prepared!.set, slip, mode);
    },
  };
}

function stickOf(system: System, directions: Rows): StickProjection {
  return stickProjection(directions, system.size, massWeights(system), (i) => {
    const { law } = system.rows[i]!;
    return !isFrictionless(law) && !law.stop;
  });
}
