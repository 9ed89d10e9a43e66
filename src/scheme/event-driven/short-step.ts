/**
 * Short steps where the motion has no Taylor series, as where a force or a limit begins as a root of time or place.
 *
 * The series is cut to its first terms, at most a cubic. What the forces do beyond that over the step is their integral along the motion,
 * at points that crowd towards both ends, tau = h u^6 / 2 from each, Gauss' eight points in u; it is put into the series as terms of tau^3
 * and tau^4 that have its value and rate at the end of the step. That changes the motion: the integral is taken again until nothing changes. Where it
 * does not settle, as in the layer of a force that all but jumps, nothing is added.
 */
import { isFriction } from "../../model/rows/law.ts";
import { rowValues } from "../../model/rows/row-values.ts";
import { smoothedAt, weakeningAt } from "../../model/rows/soft-force.ts";
import { smoothForce } from "../../model/smooth-force.ts";
import type { System } from "../../model/system.ts";
import { rowsAddTransposed, rowsMultiply } from "../../numeric/rows.ts";
import { isFiniteVector, type Vector } from "../../numeric/vector.ts";
import { slipOf } from "../common/rows.ts";
import type { Decision } from "./decision.ts";
import type { Hold } from "./hold.ts";
import type { NextEvent } from "./next-event.ts";
import type { Place } from "./place.ts";
import type { Series } from "./series.ts";

/** Gauss' points in (0, 1) below the middle, and their weights. */
const NODES = [0.019855071751231912, 0.10166676129318664, 0.2372337950418355, 0.4082826787521751];
const WEIGHTS = [0.05061426814518813, 0.11119051722668724, 0.15685332293894363, 0.1813418916891809];
const BOTH = [...NODES, ...NODES.map((u) => 1 - u)];
/** The points as parts of the step, from its start and then from its end, and their weights. */
const HALF = BOTH.map((u) => (u * u * u * u * u * u) / 2);
const PARTS = Float64Array.from([...HALF, ...HALF.map((part) => 1 - part)]);
const SHARES = Float64Array.from([...BOTH, ...BOTH], (u, k) => 3 * u * u * u * u * u * WEIGHTS[k % NODES.length]!);

/** Rounds, at most and until the velocity at the end changes by less than this part of what it changes by in the step. */
const ROUNDS = 6;
const SETTLED = 1e-9;

export interface ShortStep {
  /** Adds to a series that has been cut what the forces do until h[0], or until the event that is found before; whether that settles. */
  take(at: Vector, h: Vector, found: Pick<NextEvent, "search">): boolean;
}

