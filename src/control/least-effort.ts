/**
 * Least effort among the controls that reach the target, where there are more unknowns than targets: sequential quadratic
 * programming. Each step solves for the linearized target and the least effort at once (newton-step.ts); a damped BFGS matrix learns
 * how the target bends. Steps are damped so that effort + mu |residual| decreases, with a second-order correction. Where the target has a
 * kink, steps along the tangent are repaired by Newton from beyond it: slower, and the optimality residual does not vanish there.
 */
import { dot, maxNorm, type Vector } from "../numeric/vector.ts";
import type { Ledger } from "./ledger.ts";
import { Newton, type NewtonOptions } from "./newton.ts";
import { type NewtonStep, newtonStep } from "./newton-step.ts";
import { fire, type Shot, type TangentRunner } from "./shot.ts";
import { type ControlTask, effortGradient, largestError, stepped } from "./task.ts";

export interface LeastEffort {
  /** Reaches the target with the least effort found. */
  readonly shot: Shot;
  /** Largest component of the effort's gradient along free unknowns that keep the target, over that of the gradient itself. */
  readonly optimality: number;
  readonly ended: "optimal" | "stalled" | "runs" | "cancelled";
}

/** Optimality that ends it. */
const OPTIMAL = 1e-9;
/** Optimality that is as good where no step helps any more: the effort, which grows with its square, is least to 1e-10. */
export const LEAST = 1e-5;
const SHORTEST = 1e-4;
/** Part of the effort that a step across a kink must save. */
const WORTH = 1e-3;
/** Most runs to come back to the target across a kink. */
const REPAIR = 8;
/** Gradients below this part of what the control could have are zero. */
const NOTHING = 1e-9;

/** `start` reaches the target. */
export async function leastEffort(
  task: ControlTask,
  runner: TangentRunner,
  ledger: Ledger,
  start: Shot,
  { tolerance, runs }: NewtonOptions,
): Promise<LeastEffort> {
  const hessian = effortHessian(task);
  const reaches = (shot: Shot) => largestError(shot.found.error) <= tolerance;
  let present = start;
  let kept = start;
  let keptOptimality = Number.POSITIVE_INFINITY;
  let weight = 0;
  for (;;) {
    const gradient = effortGradient(task, present.control);
    const step = stepFrom(task, present, gradient, hessian, present.residual);
    const optimality = optimalityOf(step, present, gradient, hessian);
    if (reaches(present) && (present === start || present.found.objective <= kept.found.objective)) {
      kept = present;
      keptOptimality = optimality;
    }
    const end = (ended: LeastEffort["ended"]) => ({ shot: kept, optimality: keptOptimality, ended });
    if (optimality <= OPTIMAL && reaches(present)) return end("optimal");
    if (ledger.cancelled) return end("cancelled");
    if (ledger.runs >= runs) return end("runs");
    weight = Math.max(weight, 2 * maxNorm(step.multipliers));
    const next = await advance(present, step, gradient);
    if (next) learn(hessian, present, next, step, gradient, effortGradient(task, next.control));
    else if (keptOptimality <= LEAST) return end("optimal");
    const repaired = next ?? (await acrossKink(kept, gradientOf(kept)));
    if (!repaired) return end(ledger.cancelled ? "cancelled" : ledger.runs >= runs ? "runs" : "stalled");
    if (!next) hessian.set(effortHessian(task)); // what it learned belongs to the other side
    present = repaired;
  }

  /** J + mu |r|_1 */
  function merit({ found, residual }: Shot): number {
    return found.objective + weight * sumNorm(residual);
  }

  /** The step, corrected or damped; undefined when it does not help any more. */
  async function advance(from: Shot, { change }: NewtonStep, gradient: Vector): Promise<Shot | undefined> {
    const before = merit(from);
    const slope = dot(gradient, change) - weight * sumNorm(from.residual);
    const slack = 1e-13 * Math.abs(before);
    const accepts = (shot: Shot | undefined, length: number) =>
      shot !== undefined && merit(shot) <= before + 1e-4 * length * slope + (length === 1 ? slack : 0);
    if (!(slope < 0) || (-slope < slack && reaches(from))) return undefined;
    const full = await shoot(from, change, 1);
    if (accepts(full, 1)) return full;
    if (full) {
      const moved = { ...from, control: full.control };
      const repair = stepFrom(task, moved, new Float64Array(change.length), hessian, full.residual);
      const corrected = change.map((entry, i) => entry + repair.change[i]!);
      const shot = ledger.runs < runs ? await shoot(from, corrected, 1) : undefined;
      if (accepts(shot, 1)) return shot;
    }
    for (let length = 0.5; length > SHORTEST && ledger.runs < runs && !ledger.cancelled; length /= 3) {
      const shot = await shoot(from, change, length);
      if (accepts(shot, length)) return shot;
    }
    return undefined;
  }

  function gradientOf(shot: Shot): Vector {
    return effortGradient(task, shot.control);
  }

  /**
   * Where the targets have a kink (a mass that comes to rest just at the end has a velocity with a slope on one side only), a step is
   * repaired by Newton from where it leads: the tangents of that side know the way back.
   */
  async function acrossKink(from: Shot, gradient: Vector): Promise<Shot | undefined> {
    const { change } = stepFrom(task, from, gradient, effortHessian(task), from.residual);
    const promise = dot(gradient, change);
    for (let length = 1; length > SHORTEST && ledger.runs < runs && !ledger.cancelled; length /= 4) {
      const control = stepped(task, from.control, change, length);
      const most = { tolerance, runs: Math.min(runs, ledger.runs + REPAIR) };
      ledger.shelter = kept.found;
      const { end, nearest } = await new Newton(task, runner, ledger, most).solve(control);
      ledger.shelter = undefined;
      if (end.ended !== "reached" || !nearest) continue;
      const gain = Math.max(-0.01 * length * promise, WORTH * from.found.objective);
      if (nearest.found.objective < from.found.objective - gain) return nearest;
    }
    return undefined;
  }

  async function shoot(from: Shot, change: Vector, length: number): Promise<Shot | undefined> {
    const { shot } = fire(task, runner, ledger, stepped(task, from.control, change, length));
    const better = shot && reaches(shot) && shot.found.objective < kept.found.objective;
    await ledger.report((better ? shot : kept).found, "least-effort");
    return shot;
  }
}

