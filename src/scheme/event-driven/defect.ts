/**
 * Whether a series is the motion: the equation of motion late in an expansion, and on the way there as often as states are told, with mass,
 * directions, forces and limits as they are there, and not by their series. For machines that are not linear, whose forces may do what no coefficient
 * at the start of an expansion shows: a narrow bump in the way of a fast mass.
 */
import { isFriction } from "../../model/rows/law.ts";
import { rowValues } from "../../model/rows/row-values.ts";
import { smoothForce } from "../../model/smooth-force.ts";
import { RowValue, type System } from "../../model/system.ts";
import type { Vector } from "../../numeric/vector.ts";
import { placeOf } from "./place.ts";
import type { Series } from "./series.ts";

/** Where it is looked at first, as a part of the expansion: its end may be the instant at which a formula changes. */
const PART = 15 / 16;
/** Looks on the way, at most. */
const MOST = 1024;
/** What is left of the equation of motion, relative to its terms over the expansion. */
const SMALL = 1e-11;
/** A force that changes the momentum by less than that part of it in the whole run is none. */
const NOTHING = 1e-17;
/** Of a place, relative to it. */
const ROUND_OFF = 16 * Number.EPSILON;

export interface Defect {
  /** Whether none is left in the expansion from at[0] to h[0] after it. */
  isSmall(at: Vector, h: Vector): boolean;
  /** Whether forces, limits and drives have values there. */
  isDefined(at: Vector, h: Vector): boolean;
}

/** `spacing`: of the states that are told; `span`: of the run, s. */
export function defect(system: System, series: Series, origin: Vector, spacing: number, span: number): Defect {
  const n = system.size;
  const m = system.rows.length;
  const { order } = series;
  const width = order + 1;
  const there = placeOf(system, origin);
  const smooth = smoothForce(system);
  const values = rowValues(system);
  const [x, v, a, force, inertia, size] = Array.from({ length: 6 }, () => new Float64Array(n)) as [
    Vector,
    Vector,
    Vector,
    Vector,
    Vector,
    Vector,
  ];
  const instant = new Float64Array(2);
  const count = RowValue.count * m;
  const own = system.forces();
  const stiffness = system.matrix();
  const most = new Float64Array(count); // largest of each drive and limit so far
  let byPosition: Vector | undefined;
  let byVelocity: Vector | undefined;

  /** Position, velocity and acceleration at tau, and the sizes of the terms of inertia over the expansion. */
  function readMotion(tau: number): void {
    for (let i = 0; i < n; i++) {
      let [p, rate, bend, largest] = [0, 0, 0, 0];
      for (let k = order; k >= 0; k--) {
        bend = bend * tau + 2 * rate;
        rate = rate * tau + p;
        p = p * tau + series.x[k * n + i]!;
      }
      for (let k = order; k >= 2; k--) largest = largest * tau + k * (k - 1) * Math.abs(series.x[k * n + i]!);
      x[i] = p;
      v[i] = rate;
      a[i] = bend;
      size[i] = largest;
    }
  }

  function moveTo(at: Vector, tau: number): void {
    instant[0] = at[0]! + tau;
    instant[1] = at[1]!;
    readMotion(tau);
    there.moveTo(x);
    values.update(instant, x, v);
  }

  /** Adds the force of a row, N. */
  function push(i: number, f: number): void {
    const { start, column, value } = there.directions;
    for (let e = start[i]!; e < start[i + 1]!; e++) {
      force[column[e]!]! += value[e]! * f;
      inertia[column[e]!] = Math.max(inertia[column[e]!]!, Math.abs(value[e]! * f));
    }
  }

  /** What round-off of the place makes of function j of the rows; near a root or a pole that is more than of its terms. */
  function rowRounding(j: number): number {
    byPosition ??= new Float64Array(count * n);
    byVelocity ??= new Float64Array(count * n);
    system.rowMotion!.slopes(instant, x, v, byPosition, byVelocity);
    let sum = 0;
    for (let k = 0; k < n; k++) {
      sum += Math.abs(byPosition[j * n + k]! * x[k]!) + Math.abs(byVelocity[j * n + k]! * v[k]!);
    }
    return ROUND_OFF * sum;
  }

  /** And of the force on a coordinate, N. */
  function forceRounding(i: number): number {
    stiffness.clear();
    own.addStiffness(instant, x, v, 1, stiffness);
    let sum = 0;
    for (let k = 0; k < n; k++) sum += Math.abs(stiffness.at(i, k) * x[k]!);
    return ROUND_OFF * sum;
  }

  function rowsFollow(tau: number): boolean {
    if (!system.rowMotion) return true;
    const all = [values.drive, values.forward, values.backward, values.kineticForward, values.kineticBackward];
    for (let q = 0; q < all.length; q++) {
      for (let i = 0; i < m; i++) {
        if (!isFriction(system.rows[i]!.law)) continue;
        let [p, terms] = [0, 0];
        for (let k = order - 2; k >= 0; k--) {
          p = p * tau + series.rows[k * count + q * m + i]!;
          terms = terms * tau + Math.abs(series.rows[k * count + q * m + i]!);
        }
        const error = Math.abs(p - all[q]![i]!);
        const j = q * m + i;
        most[j] = Math.max(most[j]!, Math.abs(series.rows[j]!), Math.abs(all[q]![i]!));
        const allowed = SMALL * Math.min(terms, most[j]!) + ROUND_OFF * terms; // terms of a series that diverges excuse nothing
        if (!(error <= allowed) && !(error <= rowRounding(j))) return false;
      }
    }
    return true;
  }

  return {
    isDefined(at, h) {
      moveTo(at, PART * h[0]!);
      force.fill(0);
      smooth.complete(instant, x, v, force);
      let sum = 0; // of zeros, unless something is not finite
      for (let k = 0; k < n; k++) sum += 0 * force[k]!;
      for (let i = 0; i < m; i++) {
        if (isFriction(system.rows[i]!.law)) sum += 0 * (values.drive[i]! + values.forward[i]! + values.backward[i]!);
      }
      return sum === 0;
    },
    isSmall(at, h) {
      if (!holdsAt(at, PART * h[0]!)) return false;
      const looks = Math.min(MOST, Math.floor(h[0]! / spacing));
      for (let k = 1; k < looks; k++) if (!holdsAt(at, (PART * h[0]! * k) / looks)) return false;
      return true;
    },
  };

  function holdsAt(at: Vector, tau: number): boolean {
    moveTo(at, tau);
    if (!rowsFollow(tau)) return false;
    system.load.evaluate(instant, force);
    for (let k = 0; k < n; k++) inertia[k] = Math.abs(force[k]!);
    smooth.complete(instant, x, v, force);
    for (let i = 0; i < m; i++) {
      let f = 0;
      for (let k = order - 2; k >= 0; k--) {
        f = f * tau + series.force[i * width + k]! + series.soft[i * width + k]!;
      }
      push(i, f);
    }
    for (let i = 0; i < n; i++) {
      let sum = 0;
      let terms = Math.abs(force[i]!) + inertia[i]!;
      let momentum = 0;
      for (let j = 0; j < n; j++) {
        const mass = there.mass.at(i, j);
        sum += mass * a[j]!;
        terms += Math.abs(mass) * size[j]!;
        momentum += Math.abs(mass * v[j]!);
      }
      const error = Math.abs(sum - force[i]!);
      if (!(error <= SMALL * terms + (NOTHING * momentum) / span) && !(error <= forceRounding(i))) return false;
    }
    return true;
  }
}
