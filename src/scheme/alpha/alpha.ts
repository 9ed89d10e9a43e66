/**
 * `alpha` (1.1)-(1.6) with damping (16): z = x^{n+1}, friction on the centered velocity (x^{n+1} - x^{n-1})/(2 dt).
 *
 * A state at t^n holds x^n, that velocity and lambda^n; x^{n+1} is its memory, so v(T) costs one step more than T. Second
 * order between events; multipliers in stick flutter and converge only weakly (Theorem 1.1). Unconditionally stable for
 * alpha in [1/4, 1/2], below that for dt < 1 / sqrt((1/4 - alpha) nu). It needs equal steps: jumps of f inside a step
 * are smeared. Nonlinear springs enter by their discrete gradient, (31), which keeps the energy (19) + (32). Weakening, and
 * what commands exceed their limits by, are taken at the node's own velocity by one correction (two solves a step).
 * Machines with conditions on their positions, as beams: conditioned.ts.
 *
 * Stops with restitution e act on (x^{n+1} + e x^{n-1})/(1 + e), which may not lie behind them (Paoli and Schatzman): what comes with v leaves
 * with -e v, after the positions have been behind the stop for a step or two, by what is moved within a step.
 */
import { controllerValues } from "../../model/control/controllers.ts";
import { isFrictionless } from "../../model/rows/law.ts";
import { rowValues } from "../../model/rows/row-values.ts";
import { linearOf, massWeights, type System } from "../../model/system.ts";
import { Banded } from "../../numeric/banded.ts";
import { type Rows, rowsMultiply } from "../../numeric/rows.ts";
import { copy, isFiniteVector, type Vector } from "../../numeric/vector.ts";
import { newton } from "../../step/newton.ts";
import type { Solver, Stats, Step } from "../../step/step.ts";
import { stickProjection } from "../../step/stick.ts";
import { combined, moveFree } from "../common/combined.ts";
import { alphaResidual, alphaTangent } from "../common/elastic.ts";
import { jumpLimits } from "../common/jump-limits.ts";
import { largestFrequencySquared, methodFault, noMatrices, stepBoundFault, trackingFault } from "../common/refusals.ts";
import { modesFromSet, rowStep, weakeningForce } from "../common/rows.ts";
import { rowStart } from "../common/start.ts";
import { refusesStepTangents } from "../common/step-tangents.ts";
import type { Tangents } from "../common/tangent.ts";
import { alphaCode } from "../kernel/alpha-code.ts";
import { stepKernel } from "../kernel/kernel.ts";
import { keptKernel, keptStart } from "../kernel/slot.ts";
import { nodeFunctions } from "../kernel/time-functions.ts";
import { END, type Interval, newState, type Scheme, type State, type Stepper, type StepStatus } from "../scheme.ts";
import { arrests } from "./arrest.ts";
import { alphaBatch } from "./batch.ts";
import { bentSprings } from "./bent-springs.ts";
import { conditionedFault, conditionedProblem, conditionedStart } from "./conditioned.ts";
import { type TridiagonalRun, tridiagonalRun } from "./tridiagonal.ts";

/** Part of its terms below which a gap is none. */
const ROUND_OFF = 1e-13;
/** Solves of a node in which rows are arrested or let loose. */
const MOST_TRIES = 50;

export function alpha({ alpha: weight }: { alpha: number }): Scheme {
  return {
    name: "alpha",
    order: 2,
    multiplierAt: "node",
    stepsEnd: "nodes",
    refuses(system, dt) {
      if (system.conditioned) return conditionedFault(weight, system);
      if (!system.linear) return noMatrices("alpha", system);
      const fault = methodFault("alpha", system) ?? trackingFault("alpha", system, dt);
      if (fault || weight >= 0.25) return fault;
      return stepBoundFault(
        "alpha",
        dt,
        1 / Math.sqrt((0.25 - weight) * largestFrequencySquared(system, 1 / ((0.25 - weight) * dt * dt))),
      );
    },
    refusesTangents: (system, solver) =>
      system.hasStops
        ? "derivatives through stops need scheme event-driven or balanced; alpha has none of them"
        : refusesStepTangents(system, solver),
    problem: (system, dt) => (system.conditioned ? conditionedProblem : problem)(weight, system, dt),
    start: (...given) => (given[0].conditioned ? conditionedStart : start)(weight, ...given),
    batch(system, solver, dt, nodes) {
      return system.linear && !system.hasStops
        ? alphaBatch(weight, system, solver, problem(weight, system, dt), nodes)
        : undefined;
    },
  };
}

