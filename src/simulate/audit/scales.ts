/** What the audit's numbers are measured by: a tolerance for each, from the machine's own scales and from round-off. */
import { isFriction } from "../../model/rows/law.ts";
import type { System } from "../../model/system.ts";
import { type Rows, rowsAddTransposed, rowsMultiply } from "../../numeric/rows.ts";
import { copy, type Vector } from "../../numeric/vector.ts";
import type { Findings } from "./checks.ts";

/** Part of its scale that an exact motion may be off by. */
const PROOF = 1e-6;
/** Of the way of a row's coordinates, and of their places: a held row does not move at all. */
const DRIFT = 1e-8;
const DRIFT_DIGITS = 1e-12;
/** What solving for forces loses of their terms. */
const SOLVED = 1e-11;
/** And of the speeds that these forces make in a step: what is held is brought to rest, not to a small speed. */
const SOLVED_SPEED = 1e-13;
const CLOSED = 1e-9;
/** Part of the forces along a row that counts like its limit: dependent rows share them, each within its own limit. */
const SHARE = 1e-2;
const DIGITS = 64 * Number.EPSILON;
/** Of forces that balance, over one step. */
const ULPS = 4 * Number.EPSILON;
/** A bounce that rises by fewer last digits of the place is none: its flight cannot be told from rest. */
const HOP = 1000;
/** Rows through which a force is followed. */
const HOPS = 4;

export interface Scales {
  /** A coordinate each: N, m/s, N s. */
  readonly force: Vector;
  readonly speed: Vector;
  readonly momentum: Vector;
  /** A row each: m, N, N of open stops, m/s, m/s. */
  readonly drift: Vector;
  readonly rowForce: Vector;
  readonly openForce: Vector;
  readonly rowSpeed: Vector;
  readonly rate: Vector;
  /** A row each: what its forces outside of the limits are measured by, N. */
  readonly box: Vector;
  /** A row each: what the condition of a joint may be off by, m. */
  readonly violation: Vector;
  /** A row each: depth that is none, m. */
  readonly gap: Vector;
  /** The way of a gap in a step, m. */
  readonly gapOfStep: number;
  /** J */
  readonly energyNoise: number;
}

/** Vectors of the next length that is asked for. */
type Take = (length: number) => Vector;

/** Reads the scales of a run that is over; they hold until the next one is. */
export function scaleReader(system: System): (findings: Findings) => Scales {
  const kept: Vector[] = [];
  return (findings) => {
    let taken = 0; // lengths are asked for in the same order each time
    return scalesOf(system, findings, (length) => {
      const k = taken++;
      kept[k] ??= new Float64Array(length);
      return kept[k];
    });
  };
}

function scalesOf(system: System, findings: Findings, take: Take): Scales {
  const { step, laws, errors, stick, reported, impacts, coupling, tangents, carried, times, box } = findings;
  const longest = times[2]!;
  const { largest } = step;
  const n = system.size;
  const m = system.rows.length;
  const { force, noise } = errors.scales(step);
  const { mass, directions, inverseRows, inverseMass } = coupling.largest;
  const ofRows = product(inverseRows, force, m, take);
  const own = copied(force, take);
  rowsAddTransposed(directions, reported.used, own); // dependent rows may hold against each other
  const all = passedOn(system, own, findings, take); // what rows can pass on
  const solved = product(inverseRows, all, m, take);
  const acceleration = product(inverseMass, all, n, take);
  const way = product(directions, largest.way, m, take);
  const inertia = product(mass, acceleration, n, take); // moves a coordinate by what is coupled to it
  const carriedOver = product(inverseRows, product(mass, largest.position, n, take), m, take);
  const speeds = mapped(take, largest.velocity, (speed, k) => speed + carried.ofCoordinates[k]!);
  const energy =
    along(speeds, product(mass, speeds, n, take)) +
    along(largest.position, product(tangents.largest.stiffness, largest.position, n, take));
  const time = Math.abs(step.points[2].at[0]!);
  const rate = laws.largestSpeed.reduce((most, speed) => Math.max(most, speed), 0);
  const depths = mapped(take, stick.terms, (terms, i) => terms + Math.abs(system.rows[i]!.law.stop?.gap ?? 0));
  return {
    force: mapped(take, force, (size, k) => PROOF * size + noise[k]! + SOLVED * inertia[k]!),
    speed: mapped(take, largest.velocity, (speed, k) => PROOF * speed + SOLVED_SPEED * longest * acceleration[k]!),
    // what does not move has no momentum: impulses cancel there to their digits
    momentum: mapped(
      take,
      product(mass, largest.velocity, n, take),
      (size, k) => PROOF * size + DIGITS * impacts.terms[k]!,
    ),
    // a place of zero has no digits of its own: round-off of the forces that hold it moves it by theirs
    drift: mapped(
      take,
      way,
      (size, i) => DRIFT * size + DRIFT_DIGITS * stick.terms[i]! + DIGITS * longest * longest * solved[i]!,
    ),
    rowForce: mapped(take, reported.used, (size, i) => PROOF * size + (SOLVED * solved[i]!) / coupling.compliance[i]!),
    openForce: mapped(take, reported.used, (size) => PROOF * size),
    rowSpeed: mapped(
      take,
      carried.drives,
      (speed, i) => PROOF * (speed + leastPart(directions, largest.velocity, i)) + SOLVED_SPEED * longest * solved[i]!,
    ),
    rate: mapped(
      take,
      impacts.largestRate,
      (speed, i) => PROOF * speed + Math.sqrt(HOP * Number.EPSILON * ofRows[i]! * depths[i]!),
    ),
    box: mapped(take, laws.largestLimit, (limit, i) =>
      system.rows[i]!.law.stop
        ? box.largestForce[i]! + (SHARE * solved[i]!) / coupling.compliance[i]! // it may bear nothing but round-off
        : (limit || 1) + (SHARE * ofRows[i]!) / coupling.compliance[i]!,
    ),
    // a place of zero has no digits of its own: those of what is coupled to it by inertia move it, and round-off of the forces that hold it
    violation: mapped(
      take,
      depths,
      (size, i) => CLOSED * size + DIGITS * (carriedOver[i]! + longest * longest * solved[i]!),
    ),
    gap: mapped(take, depths, (size, i) => CLOSED * size + DIGITS * longest * longest * solved[i]!),
    gapOfStep: longest * rate,
    // round-off of forces that balance moves what is free, and rubs it
    energyNoise:
      DIGITS * energy + SOLVED * along(largest.way, inertia) + ULPS * time * longest * along(all, acceleration),
  };
}

