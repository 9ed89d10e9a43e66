/**
 * Guaranteed lower bound on |z|^2 over velocities z that gain energy, within a box of the negatively damped coordinates.
 *
 * In coordinates where M = I and C = diag(lambda), a velocity gains energy when p.|G z| + sum lambda_c z_c^2 <= 0. In the box
 * [l, u] the concave part -|lambda| z^2 lies above its chord -|lambda| ((l+u) z - l u), so the problem
 *   least |z|^2 with p.|G z| + sum lambda+ z^2 - sum |lambda-| ((l+u) z - l u) <= 0, z in the box
 * is convex and bounds the true one from below. Its dual, over mu >= 0 and |zeta_i| <= mu p_i,
 *   D = sum_c min over z_c in its box of (1 + mu lambda+) z_c^2 + ((G^T zeta)_c - mu e_c) z_c  + mu k,
 * e = |lambda-| (l+u), k = sum |lambda-| l u, has a closed form, and *every* (mu, zeta) gives a bound that holds (weak duality): so
 * Newton's method may climb it as far as it likes, and nothing rests on its convergence.
 */
import { luFactor, luSolve } from "../../numeric/lu.ts";

export interface GainProblem {
  /** lambda_c, 1/s, ascending: the negative ones first. */
  readonly rates: Float64Array;
  readonly negative: number;
  /** G: row i at [i * n ...], slips of unit z. */
  readonly slips: Float64Array;
  /** p */
  readonly limits: Float64Array;
}

/** Where the chords begin and end, and where z must stay; of the negative coordinates. */
export interface Cell {
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** Without the box itself, the chords at low = high are tangents: a convex majorant of the constraint for local descent. */
  readonly boxed: boolean;
}

export interface DualPoint {
  mu: number;
  readonly zeta: Float64Array;
}

const MOST_STEPS = 60;
/** Times Newton's step. */
const FARTHEST = 1e12;

export class CellBound {
  private readonly problem: GainProblem;
  /** z of the last evaluation: the primal guess. */
  readonly z: Float64Array;
  private readonly gradient: Float64Array;
  private gradientMu = 0;
  private readonly open: Uint8Array;
  private readonly trial: DualPoint;
  /** 0 free, +1 / -1 at that end of its range. */
  private readonly held: Int8Array;
  /** The step leaves mu as it is. */
  private muFixed = false;
  /** Places of the rows that are free, and of mu. */
  private readonly free: Int32Array;
  private readonly curvature: Float64Array;
  private readonly right: Float64Array;
  private readonly step: Float64Array;
  private readonly column: Float64Array;
  private readonly pivots: Int32Array;

  constructor(problem: GainProblem) {
    const n = problem.rates.length;
    const m = problem.limits.length;
    this.problem = problem;
    this.z = new Float64Array(n);
    this.gradient = new Float64Array(m);
    this.open = new Uint8Array(n);
    this.trial = { mu: 0, zeta: new Float64Array(m) };
    this.held = new Int8Array(m);
    this.free = new Int32Array(m + 1);
    this.curvature = new Float64Array((m + 1) * (m + 1));
    this.right = new Float64Array(m + 1);
    this.step = new Float64Array(m + 1);
    this.column = new Float64Array(m + 1);
    this.pivots = new Int32Array(m + 1);
  }

  /** Climbs D from `dual`, which it leaves at the top; stops as soon as D reaches `enough`. Returns D. */
  climb(cell: Cell, dual: DualPoint, enough: number): number {
    let value = this.evaluate(cell, dual);
    for (let k = 0; k < MOST_STEPS && value < enough; k++) {
      this.newton(cell, dual);
      const next = this.search(cell, dual, value);
      if (!(next > value)) break;
      const gained = next - value;
      value = next;
      if (gained <= 1e-14 * Math.abs(value)) break;
    }
    this.evaluate(cell, dual);
    return value;
  }