export function shortStep(
  system: System,
  { directions }: Place,
  series: Series,
  held: Hold,
  { mode, passive, given }: Decision,
): ShortStep {
  const n = system.size;
  const m = system.rows.length;
  const width = series.order + 1;
  const smooth = smoothForce(system);
  const values = rowValues(system);
  const instant = new Float64Array(2);
  const make = () => new Float64Array(n);
  const [x, v, known, acceleration] = [make(), make(), make(), make()];
  const [rate, way, last, third, fourth] = [make(), make(), make(), make(), make()];
  const force = new Float64Array(m);
  const hard = new Float64Array(m);
  const stuckRate = new Float64Array(m);
  const ofRows = new Float64Array(m);
  const slip = new Float64Array(m);
  const soft = new Float64Array(m);
  const slope = new Float64Array(m);

  /** Forces of the rows that do not hold, N. */
  function rowForce(i: number): number {
    const { law } = system.rows[i]!;
    if (law.smoothing > 0) {
      smoothedAt(law, i, slip, values, soft);
      return soft[i]!;
    }
    if (held.holds[i] === 1 || passive[i] === 1) return 0;
    if (!isFriction(law) || mode[i] === 0) return law.stop && mode[i] !== 0 ? 0 : given[i]!;
    if (slip[i]! * mode[i]! < 0) slip[i] = 0;
    weakeningAt(law, i, slip, values, soft, slope);
    return soft[i]! + (mode[i]! > 0 ? -values.kineticForward[i]! : values.kineticBackward[i]!);
  }

  /** The acceleration at tau, on the motion that is left of the series, less that one's. */
  function accelerate(at: Vector, tau: number): void {
    instant[0] = at[0]! + tau;
    instant[1] = at[1]!;
    for (let k = 0; k < n; k++) {
      const d = series.x[n + k]!;
      const c = series.x[2 * n + k]!;
      const b = series.x[3 * n + k]! + third[k]!;
      const a = fourth[k]!;
      x[k] = series.x[k]! + tau * (d + tau * (c + tau * (b + tau * a)));
      v[k] = d + tau * (2 * c + tau * (3 * b + 4 * tau * a));
    }
    system.load.evaluate(instant, known);
    smooth.complete(instant, x, v, known);
    values.update(instant, x, v);
    slipOf(directions, v, values.drive, slip);
    for (let i = 0; i < m; i++) force[i] = rowForce(i);
    rowsAddTransposed(directions, force, known);
    held.solve(known, stuckRate, acceleration, hard);
    held.project(mode, stuckRate, acceleration);
    for (let k = 0; k < n; k++) acceleration[k]! -= 2 * series.x[2 * n + k]! + 6 * tau * series.x[3 * n + k]!;
  }

  /** Terms whose value and rate at h are the integrals; whether they are as they were before. */
  function integrate(at: Vector, h: number): boolean {
    rate.fill(0);
    way.fill(0);
    for (let k = 0; k < PARTS.length; k++) {
      accelerate(at, PARTS[k]! * h);
      for (let i = 0; i < n; i++) {
        rate[i]! += h * SHARES[k]! * acceleration[i]!;
        way[i]! += h * h * SHARES[k]! * (1 - PARTS[k]!) * acceleration[i]!;
      }
    }
    let settled = true;
    for (let k = 0; k < n; k++) {
      const size = Math.abs(rate[k]!) + h * Math.abs(2 * series.x[2 * n + k]!);
      if (!(Math.abs(rate[k]! - last[k]!) <= SETTLED * size)) settled = false;
      last[k] = rate[k]!;
      third[k] = (4 * way[k]! - h * rate[k]!) / (h * h * h);
      fourth[k] = (h * rate[k]! - 3 * way[k]!) / (h * h * h * h);
    }
    return settled;
  }

  function addTerms(sign: number): void {
    for (let k = 0; k < n; k++) {
      series.x[3 * n + k]! += sign * third[k]!;
      series.x[4 * n + k]! += sign * fourth[k]!;
    }
    rowsMultiply(directions, third, ofRows);
    for (let i = 0; i < m; i++) series.slip[i * width + 2]! += sign * 3 * ofRows[i]!;
    rowsMultiply(directions, fourth, ofRows);
    for (let i = 0; i < m; i++) series.slip[i * width + 3]! += sign * 4 * ofRows[i]!;
  }

  function add(at: Vector, h: Vector): boolean {
    series.stuckRate(0, stuckRate);
    for (let i = 0; i < m; i++) if (mode[i] !== 0) stuckRate[i] = 0;
    last.fill(0);
    third.fill(0);
    fourth.fill(0);
    if (!isFiniteVector(stuckRate)) return true; // a belt sets off at once with what it holds
    for (let round = 0; round < ROUNDS; round++) {
      if (!integrate(at, h[0]!)) continue;
      addTerms(1);
      return true;
    }
    third.fill(0);
    fourth.fill(0);
    return false;
  }

  return {
    take(at, h, found) {
      const whole = h[0]!;
      const settles = add(at, h);
      found.search(true);
      if (!(h[0]! < whole && h[0]! > 0)) return settles;
      addTerms(-1);
      return add(at, h);
    },
  };
}
