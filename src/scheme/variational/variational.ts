/**
 * `variational`: (40), the symplectic midpoint rule, in its one-step form
 *     f(q, u) - h/2 G(t, q, u) = P^n,   P^{n+1} = f(q, u) + h/2 G(t, q, u),   q = (q0 + q1)/2,  u = (q1 - q0)/h,
 * with f = M(q) u and G = dT/dq - dV/dq + Q. Of second order; the energy of a conservative machine keeps near its value for ever.
 *
 * Friction acts at the nodes, with half of the step before and half of the step after, so with half in the first step: with its law on
 * u at the start of a step, on the new velocity at its end. A stuck row has zero velocity in both, to the last bit; a row under (5) loses an
 * order. Rigid joints and stops act at the new position with the direction at the old one, and on the new velocity, half a step each: this is
 * how a mechanism stays where its joints want it, in position and velocity. Impacts lose all of the approach. Other methods of
 * constraints: row-roles.ts. Weakening is taken at the old velocity and at the new one (predictor and corrector), what commands exceed
 * their limits by in the middle, corrected once. Where Newton's method does not converge, as in the shock of a beam, the step is taken in parts. Costs: two or three rounds of Newton's method a step (one if the machine is linear), and a small
 * solve for the new velocity.
 */
import { controllerValues } from "../../model/control/controllers.ts";
import { type RowValues, rowValues } from "../../model/rows/row-values.ts";
import type { System } from "../../model/system.ts";
import { misfit, type Saved } from "../../numeric/kept.ts";
import { copy, isFiniteVector, type Vector } from "../../numeric/vector.ts";
import { newton } from "../../step/newton.ts";
import type { Stats } from "../../step/step.ts";
import { MOST_ROUNDS, takeDrives } from "../common/follow-drives.ts";
import { jumpLimits } from "../common/jump-limits.ts";
import { noTangents, trackingFault } from "../common/refusals.ts";
import { restingSlip } from "../common/rest-box.ts";
import { modesFromSet, weakeningForce } from "../common/rows.ts";
import { startRows } from "../common/start.ts";
import {
  END,
  type Interval,
  LENGTH,
  type Listener,
  newState,
  type Scheme,
  type Stepper,
  type StepStatus,
} from "../scheme.ts";
import { midpointStep } from "./midpoint-step.ts";
import { multiplierMethod } from "./multipliers.ts";
import { nodeStep } from "./node-step.ts";
import { Role, roleFault, rowRoles } from "./row-roles.ts";

/** How often a step is cut in two that does not converge. */
const CUTS = 8;
/** How far a step is that is taken in parts: what is done of it, in the smallest ones, and how often the present one is cut. */
const [DONE, DEPTH] = [0, 1];

export function variational(): Scheme {
  return {
    name: "variational",
    order: 2,
    multiplierAt: "step",
    stepsEnd: "breakpoints",
    refuses(system, dt) {
      if (!system.constant.mass && !system.addMomentumSlopes) {
        return "variational needs the derivative of the momentum by the position, which this machine has not. Take balanced";
      }
      return roleFault(system) ?? trackingFault("variational", system, dt);
    },
    refusesTangents: () => noTangents("variational"),
    problem(system, dt) {
      const rest = new Float64Array(system.size);
      const middle = midpointStep(system, rowRoles(system), rest, false);
      middle.begin(Float64Array.of(dt, dt), rest, rest);
      middle.posed.restate(rest);
      return middle.step;
    },
    start,
  };
}

