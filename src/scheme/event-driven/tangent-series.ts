/**
 * The linearized motion inside a mode as a Taylor series: with the slopes of weakening and springs along the motion,
 *     M da_k = df_k - dresistance_k + W (C gamma'(s) ds + dC gamma(s))_k + W dF_k,
 * where the forces dF of held rows keep their slips as they are, and those of rows in slip follow limits dC that follow the motion. Where directions turn, their coefficients W_j and changes dW_j join:
 *     sum over j >= 1 of W_j dF_{k-j} + sum over j of dW_j F_{k-j},   ds = W dv + dW v - ddrive.
 */

import { softCurve } from "../../model/rows/soft-force.ts";
import { type DirectionSeries, type ForceSeries, massWeights, RowValue, type System } from "../../model/system.ts";
import { rowsAddTransposed, rowsMultiply } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { TangentColumn } from "../common/tangent.ts";
import type { Decision } from "./decision.ts";
import type { Hold } from "./hold.ts";
import { neighborSeries } from "./neighbor-series.ts";
import type { Place } from "./place.ts";
import { copySides, type RowSlopes, rowSlopes } from "./row-change.ts";
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
  /** Expands at derivatives (dx, dv) of the motion whose series has just been made. */
  expand(at: Vector, mode: Int8Array, side: Vector, dx: Vector, dv: Vector): void;
}

export interface TangentSeries extends RowChanges {
  /** How far its series can be trusted, s. */
  length(): number;
  /** Derivatives of position and velocity at tau. */
  evaluate(tau: number, dx: Vector, dv: Vector): void;
}

/** Slopes of the rows' curves along the motion, limits included, N s/m, and of the machine's own forces. Made once an expansion. */
export interface MotionSlopes {
  /** Coefficient k of row i at rows[i * (order + 1) + k]. */
  readonly rows: Vector;
  /** Of the machine's own forces. */
  readonly resistance: ForceSeries;
  /** Of the directions; absent: they are constant. */
  readonly directions: DirectionSeries | undefined;
  /** Of drives and limits; absent: they do not follow the motion. */
  readonly limits: RowSlopes | undefined;
  update(at: Vector, mode: Int8Array, side: Vector): void;
}

export function motionSlopes(system: System, motion: Series, held: Hold, decision: Decision): MotionSlopes {
  const { order } = motion;
  const m = system.rows.length;
  const width = order + 1;
  const rows = new Float64Array(m * width);
  const gamma = new Float64Array(width);
  const softCurves = system.rows.map(({ law }) => softCurve(law));
  const curves = softCurves.map((curve) => curve?.slopes(order));
  const resistance = system.forceSeries!(order);
  const directions = system.directionSeries?.(order);
  const limits = rowSlopes(system, motion, held, decision);

  function updateRow(i: number, mode: Int8Array, side: Vector): void {
    rows.fill(0, i * width, (i + 1) * width);
    const curve = curves[i];
    if (!curve || mode[i] === 0) return;
    const { sign, even } = softCurves[i]!;
    const q = even || mode[i]! > 0 ? RowValue.kineticForward : RowValue.kineticBackward;
    curve.begin(side, i);
    for (let k = 0; k < order - 1; k++) {
      curve.next(motion.slip, i * width, 1, k, gamma, k);
      if (!Number.isFinite(gamma[k]!)) gamma[k] = 0; // the motion is only a cubic there
      let sum = 0;
      for (let j = 0; j <= k; j++) {
        const limit = j === 0 || motion.rowsVary ? motion.rows[(j * RowValue.count + q) * m + i]! : 0;
        sum += limit * gamma[k - j]!;
      }
      rows[i * width + k] = sign * sum;
    }
  }

  return {
    rows,
    resistance,
    directions,
    limits,
    update(at, mode, side) {
      for (let i = 0; i < m; i++) updateRow(i, mode, side);
      resistance.begin?.(at);
      copySides(motion.switches.resistance, resistance.switches);
      resistance.expandSlopes(motion.x, order - 1);
      directions?.begin(at);
      directions?.expandSlopes?.(motion.x, order);
      limits?.update(at);
    },
  };
}

export function tangentSeries(
  system: System,
  { directions }: Place,
  motion: Series,
  held: Hold,
  slopes: MotionSlopes,
  column: TangentColumn,
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
  const neighbors = column.neighbors && neighborSeries(column.neighbors, order);
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
    for (let at = k; at < felt.length; at += width) felt[at] = slip[at]! + neighbors.slipChange(at);
  }

  function polynomial(c: Vector, at: number, degree: number, tau: number): number {
    let sum = 0;
    for (let k = degree; k >= 0; k--) sum = sum * tau + c[at + k]!;
    return sum;
  }

  return {
    expand(at, mode, side, dx, dv) {
      if (expandLoad) expandLoad(at, load);
      neighbors?.begin(at, motion, mode, side);
      x.set(dx, 0);
      x.set(dv, n);
      rowsMultiply(directions, dv, rate);
      turn?.(0, x, turned);
      limits?.drives(0, x);
      for (let i = 0; i < m; i++) slip[i * width] = rate[i]! + turnedSlip(i, -1) - drive(i, 0);
      feel(0);
      for (let k = 0; k <= order - 2; k++) {
        turn?.(k + 1, x, turned);
        limits?.drives(k + 1, x);
        addKnown(k, mode);
        stuckRate.fill(0);
        if (neighbors) {
          neighbors.level(k, motion, mode, term, stuckRate);
          for (let i = 0; i < n; i++) known[i]! += term[i]!;
        }
        for (let i = 0; i < m; i++) stuckRate[i]! += (k + 1) * (drive(i, k + 1) - turnedSlip(i, k));
        hard.set(given);
        held.solve(known, stuckRate, acceleration, hard);
        held.project(mode, stuckRate, acceleration); // what sticks does not feel it, to the last bit
        accept(k);
        feel(k + 1);
      }
    },
    length() {
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