/**
 * Largest force on each coordinate with what comes from others through rows, from one to the next: solving leaves round-off of it, N.
 * A friction row passes on its limit at most: several on one coordinate would otherwise pass all of it back and forth. A stop or joint that bears nothing
 * still bears the round-off of what it could.
 */
function passedOn({ rows }: System, force: Vector, { coupling, laws }: Findings, take: Take): Vector {
  const { largest, compliance } = coupling;
  const { directions, inverseRows } = largest;
  const most = mapped(take, laws.largestLimit, (limit, i) =>
    isFriction(rows[i]!.law) ? limit : Number.POSITIVE_INFINITY,
  );
  const self = mapped(take, compliance, (_, i) => alongRow(inverseRows, directions, i));
  let all = force;
  let ofRows = take(rows.length).fill(0);
  for (let hop = 0; hop < HOPS; hop++) {
    const before = ofRows;
    // what a row gets back of its own force it does not pass on again
    ofRows = mapped(take, product(inverseRows, all, rows.length, take), (size, i) =>
      Math.min((size - self[i]! * before[i]!) / compliance[i]!, most[i]!),
    );
    const next = copied(force, take);
    rowsAddTransposed(directions, ofRows, next);
    all = next;
  }
  return all;
}

/** Scalar product of row i of two lists with the same columns, or more of them in the first. */
function alongRow(one: Rows, other: Rows, i: number): number {
  let sum = 0;
  for (let k = other.start[i]!; k < other.start[i + 1]!; k++) {
    for (let e = one.start[i]!; e < one.start[i + 1]!; e++) {
      if (one.column[e] === other.column[k]) sum += one.value[e]! * other.value[k]!;
    }
  }
  return sum;
}

/** Smallest of the terms of row i: of what is held each coordinate is, the slow one and the one that a row hardly feels too. */
function leastPart({ start, column, value }: Rows, sizes: Vector, i: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let k = start[i]!; k < start[i + 1]!; k++) {
    if (value[k] !== 0) least = Math.min(least, value[k]! * sizes[column[k]!]!);
  }
  return least < Number.POSITIVE_INFINITY ? least : 0;
}

/** As x.map(entry), but without asking what kind of array it is to be. */
function mapped(take: Take, x: Vector, entry: (value: number, k: number) => number): Vector {
  const out = take(x.length);
  for (let k = 0; k < x.length; k++) out[k] = entry(x[k]!, k);
  return out;
}

function copied(x: Vector, take: Take): Vector {
  const out = take(x.length);
  copy(x, out);
  return out;
}

function product(rows: Rows, x: Vector, count: number, take: Take): Vector {
  const out = take(count);
  rowsMultiply(rows, x, out);
  return out;
}

function along(x: Vector, y: Vector): number {
  let sum = 0;
  for (let k = 0; k < x.length; k++) sum += x[k]! * y[k]!;
  return sum;
}
