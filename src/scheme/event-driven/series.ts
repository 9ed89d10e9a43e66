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
  /** Coefficient k of what a curve adds to the force of row i, N: weakening, or the whole of the smoothed law (5). */
  readonly soft: Vector;
  /** f_k of coordinate i at load[k * size + i], N. */
  readonly load: Vector;
  /** Gap of each stop at the start, m. */
  readonly gap: Vector;
  /** For each coordinate the largest of the load, elastic and damping terms of the last level: what round-off is measured by, N. */
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
  const soft = new Float64Array(m * width);
  const gap = new Float64Array(m);
  const magnitude = new Float64Array(n);
  const load = new Float64Array(width * n);
  const expandLoad = system.load.expansion(order);
  const curves = system.rows.map(({ law }): CurveJets | undefined => {
    if (law.limit === 0) return undefined;
    return law.smoothing > 0 ? smoothJets(1, law.smoothing, order) : law.weakening?.jets(order);
  });
  const curved = curves.some((curve) => curve !== undefined);
  const softForce = new Float64Array(m);
  const column = new Float64Array(n);
  const rate = new Float64Array(n);
  const product = new Float64Array(n);
  const rowRate = new Float64Array(m);

  function grow(terms: Vector): void {
    for (let i = 0; i < n; i++) magnitude[i] = Math.max(magnitude[i]!, Math.abs(terms[i]!));
  }

  /** The curves' forces, also computed for rows at rest: a later level may set them in motion. */
  function addSoft(k: number, moving: Int8Array, out: Vector): void {
    for (let i = 0; i < m; i++) {
      const curve = curves[i];
      softForce[i] = 0;
      if (!curve) continue;
      curve.next(slip, i * width, 1, k, soft, i * width + k);
      const { limit, smoothing } = system.rows[i]!.law;
      soft[i * width + k]! *= moving[i] === 0 ? 0 : smoothing > 0 ? -limit : limit;
      if (moving[i] !== 0) softForce[i] = soft[i * width + k]!;
    }
    rowsAddTransposed(system.directions, softForce, out);
  }

  return {
    order,
    x,
    slip,
    force,
    soft,
    load,
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
      magnitude.fill(0);
      grow(out);
      system.stiffness.multiply(column, product);
      grow(product);
      for (let i = 0; i < n; i++) out[i]! += product[i]!;
      if (system.damped) {
        system.damping.multiply(rate, product);
        grow(product);
        for (let i = 0; i < n; i++) out[i]! += product[i]!;
      }
      if (curved) addSoft(k, moving, out);
    },
    accept(k, acceleration) {
      const factor = 1 / ((k + 1) * (k + 2));
      for (let i = 0; i < n; i++) x[(k + 2) * n + i] = factor * acceleration[i]!;
      rowsMultiply(system.directions, acceleration, rowRate);
      for (let i = 0; i < m; i++) slip[i * width + k + 1] = rowRate[i]! / (k + 1);
    },
  };
}