function start(
  weight: number,
  ...[system, solver, initial, dt, tangents, kernels]: Parameters<Scheme["start"]>
): Stepper {
  const n = system.size;
  const first = newState(system, initial, n);
  const told = { scheme: `alpha ${weight}`, system, solver, dt };
  // (1.4): x^1 = x^0 + dt v + dt^2/2 a, the acceleration from the scheme's own inertia M + alpha dt^2 K
  const begin = keptStart(kernels, told, () => rowStart(system, weight * dt * dt));
  const acceleration = begin(first, system.load, initial.time);
  for (let k = 0; k < n; k++) {
    first.memory[k] = first.position[k]! + dt * first.velocity[k]! + ((dt * dt) / 2) * acceleration[k]!;
  }
  const banded = linearOf(system).mass instanceof Banded;
  const whole =
    tangents || !banded ? undefined : tridiagonalRun(weight, system, solver, problem(weight, system, dt), first);
  const state = whole?.state ?? first;
  const make = () => singleSteps(weight, system, solver, state, dt, tangents, whole);
  let single = tangents && make(); // else where a step is first taken singly
  return {
    state,
    kept: tangents ? undefined : state,
    skip: whole?.constant ? whole.advance : undefined,
    blocks() {
      if (!kernels || tangents || banded || system.hasStops) return undefined;
      const emit = () =>
        stepKernel(system, solver, problem(weight, system, dt), (...given) => alphaCode(weight, ...given), kernels);
      return keptKernel(kernels, told, emit)?.blocks(state, state.memory, nodeFunctions(system));
    },
    step(interval, stats) {
      single ??= make();
      return single(interval, stats);
    },
  };
}

