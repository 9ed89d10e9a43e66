/**
 * Newton's method for the target: the end state is a smooth function of the control between controls whose motions graze
 * an event, and its tangent through the events is exact. Full steps are taken on trust for a while (the map bends strongly where
 * a mass begins to slide, and the second full step repairs what the first one overshot); when they do not come nearer, the search
 * goes back to its nearest point and damps.
 */
import { dot, maxNorm, norm, type Vector } from "../numeric/vector.ts";
import type { Ledger } from "./ledger.ts";
import { type NewtonStep, newtonStep } from "./newton-step.ts";
import { fire, miss, restricted, type Shot, type TangentRunner } from "./shot.ts";
import { type ControlTask, largestError, stepped, withinBounds } from "./task.ts";

export type NewtonEnd =
  | { readonly ended: "reached" | "runs" | "stalled" | "cancelled" }
  /** No change of the control comes nearer: the tangent is singular, bounds hold, or there are more targets than unknowns. */
  | { readonly ended: "singular" | "bounded" | "overdetermined" }
  | { readonly ended: "failed"; readonly message: string };

export interface NewtonOptions {
  readonly tolerance: number;
  /** Most runs of the ledger. */
  readonly runs: number;
}

/** Full steps in a row that need not come nearer. */
const TRUST = 4;
/** Damped steps along the tangent's direction before failures bend it. */
const PLAIN = 3;
/** Shortest damped step. */
const SHORTEST = 1e-6;
/** Relative decrease that a step must promise. */
const PROMISE = 1e-9;
/** A tangent that moves the end by less than this part of the target's distance, over all bounds, is zero. */
const ROUND_OFF = 1e-9;
/** Longest step, in sizes of the control (at least 1). */
const LONGEST = 1000;

/** Changes of a start that fails, relative, and how many are tried. */
const NUDGE = 1e-7;
const NUDGES = 3;

interface Ray {
  readonly from: Shot;
  readonly change: Vector;
  readonly step: NewtonStep;
}

export class Newton {
  private readonly task: ControlTask;
  private readonly runner: TangentRunner;
  private readonly ledger: Ledger;
  private readonly options: NewtonOptions;
  /** Targets that the steps look at. */
  private rows: readonly number[];

  constructor(task: ControlTask, runner: TangentRunner, ledger: Ledger, options: NewtonOptions) {
    this.task = task;
    this.runner = runner;
    this.ledger = ledger;
    this.options = options;
    this.rows = firstRows(task);
  }

  /** From a start to the target, or to where it ends; also gives the nearest shot and the error at the start. */
  async solve(start: Vector): Promise<{ end: NewtonEnd; nearest?: Shot; from: number }> {
    let fired = fire(this.task, this.runner, this.ledger, start);
    for (let k = 1; k <= NUDGES && !fired.shot && this.ledger.runs < this.options.runs; k++) {
      fired = fire(this.task, this.runner, this.ledger, this.beside(start, k * NUDGE));
    }
    if (!fired.shot) {
      return { end: { ended: "failed", message: fired.failure }, from: Number.POSITIVE_INFINITY };
    }
    const from = largestError(fired.shot.found.error);
    await this.ledger.report(fired.shot.found, "newton");
    let { end, nearest } = await this.approach(fired.shot);
    if (end.ended === "reached" && this.rows.length < this.task.targets.length) {
      this.rows = this.task.targets.map((_, k) => k);
      ({ end, nearest } = await this.approach(nearest));
    }
    return { end, nearest, from };
  }

  /** A run that grazes an event to the last digit may fail where its neighbors do not. */
  private beside(start: Vector, part: number): Vector {
    const moved = start.map((entry, i) => entry + (i % 2 === 0 ? part : -part) * Math.max(1, Math.abs(entry)));
    return withinBounds(this.task, moved);
  }

  private async approach(start: Shot): Promise<{ end: NewtonEnd; nearest: Shot }> {
    let nearest = start;
    let present = start;
    let trusted = 0;
    const ended = (end: NewtonEnd) => ({ end, nearest });
    for (;;) {
      if (this.reached(nearest)) return ended({ ended: "reached" });
      if (this.ledger.cancelled) return ended({ ended: "cancelled" });
      if (this.ledger.runs >= this.options.runs) return ended({ ended: "runs" });
      const ray = this.rayFrom(present);
      const stuck = this.stuck(ray);
      if (stuck && present === nearest) return ended({ ended: stuck });
      const trial = stuck ? undefined : await this.shoot(ray, 1, nearest);
      if (trial && this.distance(trial) < this.distance(nearest)) {
        nearest = present = trial;
        trusted = 0;
      } else if (trial && ++trusted < TRUST) present = trial;
      else {
        const damped = await this.damp(nearest);
        if (!damped) return ended(this.whyStalled(nearest));
        nearest = present = damped;
        trusted = 0;
      }
    }
  }

