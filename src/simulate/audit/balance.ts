/**
 * The equation of motion over a step, integrated twice:
 *     M (v1 - v0) - int q = W int F             its impulse, and
 *     M (h (v0 + v1)/2 - (x1 - x0)) - int (t - tm) q = W int (t - tm) F     its first moment about the middle tm,
 * of which the second tells whether x is the integral of v. Rows that slide have the forces of their laws; those of the others are
 * the admissible ones that come nearest. What no admissible forces balance is an error of the motion.
 */

import { isFriction } from "../../model/rows/law.ts";
import type { System } from "../../model/system.ts";
import type { Kept } from "../../numeric/kept.ts";
import { type Rows, rowsMultiply } from "../../numeric/rows.ts";
import { copy, setZero, type Vector } from "../../numeric/vector.ts";
import { boxLeastSquares } from "./box-least-squares.ts";
import type { Coupling } from "./coupling.ts";
import { type Laws, slidingForce } from "./laws.ts";
import { meanOf, WEIGHTS } from "./mean.ts";
import type { Reading } from "./reading.ts";
import type { Room } from "./room.ts";
import type { SecondLook } from "./second-look.ts";
import { turnedForces } from "./turned-forces.ts";

/** Rounds at most in which forces that turn with the machine settle: each leaves about a hundredth of what the last one did, or less. */
const TURNS = 3;

export interface Balance {
  /** Mean hard forces of the rows, N, and their first moments, N s^2. */
  readonly force: Vector;
  readonly moment: Vector;
  /** Bounds of the mean forces, N. */
  readonly lower: Vector;
  readonly upper: Vector;
  /** +1 or -1 for rows that slide over the step; 0 for the others. */
  readonly sliding: Vector;
  /** 1 for rows whose forces are not known from a law: at rest, in contact, joints. */
  readonly unknown: Vector;
  /** What the forces do not balance, N a coordinate. */
  readonly residual: Vector;
  /** What of that may be steep forces near rest, which neither the points nor the digits of the places tell, N a coordinate. */
  readonly doubt: Vector;
  /** By how much x is not the integral of v, m/s a coordinate (mean over the step), and what of it such forces may be. */
  readonly defect: Vector;
  readonly defectDoubt: Vector;
  /** Bounds of the forces, from limits that do not vary. */
  begin(laws: Laws): void;
  /** Solves with the present `sliding` and `unknown`; `look`: with what the three points lack. */
  solve(step: Reading, laws: Laws, look?: SecondLook): void;
  readonly kept: Kept;
}

