/**
 * Augmented Lagrangians (8)-(11): the step is solved with rows that give way about a multiplier, force = multiplier - g / epsilon (on
 * a stop its positive part), and that force is the next multiplier, (10). The second-order update (11) is the force of the hard
 * condition in the step linearized there: [Dg H^{-1} Dg^T]^{-1} with H = A + Dg^T Dg / epsilon is 1/epsilon + [Dg A^{-1} Dg^T]^{-1}.
 */
import { copy, type Vector } from "../../numeric/vector.ts";
import type { Newton } from "../../step/newton.ts";
import type { SolveStatus, Stats, StepSolver } from "../../step/step.ts";
import type { MidpointStep } from "./midpoint-step.ts";
import type { RowRoles } from "./row-roles.ts";

export interface MultiplierMethod {
  /** u in: a guess, out: the velocity of the step; force in: of the previous step. */
  solve(u: Vector, force: Vector, stats: Stats): SolveStatus | "violated";
}

/** The first-order update may need some thousand rounds where epsilon is large. */
const MOST_UPDATES = 10_000;

export function multiplierMethod(
  { posed, rows }: MidpointStep,
  roles: RowRoles,
  newton: Newton,
  solver: StepSolver,
): MultiplierMethod {
  const { multiplier } = rows;
  const { augmented, second, epsilon, tolerance } = roles;
  const first = new Float64Array(multiplier.length);
  const hard = new Float64Array(multiplier.length);
  const change = new Float64Array(posed.step.size);
  const present = augmented.includes(1);
  const secondOrder = second.includes(1);

  /** (11) */
  function hardForces(u: Vector, force: Vector, stats: Stats): SolveStatus {
    rows.soften(0);
    posed.restate(u);
    rows.soften(1);
    copy(force, hard);
    return solver.solve(change, hard, stats);
  }

  return {
    solve(u, force, stats) {
      if (!present) return newton.solve(u, force, stats);
      copy(force, first);
      rows.soften(1);
      for (let i = 0; i < first.length; i++) multiplier[i] = augmented[i] === 1 ? force[i]! : 0;
      for (let round = 0; round < MOST_UPDATES; round++) {
        copy(first, force);
        const status = newton.solve(u, force, stats);
        if (status !== "solved") return status;
        stats.multipliers++;
        let good = true;
        for (let i = 0; i < first.length; i++) {
          if (augmented[i] === 0) continue;
          const off = epsilon[i]! * Math.abs(force[i]! - multiplier[i]!); // the violation
          if (!(off <= tolerance[i]!)) good = false;
        }
        if (good) return "solved";
        if (secondOrder) {
          const found = hardForces(u, force, stats);
          if (found !== "solved") return found;
        }
        for (let i = 0; i < first.length; i++) {
          if (augmented[i] === 1) multiplier[i] = second[i] === 1 ? hard[i]! : force[i]!; // (11), (10)
        }
      }
      return "violated";
    },
  };
}
