/** The fixed point (1.12)-(1.15), (1.19) of `uzawa` and `regularized` for batches. */
import { copy, type Vector } from "../../numeric/vector.ts";
import { passCode } from "../kernels/pass-code.ts";
import type { Step } from "../step.ts";
import { type CoordinateSolver, coordinateBox } from "./coordinate-box.ts";

export interface Passes {
  /** s/(N m) */
  readonly rate: number;
  /** Part of the new multiplier in the mix with the previous one, (1.19); 1: no memory. */
  readonly fresh: number;
  readonly tolerance: number;
  readonly start: "zero" | "previous";
  readonly most: number;
}

export function passSolver(step: Step, { rate, fresh, tolerance, start, most }: Passes): CoordinateSolver | undefined {
  const box = coordinateBox(step);
  if (!box) return undefined;
  const { size: n, inverse, lower, upper, row, weight } = box;
  /** N/m: of a displacement, rate c^2 times the slip it makes, on the coordinate. */
  const gain = Float64Array.from(row, (i, k) => {
    if (i < 0) return 0;
    const limit = step.upper[i]!;
    return weight[k]! * rate * limit * limit * step.slipRows.value[step.slipRows.start[i]!]!;
  });
  const previous = new Float64Array(n);

  /** dz = free + A^{-1} Q; returns whether z has settled, (1.15). */
  function respond(free: Vector, from: Vector, friction: Vector, dz: Vector): boolean {
    let change = 0;
    let size = 0;
    for (let i = 0, at = 0; i < n; i++) {
      let sum = free[i]!;
      for (let j = 0; j < n; j++) sum += inverse[at++]! * friction[j]!;
      const old = dz[i]!;
      change += (sum - old) * (sum - old);
      size += (from[i]! + old) * (from[i]! + old);
      dz[i] = sum;
    }
    return Math.sqrt(change) <= tolerance * (Math.sqrt(size) + 1);
  }

  return {
    box,
    get code() {
      return passCode(n, { lower, upper, gain, inverse }, { fresh, tolerance, start, most });
    },
    begin() {},
    solve(free, from, friction, dz, stats) {
      stats.solves++;
      copy(friction, previous);
      if (start === "zero") for (let i = 0; i < n; i++) friction[i] = 0;
      for (let k = 0; k < most; k++) {
        stats.iterations++;
        if (respond(free, from, friction, dz) && k > 0) return true; // (1.13)
        for (let i = 0; i < n; i++) {
          const projected = Math.min(upper[i]!, Math.max(lower[i]!, friction[i]! - gain[i]! * dz[i]!)); // (1.14)
          friction[i] = fresh * projected + (1 - fresh) * previous[i]!; // (1.19)
        }
      }
      return false;
    },
  };
}
