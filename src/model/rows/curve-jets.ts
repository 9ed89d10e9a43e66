/**
 * Taylor coefficients of weakening curves along a motion: coefficient k of gamma(s(tau)) from the coefficients 0..k of
 * the slip. The event-driven scheme expands a motion in them.
 */
import { expAt, powAt } from "../../numeric/elementary.ts";
import type { Vector } from "../../numeric/vector.ts";

export interface CurveJets {
  /** Chooses the smooth piece of the curve by a slip inside of it: side[i], m/s, not zero and not at a kink. */
  begin(side: Vector, i: number): void;
  /** Coefficient k, to out[at]; slip coefficient j stands at slip[start + j * stride]. Call for k = 0, 1, 2 ... in turn. */
  next(slip: Vector, start: number, stride: number, k: number, out: Vector, at: number): void;
  /** Whether the curve has no series at the slip that it began with; its coefficients are all zero then. Absent: it has. */
  singular?(): boolean;
}

export function rampJets(beta: number, epsilon: number): CurveJets {
  let inside = true;
  let bound = 0;
  return {
    begin(side, i) {
      inside = Math.abs(side[i]!) < epsilon;
      bound = side[i]! > 0 ? beta : -beta;
    },
    next(slip, start, stride, k, out, at) {
      out[at] = inside ? (beta / epsilon) * slip[start + k * stride]! : k === 0 ? bound : 0;
    },
  };
}

/** beta s / r with r^2 = epsilon^2 + s^2. */
export function smoothJets(beta: number, epsilon: number, order: number): CurveJets {
  const s = new Float64Array(order + 1);
  const r = new Float64Array(order + 1);
  const gamma = new Float64Array(order + 1);
  return {
    begin() {},
    next(slip, start, stride, k, out, at) {
      s[k] = slip[start + k * stride]!;
      let square = k === 0 ? epsilon * epsilon : 0;
      for (let j = 0; j <= k; j++) square += s[j]! * s[k - j]!;
      if (k === 0) r[0] = Math.sqrt(square);
      else {
        for (let j = 1; j < k; j++) square -= r[j]! * r[k - j]!;
        r[k] = square / (2 * r[0]!);
      }
      let sum = beta * s[k]!;
      for (let j = 0; j < k; j++) sum -= gamma[j]! * r[k - j]!;
      gamma[k] = sum / r[0]!;
      out[at] = gamma[k]!;
    },
  };
}

/**
 * sign beta (1 - exp(-u^exponent)) with u = |s| / speed. A whole exponent also works from u = 0 on; another one has no series
 * there.
 */
export function stribeckJets(beta: number, speed: number, exponent: number, order: number): CurveJets {
  const u = new Float64Array(order + 1);
  const power = powerSeries(exponent, order);
  const fallen = fallingSeries(order);
  let sign = 1;
  return {
    begin(side, i) {
      sign = side[i]! < 0 ? -1 : 1;
    },
    next(slip, start, stride, k, out, at) {
      u[k] = (sign * slip[start + k * stride]!) / speed;
      power.next(u, k);
      fallen.next(power.value, k);
      out[at] = sign * beta * ((k === 0 ? 1 : 0) - fallen.value[k]!);
    },
    singular: power.singular,
  };
}

/** A series made coefficient by coefficient from that of its argument. */
export interface DerivedSeries {
  readonly value: Vector;
  next(of: Vector, k: number): void;
}

