/**
 * Static equilibrium of a machine with conditions on its positions, without friction: q and the forces F of its joints with
 *     K q = f(t) + following(t, q) + W(q) F,   g(t, q) = 0.
 * Newton's method with the second derivatives of the conditions. Its steps are shortened until the next correction, with the same
 * matrix, is smaller: a test that does not depend on units or elements. Where that does not lead on, inertia M/tau^2 is added to the stiffness: the machine then moves slowly downhill on its conditions, and tau grows again as it
 * comes to rest. Costs one factorization of a band an iteration.
 */
import type { ConditionedParts } from "../../model/conditioned.ts";
import { jointRows } from "../../model/joint-rows.ts";
import type { System } from "../../model/system.ts";
import { rowsAddTransposed } from "../../numeric/rows.ts";
import { saddle } from "../../numeric/saddle.ts";
import { maxNorm, type Vector } from "../../numeric/vector.ts";

export type RestStatus = "found" | "not-converged" | "singular" | "undefined-force";

export interface Rest {
  readonly status: RestStatus;
  readonly position: Vector;
  /** Of all rows, N; none of friction. */
  readonly force: Vector;
  readonly iterations: number;
  /** Largest force that is not balanced, N, and largest violation of a condition, m. */
  readonly residual: number;
  readonly violation: number;
}

const MOST_ITERATIONS = 300;
/** Changes below this part of the size of the machine end the iteration: the next one is its square. */
const SETTLED = 1e-8;
/** Of the line search. */
const SHORTEST = 1 / 64;
/** Part of the machine's size that one iteration may move it by. */
const FARTHEST = 0.25;

export function equilibrium(system: System, at: Vector, start: Vector): Rest {
  const parts = system.conditioned!;
  const n = system.size;
  const { rows, chosen: joints, follow } = jointRows(system);
  const m = joints.length;
  const own = system.forces();
  const load = new Float64Array(n);
  const q = Float64Array.from(start);
  const whole = new Float64Array(system.rows.length); // forces of all rows
  const force = new Float64Array(m);
  const value = new Float64Array(system.rows.length);
  const residual = new Float64Array(n);
  const violation = new Float64Array(m);
  const trial = { q: new Float64Array(n), force: new Float64Array(m) };
  const change = new Float64Array(n);
  const found = new Float64Array(m);
  const next = new Float64Array(n);
  const nextForce = new Float64Array(m);
  const matrix = system.matrix();
  const kkt = saddle(scaleOf(parts, system), rows, parts.following?.reach);
  const size = extent(q);
  system.load.evaluate(at, load);

  /** Residuals at a place. */
  function measure(place: Vector, forces: Vector): void {
    follow(place);
    own.resistance(at, place, undefined, residual);
    for (let k = 0; k < n; k++) residual[k] = load[k]! - residual[k]!;
    rowsAddTransposed(rows, forces, residual);
    system.violationsAt!(at, place, value);
    for (let i = 0; i < m; i++) violation[i] = value[joints[i]!]!;
  }

  function spread(forces: Vector): Vector {
    for (let i = 0; i < m; i++) whole[joints[i]!] = forces[i]!;
    return whole;
  }

  /** Direction of Newton's method about q, with inertia; false where there is none. */
  function direct(inertia: number): boolean {
    matrix.clear();
    own.addStiffness(at, q, still, 1, matrix);
    parts.addCurvature(spread(force), -1, matrix);
    parts.mass.addTo(matrix, inertia);
    measure(q, force);
    if (!kkt.factor(matrix, rows)) return false;
    for (let k = 0; k < n; k++) change[k] = residual[k]!;
    for (let i = 0; i < m; i++) found[i] = -violation[i]!;
    kkt.solve(change, found); // A dq - W dF = r, W^T dq = -g
    return change.every(Number.isFinite);
  }

  /** Goes a part of the way; returns the size of the correction from there, with the matrix of q. */
  function tryStep(length: number): number {
    for (let k = 0; k < n; k++) trial.q[k] = q[k]! + length * change[k]!;
    for (let i = 0; i < m; i++) trial.force[i] = force[i]! + length * found[i]!;
    measure(trial.q, trial.force);
    for (let k = 0; k < n; k++) next[k] = residual[k]!;
    for (let i = 0; i < m; i++) nextForce[i] = -violation[i]!;
    kkt.solve(next, nextForce);
    const size = maxNorm(next);
    return Number.isFinite(size) ? size : Number.POSITIVE_INFINITY;
  }

  function accept(): void {
    q.set(trial.q);
    force.set(trial.force);
  }

  /** Slopes have hardly any mass. */
  const placesNorm = (x: Vector): number => {
    let most = 0;
    for (let k = 0; k < n; k++) if (system.units[k] === "m") most = Math.max(most, Math.abs(x[k]!));
    return most;
  };
  const still = new Float64Array(n);
  const end = (status: RestStatus, iterations: number): Rest => {
    measure(q, force);
    const sizes = { residual: maxNorm(residual), violation: maxNorm(violation) };
    return { status, position: q, force: spread(force).slice(), iterations, ...sizes };
  };

  // tensions as they are in the first moment of a motion from rest
  measure(q, force);
  if (!residual.every(Number.isFinite)) return end("undefined-force", 0);
  kkt.factor(parts.mass, rows);
  for (let k = 0; k < n; k++) change[k] = residual[k]!;
  kkt.solve(change, force);
  if (!force.every(Number.isFinite)) force.fill(0);
  const slowest = placesNorm(change) / size; // inertia that moves the machine by its size
  if (!change.every(Number.isFinite)) return end("singular", 0);

  let inertia = 0;
  let slow = 0; // inertia of the last slow step
  let trust = 0.1; // slow steps below this part of the size let Newton's method try again
  for (let iteration = 1; iteration <= MOST_ITERATIONS; iteration++) {
    const isDirection = direct(inertia);
    const way = isDirection ? maxNorm(change) : Number.POSITIVE_INFINITY;
    let length = 1;
    let after = isDirection ? tryStep(1) : Number.POSITIVE_INFINITY;
    if (inertia === 0) {
      if (way <= SETTLED * size) {
        accept();
        return end("found", iteration);
      }
      while (!(after <= (1 - length / 4) * way) && length > SHORTEST && isDirection) {
        length /= 2;
        after = tryStep(length);
      }
      if (after <= (1 - length / 4) * way) {
        accept();
        continue;
      }
      inertia = Math.max(slow, slowest || 1); // go on where the slow motion was, and farther than before
      trust /= 10;
      continue;
    }
    if (way > FARTHEST * size || !Number.isFinite(after)) {
      inertia *= 4;
      if (!(inertia < 1e12 * (slowest || 1))) return end(isDirection ? "not-converged" : "singular", iteration);
      continue;
    }
    accept();
    slow = inertia;
    inertia = way < trust * size ? 0 : inertia / 2;
  }
  return end("not-converged", MOST_ITERATIONS);
}

/** A matrix whose diagonal is the size of what Newton's matrices have there: bending, or weight over the machine's size. */
function scaleOf({ stiffness }: ConditionedParts, system: System) {
  const scale = system.matrix();
  stiffness.addTo(scale, 1);
  return scale;
}

function extent(q: Vector): number {
  return Math.max(maxNorm(q), 1e-300);
}