  /** D at a dual point, with z and the gradient. */
  private evaluate({ low, high, boxed }: Cell, { mu, zeta }: DualPoint): number {
    const { rates, negative, slips, limits } = this.problem;
    const n = rates.length;
    const { z, gradient, open } = this;
    let value = 0;
    let slopeMu = 0;
    for (let c = 0; c < n; c++) {
      let g = 0;
      for (let i = 0; i < limits.length; i++) g += zeta[i]! * slips[i * n + c]!;
      const lambda = rates[c]!;
      open[c] = 1;
      if (c >= negative) {
        z[c] = -g / (2 * (1 + mu * lambda));
        value += (z[c]! * g) / 2;
        slopeMu += lambda * z[c]! * z[c]!;
        continue;
      }
      const e = -lambda * (low[c]! + high[c]!);
      const k = -lambda * low[c]! * high[c]!;
      let at = (mu * e - g) / 2;
      if (boxed && at < low[c]!) [at, open[c]] = [low[c]!, 0];
      else if (boxed && at > high[c]!) [at, open[c]] = [high[c]!, 0];
      z[c] = at;
      value += at * at + (g - mu * e) * at + mu * k;
      slopeMu += k - e * at;
    }
    for (let i = 0; i < limits.length; i++) {
      let slip = 0;
      for (let c = 0; c < n; c++) slip += slips[i * n + c]! * z[c]!;
      gradient[i] = slip;
    }
    this.gradientMu = slopeMu;
    return value;
  }

  /** Which rows stand at an end of their range and are pushed beyond it. */
  private hold({ mu, zeta }: DualPoint): void {
    const { limits } = this.problem;
    for (let i = 0; i < limits.length; i++) {
      const end = this.endOf(mu, zeta, i);
      this.held[i] = end !== 0 && end * this.gradient[i]! >= 0 ? end : 0;
    }
  }

  /** The end of its range at which row i stands, +1 or -1, or 0. */
  private endOf(mu: number, zeta: Float64Array, i: number): number {
    const reach = mu * this.problem.limits[i]!;
    if (Math.abs(zeta[i]!) < reach * (1 - 1e-12)) return 0;
    return zeta[i]! > 0 ? 1 : -1;
  }

  /** Newton's step in mu and the rows that are free; rows held at an end of their range move with mu. */
  private newton(cell: Cell, dual: DualPoint): void {
    this.hold(dual);
    this.muFixed = false;
    const { limits } = this.problem;
    for (let again = true; again; ) {
      this.solveStep(cell, dual);
      again = false;
      for (let i = 0; i < limits.length && !again; i++) {
        const end = this.held[i] === 0 ? this.endOf(dual.mu, dual.zeta, i) : 0;
        if (end === 0 || end * this.step[i]! <= limits[i]! * this.step[limits.length]!) continue;
        again = true;
        // beyond its end, but only since mu falls: first it goes where its gradient points, with mu as it is
        if (end * this.step[i]! <= 0 && !this.muFixed) {
          this.muFixed = true;
          this.hold(dual);
        } else this.held[i] = end;
      }
    }
  }