  /** A shorter step that comes nearer; the full one did not. What fails teaches the tangent its secant (Broyden). */
  private async damp(nearest: Shot): Promise<Shot | undefined> {
    const before = this.distance(nearest);
    const shortest = SHORTEST * Math.max(1, maxNorm(nearest.control));
    let { tangent } = restricted(nearest, this.rows);
    let longest = Number.POSITIVE_INFINITY;
    for (let tries = 1; ; tries++) {
      if (this.ledger.cancelled || this.ledger.runs >= this.options.runs) return undefined;
      const ray = this.rayFrom(nearest, tangent);
      const size = norm(ray.change);
      const length = Math.min(0.5, longest / size);
      if (!(length * size > shortest)) return undefined;
      const trial = await this.shoot(ray, length, nearest);
      const after = trial ? this.distance(trial) : Number.POSITIVE_INFINITY;
      if (trial && after < (1 - 1e-4 * length) * before) return trial;
      longest = length * size * Math.max(0.1, Math.min(0.5, before / (before + after)));
      if (trial && tries > PLAIN) tangent = this.secant(tangent, nearest, trial);
    }
  }

  /** The tangent with the least change that explains a shot. */
  private secant(tangent: readonly Vector[], from: Shot, to: Shot): Vector[] {
    const change = to.control.map((entry, i) => entry - from.control[i]!);
    const square = dot(change, change);
    const [before, after] = [from, to].map((shot) => restricted(shot, this.rows).residual);
    return tangent.map((row, k) => {
      const factor = (after![k]! - before![k]! - dot(row, change)) / square;
      return row.map((entry, i) => entry + factor * change[i]!);
    });
  }

  private async shoot({ from, change }: Ray, length: number, nearest: Shot): Promise<Shot | undefined> {
    const { shot } = fire(this.task, this.runner, this.ledger, stepped(this.task, from.control, change, length));
    const nearer = shot && this.distance(shot) < this.distance(nearest);
    await this.ledger.report((nearer ? shot : nearest).found, "newton");
    return shot;
  }

  private rayFrom(from: Shot, slopes?: readonly Vector[]): Ray {
    const { residual, tangent } = restricted(from, this.rows);
    const { low, high, unknowns } = this.task;
    const step = newtonStep({
      tangent: slopes ?? tangent,
      residual,
      gradient: new Float64Array(unknowns),
      hessian: identity(unknowns),
      low: low.map((bound, i) => bound - from.control[i]!),
      high: high.map((bound, i) => bound - from.control[i]!),
    });
    const longest = LONGEST * Math.max(1, maxNorm(from.control));
    const factor = Math.min(1, longest / maxNorm(step.change));
    return { from, step, change: factor < 1 ? step.change.map((entry) => factor * entry) : step.change };
  }

  /** Why no step comes nearer, if none does. */
  private stuck({ from, step }: Ray): "singular" | "bounded" | "overdetermined" | undefined {
    if (step.left < (1 - PROMISE) * this.distance(from)) return undefined;
    const free = step.held.filter((side) => side === 0).length;
    if (free < step.held.length) return this.isDeaf(from) ? "singular" : "bounded";
    return step.rank < Math.min(free, this.rows.length) ? "singular" : "overdetermined";
  }

  /** Whether no control within the bounds would change anything, but for the round-off of the tangent. */
  private isDeaf(from: Shot): boolean {
    const { low, high } = this.task;
    return restricted(from, this.rows).tangent.every((row) => {
      const reach = row.reduce(
        (sum, entry, i) => (entry === 0 ? sum : sum + Math.abs(entry) * (high[i]! - low[i]!)),
        0,
      );
      return reach < ROUND_OFF * this.distance(from);
    });
  }

  private whyStalled(nearest: Shot): NewtonEnd {
    if (this.ledger.cancelled) return { ended: "cancelled" };
    if (this.ledger.runs >= this.options.runs) return { ended: "runs" };
    const { step } = this.rayFrom(nearest);
    // a small promise that is not kept: the nearest point within the bounds, to round-off
    const promise = 1 - step.left / this.distance(nearest);
    return { ended: promise < 1e-3 && step.held.some((side) => side !== 0) ? "bounded" : "stalled" };
  }

  private distance(shot: Shot): number {
    return miss(restricted(shot, this.rows));
  }

  private reached(shot: Shot): boolean {
    if (this.rows.length === this.task.targets.length) return largestError(shot.found.error) <= this.options.tolerance;
    return maxNorm(restricted(shot, this.rows).residual) <= this.options.tolerance;
  }
}

/** With more targets than unknowns, positions come first: velocities vanish by themselves where everything comes to rest. */
function firstRows({ targets, unknowns }: ControlTask): number[] {
  const all = targets.map((_, k) => k);
  const positions = all.filter((k) => targets[k]!.kind === "position");
  return targets.length > unknowns && positions.length > 0 ? positions : all;
}

function identity(n: number): Vector {
  return Float64Array.from({ length: n * n }, (_, k) => (k % (n + 1) === 0 ? 1 : 0));
}
