/**
 * `alpha` for machines that are linear but for conditions on their positions, such as beams that keep their length: (97), (93), and (97) with the
 * direction that keeps energy,
 *     M (x^{n+1} - 2 x^n + x^{n-1})/dt^2 + K (alpha x^{n+1} + (1 - 2 alpha) x^n + alpha x^{n-1}) = f(t^n, x^n) + W F,   g(x^{n+1}) = 0.
 * Loads that follow the position are taken at x^n. The first step has x^{-1} = x^1 - 2 dt v0, (94), and friction its law on x^1 - x^0: that may stop a row of little
 * mass in no time, where the full force of v0 would throw it back. Where rows are asked, and along which
 * directions they push: condition-rows.ts. By Newton's method with the curvature of the conditions in A: about three rounds a step, each
 * with one factorization of a band. Uzawa's method instead: unit-slopes.ts.
 */
import { isFriction } from "../../model/rows/law.ts";
import { rowValues } from "../../model/rows/row-values.ts";
import { massWeights, type System } from "../../model/system.ts";
import { rowsFrom, rowsMultiply } from "../../numeric/rows.ts";
import { copy, isFiniteVector, type Vector } from "../../numeric/vector.ts";
import { newton, type Posed } from "../../step/newton.ts";
import { newStats, type Solver, type Stats, type Step } from "../../step/step.ts";
import { stickProjection } from "../../step/stick.ts";
import { modesFromSet, rowStep, setLimits, weakeningForce } from "../common/rows.ts";
import { END, newState, type Scheme, type Stepper, type StepStatus } from "../scheme.ts";
import { conditionRows, type StepPlaces } from "./condition-rows.ts";
import { unitSlopes } from "./unit-slopes.ts";

/** A change by this part of the machine's size ends Newton's method: the next one would be about its square, which is round-off. */
const SETTLED = 1e-10;
const ROUND_OFF = 8 * Number.EPSILON;

/** Why this form of `alpha` cannot take a machine, with the remedy. */
export function conditionedFault(weight: number, { rows }: System): string | undefined {
  if (weight < 0.25) {
    return `invalid alpha; below 1/4 the step of a beam has a bound that falls with the fourth power of its elements: ${weight}. Take 1/4 or more`;
  }
  for (const { name, law } of rows) {
    if (law.jumps) return `alpha knows no kinetic force on beams, which ${name} has. Take weakening, or leave it out`;
    if (law.smoothing > 0) return `alpha knows no smoothed friction on beams, which ${name} has. Leave it out`;
    if (law.method?.type === "augmented-lagrangian" && law.method.direction === "mean") {
      return `invalid direction of ${name}; augmented-lagrangian projects the new slopes, so it acts along them. Take new, or method kkt`;
    }
  }
  return undefined;
}

/** A step problem as it is posed, for solvers to look at. */
export function conditionedProblem(weight: number, system: System, dt: number): Step {
  const posed = conditionedStep(weight, system, dt, new Float64Array(system.rows.length), true);
  posed.posed.restate(new Float64Array(system.size));
  return posed.posed.step;
}

/** The step problem of (97) or (93) for dz = x^{n+1} - x^{n-1}; in the first step, for dz = x^1 - x^0. */
export interface ConditionedStep {
  readonly posed: Posed;
  readonly before: Vector;
  readonly x: Vector;
  readonly velocity: Vector;
  /** f(t^n) and what else is known. */
  readonly load: Vector;
  readonly drive: Vector;
  /** The time of z and its side. */
  readonly at: Vector;
  /** 1/s: what makes rates of dz. */
  readonly rate: Vector;
  /** The residual without rows at dz. */
  residual(dz: Vector, out: Vector): void;
  /** z */
  readonly z: Vector;
  placeAt(dz: Vector): void;
  begin(first: boolean): void;
}

