/** Impacts: M (v+ - v-) = N p with p >= 0 on the stops that are closed (and any on joints), and rates by the restitution. */
import type { System } from "../../model/system.ts";
import type { Kept } from "../../numeric/kept.ts";
import { type Rows, rowsAddTransposed, rowsMultiply } from "../../numeric/rows.ts";
import { copy, setZero, type Vector } from "../../numeric/vector.ts";
import type { State } from "../../scheme/scheme.ts";
import { boxLeastSquares } from "./box-least-squares.ts";
import type { Coupling } from "./coupling.ts";
import type { Modes } from "./modes.ts";
import { rattleCheck } from "./rattle.ts";
import type { Reading } from "./reading.ts";

/** A rate this near to the restitution's (relative to the largest of the stop) is it. */
const SAME_RATE = 1e-6;
/** Of the gap below which a stop may be closed, what round-off does not open. */
const APART = 1e-5;
/** Part of a closed gap at which a stop is certainly hit: of two that bounce in turns, the other may be nearly closed. */
const HIT = 1e-3;
/**
 * Part of a closed gap, some hundred last digits of the places, up to which a flight cannot be told from rest: a stop that is hit again after no more may keep what is left. Two stops
 * that throw a mass to each other across such a gap take its speed in no time.
 */
const FLIGHT = 2e-4;
/** And this near relative to what the impact's energy could change it by: impulses of several stops may cancel on one of them. */
const CANCELED = 1e-12;

export interface ImpactCheck {
  /** Largest impulse that no stop and no joint gives, N s a coordinate. */
  readonly residual: Vector;
  /** Largest sum of the rows' impulses on each coordinate, in size, N s: they may cancel there, but for their digits. */
  readonly terms: Vector;
  /** By how much a stop's rate fell short of its restitution, m/s, and the largest rate before an impact. */
  readonly shortfall: Vector;
  readonly largestRate: Vector;
  /** Largest of the gaps at which stops were hit, m: of each impact the smallest. */
  readonly gap: Vector;
  /** 1 for stops that were hit last. */
  readonly hit: Vector;
  /** Impulses of the rows in the last impact, N s. */
  readonly given: Vector;
  /** How long the impacts took that were told as the last one, s. */
  readonly took: Vector;
  check(before: State, after: State, reading: Reading): void;
  readonly kept: Kept;
}

