/**
 * The linearized motion inside a mode as a Taylor series: with the slopes of weakening and springs along the motion,
 *     M da_k = df_k - dresistance_k + W (C gamma'(s) ds + dC gamma(s))_k + W dF_k,
 * where the forces dF of held rows keep their slips as they are, and those of rows in slip follow limits dC that follow the motion. Where directions turn, their coefficients W_j and changes dW_j join:
 *     sum over j >= 1 of W_j dF_{k-j} + sum over j of dW_j F_{k-j},   ds = W dv + dW v - ddrive.
 */

import { softCurve } from "../../model/rows/soft-force.ts";
import { massWeights, RowValue, type System } from "../../model/system.ts";
import { rowsAddTransposed, rowsMultiply } from "../../numeric/rows.ts";
import { isFiniteVector, type Vector } from "../../numeric/vector.ts";
import type { TangentColumn } from "../common/tangent.ts";
import type { Decision } from "./decision.ts";
import type { Hold } from "./hold.ts";
import type { MotionSlopes } from "./motion-slopes.ts";
import { parameterSeries, type StepAhead } from "./parameter-series.ts";
import type { Place } from "./place.ts";
import { impulseAhead, impulseSince } from "./power-law.ts";
import type { Saturation } from "./saturation.ts";
import type { Series } from "./series.ts";
import { trustedLength } from "./trust.ts";

/** Part of a change that the last terms of its series may have. */
const TRUSTED = 1e-14;

/** What a change of the motion makes of rows. */
export interface RowChanges {
  /** Derivative at tau of the guard that a row's slip, limit or gap is. */
  slip(row: number, tau: number): number;
  /** Of its force; and of one of its limits (q of RowValue). */
  force(row: number, tau: number): number;
  limit(row: number, q: number, tau: number): number;
  gap(row: number, tau: number): number;
  /** What a parameter of the system makes with the motion held fixed: of a row's slip and gap, and of a function that decides between formulas. */
  ownSlip(row: number, tau: number): number;
  ownGap(row: number, tau: number): number;
  ownSwitch(of: keyof Series["switches"], index: number, tau: number): number;
  /** Begins at derivatives (dx, dv) of the motion whose series has just been made: slips are known at its start only. */
  begin(at: Vector, mode: Int8Array, side: Vector, dx: Vector, dv: Vector): void;
  /** Expands at derivatives (dx, dv) of the motion whose series has just been made. */
  expand(at: Vector, mode: Int8Array, side: Vector, dx: Vector, dv: Vector): void;
}

export interface TangentSeries extends RowChanges {
  /** The expansion ends at tau; `goesOn`: nothing happens there. */
  leave(tau: number, goesOn: boolean, dx: Vector, dv: Vector): void;
  /** Whether a part of the change is not known. */
  isLost(): boolean;
  /** How far its series can be trusted, s. */
  length(): number;
  /** Derivatives of position and velocity at tau. */
  evaluate(tau: number, dx: Vector, dv: Vector): void;
}

/** Part of a change that is nothing. */
const FAINT = 1e-6;
/** An acceleration that changes by more than so many times itself over a step begins there, but for round-off. */
const STEEP = 4;
/** Expansions in a row without a series. */
const MOST_CUTS = 1000;

