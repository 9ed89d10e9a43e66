/**
 * The motion as a Taylor series. With x(tau) = sum of x_k tau^k the equation of motion gives, coefficient by coefficient,
 *     M_0 a_k = f_k - resistance_k + W_0 F_k + sum over j = 1..k of W_j F_{k-j},   x_{k+2} = a_k / ((k+1)(k+2)),
 * with resistance_k from x_0 ... x_{k+1} by the system (what a changing mass adds to inertia is in it) and directions W_j from
 * x_0 ... x_j, so that whoever knows the rows' forces up to F_k can go on to k + 1: the propagation inside a mode, where stuck rows
 * are held, and the decision on the next mode, where their coefficients are found level by level.
 */

import type { Switches } from "../../model/motion-functions.ts";
import { isFriction } from "../../model/rows/law.ts";
import { rowValues } from "../../model/rows/row-values.ts";
import { softCurve } from "../../model/rows/soft-force.ts";
import { RowValue, type System } from "../../model/system.ts";
import { type Kept, restore, type Saved } from "../../numeric/kept.ts";
import { rowsAddTransposed, rowsMultiply } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import { restingSlip } from "../common/rest-box.ts";
import type { Place } from "./place.ts";
import type { Saturation } from "./saturation.ts";

export interface Series {
  readonly order: number;
  /** x_k of coordinate i at x[k * size + i]. */
  readonly x: Vector;
  /** Slip coefficient k of row i at slip[i * (order + 1) + k]. */
  readonly slip: Vector;
  /** Hard force coefficient k of row i at force[i * (order + 1) + k], N. */
  readonly force: Vector;
  /** Coefficient k of the weakening of row i at weakening[i * (order + 1) + k]. */
  readonly weakening: Vector;
  /** Coefficient k of what a curve adds to the force of row i, N: weakening, or the whole of the smoothed law (5). */
  readonly soft: Vector;
  /** f_k of coordinate i at load[k * size + i], N. */
  readonly load: Vector;
  /** Coefficient k of function q of row i (see RowValue: drive and limits) at rows[(k * RowValue.count + q) * count + i]. */
  readonly rows: Vector;
  /** Whether rows vary: coefficients of `rows` beyond the first are not zero. */
  readonly rowsVary: boolean;
  /** Where forces and rows change their formula: of the machine's own forces, and of drives and limits. */
  readonly switches: { readonly resistance: Switches | undefined; readonly rows: Switches | undefined };
  /** W_j of entry e at [j * entries + e], from j = 1 on; absent: directions are constant. */
  readonly turned: Vector | undefined;
  /** 1: the row slips and begins at zero slip on a curve without a series there, whose force is left out. */
  readonly singular: Int8Array;
  /** Gap of each stop at the start, m. */
  readonly gap: Vector;
  /** For each coordinate the largest of the load, elastic and damping terms of the last level: what round-off is measured by, N. */
  readonly magnitude: Vector;
  /** Adds sizes of the single terms of the resistance to `out`, N: they may cancel, and round-off is a part of them. */
  addTermSizes(k: number, out: Vector): void;
  /** Size of the time at which it begins, s: what its round-off is a part of. */
  readonly age: Vector;
  /** Starts at a state; the place is there already. */
  begin(at: Vector, position: Vector, velocity: Vector): void;
  /** The motion was expanded elsewhere: brings drives, limits and gaps there. */
  adopt(at: Vector): void;
  /** Chooses the smooth piece of a row's curve by a slip on it. */
  chooseSide(i: number, side: Vector): void;
  /** out = f_k - resistance_k + the forces of weakening of rows in `moving` - the excess of saturated commands, N. Call for k = 0, 1, 2 ... in turn. */
  known(k: number, moving: Int8Array, out: Vector): void;
  /** out[i]: what w.a_k of row i must be for its slip to stay zero. */
  stuckRate(k: number, out: Vector): void;
  /** Coefficient k of the hard force of a friction row that slips with the given sign, N. */
  slipForce(i: number, sign: number, k: number): number;
  /** Coefficient k of the bound of a row's force at rest, N: `which` -1 the lower, +1 the upper one. */
  boundForce(i: number, which: number, k: number): number;
  /** Coefficient k of the force of a friction row that stays in one place between varying bounds: 0 the lower, 1 the upper. */
  partForce(i: number, part: number, k: number): number;
  /** Takes a_k and the hard forces of that level: fills x_{k+2} and the slips' coefficient k + 1. */
  accept(k: number, acceleration: Vector, hard: Vector): void;
  /** The coefficients, and the pieces of the curves that were chosen. */
  readonly kept: Kept;
}

/** Memory for coefficients, as in Series. */
export type SeriesMemory = Pick<Series, "x" | "slip" | "force" | "soft" | "load"> & Partial<Pick<Series, "rows">>;