export function impactCheck(system: System, modes: Modes, coupling: Coupling): ImpactCheck {
  const { mass, compliance } = coupling;
  const n = system.size;
  const { rows } = system;
  const m = rows.length;
  const solver = boxLeastSquares(coupling.forces);
  const residual = new Float64Array(n);
  const terms = new Float64Array(n);
  const sizes = new Float64Array(n);
  const shortfall = new Float64Array(m);
  const largestRate = new Float64Array(m);
  const gap = new Float64Array(1);
  const hit = new Float64Array(m);
  const gaps = new Float64Array(m);
  const hitTime = new Float64Array(m).fill(Number.NEGATIVE_INFINITY); // of each stop the last one, s, and its rate after it, m/s
  const hitRate = new Float64Array(m);
  const rate0 = new Float64Array(m);
  const rate1 = new Float64Array(m);
  const open = new Float64Array(m);
  const lower = Float64Array.from(rows, ({ law }) => (law.joint ? Number.NEGATIVE_INFINITY : 0));
  const upper = new Float64Array(m).fill(Number.POSITIVE_INFINITY);
  const change = new Float64Array(n);
  const impulse = new Float64Array(n);
  const target = new Float64Array(m);
  const force = new Float64Array(m);
  const given = new Float64Array(m);
  const short = new Float64Array(m); // shortfalls of the present impact, m/s
  const took = new Float64Array(1);
  const rattle = rattleCheck(system, coupling);

  /**
   * Whether impacts that crowd lead to the rates after the jump, before forces can change these: then all of their stops may have pushed, and none has to throw back what it would alone.
   */
  function rattles(): boolean {
    const time = rattle.follow(gaps, rate0);
    if (!(time < Number.POSITIVE_INFINITY)) return false;
    let fastest = 0;
    for (let i = 0; i < m; i++) if (rattle.part[i] === 1) fastest = Math.max(fastest, largestRate[i]!);
    for (let i = 0; i < m; i++) {
      if (rattle.part[i] === 0) continue;
      const off = Math.abs(rate1[i]! - rattle.rate[i]!) + modes.push[i]! * time;
      if (off > SAME_RATE * fastest) return false;
    }
    took[0] = time;
    return true;
  }

  function takeTogether(): void {
    for (let i = 0; i < m; i++) {
      if (rattle.part[i] === 0) continue;
      short[i] = 0;
      open[i] = 1;
      hit[i] = 1;
    }
  }

  /** Which rows may give an impulse, and whether the stops obey their restitution. */
  function readRows(time: number, reading: Reading): void {
    let energy = 0;
    for (let k = 0; k < n; k++) energy += impulse[k]! * change[k]!;
    setZero(open);
    setZero(hit);
    setZero(short);
    took[0] = 0;
    let late = false;
    for (let i = 0; i < m; i++) {
      const { stop, joint } = rows[i]!.law;
      if (joint) open[i] = 1;
      if (!stop) continue;
      const closed = modes.closedGap(i, reading);
      if (Math.abs(gaps[i]!) > closed) continue;
      const wanted = -stop.restitution * rate0[i]!;
      // another stop's impact reaches it through the mass before it is hit itself: it goes on to close, and has not pushed
      const seen = SAME_RATE * Math.max(Math.abs(rate0[i]!), largestRate[i]!);
      if (rate1[i]! < -seen && gaps[i]! > APART * closed) {
        open[i] = 0;
        continue;
      }
      if (rate0[i]! < 0 && rate1[i]! > rate0[i]!) {
        hit[i] = 1;
        largestRate[i] = Math.max(largestRate[i]!, -rate0[i]!);
        const past = time - hitTime[i]!;
        const rests = (hitRate[i]! + modes.push[i]! * past) * past <= FLIGHT * closed;
        if (!rests && Math.abs(gaps[i]!) <= HIT * closed) short[i] = Math.max(0, wanted - rate1[i]!);
        late ||= wanted - rate1[i]! > SAME_RATE * largestRate[i]!;
        hitTime[i] = time;
        hitRate[i] = rate1[i]!;
      }
      const blur = CANCELED * Math.sqrt(compliance[i]! * Math.max(energy, 0));
      open[i] = rate1[i]! - wanted <= Math.max(SAME_RATE * largestRate[i]!, blur) ? 1 : 0;
    }
    if (late && rattles()) takeTogether();
    for (let i = 0; i < m; i++) shortfall[i] = Math.max(shortfall[i]!, short[i]!);
  }

  function noteGap(): void {
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < m; i++) {
      if (rows[i]!.law.stop && rate1[i]! > rate0[i]!) least = Math.min(least, Math.abs(gaps[i]!));
    }
    if (least < Number.POSITIVE_INFINITY) gap[0] = Math.max(gap[0]!, least);
  }

  function readTerms({ start, column, value }: Rows): void {
    setZero(sizes);
    for (let i = 0; i < m; i++) {
      for (let k = start[i]!; k < start[i + 1]!; k++) sizes[column[k]!]! += Math.abs(value[k]! * given[i]!);
    }
    for (let k = 0; k < n; k++) terms[k] = Math.max(terms[k]!, sizes[k]!);
  }

  return {
    kept: { residual, terms, shortfall, largestRate, gap, hit, hitTime, hitRate },
    residual,
    terms,
    shortfall,
    largestRate,
    gap,
    hit,
    given,
    took,
    check(before, after, reading) {
      for (let k = 0; k < n; k++) change[k] = after.velocity[k]! - before.velocity[k]!;
      const { directions } = reading.points[2];
      rowsMultiply(mass, change, impulse);
      system.gapsAt(before.position, gaps);
      rowsMultiply(directions, before.velocity, rate0);
      rowsMultiply(directions, after.velocity, rate1);
      readRows(before.time, reading);
      noteGap();
      rowsMultiply(coupling.forces.weights, impulse, target);
      setZero(force);
      solver.solve(open, lower, upper, target, force);
      copy(force, given);
      readTerms(directions);
      for (let i = 0; i < m; i++) force[i] = -force[i]!;
      rowsAddTransposed(directions, force, impulse);
      for (let k = 0; k < n; k++) residual[k] = Math.max(residual[k]!, Math.abs(impulse[k]!));
    },
  };
}
