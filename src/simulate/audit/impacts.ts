/** Impacts: M (v+ - v-) = N p with p >= 0 on the stops that are closed (and any on joints), and rates by the restitution. */
import { type LinearSystem, stopGaps } from "../../model/linear.ts";
import { rowsAddTransposed, rowsMultiply } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { State } from "../../scheme/scheme.ts";
import { boxLeastSquares } from "./box-least-squares.ts";
import type { Coupling } from "./coupling.ts";
import type { Reading } from "./reading.ts";

/** A rate this near to the restitution's (relative to the largest of the stop) is it. */
const SAME_RATE = 1e-6;

export interface ImpactCheck {
  /** Largest impulse that no stop and no joint gives, N s a coordinate. */
  readonly residual: Vector;
  /** By how much a stop's rate fell short of its restitution, m/s, and the largest rate before an impact. */
  readonly shortfall: Vector;
  readonly largestRate: Vector;
  /** Largest gap at which a stop was hit, m. */
  readonly gap: Vector;
  check(before: State, after: State, reading: Reading): void;
}

export function impactCheck(system: LinearSystem, { inverseRows, matrix, groups }: Coupling): ImpactCheck {
  const n = system.size;
  const { rows, directions } = system;
  const m = rows.length;
  const solver = boxLeastSquares(matrix, groups);
  const residual = new Float64Array(n);
  const shortfall = new Float64Array(m);
  const largestRate = new Float64Array(m);
  const gap = new Float64Array(m);
  const gaps = new Float64Array(m);
  const rate0 = new Float64Array(m);
  const rate1 = new Float64Array(m);
  const open = new Int8Array(m);
  const lower = Float64Array.from(rows, ({ law }) => (law.joint ? Number.NEGATIVE_INFINITY : 0));
  const upper = new Float64Array(m).fill(Number.POSITIVE_INFINITY);
  const change = new Float64Array(n);
  const impulse = new Float64Array(n);
  const target = new Float64Array(m);
  const force = new Float64Array(m);

  /** Which rows may give an impulse, and whether the stops obey their restitution. */
  function readRows(): void {
    open.fill(0);
    for (let i = 0; i < m; i++) {
      const { stop, joint } = rows[i]!.law;
      if (joint) open[i] = 1;
      if (!stop) continue;
      const wanted = -stop.restitution * rate0[i]!;
      const hit = rate0[i]! < 0 && rate1[i]! > rate0[i]!;
      if (hit) {
        gap[i] = Math.max(gap[i]!, Math.abs(gaps[i]!));
        largestRate[i] = Math.max(largestRate[i]!, -rate0[i]!);
        shortfall[i] = Math.max(shortfall[i]!, wanted - rate1[i]!);
      }
      if (hit || rate0[i]! >= 0) open[i] = rate1[i]! - wanted <= SAME_RATE * largestRate[i]! ? 1 : 0;
    }
  }

  return {
    residual,
    shortfall,
    largestRate,
    gap,
    check(before, after, { mass }) {
      for (let k = 0; k < n; k++) change[k] = after.velocity[k]! - before.velocity[k]!;
      rowsMultiply(mass, change, impulse);
      stopGaps(system, before.position, gaps);
      rowsMultiply(directions, before.velocity, rate0);
      rowsMultiply(directions, after.velocity, rate1);
      readRows();
      rowsMultiply(inverseRows, impulse, target);
      force.fill(0);
      solver.solve(open, lower, upper, target, force);
      for (let i = 0; i < m; i++) force[i] = -force[i]!;
      rowsAddTransposed(directions, force, impulse);
      for (let k = 0; k < n; k++) residual[k] = Math.max(residual[k]!, Math.abs(impulse[k]!));
    },
  };
}