  private solveStep({ low, high }: Cell, { mu }: DualPoint): void {
    const { rates, negative, slips, limits } = this.problem;
    const n = rates.length;
    const m = limits.length;
    const { z, gradient, open, held, free, curvature, right, column, step } = this;
    let slopeMu = this.gradientMu;
    for (let i = 0; i < m; i++) slopeMu += held[i]! * limits[i]! * gradient[i]!;
    let count = 0;
    for (let i = 0; i < m; i++) if (held[i] === 0) free[count++] = i;
    if (!this.muFixed) free[count++] = m;
    curvature.fill(0, 0, count * count);
    for (let c = 0; c < n; c++) {
      if (open[c] === 0) continue;
      const lambda = rates[c]!;
      const d = c < negative ? 1 : 1 + mu * lambda;
      let last = c < negative ? lambda * (low[c]! + high[c]!) : 2 * lambda * z[c]!;
      for (let i = 0; i < m; i++) if (held[i] !== 0) last += held[i]! * limits[i]! * slips[i * n + c]!;
      for (let a = 0; a < count; a++) column[a] = free[a] === m ? last : slips[free[a]! * n + c]!;
      for (let a = 0; a < count; a++) {
        const factor = column[a]! / (2 * d);
        if (factor !== 0) for (let b = 0; b < count; b++) curvature[a * count + b]! += factor * column[b]!;
      }
    }
    for (let a = 0; a < count; a++) right[a] = free[a] === m ? slopeMu : gradient[free[a]!]!;
    this.ridge(count);
    if (luFactor(curvature, count, count, this.pivots, 0)) luSolve(curvature, count, count, this.pivots, right);
    step.fill(0);
    for (let a = 0; a < count; a++) step[free[a]!] = right[a]!;
  }

  /** Directions without curvature get a little, so that the step there is long but finite. */
  private ridge(count: number): void {
    const { curvature } = this;
    let most = 0;
    for (let a = 0; a < count; a++) most = Math.max(most, curvature[a * count + a]!);
    for (let a = 0; a < count; a++) curvature[a * count + a]! += 1e-12 * most + 1e-300;
  }

  /** Goes along the step, back onto the ranges; where that gains nothing, only until the first row meets its end, or less. */
  private search(cell: Cell, dual: DualPoint, value: number): number {
    if (this.move(cell, dual, 1) > value) return this.stretch(cell, dual);
    for (const length of [0.5, 0.25]) {
      const next = this.move(cell, dual, length);
      if (next > value) return this.accept(dual, next);
    }
    for (let length = this.firstEnd(dual), k = 0; k < 40; length /= 2, k++) {
      const next = this.move(cell, dual, length);
      if (next > value) return this.accept(dual, next);
    }
    return value;
  }

  /** Goes on along the step, 4 times as far each time, while D grows: in a box where nothing gains it has no top. */
  private stretch(cell: Cell, dual: DualPoint): number {
    let value = this.evaluate(cell, this.trial);
    let length = 1;
    for (
      let next = this.move(cell, dual, 4);
      next > value && length < FARTHEST;
      next = this.move(cell, dual, 4 * length)
    ) {
      length *= 4;
      value = next;
    }
    return this.accept(dual, this.move(cell, dual, length));
  }

  /** D at a trial point so far along the step. */
  private move(cell: Cell, dual: DualPoint, length: number): number {
    const { limits } = this.problem;
    const { trial, held, step } = this;
    trial.mu = Math.max(dual.mu / 10, dual.mu + length * step[limits.length]!);
    for (let i = 0; i < limits.length; i++) {
      const reach = trial.mu * limits[i]!;
      const at = held[i] === 0 ? dual.zeta[i]! + length * step[i]! : held[i]! * reach;
      trial.zeta[i] = Math.max(-reach, Math.min(reach, at));
    }
    return this.evaluate(cell, trial);
  }

  private accept(dual: DualPoint, value: number): number {
    dual.mu = this.trial.mu;
    dual.zeta.set(this.trial.zeta);
    return value;
  }

  /** How far the step may go until a free row meets an end of its range, or mu has fallen to a tenth. */
  private firstEnd({ mu, zeta }: DualPoint): number {
    const { limits } = this.problem;
    const { held, step } = this;
    const stepMu = step[limits.length]!;
    let length = stepMu < 0 ? Math.min(1, (-0.9 * mu) / stepMu) : 1;
    for (let i = 0; i < limits.length; i++) {
      if (held[i] !== 0) continue;
      for (const end of [1, -1]) {
        const closing = end * step[i]! - stepMu * limits[i]!;
        if (closing > 0) length = Math.min(length, (mu * limits[i]! - end * zeta[i]!) / closing);
      }
    }
    return length;
  }
}
