/**
 * Whether a series is the motion: the equation of motion late in an expansion, and on the way there where bounds of the functions say that they may do what no
 * coefficient at the start shows (a narrow bump in the way of a fast mass), with mass, directions, forces and limits as they are there, and not by
 * their series. For machines that are not linear.
 */
import { isFriction } from "../../model/rows/law.ts";
import { rowValues } from "../../model/rows/row-values.ts";
import { smoothForce } from "../../model/smooth-force.ts";
import { RowValue, type System } from "../../model/system.ts";
import type { Kept } from "../../numeric/kept.ts";
import { Sight } from "../../numeric/sight.ts";
import type { Vector } from "../../numeric/vector.ts";
import { guardSeries } from "./guard-series.ts";
import { placeOf } from "./place.ts";
import type { Series } from "./series.ts";
import { solveDigits } from "./solve-digits.ts";

/** Where it is looked at first, as a part of the expansion: its end may be the instant at which a formula changes. */
export const PART = 15 / 16;
/** Pieces of the way whose bounds are taken, at most; and looks where these say nothing, as often as states are told. */
const MOST_PIECES = 512;
const MOST_LOOKS = 1024;
/** Of which so many wait, each half as long as the one before. */
const MOST_DEPTH = 64;
/** What happens within a shorter part of the run is not looked for: round-off of time and place would be all that is seen of it. */
const SHORTEST = 1e-10;
/** What is left of the equation of motion, relative to its terms over the expansion. */
const SMALL = 1e-11;
/** Rate of what is held, relative to the speeds that it is made of. */
const HELD = 2e-13;
/** A force that changes the momentum by less than that part of it in the whole run is none. */
const NOTHING = 1e-17;
/** Of a place, relative to it. */
const ROUND_OFF = 16 * Number.EPSILON;

export interface Defect {
  /** Whether none is left late in the expansion from at[0] to h[0] after it. `switched`: nor of what decides between formulas. */
  isSmall(at: Vector, h: Vector, switched: boolean): boolean;
  /** Nor on the way there. */
  isSmallBetween(at: Vector, h: Vector): boolean;
  /** Whether forces, limits and drives have values there. */
  isDefined(at: Vector, h: Vector): boolean;
  readonly kept: Kept;
}