/** `moments`: whether first moments are asked for. */
export function balance(system: System, coupling: Coupling, moments: boolean, room: Room): Balance {
  const n = system.size;
  const { rows } = system;
  const m = rows.length;
  const { inverseMass } = coupling;
  const ofForces = boxLeastSquares(coupling.forces);
  const ofMoments = coupling.moments === coupling.forces ? ofForces : boxLeastSquares(coupling.moments);
  const force = room.vector(m);
  const moment = room.vector(m);
  const lower = room.vector(m);
  lower.set(rows.map(({ law }) => (law.joint ? Number.NEGATIVE_INFINITY : 0)));
  const upper = room.vector(m).fill(Number.POSITIVE_INFINITY);
  const friction = Int8Array.from(rows, ({ law }) => (isFriction(law) ? 1 : 0));
  const lowest = new Float64Array(m).fill(Number.NEGATIVE_INFINITY); // of first moments, N s^2
  const highest = new Float64Array(m).fill(Number.POSITIVE_INFINITY);
  let bounded = false;
  const sliding = room.vector(m);
  const unknown = room.vector(m);
  const residual = room.vector(n);
  const doubt = new Float64Array(n);
  const defect = room.vector(n);
  const defectDoubt = new Float64Array(n);
  const rest = new Float64Array(n);
  const needed = new Float64Array(n); // what no round changes of `residual` and of `rest`
  const neededMoment = new Float64Array(n);
  const target = new Float64Array(m);
  const turned = coupling.varies ? turnedForces(system, coupling) : undefined;

  /** Bounds of friction rows at rest, means over the step. */
  function setBounds({ points }: Laws): void {
    const a = points[0];
    const b = points[1];
    const c = points[2];
    for (let i = 0; i < m; i++) {
      if (friction[i] === 0) continue;
      lower[i] = -meanOf(a.forward, b.forward, c.forward, i);
      upper[i] = meanOf(a.backward, b.backward, c.backward, i);
    }
  }

  function begin(laws: Laws): void {
    setBounds(laws);
    bounded = true;
  }

  /** Forces of the laws: of rows that slide, and of those without force. */
  function setKnown(h: Vector, { points, varying }: Laws): void {
    for (let i = 0; i < m; i++) {
      if (unknown[i] === 1) continue;
      const sign = sliding[i]!;
      moment[i] = 0;
      force[i] = sign === 0 ? 0 : slidingForce(points[2], i, sign);
      if (sign === 0 || !varying) continue;
      const first = slidingForce(points[0], i, sign);
      const last = force[i]!;
      force[i] = WEIGHTS[0] * first + WEIGHTS[1] * slidingForce(points[1], i, sign) + WEIGHTS[2] * last;
      moment[i] = ((h[0]! * h[0]!) / 12) * (last - first);
    }
  }

  function addLook({ rowMean, rowMoment }: SecondLook): void {
    for (let i = 0; i < m; i++) {
      if (unknown[i] === 1) continue;
      force[i]! += rowMean[i]!;
      moment[i]! += rowMoment[i]!;
    }
  }

  /** target = W^T A x of the rows that are solved for; whether there are any. */
  function aim({ start, column, value }: Rows, x: Vector): boolean {
    let any = false;
    for (let i = 0; i < m; i++) {
      if (unknown[i] === 0) continue;
      any = true;
      let sum = 0;
      for (let k = start[i]!; k < start[i + 1]!; k++) sum += value[k]! * x[column[k]!]!;
      target[i] = sum;
    }
    return any;
  }

  /** What the smooth forces leave of the impulse, and what of it is in doubt. */
  function readNeeded({ h, momentum, points }: Reading, { lacking }: Laws, look: SecondLook | undefined): void {
    const q0 = points[0].referred;
    const q1 = points[1].referred;
    const q2 = points[2].referred;
    for (let k = 0; k < n; k++) {
      const mean = WEIGHTS[0] * q0[k]! + WEIGHTS[1] * q1[k]! + WEIGHTS[2] * q2[k]!;
      needed[k] = momentum[k]! / h[0]! - mean;
      doubt[k] = 0;
      if (!look) continue;
      needed[k]! -= look.mean[k]!;
      doubt[k] = look.doubt[k]!;
    }
    if (lacking) spreadDoubt(points[1].directions, lacking.doubt);
  }

  /** The impulse. */
  function balanceForces({ points }: Reading, { lacking }: Laws): void {
    copy(needed, residual);
    turned?.subtractMean(residual);
    if (lacking) subtractRows(points[1].directions, lacking.mean, residual);
    if (m > 0 && aim(coupling.forces.weights, residual)) ofForces.solve(unknown, lower, upper, target, force);
  }

  function spreadDoubt({ count, start, column, value }: Rows, ofRows: Vector): void {
    for (let i = 0; i < count; i++) {
      if (ofRows[i] === 0) continue;
      for (let k = start[i]!; k < start[i + 1]!; k++) doubt[column[k]!]! += Math.abs(ofRows[i]! * value[k]!);
    }
  }

  /**
   * A force between bounds has a first moment of at most h^2/8 times their distance. Where the direction of a row passes zero, or comes to lie
   * along that of a joint (a dead center), nothing else would keep its moment from being anything. Whether such rows are solved for.
   */
  function boundMoments(h: Vector): boolean {
    let any = false;
    for (let i = 0; i < m; i++) {
      if (unknown[i] === 0 || friction[i] === 0) continue;
      any = true;
      highest[i] = ((h[0]! * h[0]!) / 8) * (upper[i]! - lower[i]!);
      lowest[i] = -highest[i]!;
    }
    return any;
  }

  function readNeededMoments({ h: length, moment: found, points }: Reading, look: SecondLook | undefined): void {
    const h = length[0]!;
    const q0 = points[0].referred;
    const q2 = points[2].referred;
    for (let k = 0; k < n; k++) {
      neededMoment[k] = found[k]! - ((h * h) / 12) * (q2[k]! - q0[k]!);
      if (look) neededMoment[k]! -= look.moment[k]!;
    }
  }

  /** The first moment. */
  function balanceMoments(step: Reading, { lacking }: Laws): void {
    const h = step.h[0]!;
    copy(neededMoment, rest);
    turned?.subtractMoment(rest);
    if (lacking) subtractRows(step.points[1].directions, lacking.moment, rest, h * h);
    if (m === 0 || !aim(coupling.moments.weights, rest)) return;
    if (turned && boundMoments(step.h)) ofMoments.solve(unknown, lowest, highest, target, moment);
    else ofMoments.solveFree(unknown, target, moment);
  }

  /** What the forces that were found leave of the first moment. */
  function readDefects(step: Reading, { lacking }: Laws, look: SecondLook | undefined): void {
    const h = step.h[0]!;
    subtractRows(step.points[1].directions, moment, rest);
    rowsMultiply(inverseMass, rest, defect);
    for (let k = 0; k < n; k++) defect[k]! /= h;
    setZero(defectDoubt);
    if (look || lacking) blurDefects(h, look);
  }

  /** What is not known of a force makes a twelfth of it a moment, as in a force that changes along a line. */
  function blurDefects(h: number, look: SecondLook | undefined): void {
    const { start, column, value } = inverseMass;
    for (let k = 0; k < n; k++) {
      const ofRows = look ? doubt[k]! - look.doubt[k]! : doubt[k]!;
      rest[k] = ((h * h) / 12) * ofRows + (look ? look.doubtMoment[k]! : 0);
    }
    for (let k = 0; k < n; k++) {
      let sum = 0;
      for (let e = start[k]!; e < start[k + 1]!; e++) sum += Math.abs(value[e]!) * rest[column[e]!]!;
      defectDoubt[k] = sum / h;
    }
  }

  return {
    kept: {
      ...{ force, moment, lower, upper, sliding, unknown, residual, doubt, defect, defectDoubt },
      get bounded() {
        return bounded;
      },
      set bounded(saved) {
        bounded = saved;
      },
    },
    force,
    moment,
    lower,
    upper,
    sliding,
    unknown,
    residual,
    doubt,
    defect,
    defectDoubt,
    begin,
    solve(step, laws, look) {
      if (laws.varying || !bounded) begin(laws);
      setKnown(step.h, laws);
      if (look) addLook(look);
      turned?.clear();
      readNeeded(step, laws, look);
      if (moments) readNeededMoments(step, look);
      for (let round = turned && m > 0 ? TURNS : 0; ; round--) {
        balanceForces(step, laws);
        if (moments) balanceMoments(step, laws);
        if (round === 0 || !turned!.read(step, force, moment)) break;
      }
      subtractRows(step.points[1].directions, force, residual);
      if (moments) readDefects(step, laws, look);
    },
  };
}

/** out -= W F, F so many times what is given */
function subtractRows({ count, start, column, value }: Rows, force: Vector, out: Vector, times = 1): void {
  for (let i = 0; i < count; i++) {
    const size = times * force[i]!;
    if (size === 0) continue;
    for (let k = start[i]!; k < start[i + 1]!; k++) out[column[k]!]! -= size * value[k]!;
  }
}
