/**
 * Held rows: forces that keep the slips of a set of stuck rows at zero. Of dependent rows only independent ones hold;
 * the forces of the others are given.
 */
import { massWeights, type System } from "../../model/system.ts";
import type { Kept } from "../../numeric/kept.ts";
import { luSolveWithin } from "../../numeric/lu.ts";
import { findRanges, newRanges } from "../../numeric/ranges.ts";
import { rowsAddTransposed, rowsMultiply } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import { couplingScale, factorCoupled } from "../../step/dependent.ts";
import { stickProjection } from "../../step/stick.ts";
import { type IndependentRows, independentRows } from "./independent-rows.ts";

export interface Hold {
  /** 1 for rows that hold. */
  readonly holds: Int8Array;
  /** Whether there are rows that depend on others. */
  readonly dependent: boolean;
  /** Mass and directions follow to a position, where they change with it; no row holds then. */
  place(q: Vector): void;
  /** The same, and the rows that hold go on to do so; false: they have become dependent, and none holds. */
  follow(q: Vector): boolean;
  /** No row holds. */
  clear(): void;
  /** Lets a row hold; false (and it does not) when it depends on those that do. */
  add(row: number): boolean;
  /** Whether a row depends on those that hold. */
  spans(row: number): boolean;
  /** All rows are added. */
  prepare(): void;
  /** acceleration = M^{-1} (known + W F), F of the holding rows such that w.a of stuck rows is `stuckRate`; F to `force`. */
  solve(known: Vector, stuckRate: Vector, acceleration: Vector, force: Vector): void;
  /** Both halves of it: acceleration = M^{-1} known, whatever holds; and what is added to that. */
  free(known: Vector, acceleration: Vector): void;
  restrain(stuckRate: Vector, acceleration: Vector, force: Vector): void;
  /** Sets w.z of stuck rows to `stuckRate` exactly; of rows that depend on each other, of independent ones. */
  project(mode: Int8Array, stuckRate: Vector, z: Vector): void;
  /** Which rows hold, and their factors; of systems whose mass and directions are constant. */
  readonly kept: Kept;
}

/** `origin`: a position at which mass and directions are defined. */
export function hold(system: System, origin: Vector = new Float64Array(system.size)): Hold {
  const n = system.size;
  const m = system.rows.length;
  const mass = system.matrix();
  const directions = system.newDirections();
  const columns = Array.from({ length: m }, () => new Float64Array(n));
  const G = new Float64Array(m * m);
  const unit = new Float64Array(m);
  const response = new Float64Array(m);
  const scale = new Float64Array(m);
  const holds = new Int8Array(m);
  const index = new Int32Array(m);
  const last = new Int32Array(m);
  const factors = new Float64Array(m * m);
  const pivots = new Int32Array(m);
  const inner = new Float64Array(m);
  const factorRanges = newRanges(m);
  const columnRanges = newRanges(m);
  const place = origin.slice(); // it may be that of a state
  let projection: ((mode: Int8Array, stuckRate: Vector, z: Vector) => void) | undefined; // made where it is asked for
  let independent: IndependentRows | undefined;
  let count = 0;

  const factor = () => factorCoupled(G, m, scale, index, count, factors, pivots);

  /** What mass and directions at a position make of it; whether all rows together depend on each other. */
  function couple(q: Vector): boolean {
    system.massAt(q, mass);
    system.directionsAt(q, directions);
    mass.factor();
    for (let j = 0; j < m; j++) {
      unit.fill(0);
      unit[j] = 1;
      columns[j]!.fill(0);
      rowsAddTransposed(directions, unit, columns[j]!);
      mass.solve(columns[j]!);
      rowsMultiply(directions, columns[j]!, response);
      for (let i = 0; i < m; i++) G[i * m + j] = response[i]!;
    }
    for (let j = 0; j < m; j++) rangeOf(j);
    couplingScale(G, m, scale);
    independent?.refresh();
    for (let i = 0; i < m; i++) index[i] = i;
    count = m;
    const depends = !factor();
    count = 0;
    holds.fill(0);
    return depends;
  }

  /** Between which coordinates a row's column has entries. */
  function rangeOf(j: number): void {
    const y = columns[j]!;
    let from = 0;
    let to = n;
    while (to > 0 && y[to - 1] === 0) to--;
    while (from < to && y[from] === 0) from++;
    columnRanges.first[j] = from;
    columnRanges.last[j] = to;
  }

  let dependent = couple(origin);

  function makeProjection() {
    const stick = stickProjection(directions, n, massWeights(system, place), () => true);
    const among = independentRows(system, G, scale);
    independent = among;
    return (mode: Int8Array, stuckRate: Vector, z: Vector) =>
      stick.apply(dependent ? among.of(mode) : mode, z, stuckRate);
  }

  function free(known: Vector, acceleration: Vector): void {
    acceleration.set(known);
    mass.solve(acceleration);
  }

  function restrain(stuckRate: Vector, acceleration: Vector, force: Vector): void {
    if (count === 0) return;
    rowsMultiply(directions, acceleration, response);
    for (let a = 0; a < count; a++) inner[a] = scale[index[a]!]! * (stuckRate[index[a]!]! - response[index[a]!]!);
    luSolveWithin(factors, count, m, pivots, factorRanges, inner);
    for (let a = 0; a < count; a++) {
      const i = index[a]!;
      const f = scale[i]! * inner[a]!;
      force[i] = f;
      const y = columns[i]!;
      const to = columnRanges.last[i]!;
      for (let k = columnRanges.first[i]!; k < to; k++) acceleration[k]! += f * y[k]!;
    }
  }

  const counted = {
    get rows() {
      return count;
    },
    set rows(saved) {
      count = saved;
    },
  };

  return {
    kept: { holds, index, factors, pivots, factorRanges, counted },
    holds,
    get dependent() {
      return dependent;
    },
    place(q) {
      if (!system.constant.mass || !system.constant.directions) dependent = couple(q);
    },
    follow(q) {
      const holding = count;
      last.set(index);
      dependent = couple(q);
      count = holding;
      index.set(last);
      for (let a = 0; a < count; a++) holds[index[a]!] = 1;
      const stillHold = factor();
      if (stillHold) findRanges(factors, count, count, m, factorRanges);
      else {
        count = 0;
        holds.fill(0);
      }
      return stillHold;
    },
    clear() {
      count = 0;
      holds.fill(0);
    },
    add(row) {
      index[count++] = row;
      if (dependent && !factor()) {
        count--;
        return false;
      }
      holds[row] = 1;
      return true;
    },
    spans(row) {
      index[count++] = row;
      const depends = !factor();
      count--;
      return depends;
    },
    prepare() {
      factor();
      findRanges(factors, count, count, m, factorRanges);
    },
    solve(known, stuckRate, acceleration, force) {
      free(known, acceleration);
      restrain(stuckRate, acceleration, force);
    },
    free,
    restrain,
    project(mode, stuckRate, z) {
      projection ??= makeProjection();
      projection(mode, stuckRate, z);
    },
  };
}