/** `force`: of the rows as Newton's method has them. */
function conditionedStep(weight: number, system: System, dt: number, force: Vector, exact: boolean): ConditionedStep {
  const n = system.size;
  const parts = system.conditioned!;
  const vector = () => new Float64Array(n);
  const step = rowStep(system, system.matrix(), system.newDirections(), system.newDirections());
  const isLeft = usesUzawa(system);
  const rows = conditionRows(system, step, isLeft);
  const places: StepPlaces = {
    old: vector(),
    z: vector(),
    mean: vector(),
    plus: vector(),
    minus: vector(),
    center: vector(),
  };
  const [before, velocity, load, product, mean, bend] = [vector(), vector(), vector(), vector(), vector(), vector()];
  const x = places.old;
  const drive = new Float64Array(system.rows.length);
  const at = new Float64Array(2);
  const rate = new Float64Array(1);
  const weights = massWeights(system);
  const stick = frictionStick(system, step, weights);
  const phase = { first: true };
  const inertia = system.matrix(); // M/dt^2 + alpha K; doubles that are passed to a matrix in every step would be boxed
  parts.mass.addTo(inertia, 1 / (dt * dt));
  parts.stiffness.addTo(inertia, weight);
  const pull = new Float64Array(system.rows.length); // forces by what their places move with z

  function placeAt(dz: Vector): void {
    for (let k = 0; k < n; k++) {
      const z = phase.first ? x[k]! + dz[k]! : before[k]! + dz[k]!;
      const past = phase.first ? z - 2 * dt * velocity[k]! : before[k]!;
      places.z[k] = z;
      places.mean[k] = (z + past) / 2;
      places.plus[k] = (z + x[k]!) / 2;
      places.minus[k] = (x[k]! + past) / 2;
      places.center[k] = (z + 2 * x[k]! + past) / 4;
    }
  }

  function residual(dz: Vector, out: Vector): void {
    for (let k = 0; k < n; k++) {
      const past = phase.first ? places.z[k]! - 2 * dt * velocity[k]! : before[k]!;
      bend[k] = phase.first
        ? (2 / (dt * dt)) * (dz[k]! - dt * velocity[k]!)
        : (dz[k]! + 2 * (before[k]! - x[k]!)) / (dt * dt);
      mean[k] = weight * (places.z[k]! + past) + (1 - 2 * weight) * x[k]!;
    }
    parts.mass.multiply(bend, out);
    parts.stiffness.multiplyAdd(mean, out);
    for (let k = 0; k < n; k++) out[k]! -= load[k]!;
  }

  function restate(dz: Vector): void {
    placeAt(dz);
    step.tangent.clear();
    inertia.addTo(step.tangent, phase.first ? 2 : 1);
    const follows = phase.first ? rows.followsFirst : rows.follows;
    for (let i = 0; i < pull.length; i++) pull[i] = follows * force[i]!;
    if (follows > 0) parts.addCurvature(pull, -1, step.tangent);
    residual(dz, step.residual);
    step.tangent.multiply(dz, product);
    for (let k = 0; k < n; k++) step.residual[k]! -= product[k]!;
    rows.state(dz, at, places, drive, rate, phase.first);
    step.version++;
  }

  return {
    posed: {
      step,
      restate,
      project(set, dz) {
        if (exact) stick(set, dz, drive, rate);
      },
      negligible(last, dz) {
        let change = 0;
        let size = 0;
        for (let k = 0; k < n; k++) {
          change = Math.max(change, weights[k]! * Math.abs(dz[k]! - last[k]!));
          size = Math.max(size, weights[k]! * (Math.abs(dz[k]!) + Math.abs(x[k]!)));
        }
        return change <= SETTLED * size;
      },
    },
    before,
    x,
    velocity,
    load,
    drive,
    at,
    rate,
    residual,
    z: places.z,
    placeAt,
    begin(first) {
      phase.first = first;
      rate[0] = first ? 1 / dt : 1 / (2 * dt);
      step.duration = dt;
      rows.begin(x);
    },
  };
}

/** Whether lengths are kept by Uzawa's method. */
function usesUzawa({ rows, conditioned }: System): boolean {
  const first = conditioned!.lengths.rowOf[0];
  return first !== undefined && rows[first]!.law.method?.type === "augmented-lagrangian";
}

/** Exact stick of the friction rows alone: those that keep conditions are solved for. */
function frictionStick(system: System, step: Step, weights: Vector) {
  const chosen = system.rows.flatMap(({ law }, i) => (isFriction(law) ? [i] : []));
  const { start, column, value } = step.directions;
  const own = rowsFrom(
    chosen.map((i) => ({
      columns: [...column.subarray(start[i]!, start[i + 1]!)],
      values: [...value.subarray(start[i]!, start[i + 1]!)],
    })),
  );
  const stick = stickProjection(own, system.size, weights, () => true);
  const set = new Int8Array(chosen.length);
  const target = new Float64Array(chosen.length);
  return (all: Int8Array, dz: Vector, drive: Vector, rate: Vector): void => {
    if (chosen.length === 0) return;
    for (let k = 0, to = 0; k < chosen.length; k++) {
      const i = chosen[k]!;
      set[k] = all[i]!;
      target[k] = drive[i]! / rate[0]!;
      for (let e = start[i]!; e < start[i + 1]!; e++) own.value[to++] = value[e]!;
    }
    own.version++;
    stick.apply(set, dz, target);
  };
}