export function tangentSeries(
  system: System,
  { directions }: Place,
  motion: Series,
  held: Hold,
  slopes: MotionSlopes,
  column: TangentColumn,
  decision: Decision,
  ahead: StepAhead,
  saturation?: Saturation,
): TangentSeries {
  const { order } = motion;
  const n = system.size;
  const m = system.rows.length;
  const width = order + 1;
  const entries = directions.value.length;
  const { start: first, column: place } = directions;
  const x = new Float64Array(width * n);
  const slip = new Float64Array(m * width);
  const felt = column.neighbors ? new Float64Array(m * width) : slip; // by curves: also what a parameter of the system makes of slips
  const force = new Float64Array(m * width);
  const load = new Float64Array(width * n);
  const expandLoad = column.load?.expansion(order);
  const neighbors = column.neighbors && parameterSeries(system, column.neighbors, order, held, decision);
  const known = new Float64Array(n);
  const term = new Float64Array(n);
  const stuckRate = new Float64Array(m);
  const given = new Float64Array(m); // forces of rows whose limits say what they are
  const hard = new Float64Array(m);
  const rate = new Float64Array(m);
  const acceleration = new Float64Array(n);
  const addResistance = slopes.resistance.change();
  const turn = slopes.directions?.change?.();
  const turned = new Float64Array(turn ? width * entries : 0); // dW_j of entry e at [j * entries + e]
  const soft = new Float64Array(turn ? m * width : 0);
  const limits = slopes.limits?.change();
  const span = RowValue.count * m;
  const curved = system.rows.map(({ law }) => softCurve(law));
  const sizes = new Float64Array(width);
  const weight = massWeights(system, motion.x.subarray(0, n));
  const rateBefore = new Float64Array(n); // accelerations at the end of the step before, and their rates
  const bendBefore = new Float64Array(n);
  let begun = true; // all there is has a series
  let missed = 0; // length of the step before that had none, s
  let cuts = 0; // expansions in a row that had none
  let lost = false;

  /** Coefficient k of the product of two series that stand at the same place. */
  function product(a: Vector, b: Vector, at: number, k: number): number {
    let sum = 0;
    for (let j = 0; j <= k; j++) if (a[at + j] !== 0) sum += a[at + j]! * b[at + k - j]!;
    return sum;
  }

  /** What changed limits make of forces: of rows in slip, into `given`, and of weakening, rate += sum of dC_j gamma_{k-j}. */
  function addLimits(k: number, mode: Int8Array): void {
    limits!.limits(k, x);
    for (let i = 0; i < m; i++) {
      given[i] = limits!.force(i, k);
      const curve = curved[i];
      if (!curve || mode[i] === 0) continue;
      const q = curve.even || mode[i]! > 0 ? RowValue.kineticForward : RowValue.kineticBackward;
      for (let j = 0; j <= k; j++) {
        const change = limits!.value[j * span + q * m + i]!;
        const weakening = motion.weakening[i * width + k - j]!;
        if (change !== 0 && Number.isFinite(weakening)) rate[i]! += curve.sign * change * weakening;
      }
    }
    rowsAddTransposed(directions, given, known);
  }

  /** Coefficient k of the change of a row's drive. */
  const drive = (i: number, k: number) => (limits ? limits.value[k * span + RowValue.drive * m + i]! : 0);

  function addKnown(k: number, mode: Int8Array): void {
    for (let i = 0; i < n; i++) known[i] = load[k * n + i]!;
    addResistance(k, x, known);
    saturation?.addChange(k, x, known);
    for (let i = 0; i < m; i++) rate[i] = product(slopes.rows, felt, i * width, k);
    if (limits) addLimits(k, mode);
    rowsAddTransposed(directions, rate, known);
    if (turn) addTurned(k);
  }

  /** Forces along directions that turn, and changes of them. */
  function addTurned(k: number): void {
    for (let i = 0; i < m; i++) {
      soft[i * width + k] = rate[i]!;
      for (let j = 0; j <= k; j++) {
        const at = i * width + k - j;
        const change = j === 0 ? 0 : force[at]! + soft[at]!;
        const own = motion.force[at]! + motion.soft[at]!;
        for (let e = first[i]!; e < first[i + 1]!; e++) {
          const w = j === 0 ? 0 : motion.turned![j * entries + e]!;
          known[place[e]!]! += w * change + turned[j * entries + e]! * own;
        }
      }
    }
  }

  /** Coefficient k + 1 of the change of W^T v less the part of da_k; in turn, from k = -1 on. */
  function turnedSlip(i: number, k: number): number {
    if (!turn) return 0;
    let sum = 0;
    for (let j = 0; j <= k + 1; j++) {
      const at = (k + 2 - j) * n;
      for (let e = first[i]!; e < first[i + 1]!; e++) {
        const w = j === 0 ? 0 : motion.turned![j * entries + e]!;
        sum += (k + 2 - j) * (w * x[at + place[e]!]! + turned[j * entries + e]! * motion.x[at + place[e]!]!);
      }
    }
    return sum;
  }

  function accept(k: number): void {
    const factor = 1 / ((k + 1) * (k + 2));
    for (let i = 0; i < n; i++) x[(k + 2) * n + i] = factor * acceleration[i]!;
    rowsMultiply(directions, acceleration, rate);
    for (let i = 0; i < m; i++) {
      slip[i * width + k + 1] = rate[i]! / (k + 1) + turnedSlip(i, k) - drive(i, k + 1);
      force[i * width + k] = hard[i]!;
    }
  }

  /** Coefficient k of what curves feel; the slips' is known. */
  function feel(k: number): void {
    if (!neighbors) return;
    for (let i = 0; i < m; i++) felt[i * width + k] = slip[i * width + k]! + neighbors.slipChange(i, k);
  }

  function polynomial(c: Vector, at: number, degree: number, tau: number): number {
    if (tau === 0) return c[at]!; // it may only have begun
    let sum = 0;
    for (let k = degree; k >= 0; k--) sum = sum * tau + c[at + k]!;
    return sum;
  }

  /** What is not finite from coefficient k of the accelerations on counts as zero. */
  function cut(k: number): void {
    x.fill(0, (k + 2) * n);
    for (let i = 0; i < m; i++) {
      slip.fill(0, i * width + k + 1, (i + 1) * width);
      force.fill(0, i * width + k, (i + 1) * width);
    }
    limits?.value.fill(0, k * span);
  }

  function start(dx: Vector, dv: Vector): void {
    x.set(dx, 0);
    x.set(dv, n);
    rowsMultiply(directions, dv, rate);
    turn?.(0, x, turned);
    limits?.drives(0, x);
    for (let i = 0; i < m; i++) slip[i * width] = rate[i]! + turnedSlip(i, -1) - drive(i, 0);
  }

  function expandAt(dx: Vector, dv: Vector, mode: Int8Array): void {
    begun = true;
    start(dx, dv);
    feel(0);
    for (let k = 0; k <= order - 2; k++) {
      turn?.(k + 1, x, turned);
      limits?.drives(k + 1, x);
      addKnown(k, mode);
      neighbors?.forces(k, term);
      for (let i = 0; neighbors && i < n; i++) known[i]! += term[i]!;
      for (let i = 0; i < m; i++) {
        const own = neighbors?.slipChange(i, k + 1) ?? 0;
        stuckRate[i] = (k + 1) * (drive(i, k + 1) - turnedSlip(i, k) - own);
      }
      hard.set(given);
      held.solve(known, stuckRate, acceleration, hard);
      held.project(mode, stuckRate, acceleration); // what sticks does not feel it, to the last bit
      if (!isFiniteVector(acceleration) || !isFiniteVector(hard)) {
        begun = false;
        cut(k);
        return;
      }
      accept(k);
      feel(k + 1);
    }
  }

  /** In a short step changes follow the power of time that their first terms are those of, unless they are those of its beginning alone. */
  function followPower(h: number): void {
    for (let i = 0; i < n; i++) {
      if (!(Math.abs(6 * h * x[3 * n + i]!) > STEEP * Math.abs(2 * x[2 * n + i]!))) continue;
      begun = false;
      cut(0);
      return;
    }
    for (let i = 0; i < n; i++) {
      const [first, second, third] = [2 * x[2 * n + i]!, 6 * x[3 * n + i]!, 24 * x[4 * n + i]!];
      x[2 * n + i] = impulseAhead(first, second, third, h) / (2 * h);
    }
    cut(1);
  }

  /**
   * After a step that began without a series: what was missing of the accelerations is a power of the time since then, and what it has done is added. That may
   * be more than there can be.
   */
  function catchUp(dx: Vector, dv: Vector): void {
    for (let i = 0; i < n; i++) {
      const late = 2 * x[2 * n + i]! - rateBefore[i]!;
      if (late === 0) continue;
      const { impulse, way, steep } = impulseSince(late, 6 * x[3 * n + i]! - bendBefore[i]!, missed);
      if (steep && Math.abs(late) * missed > FAINT * Math.abs(dv[i]!)) lost = true;
      dv[i]! += impulse;
      dx[i]! += way;
    }
  }

  /** Impulses that a parameter of the system has had while it was not known how much. */
  function settle(impulse: Vector, way: Vector, dx: Vector, dv: Vector): void {
    stuckRate.fill(0);
    hard.fill(0);
    held.solve(impulse, stuckRate, acceleration, hard);
    for (let i = 0; i < n; i++) dv[i]! += acceleration[i]!;
    hard.fill(0);
    held.solve(way, stuckRate, acceleration, hard);
    for (let i = 0; i < n; i++) dx[i]! += acceleration[i]!;
  }

  return {
    begin(at, mode, side, dx, dv) {
      neighbors?.begin(at, motion, mode, side);
      start(dx, dv);
    },
    expand(at, mode, side, dx, dv) {
      if (expandLoad) expandLoad(at, load);
      neighbors?.expand(at, motion, mode, side, ahead);
      if (neighbors?.owes()) settle(neighbors.impulse, neighbors.way, dx, dv);
      expandAt(dx, dv, mode);
      cuts = begun ? 0 : cuts + 1;
      if (missed > 0 && begun) {
        catchUp(dx, dv);
        expandAt(dx, dv, mode);
      }
      missed = 0;
      if (ahead.isShort() && ahead.length[0]! > 0) followPower(ahead.length[0]!);
      begun &&= !neighbors?.isBroken() && !motion.singular.includes(1);
    },
    leave(tau, goesOn, dx, dv) {
      neighbors?.leave(tau, goesOn);
      if (neighbors?.owes()) settle(neighbors.impulse, neighbors.way, dx, dv);
      missed = begun || !goesOn ? 0 : tau;
      for (let i = 0; i < n; i++) {
        rateBefore[i] = bendBefore[i] = 0;
        for (let k = order; k >= 2; k--) {
          rateBefore[i] = rateBefore[i]! * tau + k * (k - 1) * x[k * n + i]!;
          if (k > 2) bendBefore[i] = bendBefore[i]! * tau + k * (k - 1) * (k - 2) * x[k * n + i]!;
        }
      }
    },
    isLost: () => lost || cuts >= MOST_CUTS || (neighbors?.isLost() ?? false),
    length() {
      if (neighbors?.isBlind() || (cuts > 0 && cuts < MOST_CUTS)) return 0;
      for (let k = 0; k <= order; k++) {
        let size = 0;
        for (let i = 0; i < n; i++) size = Math.max(size, weight[i]! * Math.abs(x[k * n + i]!));
        if (!Number.isFinite(size)) return Number.POSITIVE_INFINITY; // the motion has no series here either
        sizes[k] = size;
      }
      return trustedLength(sizes, order, TRUSTED);
    },
    evaluate(tau, dx, dv) {
      for (let i = 0; i < n; i++) {
        let p = x[order * n + i]!;
        let slope = 0;
        for (let k = order - 1; k >= 0; k--) {
          slope = slope * tau + p;
          p = p * tau + x[k * n + i]!;
        }
        dx[i] = p;
        dv[i] = slope;
      }
    },
    slip: (row, tau) => polynomial(slip, row * width, order - 1, tau) + (neighbors?.slip(row, tau) ?? 0),
    force: (row, tau) => polynomial(force, row * width, order - 2, tau),
    ownSlip: (row, tau) => neighbors?.slip(row, tau) ?? 0,
    ownGap: (row, tau) => neighbors?.gap(row, tau) ?? 0,
    ownSwitch: (of, index, tau) => neighbors?.switchValue(of, index, tau) ?? 0,
    limit(row, q, tau) {
      let sum = 0;
      for (let k = order - 2; limits && k >= 0; k--) sum = sum * tau + limits.value[k * span + q * m + row]!;
      return sum + (neighbors?.limit(row, q, tau) ?? 0);
    },
    gap(row, tau) {
      // the stop's direction times dx: its rate's integral and its start
      let start = 0;
      for (let j = first[row]!; j < first[row + 1]!; j++) start += directions.value[j]! * x[place[j]!]!;
      let sum = 0;
      for (let k = order - 1; k >= 0; k--) sum = (sum + slip[row * width + k]! / (k + 1)) * tau;
      return start + sum + (neighbors?.gap(row, tau) ?? 0);
    },
  };
}