const start: Scheme["start"] = (system: System, solver, initial, dt): Stepper => {
  const n = system.size;
  const m = system.rows.length;
  const state = newState(system, initial, 0);
  startRows(system, state, initial.time + dt / 2, 0);
  const { position: x, velocity: v, force, mode } = state;
  const roles = rowRoles(system);
  const middle = midpointStep(system, roles, x, solver.direct);
  const node = nodeStep(system, roles, solver, x);
  const { step, rows, times, given } = middle;
  const prepared = solver.prepare(step);
  const method = multiplierMethod(middle, roles, newton(middle.posed, prepared), prepared);
  const limits = jumpLimits(system);
  const weakening = weakeningForce(system, rows.directions);
  const commands = controllerValues(system.controllers);
  const begin = rowValues(system);
  const center = rowValues(system);
  const finish = rowValues(system);
  const isStop = Int8Array.from(system.rows, ({ law }) => (law.stop ? 1 : 0));
  const isVarying = system.rowFunctions !== undefined || system.rowMotion !== undefined;
  const external = new Float64Array(n);
  const u = new Float64Array(n);
  const place = new Float64Array(n);
  const momentum = new Float64Array(n);
  const first = new Float64Array(m); // forces at the start of the step and over it
  const second = new Float64Array(m); // forces at its end
  const slip = new Float64Array(m);
  const modes = new Int8Array(m);
  const parts = Array.from({ length: CUTS + 1 }, () => new Float64Array(2)); // intervals
  const progress = new Int32Array(2); // of a step in parts

  /** A row whose drive has jumped begins the step with another slip than it ended the last one with. */
  function turnModes(values: RowValues): void {
    restingSlip(rows.directions, v, values.drive, slip);
    for (let i = 0; i < m; i++) {
      if (system.rows[i]!.law.jumps && slip[i] !== 0) modes[i] = Math.sign(slip[i]!);
    }
  }

  /** What commands exceed their limits by in the middle is taken off; returns whether one does. */
  function subtractExcess(velocity: Vector): boolean {
    for (let k = 0; k < n; k++) place[k] = x[k]! + (times.length[0]! / 2) * velocity[k]!;
    commands.update(times.middle, place, velocity);
    commands.subtractExcess(1, given);
    return commands.exceeds();
  }

  /** u, the forces `first` and the modes of the step. */
  function solveStep(stats: Stats): StepStatus {
    limits.begin(begin, modes, step);
    do {
      copy(force, first);
      const status = method.solve(u, first, stats);
      if (status !== "solved") return status;
      rows.slips(u, slip);
    } while (limits.catchPassing(begin, slip, step) || limits.letLoose(begin, prepared.set, slip, step));
    return "stepped";
  }

  /** Drives that follow the motion are those of the middle of the step. */
  function followDrives(stats: Stats): StepStatus {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      for (let k = 0; k < n; k++) place[k] = x[k]! + (times.length[0]! / 2) * u[k]!;
      center.update(times.middle, place, u);
      if (takeDrives(center.drive, rows.drive)) break;
      const status = solveStep(stats);
      if (status !== "stepped") return status;
    }
    return "stepped";
  }

  /** One step; the state is the old one where it fails. */
  function take(interval: Interval, stats: Stats): StepStatus {
    middle.begin(interval, x, v);
    system.load.evaluate(times.middle, external);
    if (!isFiniteVector(external)) return "undefined-force";
    for (let i = 0; i < m; i++) modes[i] = mode[i]!;
    if (isVarying) {
      times.start[0] = state.time; // to the last digit: what lies on a drive is at rest there
      begin.update(times.start, x, v);
      center.update(times.middle, x, v);
      finish.update(times.end, x, v);
      if (begin.jumps) turnModes(begin);
    }
    copy(center.drive, rows.drive);
    middle.atStart.fill(0);
    weakening.add(v, begin, 1, middle.atStart);

    copy(external, given);
    const saturated = commands.limited && subtractExcess(v);
    if (middle.affine) u.fill(0);
    else copy(v, u); // a guess
    let status = solveStep(stats); // (40)
    if (status !== "stepped") return status;
    if (commands.limited) {
      copy(external, given);
      if (subtractExcess(u) || saturated) status = solveStep(stats);
      if (status !== "stepped") return status;
    }
    if (system.rowMotion) status = followDrives(stats);
    if (status !== "stepped") return status;
    middle.finish(u, first, momentum);
    modesFromSet(system, step, prepared.set, slip, modes);
    for (let i = 0; i < m; i++) {
      if (roles.role[i] === Role.quotient && isStop[i] === 1) modes[i] = first[i]! > 0 ? 0 : 1;
    }

    if (system.rowMotion) finish.update(times.end, middle.end, u);
    node.place(middle.end, times.length);
    copy(first, second);
    status = node.solve(momentum, u, second, modes, finish, stats);
    if (status !== "stepped") return status;
    copy(middle.end, x);
    copy(u, v);
    for (let i = 0; i < m; i++) {
      mode[i] = modes[i]!;
      force[i] = roles.atNode[i] === 1 ? (first[i]! + second[i]!) / 2 : first[i]!;
    }
    copy(finish.forward, state.limit);
    state.time = interval[END]!;
    stats.steps++;
    return "stepped";
  }

  /**
   * The same in halves, each of them again in halves where it fails: so many times. Where a joint passes a dead center under friction, the
   * force of the old direction may turn the slip at the new position the other way: no mode of the row solves the step. Steps that end elsewhere
   * pass it. Between parts it can pause: `progress` and `parts` tell where it goes on.
   */
  function takeParts(stats: Stats, listener: Listener): StepStatus {
    for (;;) {
      const depth = progress[DEPTH]!;
      const status = take(parts[depth]!, stats);
      if (status === "stepped") progress[DONE]! += 1 << (CUTS - depth);
      else if (status !== "not-converged" || depth === CUTS) return status;
      if (progress[DONE]! >= 1 << CUTS) return "stepped";
      if (status === "stepped") listener.between?.(state);
      nextPart(status === "stepped");
      listener.part?.();
      if (listener.pause?.()) return "paused";
    }
  }

  /** After a part its neighbor, which ends where the smallest whole does that is not through; or the first half of one that failed. */
  function nextPart(taken: boolean): void {
    const depth = taken ? CUTS - (31 - Math.clz32(progress[DONE]! & -progress[DONE]!)) : progress[DEPTH]! + 1;
    const whole = parts[depth - 1]!;
    const half = parts[depth]!;
    half[LENGTH] = whole[LENGTH]! / 2;
    half[END] = taken ? whole[END]! : whole[END]! - whole[LENGTH]! / 2;
    progress[DEPTH] = depth;
  }

  const where = {
    save: () => progress.slice(),
    restore(saved: Saved) {
      const [done = -1, depth = -1] = saved as Int32Array;
      if (!(done >= 0 && done < 1 << CUTS && depth >= 0 && depth <= CUTS)) misfit(); // it may come from a file
      progress.set([done, depth]);
    },
  };

  return {
    state,
    kept: { state, parts, progress: where },
    step(interval, stats, listener) {
      if (middle.affine) return take(interval, stats);
      if (progress[DEPTH] === 0) parts[0]!.set(interval); // else it goes on
      const { steps } = stats;
      const status = takeParts(stats, listener);
      if (status !== "paused") progress.fill(0);
      stats.steps = status === "stepped" ? steps + 1 : steps; // parts are not counted
      return status;
    },
  };
};
