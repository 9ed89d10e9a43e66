/**
 * Uzawa's method (83)-(87) for a step of (97): the slopes x' of the new position are held to vectors p of length 1 by multipliers,
 *     p = P/|P|,  P = x'/epsilon - lambda                                       (86)
 *     A x + 1/epsilon int x'.y' = f + int (lambda + p/epsilon).y'               (87), factored once
 *     lambda <- lambda + (p - x')/epsilon                                       (85)
 * until |x' - p| is below the tolerance everywhere. lambda ends along p, so its size is the tension. Friction and held ends are solved with (87).
 */
import type { System } from "../../model/system.ts";
import { copy, type Vector } from "../../numeric/vector.ts";
import { passesAtOnce } from "../../step/giving-way.ts";
import type { Solver, SolveStatus, Stats, StepSolver } from "../../step/step.ts";
import type { ConditionedStep } from "./conditioned.ts";

const MOST_UPDATES = 200_000;

type Status = SolveStatus | "violated";

export function unitSlopes(
  weight: number,
  system: System,
  dt: number,
  problem: ConditionedStep,
  solver: Solver,
): StepSolver<Status> {
  const { step } = problem.posed;
  const { mass, stiffness, lengths } = system.conditioned!;
  const { points, slopes, rowOf, dimension: d } = lengths;
  const n = system.size;
  const { epsilon, tolerance } = system.rows[rowOf[0]!]!.law.method!;
  const prepared = solver.prepare(step);
  const count = points.length;
  const lambda = new Float64Array(count * d);
  const slope = new Float64Array(count * d);
  const unit = new Float64Array(count * d);
  const pull = new Float64Array(count * d);
  const base = new Float64Array(count * d); // slopes at dz = 0
  const rest = new Float64Array(n); // residual at dz = 0
  const none = new Float64Array(n);
  const first = new Float64Array(system.rows.length);
  const atOnce = passesAtOnce(50 * n); // a banded solve and the slopes
  const left = { dz: new Float64Array(n), lambda: new Float64Array(count * d), rounds: 0 }; // where a solve was left
  let factored = Number.NaN; // the rate that the matrix was made for

  /** (87)'s matrix; the rows that are left are linear. */
  function prepareMatrix(): void {
    const double = problem.rate[0]! * dt === 1 ? 2 : 1;
    step.tangent.clear();
    mass.addTo(step.tangent, double / (dt * dt));
    stiffness.addTo(step.tangent, double * weight);
    for (const { combination, weight: length } of points) {
      const { columns, values } = combination;
      for (let j = 0; j < columns.length; j++) {
        for (let k = 0; k < columns.length; k++) {
          const size = (length / epsilon) * values[j]! * values[k]!;
          for (let a = 0; a < d; a++) step.tangent.add(columns[j]! + a, columns[k]! + a, size);
        }
      }
    }
    step.version++;
    factored = problem.rate[0]!;
  }

  /** States ends and friction, and what is known of (87). */
  function begin(force: Vector): void {
    const version = step.version;
    problem.posed.restate(none);
    step.version = version;
    if (factored !== problem.rate[0]) prepareMatrix();
    else restoreMatrix();
    problem.residual(none, rest);
    slopes.at(problem.z, base);
    for (let i = 0; i < count; i++) {
      for (let a = 0; a < d; a++) lambda[i * d + a] = -force[rowOf[i]!]! * unit[i * d + a]!;
    }
  }

  /** `restate` has written another matrix; the factors are those of (87). */
  function restoreMatrix(): void {
    const version = step.version;
    prepareMatrix();
    if (!hinged) step.version = version;
  }
  const hinged = system.rows.some(({ law }) => !law.joint); // friction may turn with the machine

  function project(): void {
    for (let i = 0; i < count; i++) {
      let square = 0;
      for (let a = 0; a < d; a++) {
        const own = slope[i * d + a]! / epsilon - lambda[i * d + a]!; // (86)
        unit[i * d + a] = own;
        square += own * own;
      }
      const size = Math.sqrt(square);
      for (let a = 0; a < d; a++) unit[i * d + a]! /= size;
    }
  }

  /** (85); returns the largest |x' - p|. */
  function update(): number {
    let worst = 0;
    for (let i = 0; i < count; i++) {
      let square = 0;
      for (let a = 0; a < d; a++) {
        const off = unit[i * d + a]! - slope[i * d + a]!;
        lambda[i * d + a]! += off / epsilon;
        square += off * off;
      }
      worst = Math.max(worst, square);
    }
    return Math.sqrt(worst);
  }

  function solveLinear(dz: Vector, force: Vector, stats: Stats): SolveStatus {
    for (let i = 0; i < count; i++) {
      for (let a = 0; a < d; a++) {
        const k = i * d + a;
        pull[k] = points[i]!.weight * ((base[k]! - unit[k]!) / epsilon - lambda[k]!);
      }
    }
    copy(rest, step.residual);
    slopes.addTransposed(pull, step.residual);
    return prepared.solve(dz, force, stats); // (87)
  }

  /** Updates that were made in a solve that goes on. */
  function goOn(dz: Vector): number {
    const { rounds } = left;
    if (rounds === 0) return 0;
    copy(left.dz, dz);
    copy(left.lambda, lambda);
    left.rounds = 0;
    return rounds;
  }

  return {
    set: prepared.set,
    solve(dz, force, stats, pause) {
      problem.placeAt(dz);
      slopes.at(problem.z, slope);
      normalize(slope, unit, d);
      begin(force);
      copy(force, first);
      for (let i = 0; i < count; i++) first[rowOf[i]!] = 0;
      const begun = goOn(dz);
      problem.placeAt(dz);
      slopes.at(problem.z, slope);
      for (let round = begun; round < MOST_UPDATES; round++) {
        if (round > begun && round % atOnce === 0 && pause?.()) {
          copy(dz, left.dz);
          copy(lambda, left.lambda);
          left.rounds = round;
          return "paused";
        }
        project();
        copy(first, force);
        const status = solveLinear(dz, force, stats);
        if (status !== "solved") return status;
        stats.multipliers++;
        problem.placeAt(dz);
        slopes.at(problem.z, slope);
        if (!(update() > tolerance)) {
          for (let i = 0; i < count; i++) {
            let tension = 0;
            for (let a = 0; a < d; a++) tension -= lambda[i * d + a]! * unit[i * d + a]!;
            force[rowOf[i]!] = tension;
          }
          return "solved";
        }
      }
      return "violated";
    },
  };
}

function normalize(from: Vector, into: Vector, d: number): void {
  for (let i = 0; i < from.length; i += d) {
    let square = 0;
    for (let a = 0; a < d; a++) square += from[i + a]! * from[i + a]!;
    for (let a = 0; a < d; a++) into[i + a] = from[i + a]! / Math.sqrt(square);
  }
}