export function conditionedStart(
  weight: number,
  ...[system, solver, initial, dt]: Parameters<Scheme["start"]>
): Stepper {
  const n = system.size;
  const m = system.rows.length;
  const state = newState(system, initial, n);
  const { position: x, velocity: v, force, mode, memory: ahead } = state;
  const trial = new Float64Array(m);
  const problem = conditionedStep(weight, system, dt, trial, solver.direct);
  const { step } = problem.posed;
  const method = methodOf(weight, system, dt, problem, solver);
  const values = rowValues(system);
  const weakening = weakeningForce(system, step.directions);
  const following = system.conditioned!.following;
  const at = new Float64Array(2);
  const now = new Float64Array(1); // the time of x^n
  const load = new Float64Array(n);
  const dz = new Float64Array(n);
  const slip = new Float64Array(m);
  const solves = weakening.present ? 2 : 1;

  /** Loads and laws at the node x^n. */
  function begin(first: boolean): boolean {
    const time = now[0]!;
    at[0] = time;
    at[1] = first ? time + dt / 2 : time;
    problem.at[0] = time + dt;
    problem.at[1] = time + dt / 2;
    copy(x, problem.x);
    problem.begin(first);
    system.load.evaluate(at, load);
    following?.add(at, x, load);
    values.update(at, x, v);
    setLimits(system, values, mode, step);
    copy(values.drive, problem.drive);
    return isFiniteVector(load);
  }

  /** (97) or (93): dz and forces. */
  function solve(stats: Stats): StepStatus {
    for (let k = 0; k < solves; k++) {
      copy(load, problem.load);
      system.directionsAt(x, step.directions);
      weakening.add(v, values, 1, problem.load); // at the previous node's velocity first, then at this node's own
      copy(force, trial);
      const status = method.solve(dz, trial, stats);
      if (status !== "solved") return status;
      if (k + 1 < solves) for (let i = 0; i < n; i++) v[i] = dz[i]! / (2 * dt);
    }
    return "stepped";
  }

  function start(): StepStatus {
    now[0] = initial.time;
    if (!begin(true)) return "undefined-force";
    copy(v, problem.velocity);
    for (let k = 0; k < n; k++) dz[k] = dt * v[k]!;
    copy(force, trial);
    copy(load, problem.load);
    system.directionsAt(x, step.directions);
    weakening.add(v, values, 1, problem.load);
    const status = method.solve(dz, trial, newStats());
    if (status !== "solved") return status;
    copy(trial, force);
    for (let i = 0; i < m; i++) {
      if (!isFriction(system.rows[i]!.law)) continue;
      mode[i] = Math.sign(slipAt(i, v));
    }
    for (let k = 0; k < n; k++) ahead[k] = x[k]! + dz[k]!;
    copy(values.forward, state.limit);
    return "stepped";
  }

  /** Of a friction row at x^n, with round-off as none. */
  function slipAt(i: number, velocity: Vector): number {
    const directions = system.newDirections();
    system.directionsAt(x, directions);
    let [sum, terms] = [-values.drive[i]!, Math.abs(values.drive[i]!)];
    for (let k = directions.start[i]!; k < directions.start[i + 1]!; k++) {
      const part = directions.value[k]! * velocity[directions.column[k]!]!;
      sum += part;
      terms += Math.abs(part);
    }
    return Math.abs(sum) <= ROUND_OFF * terms ? 0 : sum;
  }

  const started = start();
  return {
    state,
    kept: state,
    step(interval, stats) {
      if (started !== "stepped") return started;
      copy(x, problem.before);
      copy(ahead, x);
      now[0] = interval[END]!;
      if (!begin(false)) return "undefined-force";
      for (let k = 0; k < n; k++) dz[k] = 2 * (x[k]! - problem.before[k]!);
      const status = solve(stats);
      if (status !== "stepped") return status;
      for (let k = 0; k < n; k++) {
        v[k] = dz[k]! / (2 * dt);
        ahead[k] = problem.before[k]! + dz[k]!;
      }
      copy(trial, force);
      rowsMultiply(step.slipRows, dz, slip);
      for (let i = 0; i < m; i++) slip[i]! -= values.drive[i]!;
      modesFromSet(system, step, method.set, slip, mode);
      copy(values.forward, state.limit);
      state.time = interval[END]!;
      stats.steps++;
      return "stepped";
    },
  };
}

function methodOf(weight: number, system: System, dt: number, problem: ConditionedStep, solver: Solver) {
  if (usesUzawa(system)) {
    const uzawa = unitSlopes(weight, system, dt, problem, solver.of ?? solver);
    return solver.wrap?.(uzawa) ?? uzawa;
  }
  const prepared = solver.prepare(problem.posed.step);
  const iteration = newton(problem.posed, prepared);
  return { set: prepared.set, solve: iteration.solve };
}
