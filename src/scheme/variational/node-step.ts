/**
 * The new velocity v at the end of a step: with P what momentum the step has brought there,
 *     2 (M(q1) v - P)/h = weakening + W(q1) F,
 * and the laws of the rows on v itself: friction, and no motion against joints and closed stops (the rates of the conditions that
 * positions obey already). The other half of these forces acts at the start of the next step.
 */
import { isFrictionless } from "../../model/rows/law.ts";
import type { RowValues } from "../../model/rows/row-values.ts";
import { massWeights, type System } from "../../model/system.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Solver, Stats, Step, StepSolver } from "../../step/step.ts";
import { stickProjection } from "../../step/stick.ts";
import { jumpLimits } from "../common/jump-limits.ts";
import { heldExactly, modesFromSet, rowStep, slipOf, weakeningForce } from "../common/rows.ts";
import type { StepStatus } from "../scheme.ts";
import { Role, type RowRoles } from "./row-roles.ts";

export interface NodeStep {
  /** The new position and the step's length (h[0], s): matrices and directions follow. */
  place(q: Vector, h: Vector): void;
  /** v in: that of the step, out: the new one; `mode` in: of the step, out: at its end; `force`: a guess, and what was found. */
  solve(momentum: Vector, v: Vector, force: Vector, mode: Int8Array, values: RowValues, stats: Stats): StepStatus;
}

export function nodeStep(system: System, roles: RowRoles, solver: Solver, q: Vector): NodeStep {
  const n = system.size;
  const m = system.rows.length;
  const { constant } = system;
  const directions = system.newDirections();
  const mass = system.matrix();
  const step: Step = rowStep(system, system.matrix(), directions);
  const weakening = weakeningForce(system, directions);
  const limits = jumpLimits(system);
  const exactly = heldExactly(system);
  const stick = stickProjection(directions, n, massWeights(system, q), (i) => {
    const { law } = system.rows[i]!;
    return roles.atNode[i] === 1 && !isFrictionless(law) && exactly(i);
  });
  const slip = new Float64Array(m);
  const extra = new Float64Array(n);
  const guess = new Float64Array(m);
  const factor = new Float64Array(1);
  const found = new Int8Array(m);
  let prepared: StepSolver | undefined;
  if (constant.mass) system.massAt(q, mass);

  /** Stops that were closed at the end of the step push; rows that do not act on velocities have no force. */
  function setBounds(mode: Int8Array): void {
    for (let i = 0; i < m; i++) {
      if (roles.role[i] === Role.rate) continue;
      const { law } = system.rows[i]!;
      const acts = roles.atNode[i] === 1;
      step.lower[i] = acts && !law.stop ? Number.NEGATIVE_INFINITY : 0;
      step.upper[i] = acts && mode[i] === 0 ? Number.POSITIVE_INFINITY : 0;
    }
  }

  function solveOnce(momentum: Vector, v: Vector, force: Vector, values: RowValues, stats: Stats): StepStatus {
    for (let k = 0; k < n; k++) step.residual[k] = 0 - ((2 / step.duration) * momentum[k]! + extra[k]!);
    for (let i = 0; i < m; i++) step.slip[i] = 0 - values.drive[i]!;
    prepared ??= solver.prepare(step);
    const status = prepared.solve(v, force, stats);
    if (status !== "solved") return status;
    if (solver.direct) stick.apply(prepared.set, v, values.drive);
    slipOf(directions, v, values.drive, slip);
    return "stepped";
  }

  return {
    place(position, h) {
      system.directionsAt(position, directions);
      if (constant.mass && constant.directions && step.duration === h[0]) return;
      if (!constant.mass) system.massAt(position, mass);
      step.tangent.clear();
      mass.addTo(step.tangent, 1);
      factor[0] = 2 / h[0]!;
      step.tangent.scaleBy(factor);
      step.duration = h[0]!;
      step.version++;
    },
    solve(momentum, v, force, mode, values, stats) {
      setBounds(mode);
      limits.begin(values, mode, step);
      for (let i = 0; i < m; i++) guess[i] = Math.min(step.upper[i]!, Math.max(step.lower[i]!, force[i]!));
      for (let pass = weakening.present ? 0 : 1; pass < 2; pass++) {
        extra.fill(0);
        weakening.add(v, values, 1, extra); // first of the step's velocity, then of the new one
        do {
          for (let i = 0; i < m; i++) force[i] = guess[i]!;
          const status = solveOnce(momentum, v, force, values, stats);
          if (status !== "stepped") return status;
        } while (limits.catchPassing(values, slip, step) || limits.letLoose(values, prepared!.set, slip, step));
      }
      modesFromSet(system, step, prepared!.set, slip, found);
      for (let i = 0; i < m; i++) if (roles.atNode[i] === 1) mode[i] = found[i]!;
      return "stepped";
    },
  };
}
