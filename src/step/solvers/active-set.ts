/**
 * `active-set`, the default: the step problem solved exactly, with the set of the previous step as the first guess.
 *
 * One row alone has the closed form (53). Dependent rows that stick together make G singular: then a proximal iteration
 * (G + delta) F = delta F_old - g finds forces near the previous ones. The step is counted as not unique when the rows
 * found at rest depend on each other. A row whose direction vanishes, or turns over within the step, cannot be held: its force follows
 * from its slip alone.
 */
import { copy } from "../../numeric/vector.ts";
import type { Solver, SolveStatus, Step, StepSolver } from "../step.ts";
import { bandedActiveSet } from "./banded-active-set.ts";
import { type Condensed, condense, ROUND_OFF } from "./condensed.ts";
import { gaussSeidel } from "./gauss-seidel.ts";
import { ownUnits } from "./own-units.ts";
import { type Pivoting, pivoting } from "./pivoting.ts";
import { tableauSolver } from "./tableau.ts";
import { tridiagonalBox } from "./tridiagonal-box.ts";
import { tridiagonalNumbers } from "./tridiagonal-numbers.ts";

/** Proximal weight relative to the diagonal of G: small, so that few rounds suffice; large against round-off. */
const PROXIMAL = 1e-7;
const PROXIMAL_ROUNDS = 80;
/** Rounds after which forces go on at once as far as they can the way that they go: slips that hardly differ move them by little in each. */
const PATIENT_ROUNDS = 40;
/** Part of a way that it differs by from the one before, at most. */
const STEADY = 1e-2;

export function activeSet(): Solver {
  return {
    name: "active-set",
    exact: true,
    direct: true,
    refuses: () => undefined,
    prepare(step) {
      if (step.smoothing.some((eta) => eta > 0)) return gaussSeidel().prepare(step);
      const general = () => bandedActiveSet(step, () => prepare(step)) ?? prepare(step);
      return tridiagonalBox(step, general) ?? general();
    },
    condenses: true,
    prepareCoordinates: tableauSolver,
    tridiagonal: tridiagonalNumbers,
  };
}

function prepare(step: Step): StepSolver {
  const m = step.count;
  const box = condense(step);
  const set = new Int8Array(m);
  const own = ownUnits(step, box);
  const direct = pivoting(box.G, m, step.repeats, own.unit);
  const near = proximal(box, m);
  const given = new Int8Array(m); // 1: the direction has vanished, or turns over within the step
  const lower = new Float64Array(m);
  const upper = new Float64Array(m);
  let anyGiven = false;
  let version = -1;

  function findGiven(): void {
    anyGiven = false;
    for (let i = 0; i < m; i++) {
      const finite = step.upper[i]! - step.lower[i]! < Number.POSITIVE_INFINITY;
      given[i] = !(box.G[i * m + i]! > 0) && step.compliance[i] === 0 && finite ? 1 : 0;
      anyGiven ||= given[i] === 1;
    }
  }

  /** Bounds with the forces of rows that nothing moves as their slips say; at rest they keep what they have. */
  function giveForces(force: Float64Array): void {
    lower.set(step.lower);
    upper.set(step.upper);
    for (let i = 0; i < m; i++) {
      if (given[i] === 0) continue;
      const rests = Math.abs(box.g[i]!) <= ROUND_OFF * box.terms[i]!;
      const kept = Math.min(upper[i]!, Math.max(lower[i]!, force[i]!));
      force[i] = rests ? kept : box.g[i]! > 0 ? lower[i]! : upper[i]!;
      lower[i] = upper[i] = force[i]!;
    }
  }

  return {
    set,
    solve(dz, force, stats): SolveStatus {
      stats.solves++;
      if (!box.load()) return "singular";
      if (version !== step.version) {
        version = step.version;
        own.refresh();
        direct.refresh();
        near.refresh();
        findGiven();
      }
      if (m === 1 && box.G[0]! > 0) {
        closedForm(box, step, force, set);
        stats.iterations++;
        box.expand(force, dz);
        return "solved";
      }
      copy(force, near.center);
      // the guess comes from the forces alone, so that a copied state goes on with the same digits
      if (anyGiven) giveForces(force);
      for (let i = 0; i < m; i++) set[i] = force[i]! <= step.lower[i]! ? -1 : force[i]! >= step.upper[i]! ? 1 : 0;
      for (let i = 0; anyGiven && i < m; i++) if (given[i] === 1 && set[i] === 0) set[i] = -1;
      const [low, high] = anyGiven ? [lower, upper] : [step.lower, step.upper];
      own.load();
      let status: SolveStatus = direct.solve(own.g, own.terms, low, high, force, set);
      stats.iterations += direct.passes[0]!;
      const fallback = status !== "solved";
      if (fallback) {
        status = near.solve(step, force, set);
        stats.iterations += near.passes[0]!;
      }
      if ((fallback || restsAtBound(step, force, set)) && direct.isDependent(set)) stats.nonUnique++;
      if (fallback && status === "solved") box.expand(force, dz);
      else if (status === "solved") own.expand(set, direct.found, force, dz);
      return status;
    },
  };
}

