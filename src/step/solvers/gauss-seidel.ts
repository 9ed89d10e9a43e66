/**
 * `gauss-seidel`: one row after the other, each solved exactly with the others held, until no slip changes.
 * Converges for every symmetric positive semidefinite G; one pass suffices when the rows do not couple. It also solves
 * rows under the approximation (5), whose force is a smooth function of the slip.
 */
import { copy, type Vector } from "../../numeric/vector.ts";
import { passesAtOnce } from "../giving-way.ts";
import type { Solver, Step, StepSolver } from "../step.ts";
import { condense, ROUND_OFF } from "./condensed.ts";

export function gaussSeidel({ tolerance = 1e-13, passes = 20_000 } = {}): Solver {
  return {
    name: "gauss-seidel",
    exact: true,
    iterates: true,
    direct: true,
    refuses: () => undefined,
    prepare: (step) => prepare(step, tolerance, passes),
  };
}

function prepare(step: Step, tolerance: number, passes: number): StepSolver {
  const m = step.count;
  const box = condense(step);
  const set = new Int8Array(m);
  const work = new Float64Array(3);
  const atOnce = passesAtOnce(m * m);
  const left = { force: new Float64Array(m), passes: 0 }; // where a solve was left

  /** One pass over the rows; returns whether the largest relative change of a force times its G_ii is below tolerance. */
  function pass(force: Vector): boolean {
    const { G, g, terms, ranges } = box;
    let settled = true;
    for (let i = 0; i < m; i++) {
      let rest = g[i]!;
      let size = terms[i]!;
      const to = ranges.last[i]!;
      for (let j = ranges.first[i]!; j < to; j++) {
        if (j === i) continue;
        const part = G[i * m + j]! * force[j]!;
        rest += part;
        size += Math.abs(part);
      }
      const diagonal = G[i * m + i]!;
      const old = force[i]!;
      const lower = step.lower[i]!;
      const upper = step.upper[i]!;
      if (step.smoothing[i]! > 0) {
        work[0] = rest;
        work[1] = diagonal * upper;
        work[2] = step.smoothing[i]!;
        smoothRow(work);
        force[i] = upper * work[0]!;
        set[i] = work[0]! < 0 ? -1 : 1;
      } else {
        const needed = -rest / diagonal;
        const slack = (ROUND_OFF * size) / diagonal;
        set[i] = lower === upper || needed < lower - slack ? -1 : needed > upper + slack ? 1 : 0;
        force[i] = Math.min(upper, Math.max(lower, needed));
      }
      if (Math.abs(force[i]! - old) * diagonal > tolerance * size) settled = false;
    }
    return settled;
  }

  return {
    set,
    solve(dz, force, stats, pause) {
      if (left.passes === 0) stats.solves++;
      if (!box.load()) return "singular";
      const first = left.passes;
      if (first > 0) copy(left.force, force);
      left.passes = 0;
      for (let k = first; k < passes; k++) {
        if (k > first && k % atOnce === 0 && pause?.()) {
          copy(force, left.force);
          left.passes = k;
          return "paused";
        }
        stats.iterations++;
        const settled = pass(force);
        if (!settled) continue;
        box.expand(force, dz);
        return "solved";
      }
      return "not-converged";
    },
  };
}

/**
 * work = (a, b, eta): solves s + b s / sqrt(eta^2 + s^2) = a, which rises monotonically in s, by Newton kept in a
 * bracket; leaves -s / sqrt(eta^2 + s^2) in work[0].
 */
function smoothRow(work: Vector): void {
  const a = work[0]!;
  const b = work[1]!;
  const eta = work[2]!;
  // s has the sign of a and lies between a - b sign(a) and a
  let low = a > 0 ? Math.max(0, a - b) : a;
  let high = a > 0 ? a : Math.min(0, a + b);
  let s = Math.abs(a) > b ? (low + high) / 2 : (a * eta) / Math.sqrt(eta * eta + b * b);
  for (let k = 0; k < 200; k++) {
    const root = Math.sqrt(eta * eta + s * s);
    const excess = s + (b * s) / root - a;
    if (excess > 0) high = s;
    else low = s;
    const next = s - excess / (1 + (b * eta * eta) / (root * root * root));
    const inside = next > low && next < high ? next : (low + high) / 2;
    if (Math.abs(inside - s) <= 1e-16 * Math.abs(s) || inside === low || inside === high) break;
    s = inside;
  }
  work[0] = -s / Math.sqrt(eta * eta + s * s);
}
