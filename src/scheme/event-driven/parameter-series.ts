/**
 * Derivatives by a parameter of the system along a motion that is held fixed, from systems as near as they must be: where a formula is about to have no
 * series (a root of zero, a high and narrow peak), systems at the usual distance have nothing to do with the one between them.
 */
import type { System } from "../../model/system.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Neighbors } from "../common/tangent.ts";
import type { Decision } from "./decision.ts";
import type { Hold } from "./hold.ts";
import { type NeighborSeries, neighborSeries } from "./neighbor-series.ts";
import { impulseAhead, impulseSince } from "./power-law.ts";
import type { Series } from "./series.ts";

/** The expansion of the motion that changes go along with. */
export interface StepAhead {
  /** How long it will last, s. */
  readonly length: Vector;
  /** Whether its series is that of the motion; else something has none at its start, and counts by what it does until the end. */
  isWhole(): boolean;
  /** Whether it is one of the shortest, a cubic at most. */
  isShort(): boolean;
}

export interface ParameterSeries {
  /** Starts where the motion's own series has: slips are known there only. */
  begin(at: Vector, motion: Series, mode: Int8Array, side: Vector): void;
  /** All derivatives where the motion's own series has been made. */
  expand(at: Vector, motion: Series, mode: Int8Array, side: Vector, ahead: StepAhead): void;
  /** The expansion ends at tau; `goesOn`: nothing happens there. */
  leave(tau: number, goesOn: boolean): void;
  /** Whether forces are not known now; they count as zero, until an impulse for all that time is known. */
  isBlind(): boolean;
  /** Whether there is such an impulse, N s a unit, and its integral; asked once. */
  owes(): boolean;
  readonly impulse: Vector;
  readonly way: Vector;
  /** Level k: out = derivative of (all forces - M a)_k, N. */
  forces(k: number, out: Vector): void;
  /** Coefficient k of the derivative of a row's slip, m/s. */
  slipChange(row: number, k: number): number;
  /** Derivatives at tau of a row's slip, m/s, its limit q (of RowValue), N, and its gap, m. */
  slip(row: number, tau: number): number;
  limit(row: number, q: number, tau: number): number;
  gap(row: number, tau: number): number;
  /** And of a function that decides between formulas of forces, or of rows. */
  switchValue(of: keyof Series["switches"], index: number, tau: number): number;
  /** Whether some of the present ones have no number, and count as zero. */
  isBroken(): boolean;
  /** Whether too much of the impulse of all forces so far is not known. */
  isLost(): boolean;
}

/** Two distances that agree to this part will do; those that do not to the other one tell nothing. */
const [AGREED, KNOWN] = [1e-8, 1e-3];
/** Part of an impulse by a power law that is doubted; and part of all impulses that may be. */
const [DOUBT, LOST] = [1e-2, 1e-4];
/** Expansions in a row without knowing. */
const MOST_BLIND = 1000;