function stepFrom(
  { low, high }: ControlTask,
  { control, tangent }: Shot,
  gradient: Vector,
  hessian: Vector,
  residual: Vector,
): NewtonStep {
  return newtonStep({
    tangent,
    residual,
    gradient,
    hessian,
    low: low.map((bound, i) => bound - control[i]!),
    high: high.map((bound, i) => bound - control[i]!),
  });
}

/** g + J^T lambda = -B d on the free unknowns; an effort of next to nothing is least, whatever its gradient. */
function optimalityOf({ change, held }: NewtonStep, { control }: Shot, gradient: Vector, hessian: Vector): number {
  const n = change.length;
  let largest = 0;
  for (let i = 0; i < n; i++) {
    if (held[i] === 0) largest = Math.max(largest, Math.abs(dot(hessian.subarray(i * n, (i + 1) * n), change)));
  }
  const nothing = NOTHING * maxNorm(hessian) * Math.max(1, maxNorm(control));
  return largest === 0 ? 0 : largest / Math.max(maxNorm(gradient), largest, nothing);
}

/** BFGS with Powell's damping, of the Lagrangian. */
function learn(
  hessian: Vector,
  from: Shot,
  to: Shot,
  { multipliers }: NewtonStep,
  before: Vector,
  after: Vector,
): void {
  const n = before.length;
  const s = to.control.map((entry, i) => entry - from.control[i]!);
  const y = s.map((_, i) => {
    const bend = multipliers.reduce((sum, lambda, k) => sum + lambda * (to.tangent[k]![i]! - from.tangent[k]![i]!), 0);
    return after[i]! - before[i]! + bend;
  });
  const bs = s.map((_, i) => dot(hessian.subarray(i * n, (i + 1) * n), s));
  const sbs = dot(s, bs);
  if (!(sbs > 0)) return;
  const sy = dot(s, y);
  const theta = sy >= 0.2 * sbs ? 1 : (0.8 * sbs) / (sbs - sy);
  const blended = y.map((entry, i) => theta * entry + (1 - theta) * bs[i]!);
  const scale = dot(s, blended);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      hessian[i * n + j]! += (blended[i]! * blended[j]!) / scale - (bs[i]! * bs[j]!) / sbs;
    }
  }
}

/** 2 N on each interval times its length, made positive definite: inputs without weight keep a little of it. */
function effortHessian(task: ControlTask): Vector {
  const { unknowns } = task;
  const hessian = new Float64Array(unknowns * unknowns);
  for (let j = 0; j < unknowns; j++) {
    const unit = new Float64Array(unknowns);
    unit[j] = 1;
    const column = effortGradient(task, unit);
    for (let i = 0; i < unknowns; i++) hessian[i * unknowns + j] = column[i]!;
  }
  const ridge = 1e-8 * Math.max(maxNorm(hessian), 1e-300);
  for (let i = 0; i < unknowns; i++) hessian[i * (unknowns + 1)]! += ridge;
  return hessian;
}

function sumNorm(x: Vector): number {
  return x.reduce((sum, entry) => sum + Math.abs(entry), 0);
}