/** u^exponent: repeated products for small whole exponents, the power recurrence (away from zero) for others, zero at zero. */
export function powerSeries(exponent: number, order: number): DerivedSeries & { singular(): boolean } {
  const whole = Math.floor(exponent) === exponent && exponent >= 0 && exponent <= 16;
  const power = Array.from({ length: whole ? exponent + 1 : 1 }, () => new Float64Array(order + 1));
  const value = power.at(-1)!;
  const r = new Float64Array(3);
  let singular = false;

  function multiply(u: Vector, k: number): void {
    power[0]![k] = k === 0 ? 1 : 0;
    for (let level = 1; level < power.length; level++) {
      let sum = level === 1 ? u[k]! : 0;
      if (level > 1) for (let j = 0; j <= k; j++) sum += power[level - 1]![j]! * u[k - j]!;
      power[level]![k] = sum;
    }
  }

  return {
    value,
    singular: () => !whole && singular,
    next(u, k) {
      if (whole) {
        multiply(u, k);
        return;
      }
      if (k === 0) singular = !(u[0]! > 0);
      if (singular) value[k] = 0;
      else if (k === 0) {
        r[0] = u[0]!;
        r[1] = exponent;
        powAt(r, 2, 0, 1);
        value[0] = r[2]!;
      } else {
        let sum = 0;
        for (let j = 1; j <= k; j++) sum += (exponent * j - (k - j)) * u[j]! * value[k - j]!;
        value[k] = sum / (k * u[0]!);
      }
    },
  };
}

/** exp(-p) */
export function fallingSeries(order: number): DerivedSeries {
  const value = new Float64Array(order + 1);
  const r = new Float64Array(2);
  return {
    value,
    next(p, k) {
      if (k === 0) {
        r[0] = -p[0]!;
        expAt(r, 1, 0);
        value[0] = r[1]!;
        return;
      }
      let sum = 0;
      for (let j = 1; j <= k; j++) sum -= j * p[j]! * value[k - j]!;
      value[k] = sum / k;
    },
  };
}

/** sign beta u / (1 + u) with u = |s| / speed. */
export function hyperbolicJets(beta: number, speed: number, order: number): CurveJets {
  const u = new Float64Array(order + 1);
  const gamma = new Float64Array(order + 1);
  let sign = 1;
  return {
    begin(side, i) {
      sign = side[i]! < 0 ? -1 : 1;
    },
    next(slip, start, stride, k, out, at) {
      u[k] = (sign * slip[start + k * stride]!) / speed;
      let sum = beta * u[k]!;
      for (let j = 0; j < k; j++) sum -= gamma[j]! * u[k - j]!;
      gamma[k] = sum / (1 + u[0]!);
      out[at] = sign * gamma[k]!;
    },
  };
}

/** The piece of a table that slip[i] is on, by the speed at which it begins. */
export function tablePiece(speeds: readonly number[], slip: Vector, i: number): number {
  const u = Math.abs(slip[i]!);
  let k = 0;
  while (k < speeds.length - 1 && u > speeds[k + 1]!) k++;
  return k;
}

export function tableJets(speeds: readonly number[], ratios: readonly number[]): CurveJets {
  const last = speeds.length - 1;
  let sign = 1;
  let rise = 0;
  let level = 0;
  return {
    begin(side, i) {
      const k = tablePiece(speeds, side, i);
      sign = side[i]! < 0 ? -1 : 1;
      rise = k < last ? (ratios[k + 1]! - ratios[k]!) / (speeds[k + 1]! - speeds[k]!) : 0;
      level = 1 - ratios[k]! + rise * speeds[k]!;
    },
    next(slip, start, stride, k, out, at) {
      out[at] = (k === 0 ? sign * level : 0) - rise * slip[start + k * stride]!;
    },
  };
}

export function blendJets(
  parts: readonly { share: number; scale: number; jets: CurveJets }[],
  order: number,
): CurveJets {
  const scaledSide = new Float64Array(1);
  const scaled = new Float64Array(order + 1);
  const value = new Float64Array(1);
  return {
    begin(side, i) {
      for (const part of parts) {
        scaledSide[0] = part.scale * side[i]!;
        part.jets.begin(scaledSide, 0);
      }
    },
    next(slip, start, stride, k, out, at) {
      let sum = 0;
      for (let index = 0; index < parts.length; index++) {
        const part = parts[index]!;
        scaled[k] = part.scale * slip[start + k * stride]!;
        part.jets.next(scaled, 0, 1, k, value, 0);
        sum += part.share * value[0]!;
      }
      out[at] = sum;
    },
    singular: () => parts.some(({ jets }) => jets.singular?.() === true),
  };
}
