/** Sees poles: forces that are not finite, or whose impulse over a step without a series counts. */
import { smoothForce } from "../../model/smooth-force.ts";
import type { System } from "../../model/system.ts";
import type { Kept } from "../../numeric/kept.ts";
import { isFiniteVector, type Vector } from "../../numeric/vector.ts";
import type { Initial } from "../scheme.ts";
import type { Place } from "./place.ts";
import type { Series } from "./series.ts";
import { usualForces } from "./usual-forces.ts";

/** Part of a usual impulse that counts. */
const IMPULSE = 1e-6;

export interface Poles {
  /** Whether the expansion of length h[0] has one; `blind`: it has no series, and may step over one. */
  isAhead(blind: boolean, h: Vector, v: Vector, initial: Initial): boolean;
  /** Whether the machine's own forces have values at a state. */
  hasForces(at: Vector, x: Vector, v: Vector): boolean;
  readonly kept: Kept;
}

/** `span`: length of the run, s. */
export function poles(system: System, place: Place, series: Series, span: number): Poles {
  const impulse = new Float64Array(system.size); // of the machine's own forces so far, and of those at the start over the run, N s
  const begun = new Int8Array(1);
  let usual: { readonly of: Initial; readonly force: Vector } | undefined; // on each coordinate, nothing special, N
  const smooth = smoothForce(system);
  const pull = new Float64Array(system.size);
  return {
    hasForces(at, x, v) {
      pull.fill(0);
      smooth.complete(at, x, v, pull);
      return isFiniteVector(pull);
    },
    kept: { impulse, begun },
    isAhead(blind, h, v, initial) {
      for (let k = 0; k < v.length; k++) {
        // of a machine that is not linear forces that follow the motion may have poles too
        const own = system.linear ? 0 : 2 * place.mass.at(k, k) * Math.abs(series.x[2 * v.length + k]!);
        const size = Math.max(Math.abs(series.load[k]!), own);
        if (!(size < Number.POSITIVE_INFINITY)) return true;
        if (!blind || begun[0] === 0) impulse[k]! += own * (begun[0] === 0 ? span : h[0]!);
        if (!blind) continue;
        if (usual?.of !== initial) usual = { of: initial, force: usualForces(system, place, initial) };
        const momentum = place.mass.at(k, k) * Math.abs(v[k]!);
        if (size * h[0]! > IMPULSE * (momentum + impulse[k]! + usual.force[k]! * span)) return true;
      }
      begun[0] = 1;
      return false;
    },
  };
}