/** `clips`: limits below zero are round-off, not those of a system beside the one that moves. `memory`: shared with others. */
export function series(
  system: System,
  order: number,
  { directions }: Place,
  saturation?: Saturation,
  clips = true,
  memory?: SeriesMemory,
): Series {
  const n = system.size;
  const m = system.rows.length;
  const width = order + 1;
  const resistance = system.forceSeries!(order);
  const turning = system.directionSeries?.(order);
  const entries = directions.value.length;
  const { start, column } = directions;
  const x = memory?.x ?? new Float64Array(width * n);
  const slip = memory?.slip ?? new Float64Array(m * width);
  const force = memory?.force ?? new Float64Array(m * width);
  const soft = memory?.soft ?? new Float64Array(m * width);
  const origin = x.subarray(0, n);
  const singular = new Int8Array(m);
  const gap = new Float64Array(m);
  const magnitude = new Float64Array(n);
  const age = new Float64Array(1);
  const load = memory?.load ?? new Float64Array(width * n);
  const expandLoad = system.load.expansion(order);
  const softCurves = system.rows.map(({ law }) => softCurve(law));
  const curves = softCurves.map((curve) => curve?.jets(order));
  const curved = curves.some((curve) => curve !== undefined);
  const softForce = new Float64Array(m);
  const gamma = new Float64Array(m * width);
  const span = RowValue.count * m;
  const rows = memory?.rows ?? new Float64Array(width * span);
  const expandRows = system.rowFunctions?.expansion(order);
  const rowMotion = system.rowMotion?.expansion(order);
  const rowsVary = expandRows !== undefined || rowMotion !== undefined;
  const friction = system.rows.map(({ law }) => isFriction(law));
  const fixed = rowValues(system);
  if (!memory?.rows) {
    fillRow(RowValue.forward, fixed.forward);
    fillRow(RowValue.backward, fixed.backward);
    fillRow(RowValue.kineticForward, fixed.kineticForward);
    fillRow(RowValue.kineticBackward, fixed.kineticBackward);
  }
  const rowRate = new Float64Array(m);
  const drives = rows.subarray(RowValue.drive * m, (RowValue.drive + 1) * m);
  const resting = new Float64Array(m);
  const chosen = new Float64Array(m).fill(Number.NaN); // side of each curve: rows at rest keep theirs

  function fillRow(q: number, values: Vector): void {
    for (let i = 0; i < m; i++) rows[q * m + i] = values[i]!;
  }

  /** Coefficient k of limit(t) gamma(s(t)), the limit that of the row's direction. */
  function limited(i: number, q: number, k: number): number {
    if (!rowsVary) return rows[q * m + i]! * gamma[i * width + k]!;
    let sum = 0;
    for (let j = 0; j <= k; j++) {
      const limit = rows[j * span + q * m + i]!;
      if (limit !== 0) sum += limit * gamma[i * width + k - j]!; // a curve may have no series where the row is free
    }
    return sum;
  }

  function boundForce(i: number, which: number, k: number): number {
    if (k > 0 && !rowsVary) return 0;
    const at = k * span + i;
    return which < 0 ? -rows[at + RowValue.forward * m]! : rows[at + RowValue.backward * m]!;
  }

  /** Stops and joints keep their own bounds; a joint that moves by itself has a drive. */
  function restoreFixed(i: number, k: number): void {
    for (let q: number = RowValue.forward; q < RowValue.count; q++) rows[k * span + q * m + i] = 0;
    if (k > 0) return;
    rows[RowValue.forward * m + i] = fixed.forward[i]!;
    rows[RowValue.backward * m + i] = fixed.backward[i]!;
  }

  /** Coefficient k of drives and limits that follow the motion; drives alone where velocities are not yet known so far. */
  function followRows(k: number, drivesOnly: boolean): void {
    rowMotion!.next(k, x);
    const to = drivesOnly ? m : span;
    for (let j = 0; j < to; j++) rows[k * span + j] = rowMotion!.value[k * span + j]!;
    if (!drivesOnly) clearRows(k);
  }

  function followTime(at: Vector): void {
    expandRows!(at, rows);
    for (let k = 0; k < width; k++) clearRows(k);
  }

  function clearRows(k: number): void {
    for (let i = 0; i < m; i++) {
      if (!friction[i]) restoreFixed(i, k);
      for (let q: number = RowValue.forward; clips && k === 0 && q < RowValue.count; q++) {
        rows[q * m + i] = Math.max(0, rows[q * m + i]!); // round-off where a limit passes zero
      }
    }
  }

  /** out += sum over j = 1..k of W_j F_{k-j}: what forces do along directions that have turned. */
  function addTurned(k: number, out: Vector): void {
    const { value } = turning!;
    for (let i = 0; i < m; i++) {
      for (let j = 1; j <= k; j++) {
        const f = force[i * width + k - j]! + soft[i * width + k - j]!;
        if (f === 0) continue;
        for (let e = start[i]!; e < start[i + 1]!; e++) out[column[e]!]! += value[j * entries + e]! * f;
      }
    }
  }

  /** Coefficient k + 1 of W^T v less the part of a_k, W_0 a_k / (k + 1). */
  function turnedSlip(i: number, k: number): number {
    if (!turning) return 0;
    let sum = 0;
    for (let j = 1; j <= k + 1; j++) {
      for (let e = start[i]!; e < start[i + 1]!; e++) {
        sum += turning.value[j * entries + e]! * (k + 2 - j) * x[(k + 2 - j) * n + column[e]!]!;
      }
    }
    return sum;
  }

  /** The curves' forces, also computed for rows at rest: a later level may set them in motion. */
  function addSoft(k: number, moving: Int8Array, out: Vector): void {
    for (let i = 0; i < m; i++) {
      const curve = curves[i];
      softForce[i] = 0;
      if (!curve) continue;
      curve.next(slip, i * width, 1, k, gamma, i * width + k);
      if (k === 0) singular[i] = moving[i] !== 0 && curve.singular?.() ? 1 : 0;
      soft[i * width + k] = 0;
      if (moving[i] === 0) continue;
      const { sign, even } = softCurves[i]!;
      const q = even || moving[i]! > 0 ? RowValue.kineticForward : RowValue.kineticBackward;
      soft[i * width + k] = sign * limited(i, q, k);
      softForce[i] = soft[i * width + k]!;
    }
    rowsAddTransposed(directions, softForce, out);
  }

  /** Curves have their pieces again after the sides have been restored. */
  const sides = {
    save: () => chosen.slice(),
    restore(saved: Saved) {
      restore(chosen, saved);
      for (let i = 0; i < m; i++) if (!Number.isNaN(chosen[i]!)) curves[i]?.begin(chosen, i);
    },
  };

  return {
    kept: { x, slip, force, soft, load, rows, singular, gap, sides },
    order,
    x,
    slip,
    force,
    weakening: gamma,
    soft,
    load,
    rows,
    rowsVary,
    turned: turning?.value,
    switches: { resistance: resistance.switches, rows: rowMotion?.switches },
    singular,
    gap,
    magnitude,
    addTermSizes: (k, out) => resistance.addTermSizes(k, x, out),
    age,
    begin(at, position, velocity) {
      age[0] = Math.abs(at[0]!);
      expandLoad(at, load);
      saturation?.begin(at);
      x.set(position, 0);
      x.set(velocity, n);
      resistance.begin?.(at);
      turning?.begin(at);
      turning?.next(0, x);
      if (expandRows) followTime(at);
      else if (rowMotion) {
        rowMotion.begin(at);
        followRows(0, false);
        followRows(1, false); // whether a limit that is zero stays so
      }
      rowsMultiply(directions, velocity, rowRate);
      restingSlip(directions, velocity, drives, resting);
      for (let i = 0; i < m; i++) slip[i * width] = curves[i] ? resting[i]! : rowRate[i]! - drives[i]!;
      if (system.hasStops) system.gapsAt(position, gap);
    },
    adopt(at) {
      age[0] = Math.abs(at[0]!);
      if (expandRows) followTime(at);
      if (system.hasStops) system.gapsAt(origin, gap);
    },
    chooseSide(i, side) {
      chosen[i] = side[i]!;
      curves[i]?.begin(side, i);
    },
    known(k, moving, out) {
      turning?.next(k + 1, x);
      if (rowMotion) {
        followRows(k, false);
        followRows(k + 1, true);
      }
      for (let i = 0; i < n; i++) {
        out[i] = load[k * n + i]!;
        magnitude[i] = Math.abs(out[i]!);
      }
      resistance.subtract(k, x, out, magnitude);
      if (curved) addSoft(k, moving, out);
      if (turning) addTurned(k, out);
      saturation?.add(k, x, out, magnitude);
    },
    stuckRate(k, out) {
      for (let i = 0; i < m; i++) {
        const drive = rowsVary ? rows[(k + 1) * span + RowValue.drive * m + i]! : 0;
        out[i] = (k + 1) * (drive - turnedSlip(i, k));
      }
    },
    slipForce(i, sign, k) {
      if (k > 0 && !rowsVary) return 0;
      const q = sign > 0 ? RowValue.kineticForward : RowValue.kineticBackward;
      return -sign * rows[k * span + q * m + i]!;
    },
    boundForce,
    partForce(i, part, k) {
      if (!rowsVary || !friction[i]) return 0;
      const lower = boundForce(i, -1, k);
      return lower + part * (boundForce(i, 1, k) - lower);
    },
    accept(k, acceleration, hard) {
      const factor = 1 / ((k + 1) * (k + 2));
      for (let i = 0; i < n; i++) x[(k + 2) * n + i] = factor * acceleration[i]!;
      rowsMultiply(directions, acceleration, rowRate);
      for (let i = 0; i < m; i++) {
        force[i * width + k] = hard[i]!;
        slip[i * width + k + 1] = rowRate[i]! / (k + 1) + turnedSlip(i, k);
        if (rowsVary) slip[i * width + k + 1]! -= rows[(k + 1) * span + RowValue.drive * m + i]!;
      }
    },
  };
}
