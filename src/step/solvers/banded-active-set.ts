/**
 * `active-set` for large machines: the same sets and the same rule as in pivoting.ts, but each set is solved in one banded saddle-point
 * system of the coordinates and the forces of the rows, which stand beside the coordinates that they act on,
 *     A dz - W F = -R,   D dz + E F = -r where a row is stuck,   F = its bound elsewhere.
 * Nothing is condensed: G couples all rows as soon as A couples neighbors. A change of the set costs one factorization of the band.
 */
import { Banded, landing } from "../../numeric/banded.ts";
import { powerOfTwo } from "../../numeric/elementary/binary.ts";
import type { Rows } from "../../numeric/rows.ts";
import { bandWithin, type Places, placesOf } from "../../numeric/saddle-places.ts";
import { copy, type Vector } from "../../numeric/vector.ts";
import { DEPENDENT } from "../dependent.ts";
import type { SolveStatus, Stats, Step, StepSolver } from "../step.ts";
import { ROUND_OFF } from "./condensed.ts";
import { exchange, PATIENCE, settle } from "./exchange.ts";

/** Weight of the proximal rounds relative to the mobility of a row, and how many there may be: as in active-set.ts. */
const PROXIMAL = 1e-7;
const PROXIMAL_ROUNDS = 80;

export interface BandedSolver extends StepSolver {
  /** Factorizations of the saddle-point system so far. */
  readonly factorizations: Int32Array;
  /** Numbers that the system keeps. */
  readonly stored: number;
}

/** Rows up to which a problem that the proximal rounds leave is condensed to its rows. */
const MOST_CONDENSED = 200;

/** Undefined where the band would not be much narrower than the whole. `condensed`: makes the solver that knows more of dependent rows. */
export function bandedActiveSet(step: Step, condensed?: () => StepSolver): BandedSolver | undefined {
  if (!(step.tangent instanceof Banded)) return undefined;
  const places = placesOf(step);
  const band = bandWithin(step, step.tangent.band, places);
  if (2 * band.below + band.above + 1 > (step.size + step.count) / 2) return undefined;
  return solver(step, step.tangent, places, new Banded(step.size + step.count, band), condensed);
}

