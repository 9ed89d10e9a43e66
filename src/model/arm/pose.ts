import { cosAt, sinAt } from "../../numeric/elementary.ts";
import type { Vector } from "../../numeric/vector.ts";
import { type Chain, toAngles } from "./chain.ts";

/** Angles of a chain at one place, with their sines, cosines and rates. */
export interface Pose {
  readonly sine: Vector;
  readonly cosine: Vector;
  /** w, rad/s */
  readonly rate: Vector;
  set(q: Vector): void;
  setRates(v: Vector): void;
}

export function pose(chain: Chain): Pose {
  const n = chain.links;
  const registers = new Float64Array(3 * n); // theta, sine, cosine
  const known = new Float64Array(n).fill(Number.NaN); // angles of these sines and cosines
  const rate = new Float64Array(n);
  return {
    sine: registers.subarray(n, 2 * n),
    cosine: registers.subarray(2 * n),
    rate,
    set(q) {
      toAngles(chain, q, 0, registers, 0);
      for (let i = 0; i < n; i++) {
        if (registers[i] === known[i] && registers[i] !== 0) continue; // several ask in turn at one place
        known[i] = registers[i]!;
        sinAt(registers, n + i, i);
        cosAt(registers, 2 * n + i, i);
      }
    },
    setRates(v) {
      toAngles(chain, v, 0, rate, 0);
    },
  };
}

/** out[0], out[1]: the end of link `link` (from 0), m. */
export function endOf({ base, length }: Chain, { sine, cosine }: Pose, link: number, out: Vector): void {
  let x = base[0]!;
  let y = base[1]!;
  for (let j = 0; j <= link; j++) {
    x += length[j]! * cosine[j]!;
    y += length[j]! * sine[j]!;
  }
  out[0] = x;
  out[1] = y;
}
