/**
 * `balanced`: half drift, full kick with f - K x inside the friction sub-problem (26), half drift.
 *
 * Since elastic force, load and friction meet in one step problem, a stuck row stays at zero velocity to the last bit,
 * where the splitting (9)-(13) creeps. Second order between events, when steps end at the jumps of f: f is averaged by
 * the two-point Gauss rule, weakening by the trapezoidal rule (predictor and corrector, two solves), damping taken at the
 * mean velocity; what commands exceed their limits by is taken at the middle, with the velocity corrected once (a second
 * solve in steps that saturate); rows under (5) act at the new velocity, which costs them an order. Stops act at velocity level: an
 * impact is an impulse within the step, penetration is of the order of a step. Stable for dt < 2 / sqrt(nu), nu the
 * largest eigenvalue of M^{-1} K.
 *
 * It takes every machine: where mass, directions or forces are not linear, the kick is solved by Newton's method with all of the
 * machine's resistance in it, at the middle position and the mean velocity (common/curved-kick.ts); its bound is then not known.
 */
import { controllerValues } from "../../model/control/controllers.ts";
import { type RowValues, rowValues } from "../../model/rows/row-values.ts";
import type { System } from "../../model/system.ts";
import { rowsMultiply } from "../../numeric/rows.ts";
import { copy, isFiniteVector, type Vector } from "../../numeric/vector.ts";
import type { Solver, Stats } from "../../step/step.ts";
import { combined, moveFree } from "../common/combined.ts";
import { MOST_ROUNDS, takeDrives } from "../common/follow-drives.ts";
import { kick, kickProblem } from "../common/kick.ts";
import {
  largestFrequencySquared,
  methodFault,
  noConditions,
  stepBoundFault,
  trackingFault,
} from "../common/refusals.ts";
import { restingSlip } from "../common/rest-box.ts";
import { weakeningForce } from "../common/rows.ts";
import { rowStart } from "../common/start.ts";
import { refusesStepTangents } from "../common/step-tangents.ts";
import type { Tangents } from "../common/tangent.ts";
import { balancedCode } from "../kernel/balanced-code.ts";
import { stepKernel } from "../kernel/kernel.ts";
import { keptKernel, keptStart } from "../kernel/slot.ts";
import { meanFunctions } from "../kernel/time-functions.ts";
import {
  END,
  GAUSS_OFFSET,
  type Initial,
  type Interval,
  LENGTH,
  newState,
  type Scheme,
  type State,
  type Stepper,
  type StepStatus,
} from "../scheme.ts";

export function balanced(): Scheme {
  return {
    name: "balanced",
    order: 2,
    multiplierAt: "step",
    stepsEnd: "breakpoints",
    refuses: (system, dt) =>
      (system.conditioned && noConditions("balanced")) ??
      (system.linear &&
        stepBoundFault("balanced", dt, 2 / Math.sqrt(largestFrequencySquared(system, 4 / (dt * dt))))) ??
      trackingFault("balanced", system, dt) ??
      methodFault("balanced", system),
    refusesTangents: refusesStepTangents,
    problem: (system, dt) => kickProblem(system, true, dt),
    start,
  };
}

const start: Scheme["start"] = (system: System, solver, initial, dt, tangents, kernels): Stepper => {
  const state = newState(system, initial, 0);
  const { position: x, velocity: v, force } = state;
  const told = { scheme: "balanced", system, solver, dt };
  const begin = keptStart(kernels, told, () => rowStart(system, 0));
  begin(state, system.load, initial.time + dt / 2);
  const make = () => singleSteps(system, solver, state, initial, dt, tangents);
  let single = tangents && make(); // else where a step is first taken singly
  return {
    state,
    kept: tangents ? undefined : state,
    restart(position, velocity) {
      if (tangents) throw new Error("derivatives are not started again");
      state.time = initial.time;
      copy(position, x);
      copy(velocity, v);
      force.fill(0); // nothing is left of the run before
      begin(state, system.load, initial.time + dt / 2);
    },
    blocks() {
      if (!kernels || tangents || !system.linear) return undefined;
      const emit = () => stepKernel(system, solver, kickProblem(system, true, dt), balancedCode, kernels);
      return keptKernel(kernels, told, emit)?.blocks(state, v, meanFunctions(system, dt));
    },
    step(interval, stats) {
      single ??= make();
      return single(interval, stats);
    },
  };
};