function solver(
  step: Step,
  tangent: Banded,
  { ofCoordinate, ofRow }: Places,
  saddle: Banded,
  condensed: (() => StepSolver) | undefined,
): BandedSolver {
  const { size: n, count: m, directions, slipRows } = step;
  const ofTangent = landing(tangent, saddle, ofCoordinate);
  const ofDirections = entryPlaces(directions, (i, j) => saddle.placeOf(ofCoordinate[j]!, ofRow[i]!));
  const ofSlips = entryPlaces(slipRows, (i, j) => saddle.placeOf(ofRow[i]!, ofCoordinate[j]!));
  const ofForce = Int32Array.from(ofRow, (row) => saddle.placeOf(row, row));
  const unit = new Float64Array(n); // coordinates and forces in units that make the entries comparable
  const rowUnit = new Float64Array(m);
  const free = new Float64Array(n); // A^{-1} (-R)
  const x = new Float64Array(n + m);
  const shift = new Float64Array(m); // compliance of the proximal rounds
  const center = new Float64Array(m);
  const start = new Float64Array(m);
  const set = new Int8Array(m);
  const factored = new Int8Array(m);
  const side = new Int8Array(m);
  const resting = new Int8Array(m);
  const factorizations = new Int32Array(1);
  const passes = new Int32Array(1);
  const slipSize = new Float64Array(2); // of a row: its slip, and the terms it is summed from
  const limit = 1000 + 100 * m;
  let version = -1;
  let sound = false;
  let stale = true; // the matrices have changed since
  let other: StepSolver | undefined;

  function rescale(): void {
    for (let k = 0; k < n; k++) {
      const own = Math.abs(tangent.at(k, k));
      unit[k] = own > 0 ? powerOfTwo(1 / Math.sqrt(own)) : 1;
    }
    for (let i = 0; i < m; i++) {
      let mobility = 0;
      for (let k = directions.start[i]!; k < directions.start[i + 1]!; k++) {
        const part = directions.value[k]! * unit[directions.column[k]!]!;
        mobility += part * part;
      }
      rowUnit[i] = mobility > 0 ? powerOfTwo(1 / Math.sqrt(mobility)) : 1;
    }
  }

  function fill(): void {
    saddle.clear();
    saddle.addScaled(tangent, unit, ofTangent);
    for (let i = 0; i < m; i++) {
      const own = rowUnit[i]!;
      for (let k = directions.start[i]!; k < directions.start[i + 1]!; k++) {
        saddle.addAt(ofDirections[k]!, -unit[directions.column[k]!]! * directions.value[k]! * own);
      }
      if (set[i] !== 0) {
        saddle.addAt(ofForce[i]!, 1);
        continue;
      }
      for (let k = slipRows.start[i]!; k < slipRows.start[i + 1]!; k++) {
        saddle.addAt(ofSlips[k]!, own * slipRows.value[k]! * unit[slipRows.column[k]!]!);
      }
      saddle.addAt(ofForce[i]!, own * own * (step.compliance[i]! + shift[i]!));
    }
  }

  /** Factors the system of the present set, when it is another one; false when stuck rows depend on each other. */
  function factor(): boolean {
    let same = !stale;
    for (let i = 0; i < m; i++) if ((set[i] === 0) !== (factored[i] === 0)) same = false;
    if (same) return sound;
    stale = false;
    factored.set(set);
    fill();
    factorizations[0]!++;
    sound = saddle.factor(DEPENDENT);
    return sound;
  }

  /** dz and forces of the present set. */
  function solveSet(dz: Vector, force: Vector): boolean {
    if (!factor()) return false;
    for (let k = 0; k < n; k++) x[ofCoordinate[k]!] = 0 - unit[k]! * step.residual[k]!; // no -0
    for (let i = 0; i < m; i++) {
      const bound = set[i]! < 0 ? step.lower[i]! : step.upper[i]!;
      x[ofRow[i]!] = set[i] !== 0 ? bound / rowUnit[i]! : rowUnit[i]! * (0 - step.slip[i]! + shift[i]! * center[i]!);
    }
    saddle.solve(x);
    for (let k = 0; k < n; k++) dz[k] = 0 + unit[k]! * x[ofCoordinate[k]!]!;
    for (let i = 0; i < m; i++) {
      if (set[i] === 0) force[i] = 0 + rowUnit[i]! * x[ofRow[i]!]!;
      else force[i] = set[i]! < 0 ? step.lower[i]! : step.upper[i]!;
    }
    return true;
  }

  /** r + D dz + E F of a row; what the forces change may cancel what is there without them, so both count as terms. */
  function measureSlip(i: number, dz: Vector, force: Vector): void {
    let sum = step.slip[i]!;
    let terms = Math.abs(sum);
    for (let k = slipRows.start[i]!; k < slipRows.start[i + 1]!; k++) {
      const j = slipRows.column[k]!;
      sum += slipRows.value[k]! * dz[j]!;
      terms += Math.abs(slipRows.value[k]!) * (Math.abs(dz[j]!) + 2 * Math.abs(free[j]!));
    }
    const given = (step.compliance[i]! + shift[i]!) * force[i]! - shift[i]! * center[i]!;
    slipSize[0] = sum + given;
    slipSize[1] = terms + Math.abs(given);
  }

  /** The side where each row belongs; returns how many must change. */
  function judge(dz: Vector, force: Vector): number {
    const { lower, upper } = step;
    let wrong = 0;
    for (let i = 0; i < m; i++) {
      resting[i] = 0;
      side[i] = set[i]!;
      if (lower[i] === upper[i]) continue;
      if (set[i] === 0) {
        const width = upper[i]! - lower[i]!;
        const slack = ROUND_OFF * (width < Number.POSITIVE_INFINITY ? width : Math.abs(force[i]!));
        if (force[i]! < lower[i]! - slack) side[i] = -1;
        else if (force[i]! > upper[i]! + slack) side[i] = 1;
      } else {
        measureSlip(i, dz, force);
        if (Math.abs(slipSize[0]!) <= ROUND_OFF * slipSize[1]!) resting[i] = 1;
        else if (set[i]! < 0 ? slipSize[0]! < 0 : slipSize[0]! > 0) side[i] = 0;
      }
      if (side[i] !== set[i]) wrong++;
    }
    return wrong;
  }

  function pivot(dz: Vector, force: Vector): SolveStatus {
    let fewest = m + 1;
    let patience = PATIENCE;
    for (let pass = 0; pass < limit; pass++) {
      passes[0]!++;
      if (!solveSet(dz, force)) return "singular";
      const wrong = judge(dz, force);
      if (wrong === 0) {
        settle(set, resting, step.lower, step.upper, force);
        return "solved";
      }
      patience = wrong < fewest ? PATIENCE : patience - 1;
      fewest = Math.min(fewest, wrong);
      exchange(set, side, patience > 0);
    }
    return "not-converged";
  }

  /** Whether the forces solve the problem without the shift; if so, `set` as the slips say. */
  function isSolved(dz: Vector, force: Vector): boolean {
    for (let i = 0; i < m; i++) {
      if (step.lower[i] === step.upper[i]) continue;
      measureSlip(i, dz, force);
      if (Math.abs(slipSize[0]!) <= ROUND_OFF * slipSize[1]!) set[i] = 0;
      else if (force[i]! <= step.lower[i]! && slipSize[0]! > 0) set[i] = -1;
      else if (force[i]! >= step.upper[i]! && slipSize[0]! < 0) set[i] = 1;
      else return false;
    }
    return true;
  }

  function setShift(weight: number): void {
    for (let i = 0; i < m; i++) shift[i] = weight / (rowUnit[i]! * rowUnit[i]!);
    stale = true;
  }

  /** Forces near the previous ones, where stuck rows depend on each other. */
  function proximal(dz: Vector, force: Vector): SolveStatus {
    copy(start, center);
    copy(start, force);
    for (let round = 0; round < PROXIMAL_ROUNDS; round++) {
      setShift(PROXIMAL);
      const status = pivot(dz, force);
      setShift(0);
      if (status !== "solved") return "not-converged";
      if (isSolved(dz, force)) return "solved";
      copy(force, center);
    }
    return "not-converged";
  }

  /** As the rows alone say, from the forces before. */
  function solveCondensed(dz: Vector, force: Vector, stats: Stats): SolveStatus {
    other ??= condensed!();
    copy(start, force);
    stats.solves--; // it is the same one
    const status = other.solve(dz, force, stats);
    set.set(other.set);
    return status;
  }

  function restsAtBound(force: Vector): boolean {
    for (let i = 0; i < m; i++) {
      if (set[i] === 0 && (force[i] === step.lower[i] || force[i] === step.upper[i])) return true;
    }
    return false;
  }

  return {
    set,
    factorizations,
    stored: saddle.stored,
    solve(dz, force, stats) {
      stats.solves++;
      if (version !== step.version) {
        if (!tangent.factor()) return "singular";
        version = step.version;
        rescale();
        stale = true;
      }
      for (let k = 0; k < n; k++) free[k] = 0 - step.residual[k]!;
      tangent.solve(free);
      copy(force, start);
      // the guess comes from the forces alone, so that a copied state goes on with the same digits
      for (let i = 0; i < m; i++) set[i] = force[i]! <= step.lower[i]! ? -1 : force[i]! >= step.upper[i]! ? 1 : 0;
      passes[0] = 0;
      let status = pivot(dz, force);
      const fallback = status === "singular" || status === "not-converged";
      if (fallback) status = proximal(dz, force);
      stats.iterations += passes[0]!;
      if (status !== "solved" && condensed && m <= MOST_CONDENSED) return solveCondensed(dz, force, stats);
      if ((fallback || restsAtBound(force)) && !factor()) stats.nonUnique++;
      return status;
    },
  };
}

/** Where the entries of rows stand. */
function entryPlaces({ start, column }: Rows, place: (row: number, column: number) => number): Int32Array {
  const places = new Int32Array(column.length);
  for (let i = 0; i + 1 < start.length; i++) {
    for (let k = start[i]!; k < start[i + 1]!; k++) places[k] = place(i, column[k]!);
  }
  return places;
}