/** (53): stuck when the force that stops the row lies within its limit. */
function closedForm({ G, g, terms }: Condensed, step: Step, force: Float64Array, set: Int8Array): void {
  const needed = -g[0]! / G[0]!;
  const lower = step.lower[0]!;
  const upper = step.upper[0]!;
  const slack = (ROUND_OFF * terms[0]!) / G[0]!;
  force[0] = Math.min(upper, Math.max(lower, needed));
  set[0] = lower === upper || needed < lower - slack ? -1 : needed > upper + slack ? 1 : 0;
}

/** Whether a row is at its bound without slip, where another may share its load. */
function restsAtBound(step: Step, force: Float64Array, set: Int8Array): boolean {
  for (let i = 0; i < step.count; i++) {
    if (set[i] === 0 && (force[i] === step.lower[i] || force[i] === step.upper[i])) return true;
  }
  return false;
}

/** Proximal rounds on a G that is only positive semidefinite. */
function proximal({ G, g: given, terms }: Condensed, m: number) {
  const shifted = new Float64Array(m * m);
  const shift = new Float64Array(m);
  const center = new Float64Array(m);
  const g = new Float64Array(m);
  const before = new Float64Array(m); // a round
  const ways = new Float64Array(m); // of the forces in the last round
  const steps = new Float64Array(m);
  const passes = new Int32Array(1);
  const inner: Pivoting = pivoting(shifted, m);

  /** Carries the ways of the last round on until a force is at a bound; of forces that went the same way in the round before, not of those that settle. */
  function leap({ lower, upper }: Step, force: Float64Array): void {
    let [first, most] = [-1, Number.POSITIVE_INFINITY];
    for (let i = 0; i < m; i++) {
      const way = force[i]! - before[i]!;
      const steady = Math.abs(way - ways[i]!) <= STEADY * Math.abs(way);
      ways[i] = way;
      steps[i] = steady ? way : 0;
      if (steps[i] === 0) continue;
      const times = ((way > 0 ? upper[i]! : lower[i]!) - force[i]!) / way;
      if (times > 0 && times < most) [first, most] = [i, times];
    }
    if (first < 0) return;
    for (let i = 0; i < m; i++) force[i]! += most * steps[i]!;
    force[first] = steps[first]! > 0 ? upper[first]! : lower[first]!;
    ways.fill(0);
  }

  /** What the largest of all forces make of slips by themselves, as sqrt(J): the round-off of one reaches the others. */
  function largest(force: Float64Array): number {
    let most = 0;
    for (let i = 0; i < m; i++) most = Math.max(most, Math.abs(force[i]!) * Math.sqrt(G[i * m + i]!));
    return most;
  }

  /** Whether the forces solve the problem without the shift; if so, `set` as the slips say. `reach`: of the round-off of all forces. */
  function isSolved(step: Step, force: Float64Array, set: Int8Array, reach = 0): boolean {
    for (let i = 0; i < m; i++) {
      let s = given[i]!;
      let size = terms[i]! + reach * Math.sqrt(G[i * m + i]!);
      for (let j = 0; j < m; j++) {
        const part = G[i * m + j]! * force[j]!;
        s += part;
        size += Math.abs(part);
      }
      if (step.lower[i] === step.upper[i]) continue;
      if (Math.abs(s) <= ROUND_OFF * size) set[i] = 0;
      else if (force[i]! <= step.lower[i]! && s > 0) set[i] = -1;
      else if (force[i]! >= step.upper[i]! && s < 0) set[i] = 1;
      else return false;
    }
    return true;
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
    solve(step: Step, force: Float64Array, set: Int8Array): SolveStatus {
      passes[0] = 0;
      force.set(center);
      ways.fill(0);
      for (let round = 0; round < PROXIMAL_ROUNDS; round++) {
        for (let i = 0; i < m; i++) g[i] = given[i]! - shift[i]! * force[i]!;
        before.set(force);
        const status = inner.solve(g, terms, step.lower, step.upper, force, set);
        passes[0]! += inner.passes[0]!;
        if (status !== "solved") return "not-converged";
        if (isSolved(step, force, set)) return "solved";
        if (round >= PATIENT_ROUNDS) leap(step, force);
      }
      // where all that moves is round-off of the rounds, the forces before may do as they are
      for (let i = 0; i < m; i++) force[i] = Math.min(step.upper[i]!, Math.max(step.lower[i]!, center[i]!));
      return isSolved(step, force, set, largest(force)) ? "solved" : "not-converged";
    },
  };
}