/** `spacing`: of the states that are told; `span`: of the run, s. */
export function defect(
  system: System,
  series: Series,
  mode: Int8Array,
  origin: Vector,
  spacing: number,
  span: number,
): Defect {
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
  const solved = solveDigits(system);
  const pushes = new Float64Array(m); // sizes of the rows' forces, N
  const turned = new Float64Array(there.directions.value.length);
  const most = new Float64Array(count); // largest of each drive and limit so far
  let byPosition: Vector | undefined;
  let byVelocity: Vector | undefined;
  const forceTerms = system.forceTerms;
  const forces = forceTerms?.functions.hiding?.();
  const limits = system.rowMotion?.hiding?.();
  const others = (system.functions ?? []).flatMap((functions) => functions.hiding?.() ?? []);
  const hiding = [...(forces ? [forces] : []), ...(limits ? [limits] : []), ...others];
  const rounded = new Float64Array(forceTerms?.owner.length ?? 0);
  const leastTerm = new Float64Array(rounded.length); // forces that are none, N
  const leastLimit = new Float64Array(count);
  const guards = guardSeries(system, series, mode);
  const reach = { time: new Float64Array(1), q: new Float64Array(n), v: new Float64Array(n) };
  const bend = new Float64Array(n); // largest acceleration over the expansion, at most
  const pieces = new Float64Array(2 * MOST_DEPTH); // from, to, of those that are left

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
    return ROUND_OFF * sum + termRounding(i);
  }

  /** And of its terms. */
  function termRounding(i: number): number {
    if (!forces) return 0;
    forceTerms!.functions.rounding(instant, x, v, rounded);
    let sum = 0;
    for (let l = 0; l < rounded.length; l++) if (forceTerms!.owner[l] === i) sum += rounded[l]!;
    return sum;
  }

  /** And of what rows push along directions, N. */
  function turnedRounding(i: number): number {
    const { start, column } = there.directions;
    readTurned();
    let sum = 0;
    for (let r = 0; r < m; r++) {
      for (let e = start[r]!; e < start[r + 1]!; e++) if (column[e] === i) sum += turned[e]! * pushes[r]!;
    }
    return sum;
  }

  /** What rounding makes of the directions here. */
  function readTurned(): void {
    const { value } = there.directions;
    if (system.directionRoundingAt) system.directionRoundingAt(x, turned);
    else for (let e = 0; e < turned.length; e++) turned[e] = ROUND_OFF * Math.abs(value[e]!);
  }

  /** Momentum of a coordinate, N s. */
  function momentumOf(i: number): number {
    let sum = 0;
    for (let j = 0; j < n; j++) sum += Math.abs(there.mass.at(i, j) * v[j]!);
    return sum;
  }

  /** A force of a row that is none beside what moves, N. */
  function leastForce(i: number): number {
    const { start, column, value } = there.directions;
    let least = Number.POSITIVE_INFINITY;
    for (let e = start[i]!; e < start[i + 1]!; e++) {
      if (value[e] !== 0) least = Math.min(least, momentumOf(column[e]!) / Math.abs(value[e]!));
    }
    return least < Number.POSITIVE_INFINITY ? (NOTHING * least) / span : 0;
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
        if (error <= allowed || error <= rowRounding(j)) continue;
        if (q === RowValue.drive || !(error <= leastForce(i))) return false;
      }
    }
    return true;
  }

  return {
    kept: most,
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
    isSmall(at, h, switched) {
      const tau = PART * h[0]!;
      if (!holdsAt(at, tau) || (switched && !guards.switches(instant, x, v, tau))) return false;
      if (system.constant.directions) return true;
      if (!guards.gaps(x, tau)) return false;
      if (!anyHeld()) return true;
      moveTo(at, h[0]!);
      return heldRest(h[0]!);
    },
    isSmallBetween: (at, h) => hiding.length === 0 || nothingHides(at, h[0]!),
  };

  /** Halves the way until each piece of it is known, and looks at those where something changes. */
  function nothingHides(at: Vector, h: number): boolean {
    moveTo(at, 0);
    for (let l = 0; l < leastTerm.length; l++) leastTerm[l] = (NOTHING * momentumOf(forceTerms!.owner[l]!)) / span;
    for (let j = m; j < count; j++) leastLimit[j] = leastForce(j % m); // drives come first
    forces?.begin(leastTerm);
    limits?.begin(leastLimit);
    for (let k = 0; k < others.length; k++) others[k]!.begin();
    readMotion(h);
    bend.set(size);
    pieces[0] = 0;
    pieces[1] = h;
    let taken = 0;
    for (let left = 1; left > 0; ) {
      const [from, to] = [pieces[2 * left - 2]!, pieces[2 * left - 1]!];
      const middle = (from + to) / 2;
      const sight = sightOver(at, from, to);
      if (++taken > MOST_PIECES) return looksHold(at, h);
      left--;
      if (sight === Sight.hides) {
        if (!(to - from > SHORTEST * span)) continue;
        pieces[2 * left] = middle;
        pieces[2 * left + 1] = to;
        pieces[2 * left + 2] = from;
        pieces[2 * left + 3] = middle;
        left += 2;
      } else if (
        sight === Sight.followed &&
        taken > 1 &&
        !(holdsAt(at, middle) && guards.switches(instant, x, v, middle) && guards.gaps(x, middle) && heldRest(middle))
      )
        return false;
    }
    return true;
  }

  function anyHeld(): boolean {
    for (let i = 0; i < m; i++) if (mode[i] === 0 && !isFriction(system.rows[i]!.law)) return true;
    return false;
  }

  /** Whether closed stops and joints have no rate tau after the start, where the motion is: their directions may have turned unseen. */
  function heldRest(tau: number): boolean {
    if (system.constant.directions) return true;
    const { start, column, value } = there.directions;
    for (let i = 0; i < m; i++) {
      if (mode[i] !== 0 || isFriction(system.rows[i]!.law)) continue;
      let slip = -values.drive[i]!;
      let [energy, reach] = [0, 0]; // of what it is made of, and what that could make of it: a direction may be about to turn
      for (let e = start[i]!; e < start[i + 1]!; e++) {
        const k = column[e]!;
        const mass = there.mass.at(k, k);
        slip += value[e]! * v[k]!;
        const speed = Math.abs(v[k]!) + size[k]! * tau;
        energy += mass * speed * speed;
        if (value[e] !== 0) reach += Math.abs(value[e]!) / Math.sqrt(mass);
      }
      const terms = Math.abs(values.drive[i]!) + Math.sqrt(energy) * reach;
      if (!(Math.abs(slip) <= HELD * terms) && !(Math.abs(slip) <= rateRounding(i) + driveRounding(i))) return false;
    }
    return true;
  }

  /** What rounding of its direction makes of the rate of a row, m/s. */
  function rateRounding(i: number): number {
    const { start, column } = there.directions;
    readTurned();
    let sum = 0;
    for (let e = start[i]!; e < start[i + 1]!; e++) sum += turned[e]! * Math.abs(v[column[e]!]!);
    return sum;
  }

  /** And digits of time of its drive, which may pass zero, m/s. */
  function driveRounding(i: number): number {
    if (!series.rowsVary) return 0;
    return ROUND_OFF * Math.abs(instant[0]! * series.rows[count + RowValue.drive * m + i]!);
  }

  /** What the functions may do from one time of the expansion to another. */
  function sightOver(at: Vector, from: number, to: number): Sight {
    const tau = (from + to) / 2;
    const radius = (to - from) / 2;
    readMotion(tau);
    instant[0] = at[0]! + tau;
    instant[1] = at[1]!;
    reach.time[0] = radius;
    for (let i = 0; i < n; i++) {
      reach.v[i] = bend[i]! * radius;
      reach.q[i] = (Math.abs(v[i]!) + reach.v[i]! / 2) * radius;
    }
    let most: Sight = Sight.still;
    for (let k = 0; k < hiding.length && most < Sight.hides; k++) {
      const sight = hiding[k]!.look(instant, x, v, reach);
      if (sight > most) most = sight;
    }
    return most;
  }

  function looksHold(at: Vector, h: number): boolean {
    const looks = Math.min(MOST_LOOKS, Math.floor(h / spacing));
    for (let k = 1; k < looks; k++) if (!holdsAt(at, (PART * h * k) / looks)) return false;
    return true;
  }

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
      pushes[i] = Math.abs(f);
    }
    for (let i = 0; i < n; i++) inertia[i]! += Math.abs(force[i]!);
    for (let i = 0; i < n; i++) {
      let sum = 0;
      let terms = inertia[i]!;
      for (let j = 0; j < n; j++) {
        const mass = there.mass.at(i, j);
        sum += mass * a[j]!;
        terms += Math.abs(mass) * size[j]!;
      }
      const error = Math.abs(sum - force[i]!);
      if (error <= SMALL * terms + (NOTHING * momentumOf(i)) / span) continue;
      if (error <= forceRounding(i) || error <= solved.at(i, there.mass, inertia, there.directions, mode)) continue;
      if (!(error <= turnedRounding(i))) return false;
    }
    return true;
  }
}
