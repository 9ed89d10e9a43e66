/**
 * Sines and cosines of a chain's angles along a motion, by the recurrences of s' = c theta', c' = -s theta', and along changes of it.
 * Coefficient k of angle i stands at [k * links + i].
 */
import { cosAt, sinAt } from "../../numeric/elementary.ts";
import type { Vector } from "../../numeric/vector.ts";
import { type Chain, toAngles } from "./chain.ts";

export interface AngleSeries {
  readonly theta: Vector;
  readonly sine: Vector;
  readonly cosine: Vector;
  /** Fills in coefficient k, from the motion's x_0 ... x_k; k = 0, 1, 2 ... in turn. */
  next(k: number, x: Vector): void;
  /** Coefficient k without the part of theta_k, into the places from `to` on. */
  partial(k: number, sine: Vector, cosine: Vector, to: number): void;
}

/** `size`: coordinates of a level of x. */
export function angleSeries(chain: Chain, size: number, order: number): AngleSeries {
  const n = chain.links;
  const theta = new Float64Array((order + 1) * n);
  const sine = new Float64Array((order + 1) * n);
  const cosine = new Float64Array((order + 1) * n);
  const registers = new Float64Array(2);

  /** k times coefficient k, from theta_1 ... theta_top. */
  function partial(k: number, top: number, i: number): void {
    let toSine = 0;
    let toCosine = 0;
    for (let m = 1; m <= top; m++) {
      const rate = m * theta[m * n + i]!;
      toSine += rate * cosine[(k - m) * n + i]!;
      toCosine -= rate * sine[(k - m) * n + i]!;
    }
    registers[0] = toSine;
    registers[1] = toCosine;
  }

  return {
    theta,
    sine,
    cosine,
    next(k, x) {
      toAngles(chain, x, k * size, theta, k * n);
      for (let i = 0; i < n; i++) {
        if (k === 0) {
          registers[0] = theta[i]!;
          cosAt(registers, 1, 0);
          sinAt(registers, 0, 0);
        } else {
          partial(k, k, i);
          registers[0]! /= k;
          registers[1]! /= k;
        }
        sine[k * n + i] = registers[0]!;
        cosine[k * n + i] = registers[1]!;
      }
    },
    partial(k, toSine, toCosine, to) {
      for (let i = 0; i < n; i++) {
        partial(k, k - 1, i);
        toSine[to + i] = registers[0]! / k;
        toCosine[to + i] = registers[1]! / k;
      }
    },
  };
}

/** Changes of such series: ds = c dtheta, dc = -s dtheta. */
export interface AngleChange {
  readonly sine: Vector;
  readonly cosine: Vector;
  /** Fills in coefficient k, from the change's dx_0 ... dx_k; k = 0, 1, 2 ... in turn. */
  next(k: number, dx: Vector): void;
  /** Coefficient k without the part of dtheta_k, into the places from `to` on. */
  partial(k: number, sine: Vector, cosine: Vector, to: number): void;
}

export function angleChange(chain: Chain, along: AngleSeries, size: number, order: number): AngleChange {
  const n = chain.links;
  const theta = new Float64Array((order + 1) * n);
  const sine = new Float64Array((order + 1) * n);
  const cosine = new Float64Array((order + 1) * n);

  function sum(k: number, top: number, toSine: Vector, toCosine: Vector, to: number): void {
    for (let i = 0; i < n; i++) {
      let ds = 0;
      let dc = 0;
      for (let m = 0; m <= top; m++) {
        const turn = theta[m * n + i]!;
        ds += turn * along.cosine[(k - m) * n + i]!;
        dc -= turn * along.sine[(k - m) * n + i]!;
      }
      toSine[to + i] = ds;
      toCosine[to + i] = dc;
    }
  }

  return {
    sine,
    cosine,
    next(k, dx) {
      toAngles(chain, dx, k * size, theta, k * n);
      sum(k, k, sine, cosine, k * n);
    },
    partial(k, toSine, toCosine, to) {
      sum(k, k - 1, toSine, toCosine, to);
    },
  };
}