export function parameterSeries(
  system: System,
  nearest: Neighbors,
  order: number,
  held: Pick<Hold, "holds">,
  decision: Pick<Decision, "part">,
): ParameterSeries {
  const n = system.size;
  const m = system.rows.length;
  const pairs = [neighborSeries(nearest, order, held, decision)];
  let last: Neighbors | undefined = nearest; // undefined: there are none nearer than those
  const { count } = pairs[0]!;
  const [off, all] = [new Float64Array(count), new Float64Array(count)];
  const [doubted, known, doubtful] = [new Float64Array(n), new Float64Array(n), new Float64Array(n)]; // impulses, N s a unit
  const [impulse, way] = [new Float64Array(n), new Float64Array(n)];
  const law = new Float64Array(3 * n); // forces at the end of the last expansion where they were known, slopes and second derivatives
  let pair: NeighborSeries = pairs[0]!;
  let [blind, owed, hasLaw] = [false, false, false];
  let elapsed = 0; // since they have not been known, s
  let blindSteps = 0;

  function pairAt(j: number): NeighborSeries | undefined {
    while (last && pairs.length <= j) {
      last = last.nearer?.();
      if (last) pairs.push(neighborSeries(last, order, held, decision));
    }
    return pairs[j];
  }

  /** Largest part by which two pairs differ over h; their differences are left in `off`, sizes in `all`. */
  function mismatch(a: Vector, b: Vector, h: number): number {
    off.fill(0);
    all.fill(0);
    let power = 1;
    for (let k = 0; k <= order - 2; k++) {
      for (let i = 0; i < count; i++) {
        off[i]! += Math.abs(a[k * count + i]! - b[k * count + i]!) * power;
        all[i]! += Math.abs(b[k * count + i]!) * power;
      }
      power *= h;
    }
    let most = 0;
    for (let i = 0; i < count; i++) {
      const part = off[i] === 0 ? 0 : off[i]! / all[i]!;
      most = part <= most ? most : Number.isFinite(part) ? part : Number.POSITIVE_INFINITY;
    }
    return most;
  }

  /** Goes nearer until it makes no difference; keeps the pair that the next one differs least from. Whether that is near enough. */
  function approach(at: Vector, motion: Series, mode: Int8Array, side: Vector, h: number): boolean {
    let least = Number.POSITIVE_INFINITY;
    let before = pairs[0]!;
    for (let j = 1; least > AGREED; j++) {
      const next = pairAt(j);
      if (!next) break;
      next.expand(at, motion, mode, side);
      const part = before.isBroken() || next.isBroken() ? least : mismatch(before.value, next.value, h);
      if (part < least) {
        least = part;
        pair = before;
        for (let i = 0; i < n; i++) doubtful[i] = off[i]! * h;
      }
      before = next;
    }
    return least <= KNOWN;
  }

  /** What forces have done since an instant at which nothing was known of them, by what they are now. */
  function catchUp(): void {
    for (let i = 0; i < n; i++) {
      const [value, slope] = [pair.value[i]!, pair.value[count + i]!];
      const since = impulseSince(value, slope, elapsed);
      impulse[i] = hasLaw ? ((law[i]! + value) / 2) * elapsed : since.impulse;
      way[i] = hasLaw ? (impulse[i]! * elapsed) / 2 : since.way;
      doubted[i]! += (hasLaw || since.steep ? 1 : DOUBT) * Math.abs(impulse[i]!);
    }
    owed = true;
    elapsed = 0;
  }

  /** What they have done until something happens, by what they were when they were known. */
  function guess(): void {
    for (let i = 0; i < n; i++) {
      impulse[i] = impulseAhead(law[i]!, law[n + i]!, law[2 * n + i]!, elapsed);
      way[i] = (impulse[i]! * elapsed) / 2;
      doubted[i]! += DOUBT * Math.abs(impulse[i]!);
    }
    owed = true;
  }

  function keepLaw(tau: number): void {
    for (let i = 0; i < n; i++) {
      let [value, slope, bend] = [0, 0, 0];
      for (let k = order - 2; k >= 0; k--) {
        bend = bend * tau + 2 * slope;
        slope = slope * tau + value;
        value = value * tau + pair.value[k * count + i]!;
      }
      law[i] = value;
      law[n + i] = slope;
      law[2 * n + i] = bend;
    }
    hasLaw = true;
  }

  function addKnown(h: number): void {
    for (let i = 0; i < n; i++) {
      let sum = 0;
      for (let k = order - 2; k >= 0; k--) sum = sum * h + Math.abs(pair.value[k * count + i]!);
      known[i]! += sum * h;
      doubted[i]! += doubtful[i]!;
    }
  }

  function polynomial(i: number, degree: number, tau: number): number {
    if (tau === 0) return pair.value[i]!; // it may only have begun
    let sum = 0;
    for (let k = degree; k >= 0; k--) sum = sum * tau + pair.value[k * count + i]!;
    return sum;
  }

  return {
    impulse,
    way,
    begin(at, motion, mode, side) {
      pair = pairs[0]!;
      pair.begin(at, motion, mode, side);
    },
    expand(at, motion, mode, side, ahead) {
      const [whole, h] = [ahead.isWhole(), ahead.length[0]!];
      pair = pairs[0]!;
      pair.expand(at, motion, mode, side);
      doubtful.fill(0);
      const judged = whole || ahead.isShort();
      const small = !judged || (whole && !pair.isBroken() && pair.isSmall(motion, h));
      blind = !small && !approach(at, motion, mode, side, h);
      blindSteps = blind ? blindSteps + 1 : 0;
      if (blind) return;
      if (judged && elapsed > 0) catchUp();
      addKnown(h);
    },
    leave(tau, goesOn) {
      if (blind) elapsed += tau;
      else keepLaw(tau);
      if (goesOn) return;
      if (blind && hasLaw) guess();
      hasLaw = false;
      elapsed = 0;
    },
    isBlind: () => blind && blindSteps < MOST_BLIND,
    owes() {
      const was = owed;
      owed = false;
      return was;
    },
    forces(k, out) {
      for (let i = 0; i < n; i++) out[i] = blind ? 0 : pair.value[k * count + i]!;
    },
    slipChange: (row, k) => pair.value[k * count + n + row]!,
    slip: (row, tau) => polynomial(n + row, order - 1, tau),
    limit: (row, q, tau) => polynomial(n + m + q * m + row, order - 2, tau),
    gap: (row, tau) => pair.gap(row, tau),
    switchValue: (of, index, tau) => pair.switchValue(of, index, tau),
    isBroken: () => pair.isBroken(),
    isLost: () => blindSteps >= MOST_BLIND || doubted.some((impulse, i) => !(impulse <= LOST * known[i]!)),
  };
}
