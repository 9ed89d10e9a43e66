/**
 * `splitting` (9)-(13) and its symmetrized variant `strang` (16)-(22), as printed: P friction sub-steps (26) with f alone
 * and explicit weakening, Q elastic sub-steps (55)-(57) without friction; the multiplier is the average (37).
 *
 * First order. Elasticity and friction never meet, so a stuck mass creeps: the elastic half moves it at
 * -(dt/2) M^{-1} K x for ever. The audit shows it; `balanced` is the remedy. Damping acts in the elastic half, (16).
 * A row under the jump law keeps its limit of rest as long as friction brings it back to rest before the next elastic half.
 */
import type { System } from "../../model/system.ts";
import { copy, type Vector } from "../../numeric/vector.ts";
import type { Solver, Stats } from "../../step/step.ts";
import { elasticMotion } from "../common/elastic.ts";
import { kick, kickProblem } from "../common/kick.ts";
import {
  largestFrequencySquared,
  noMatrices,
  noSaturation,
  noSprings,
  noStops,
  noTangents,
  stepBoundFault,
} from "../common/refusals.ts";
import { slipOf, weakeningForce } from "../common/rows.ts";
import { startRows } from "../common/start.ts";
import { END, LENGTH, newState, type Scheme, type State, type StepStatus } from "../scheme.ts";

export interface SplittingOptions {
  /** Friction sub-steps; in `strang` in each half. */
  readonly P: number;
  /** Elastic sub-steps. */
  readonly Q: number;
  readonly alpha: number;
}

export function splitting(options: SplittingOptions): Scheme {
  return split("splitting", options, 1, (parts, stats) => {
    const status = parts.friction(0, 1, stats); // (10)
    if (status !== "stepped") return status;
    parts.elastic(); // (12)
    return "stepped";
  });
}

export function strang(options: SplittingOptions): Scheme {
  return split("strang", options, 0.5, (parts, stats) => {
    const status = parts.friction(0, 0.5, stats); // (17)
    if (status !== "stepped") return status;
    parts.elastic(); // (19)
    return parts.friction(0.5, 0.5, stats); // (21)
  });
}

interface Parts {
  /** Friction alone, from a part of the step on for a share of it. */
  friction(from: number, share: number, stats: Stats): StepStatus;
  elastic(): void;
}

/** `share`: the part of a step that each friction motion takes. */
function split(
  name: string,
  options: SplittingOptions,
  share: number,
  sequence: (parts: Parts, stats: Stats) => StepStatus,
): Scheme {
  const { P, Q, alpha } = options;
  return {
    name,
    order: 1,
    refusesTangents: () => noTangents(name),
    multiplierAt: "step",
    stepsEnd: "breakpoints",
    refuses(system, dt) {
      if (!system.linear) return noMatrices(name, system);
      if (system.hasStops) return noStops(name);
      if (system.linear.springs) return noSprings(name);
      if (system.controllers?.limited) return noSaturation(name);
      if (alpha >= 0.25) return undefined;
      const lack = 0.25 - alpha;
      const tau = dt / Q;
      const bound = 1 / Math.sqrt(lack * largestFrequencySquared(system, 1 / (lack * tau * tau)));
      return stepBoundFault(name, tau, bound, "step/Q");
    },
    problem: (system, dt) => kickProblem(system, false, (share * dt) / P),
    start(system, solver, initial, dt) {
      const m = system.rows.length;
      const state = newState(system, initial, 2 * m);
      startRows(system, state, initial.time + dt / 2, 0);
      state.memory.set(state.force); // forces of the last sub-step
      state.memory.set(state.mode, m); // 0: the limits of rest hold
      const friction = frictionMotion(system, solver, state, P);
      const free = elasticMotion(system, alpha, Q);
      const interval = new Float64Array(2);
      const tau2 = new Float64Array(1);
      const parts: Parts = {
        friction: (from, share, stats) => friction.advance(interval, from, share, stats),
        elastic() {
          friction.letLoose();
          free.advance(state.position, state.velocity);
        },
      };
      return {
        state,
        kept: state,
        step(given, stats) {
          interval.set(given);
          tau2[0] = given[LENGTH]! / Q;
          free.setDuration(tau2);
          friction.begin();
          const status = sequence(parts, stats);
          if (status !== "stepped") return status;
          friction.average();
          state.time = given[END]!;
          stats.steps++;
          return "stepped";
        },
      };
    },
  };
}

/** Scheme (25)-(26) over parts of a step, with the sum for the average (37). */
function frictionMotion(system: System, solver: Solver, state: State, P: number) {
  const { velocity: v, force, mode } = state;
  const m = system.rows.length;
  const last = state.memory.subarray(0, m);
  const slips = state.memory.subarray(m); // by whose limits: 0 of rest, else of slip
  const moving = new Int8Array(m);
  const slip = new Float64Array(m);
  const push = kick(system, solver, { patient: true });
  const weakening = weakeningForce(system, push.step.directions);
  const at = new Float64Array(2);
  const tau1 = new Float64Array(1);
  const z = new Float64Array(system.size);
  const sum = new Float64Array(m);
  let weight = 0;

  /** Rows that are at rest, or have passed it, have the limits of rest from now on. */
  function catchPassing(): void {
    slipOf(push.step.directions, v, push.values.drive, slip);
    for (let i = 0; i < m; i++) if (slip[i]! * slips[i]! <= 0) slips[i] = 0;
  }

  return {
    /** Rows that friction could not bring to rest since the last elastic motion slip. */
    letLoose(): void {
      for (let i = 0; i < m; i++) if (slips[i] === 0) slips[i] = mode[i]!;
    },
    begin(): void {
      sum.fill(0);
      weight = 0;
    },
    advance(interval: Vector, from: number, share: number, stats: Stats): StepStatus {
      const tau = (interval[LENGTH]! * share) / P;
      const begin = interval[END]! - (1 - from) * interval[LENGTH]!;
      tau1[0] = tau;
      push.setDuration(tau1);
      for (let p = 1; p <= P; p++) {
        at[0] = p === P && from + share === 1 ? interval[END]! : begin + p * tau;
        at[1] = begin + (p - 0.5) * tau; // f's left limit
        system.load.evaluate(at, push.given);
        push.values.update(at, state.position, v);
        weakening.add(v, push.values, 1, push.given);
        for (let i = 0; i < m; i++) moving[i] = slips[i]!;
        const status = push.solve(v, z, last, moving, stats); // (26)
        if (status !== "stepped") return status;
        copy(z, v);
        push.modes(v, mode);
        if (push.values.jumps) catchPassing();
        for (let i = 0; i < m; i++) sum[i]! += last[i]!;
        weight++;
      }
      return "stepped";
    },
    average(): void {
      copy(push.values.forward, state.limit);
      const { lower, upper } = push.step;
      for (let i = 0; i < m; i++) {
        const mean = sum[i]! / weight; // (37)
        force[i] = solver.exact ? Math.min(upper[i]!, Math.max(lower[i]!, mean)) : mean;
      }
    },
  };
}
