/**
 * The kick of a machine whose mass, directions or forces are not linear in the motion: with q in the middle of the step,
 *     M(q) (z - v)/tau + resistance(t, q, (v + z)/2) = given + W(q) F,
 * and the law on the slips at the end of the step, W(q + tau/2 z)^T z: a stuck row has no slip in the state that is shown. It is
 * symmetric in time, so of second order. Where directions turn so much that this has no solution (a joint and a row at a dead center),
 * slips are those along the directions of the middle. Posed for Newton's method (step/newton.ts).
 */
import type { System } from "../../model/system.ts";
import { copy, type Vector } from "../../numeric/vector.ts";
import type { Posed } from "../../step/newton.ts";
import { rowStep, slipOf } from "./rows.ts";

export interface CurvedStep {
  readonly posed: Posed;
  /** Time (and side) and position of the middle of the step. */
  place(at: Vector, q: Vector): void;
  /** Whether the law is on the slips along the directions of the middle: those of forces, so that there always is a solution. */
  meet(inMiddle: boolean): void;
}

export interface CurvedParts {
  readonly given: Vector;
  readonly rebound: Vector;
  /** v */
  readonly start: Vector;
  readonly drive: Vector;
}

export function curvedStep(system: System, { given, rebound, start, drive }: CurvedParts): CurvedStep {
  const n = system.size;
  const m = system.rows.length;
  const directions = system.newDirections();
  const endDirections = system.newDirections();
  const step = rowStep(system, system.matrix(), directions, endDirections);
  const own = system.forces();
  const mass = system.matrix();
  const slopes = system.matrix();
  const time = new Float64Array(2);
  const middle = new Float64Array(n);
  const mean = new Float64Array(n);
  const end = new Float64Array(n);
  const product = new Float64Array(n);

  let inMiddle = false;

  return {
    meet(there) {
      inMiddle = there;
    },
    place(at, q) {
      copy(at, time);
      copy(q, middle);
      system.massAt(q, mass);
      system.directionsAt(q, directions);
      step.version++;
    },
    posed: {
      step,
      restate(dz) {
        const half = step.duration / 2;
        for (let k = 0; k < n; k++) {
          mean[k] = start[k]! + dz[k]! / 2;
          end[k] = middle[k]! + half * (start[k]! + dz[k]!);
        }
        slopes.clear();
        own.addDamping(time, middle, mean, 0.5, slopes);
        slopes.multiply(dz, product);
        own.resistance(time, middle, mean, step.residual);
        for (let k = 0; k < n; k++) step.residual[k]! -= given[k]! + product[k]!;
        step.tangent.clear();
        mass.addTo(step.tangent, 1 / step.duration);
        slopes.addTo(step.tangent, 1);
        system.directionsAt(inMiddle ? middle : end, endDirections);
        slipOf(endDirections, start, drive, step.slip);
        for (let i = 0; i < m; i++) step.slip[i]! += rebound[i]!;
        step.version++;
      },
    },
  };
}