function singleSteps(
  system: System,
  solver: Solver,
  state: State,
  initial: Initial,
  dt: number,
  tangents: Tangents | undefined,
): (interval: Interval, stats: Stats) => StepStatus {
  const n = system.size;
  const { position: x, velocity: v, force, mode } = state;
  const push = kick(system, solver, { damped: true });
  const weakening = weakeningForce(system, push.step.directions);
  const own = system.forces();
  const { directions } = push.step;
  const matrices = combined(system, push.step, 1);
  const free = new Float64Array(n);
  const commands = controllerValues(system.controllers);
  push.step.remains = weakening.present || commands.limited;
  const mean = new Float64Array(n);
  const begin = rowValues(system);
  const finish = rowValues(system);
  const z = new Float64Array(n);
  const elastic = new Float64Array(n);
  const second = new Float64Array(n);
  const external = new Float64Array(n);
  const previous = new Float64Array(force.length);
  const gaps = new Float64Array(force.length);
  const startSlip = new Float64Array(force.length);
  const at = new Float64Array(2);
  const center = new Float64Array(2);
  const from = new Float64Array(n); // where the step begins
  const there = new Float64Array(n); // and ends
  const returned = new Float64Array(force.length); // restitution of stops that an impact is at
  const predicted = new Float64Array(n);
  const derivatives = tangents?.carryBalanced(system, push.step, state, startValues(), returned, tangents);

  function startValues(): RowValues {
    const values = rowValues(system);
    values.update(Float64Array.of(initial.time, initial.time + dt / 2), initial.position, initial.velocity);
    return values;
  }

  /** Limits are those of the middle of the step, drives those of its ends; where they follow the motion, the end is yet to be found. */
  function setRows(interval: Interval): void {
    at[1] = interval[END]! - interval[LENGTH]! / 2;
    at[0] = state.time; // to the last digit: what lies on a drive is at rest there
    begin.update(at, system.rowMotion ? from : x, v);
    at[0] = interval[END]!;
    finish.update(at, x, v);
    at[0] = at[1];
    push.values.update(at, x, v);
    copy(finish.drive, push.values.drive);
  }

  /** Drives that follow the motion are those of where the step ends. */
  function followDrives(interval: Interval, stats: Stats): StepStatus {
    const h = interval[LENGTH]!;
    at[1] = interval[END]! - h / 2;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      for (let k = 0; k < n; k++) there[k] = x[k]! + (h / 2) * z[k]!;
      at[0] = interval[END]!;
      finish.update(at, there, z);
      if (takeDrives(finish.drive, push.values.drive)) break;
      const status = push.solve(v, z, force, mode, stats);
      if (status !== "stepped") return status;
    }
    return "stepped";
  }

  /** A row whose drive has jumped begins the step with another slip than it ended the last one with. */
  function turnModes(): void {
    restingSlip(push.step.slipRows, v, begin.drive, startSlip);
    for (let i = 0; i < startSlip.length; i++) {
      if (system.rows[i]!.law.jumps && startSlip[i] !== 0) mode[i] = Math.sign(startSlip[i]!);
    }
  }

  /** A stop acts in a step in whose middle its gap is closed; the gap's new rate is at least -restitution times the old. */
  function setStops(): void {
    system.gapsAt(x, gaps);
    rowsMultiply(directions, v, push.rebound);
    for (let i = 0; i < gaps.length; i++) {
      const { stop } = system.rows[i]!.law;
      if (!stop) push.rebound[i] = 0;
      else {
        push.step.upper[i] = gaps[i]! <= 0 ? Number.POSITIVE_INFINITY : 0;
        returned[i] = push.rebound[i]! < 0 ? stop.restitution : 0;
        push.rebound[i]! *= returned[i]!;
      }
    }
  }

  /** What moves without rows, where it is known; else the spring forces are part of what is given. */
  function stateFree(): void {
    const made = matrices();
    push.step.known = made && free;
    if (made) {
      moveFree(made, external, 0, x, v, free);
      external.fill(0);
    } else if (!push.resists) {
      own.resistance(center, x, undefined, elastic);
      for (let k = 0; k < n; k++) external[k]! -= elastic[k]!;
    }
  }

  /** What commands exceed their limits by at the middle of the step: taken off; returns whether one does. */
  function subtractExcess(velocity: Vector): boolean {
    commands.update(center, x, velocity);
    commands.subtractExcess(1, push.given);
    return commands.exceeds();
  }

  /** Whether one does at the mean velocity of the step. */
  function exceeds(): boolean {
    for (let k = 0; k < n; k++) mean[k] = (v[k]! + z[k]!) / 2;
    commands.update(center, x, mean);
    return commands.exceeds();
  }

  return (interval, stats) => {
    const h = interval[LENGTH]!;
    center[0] = interval[END]! - h / 2;
    center[1] = center[0];
    push.setDuration(interval);
    push.begin(x);
    if (system.rowMotion) copy(x, from);
    for (let k = 0; k < n; k++) x[k]! += (h / 2) * v[k]!; // half drift
    derivatives?.drift(interval);
    push.place(center, x);

    if (system.hasStops) setStops();

    const middle = interval[END]! - h / 2;
    at[1] = middle;
    at[0] = middle - GAUSS_OFFSET * h;
    system.load.evaluate(at, external);
    at[0] = middle + GAUSS_OFFSET * h;
    system.load.evaluate(at, second);
    for (let k = 0; k < n; k++) external[k] = (external[k]! + second[k]!) / 2;
    if (!isFiniteVector(external)) return "undefined-force";
    stateFree();

    if (system.rowFunctions || system.rowMotion) {
      setRows(interval);
      if (begin.jumps) turnModes();
    }
    copy(force, previous);
    copy(external, push.given);
    weakening.add(v, begin, 1, push.given);
    const saturated = commands.limited && subtractExcess(v);
    let status = push.solve(v, z, force, mode, stats); // (26)
    if (status !== "stepped") return status;
    derivatives?.kick(push.set(), [{ velocity: v, values: begin, weight: 1, which: "old" }]);
    const exceeding = commands.limited && (exceeds() || saturated);
    if (weakening.present || exceeding) {
      if (derivatives) copy(z, predicted);
      copy(external, push.given);
      if (exceeding) subtractExcess(mean);
      weakening.add(v, begin, 0.5, push.given);
      weakening.add(z, push.values, 0.5, push.given);
      copy(previous, force);
      status = push.solve(v, z, force, mode, stats);
      if (status !== "stepped") return status;
      derivatives?.kick(push.set(), [
        { velocity: v, values: begin, weight: 0.5, which: "old" },
        { velocity: predicted, values: push.values, weight: 0.5, which: "new" },
      ]);
    }
    if (system.rowMotion) {
      const status = followDrives(interval, stats);
      if (status !== "stepped") return status;
    }
    push.modes(z, mode);
    copy(push.values.forward, state.limit);
    copy(z, v);
    for (let k = 0; k < n; k++) x[k]! += (h / 2) * v[k]!; // half drift
    derivatives?.end(interval);
    state.time = interval[END]!;
    stats.steps++;
    return "stepped";
  };
}
