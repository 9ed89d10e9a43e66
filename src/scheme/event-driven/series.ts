/**
 * The motion as a Taylor series. With x(tau) = sum of x_k tau^k the equation of motion gives, coefficient by coefficient,
 *     M a_k = f_k - K x_k - D (k+1) x_{k+1} + W F_k,   x_{k+2} = a_k / ((k+1)(k+2)),
 * so that whoever knows the rows' forces up to F_k can go on to k + 1: the propagation inside a mode, where stuck rows
 * are held, and the decision on the next mode, where their coefficients are found level by level.
 */
import type { CurveJets } from "../../model/curve-jets.ts";
import { smoothJets } from "../../model/curve-jets.ts";
import { type LinearSystem, stopGaps } from "../../model/linear.ts";
import { rowsAddTransposed, rowsMultiply } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";

export interface Series {
  readonly order: number;
  /** x_k of coordinate i at x[k * size + i]. */
  readonly x: Vector;
  /** Slip coefficient k of row i at slip[i * (order + 1) + k]. */
  readonly slip: Vector;
  /** Hard force coefficient k of row i at force[i * (order + 1) + k], N. */
  readonly force: Vector;
  /** Gap of each stop at the start, m. */
  readonly gap: Vector;
  /** Load, elastic and damping terms of the last level, in size: what round-off is measured by, N. */
  readonly magnitude: Vector;
  /** Starts at a state. */
  begin(at: Vector, position: Vector, velocity: Vector): void;
  /** Chooses the smooth piece of a row's curve by a slip on it. */
  chooseSide(i: number, side: Vector): void;
  /** out = f_k - K x_k - D v_k + the forces of weakening of rows in `moving`, N. Call for k = 0, 1, 2 ... in turn. */
  known(k: number, moving: Int8Array, out: Vector): void;
  /** Takes a_k: fills x_{k+2} and the slips' coefficient k + 1. */
  accept(k: number, acceleration: Vector): void;
}

export function series(system: LinearSystem, order: number): Series {
  const n = system.size;
  const m = system.rows.length;
  const width = order + 1;
  const x = new Float64Array(width * n);
  const slip = new Float64Array(m * width);
  const force = new Float64Array(m * width);
  const gap = new Float64Array(m);
  const magnitude = new Float64Array(1);
  const load = new Float64Array(width * n);
  const expandLoad = system.load.expansion(order);
  const curves: (CurveJets | undefined)[] = system.rows.map(({ law }) =>
    law.smoothing > 0 ? smoothJets(1, law.smoothing, order) : law.weakening?.jets(order),
  );
  const smoothForce = new Float64Array(m);
  const column = new Float64Array(n);
  const rate = new Float64Array(n);
  const product = new Float64Array(n);
  const rowRate = new Float64Array(m);
  const value = new Float64Array(1);

  function largest(v: Vector): number {
    let size = 0;
    for (let i = 0; i < n; i++) size = Math.max(size, Math.abs(v[i]!));
    return size;
  }

  return {
    order,
    x,
    slip,
    force,
    gap,
    magnitude,
    begin(at, position, velocity) {
      expandLoad(at, load);
      x.set(position, 0);
      x.set(velocity, n);
      rowsMultiply(system.directions, velocity, rowRate);
      for (let i = 0; i < m; i++) slip[i * width] = rowRate[i]!;
      if (system.hasStops) stopGaps(system, position, gap);
    },
    chooseSide(i, side) {
      curves[i]?.begin(side, i);
    },
    known(k, moving, out) {
      for (let i = 0; i < n; i++) {
        out[i] = load[k * n + i]!;
        column[i] = -x[k * n + i]!;
        rate[i] = -(k + 1) * x[(k + 1) * n + i]!;
      }
      magnitude[0] = largest(out);
      system.stiffness.multiply(column, product);
      magnitude[0] = Math.max(magnitude[0]!, largest(product));
      for (let i = 0; i < n; i++) out[i]! += product[i]!;
      if (system.damped) {
        system.damping.multiply(rate, product);
        magnitude[0] = Math.max(magnitude[0]!, largest(product));
        for (let i = 0; i < n; i++) out[i]! += product[i]!;
      }
      let any = false;
      for (let i = 0; i < m; i++) {
        const { limit, smoothing } = system.rows[i]!.law;
        const curve = curves[i];
        smoothForce[i] = 0;
        if (!curve) continue;
        curve.next(slip, i * width, 1, k, value, 0); // also at rest: a later level may set the row in motion
        if (moving[i] === 0) continue;
        smoothForce[i] = smoothing > 0 ? -limit * value[0]! : limit * value[0]!;
        any = true;
      }
      if (any) rowsAddTransposed(system.directions, smoothForce, out);
    },
    accept(k, acceleration) {
      const factor = 1 / ((k + 1) * (k + 2));
      for (let i = 0; i < n; i++) x[(k + 2) * n + i] = factor * acceleration[i]!;
      rowsMultiply(system.directions, acceleration, rowRate);
      for (let i = 0; i < m; i++) slip[i * width + k + 1] = rowRate[i]! / (k + 1);
    },
  };
}
