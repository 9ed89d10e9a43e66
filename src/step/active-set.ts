/**
 * `active-set`, the default: the step problem solved exactly, with the set of the previous step as the first guess.
 *
 * One row alone has the closed form (53). Dependent rows that stick together make G singular: then a proximal iteration
 * (G + delta) F = delta F_old - g finds forces near the previous ones, and the step is counted as not unique.
 */
import { condense } from "./condensed.ts";
import { gaussSeidel } from "./gauss-seidel.ts";
import { type Pivoting, pivoting } from "./pivoting.ts";
import type { Solver, SolveStatus, Step, StepSolver } from "./step.ts";

/** Proximal weight relative to the diagonal of G: small, so that few rounds suffice; large against round-off. */
const PROXIMAL = 1e-7;
const PROXIMAL_ROUNDS = 80;
/** Slip residual that ends the proximal rounds, relative to the terms of s. */
const PROXIMAL_TOLERANCE = 1e-13;

export function activeSet(): Solver {
  return {
    name: "active-set",
    exact: true,
    direct: true,
    refuses: () => undefined,
    prepare: (step) => (step.smoothing.some((eta) => eta > 0) ? gaussSeidel().prepare(step) : prepare(step)),
  };
}

function prepare(step: Step): StepSolver {
  const m = step.count;
  const box = condense(step);
  const set = new Int8Array(m);
  const direct = pivoting(box.G, m);
  const near = proximal(box.G, m);
  let version = -1;

  return {
    set,
    solve(dz, force, stats): SolveStatus {
      stats.solves++;
      if (!box.load()) return "singular";
      if (version !== step.version) {
        version = step.version;
        direct.refresh();
        near.refresh();
      }
      if (m === 1 && box.G[0]! > 0) {
        closedForm(box.G, box.g, step, force, set);
        stats.iterations++;
        box.expand(force, dz);
        return "solved";
      }
      near.center.set(force);
      // the guess comes from the forces alone, so that a copied state goes on with the same digits
      for (let i = 0; i < m; i++) set[i] = force[i]! <= step.lower[i]! ? -1 : force[i]! >= step.upper[i]! ? 1 : 0;
      let status: SolveStatus = direct.solve(box.g, step.lower, step.upper, force, set);
      stats.iterations += direct.passes[0]!;
      if (status === "singular") {
        stats.nonUnique++;
        status = near.solve(box.g, step, force, set);
        stats.iterations += near.passes[0]!;
      }
      if (status === "solved") box.expand(force, dz);
      return status;
    },
  };
}

/** (53): stuck when the force that stops the row lies within its limit. */
function closedForm(G: Float64Array, g: Float64Array, step: Step, force: Float64Array, set: Int8Array): void {
  const needed = -g[0]! / G[0]!;
  const lower = step.lower[0]!;
  const upper = step.upper[0]!;
  if (needed <= lower) {
    set[0] = -1;
    force[0] = lower;
  } else if (needed >= upper) {
    set[0] = 1;
    force[0] = upper;
  } else {
    set[0] = 0;
    force[0] = needed;
  }
}

/** Proximal rounds on a G that is only positive semidefinite. */
function proximal(G: Float64Array, m: number) {
  const shifted = new Float64Array(m * m);
  const shift = new Float64Array(m);
  const center = new Float64Array(m);
  const g = new Float64Array(m);
  const passes = new Int32Array(1);
  const inner: Pivoting = pivoting(shifted, m);

  /** Largest violation of s = 0 (or its sign) over the rows, relative to the terms that make up s. */
  function violation(given: Float64Array, step: Step, force: Float64Array): number {
    let worst = 0;
    for (let i = 0; i < m; i++) {
      let s = given[i]!;
      let size = Math.abs(s);
      for (let j = 0; j < m; j++) {
        const part = G[i * m + j]! * force[j]!;
        s += part;
        size += Math.abs(part);
      }
      if (force[i]! <= step.lower[i]! && s > 0) continue;
      if (force[i]! >= step.upper[i]! && s < 0) continue;
      if (size > 0) worst = Math.max(worst, Math.abs(s) / size);
    }
    return worst;
  }

  return {
    center,
    passes,
    refresh() {
      shifted.set(G);
      for (let i = 0; i < m; i++) {
        shift[i] = PROXIMAL * G[i * m + i]!;
        shifted[i * m + i]! += shift[i]!;
      }
      inner.refresh();
    },
    solve(given: Float64Array, step: Step, force: Float64Array, set: Int8Array): SolveStatus {
      passes[0] = 0;
      force.set(center);
      for (let round = 0; round < PROXIMAL_ROUNDS; round++) {
        for (let i = 0; i < m; i++) g[i] = given[i]! - shift[i]! * force[i]!;
        const status = inner.solve(g, step.lower, step.upper, force, set);
        passes[0]! += inner.passes[0]!;
        if (status !== "solved") return "not-converged";
        if (violation(given, step, force) <= PROXIMAL_TOLERANCE) return "solved";
      }
      return "not-converged";
    },
  };
}