function singleSteps(
  weight: number,
  system: System,
  solver: Solver,
  state: State,
  dt: number,
  tangents: Tangents | undefined,
  whole: TridiagonalRun | undefined,
): (interval: Interval, stats: Stats) => StepStatus {
  const linear = linearOf(system);
  const n = system.size;
  const { position: x, velocity: v, force, mode, memory: ahead } = state;
  const step = problem(weight, system, dt);
  const prepared = solver.prepare(step);
  const derivatives = tangents?.carryAlpha(weight, system, step, state, dt, tangents);
  const residual = alphaResidual(system, weight);
  const matrices = combined(system, step, 1 / dt);
  const free = new Float64Array(n);
  const way = new Float64Array(n); // x - x-
  const stick = stickProjection(linear.directions, n, massWeights(system), (i) => {
    const { law } = system.rows[i]!;
    return !isFrictionless(law) && !law.stop;
  });
  const weakening = weakeningForce(system, linear.directions);
  const tau = Float64Array.of(dt);
  const at = new Float64Array(2);
  const load = whole?.load ?? new Float64Array(n);
  const before = new Float64Array(n);
  const dz = new Float64Array(n);
  const slip = new Float64Array(force.length);
  const carried = new Float64Array(force.length); // w.dz of a stuck row
  const springs = linear.springs && bentSprings(system, linear.springs, step, weight, dt);
  const values = rowValues(system);
  const previous = new Float64Array(force.length);
  const limits = jumpLimits(system);
  const arrest = arrests(system, values, dt);
  const modeBefore = new Int8Array(force.length);
  const commands = controllerValues(system.controllers);
  step.remains = weakening.present || commands.limited;
  const mean = new Float64Array(n); // position as the stiffness sees it
  const isDriven = system.rowFunctions !== undefined || system.rowMotion !== undefined;
  // modes follow from the set alone, but for rows that have one force only
  const readsSlips = values.jumps || system.rows.some(({ law }) => law.smoothing > 0 || isFrictionless(law));
  const gaps = new Float64Array(force.length);
  if (!isDriven) step.slip.fill(0);

  /** From gaps of x- to rates over the two steps. */
  function setStops(): void {
    system.gapsAt(before, gaps);
    for (let i = 0; i < gaps.length; i++) {
      const { stop } = system.rows[i]!.law;
      if (!stop) continue;
      // what lies on a stop is there to round-off: friction that holds it there shall not be at odds with it
      const size = Math.abs(stop.gap) + Math.abs(stop.gap - gaps[i]!);
      const gap = Math.abs(gaps[i]!) <= ROUND_OFF * size ? 0 : gaps[i]!;
      step.slip[i] = ((1 + stop.restitution) * gap) / (2 * dt);
    }
  }

  /** The motion without rows, but for what follows; or the left side of (1.1), with the damping of (16), less f^n. */
  function stateFree(): void {
    const made = matrices();
    step.known = made && free;
    if (made) {
      for (let k = 0; k < n; k++) way[k] = x[k]! - before[k]!;
      moveFree(made, load, 2, x, way, free);
      step.residual.fill(0);
    } else {
      residual(tau, before, x, step.residual);
      subtract(load, step.residual);
    }
  }

  function readSlips(): void {
    rowsMultiply(step.slipRows, dz, slip);
    for (let i = 0; i < slip.length; i++) {
      slip[i]! -= values.drive[i]!;
      if (solver.direct && prepared.set[i] === 0 && !system.rows[i]!.law.stop) slip[i] = 0; // its round-off passes nothing
    }
  }

  /** The step problem (1.1), (16), (31) about dz; affine without springs. */
  const iteration = newton(
    {
      step,
      restate(about) {
        stateFree();
        weakening.add(v, values, -1, step.residual); // C gamma: at the previous node's velocity first, then at this node's own
        if (commands.limited) {
          for (let i = 0; i < n; i++) mean[i] = x[i]! + 2 * weight * (before[i]! + dt * v[i]! - x[i]!);
          commands.update(at, mean, v);
          commands.subtractExcess(-1, step.residual);
        }
        springs?.linearize(before, x, about); // (31)
      },
      project(set, about) {
        if (solver.direct) stick.apply(set, about, carried);
      },
      settled: (last, about) => !springs || springs.settled(x, last, about),
    },
    prepared,
  );

  return (interval, stats) => {
    at[0] = interval[END]!;
    at[1] = interval[END]!;
    if (!whole?.constant) {
      system.load.evaluate(at, load);
      if (!isFiniteVector(load)) return "undefined-force";
    }
    if (whole && whole.advance(1, stats) === 1) {
      state.time = interval[END]!;
      return "stepped";
    }
    copy(x, before); // x^{n-1}
    copy(ahead, x); // x^n
    copy(before, step.start);
    if (isDriven || values.jumps) {
      // an arrest has changed them, too
      values.update(at, x, v);
      for (let i = 0; i < slip.length; i++) {
        step.slip[i] = -values.drive[i]!;
        carried[i] = 2 * dt * values.drive[i]!;
      }
    }
    if (system.hasStops) setStops();
    limits.begin(values, mode, step);
    arrest.begin();
    copy(force, previous);
    springs?.begin(before, x, dz);
    derivatives?.begin();
    const solves = weakening.present || commands.limited ? 2 : 1;
    for (let k = 0, tries = 0; k < solves; tries++) {
      copy(previous, force);
      const status = iteration.solve(dz, force, stats); // (1.1)-(1.3): x^{n+1} - x^{n-1}, and C lambda^n as forces
      if (status !== "solved") return status;
      if (tries > MOST_TRIES) return "not-converged";
      if (isDriven || readsSlips) readSlips();
      if (arrest.caught(at, before, x, mode, slip, step)) {
        for (let i = 0; i < slip.length; i++) if (!Number.isNaN(arrest.target[i]!)) carried[i] = arrest.target[i]!;
        continue;
      }
      if (limits.letLoose(values, prepared.set, slip, step)) {
        arrest.keep(step);
        continue;
      }
      derivatives?.solve(prepared.set, v, values, at, arrest.arrested);
      advance(before, dz, tau, v, ahead); // v^n = (x^{n+1} - x^{n-1})/(2 dt), and x^{n+1}
      tries = 0;
      k++;
    }
    derivatives?.end();
    modeBefore.set(mode);
    modesFromSet(system, step, prepared.set, slip, mode);
    arrest.finish(modeBefore, mode, force);
    copy(values.forward, state.limit);
    state.time = interval[END]!;
    stats.steps++;
    return "stepped";
  };
}

function problem(weight: number, system: System, dt: number): Step {
  const tangent = system.matrix();
  alphaTangent(system, weight, dt, tangent);
  const step = rowStep(system, tangent, linearOf(system).directions, centered(system, dt), true);
  step.duration = dt;
  return step;
}

/** Slip (m/s) of a displacement dz over two steps. */
function centered(system: System, dt: number): Rows {
  const { directions } = linearOf(system);
  return { ...directions, value: directions.value.map((entry) => entry / (2 * dt)) };
}

// Loops over all coordinates are functions of their own: what stays in a closure is loaded again in every round of a loop.

function subtract(part: Vector, from: Vector): void {
  for (let i = 0; i < from.length; i++) from[i]! -= part[i]!;
}

/** Velocity and position after the displacement dz over two steps of tau[0] s. */
function advance(before: Vector, dz: Vector, tau: Vector, v: Vector, ahead: Vector): void {
  const time = 2 * tau[0]!;
  for (let i = 0; i < v.length; i++) {
    const way = dz[i]!;
    v[i] = way / time;
    ahead[i] = before[i]! + way;
  }
}
