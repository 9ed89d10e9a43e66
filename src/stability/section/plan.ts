/**
 * A section of the positions of a machine: one or two coordinates that are looked at. Of the others, as many are solved for as joints tie
 * coordinates and no row holds them; the rest of them keep their initial values.
 */

import type { System } from "../../model/system.ts";
import { inner, type PlainMatrix } from "../../numeric/plain-matrix.ts";
import { splitSpace } from "../../numeric/subspace.ts";
import type { Vector } from "../../numeric/vector.ts";
import { type Balance, holdingRows, type RestForces, restBalance } from "./balance.ts";

export interface SectionAxis {
  readonly coordinate: number;
  readonly from: number;
  readonly to: number;
  /** The range was not given, and may be changed to show the set. */
  readonly adapts: boolean;
}

export interface Plan {
  readonly system: System;
  readonly balance: Balance;
  readonly initial: Vector;
  /** None where no friction holds anything: then all coordinates are solved for. */
  readonly axes: readonly SectionAxis[];
  /** Coordinates that are solved for, as many as there are equations. */
  readonly solved: readonly number[];
  /** Coordinates that keep their initial values. */
  readonly fixed: readonly number[];
  /** Names of what ties: joints, and how many directions no row holds. */
  readonly joints: readonly string[];
  readonly freeDirections: number;
  /** What must be zero at a position, N and m; undefined where the rows hold less than at the start. */
  equations(q: Vector, forces: RestForces): number[] | undefined;
}

/** A coordinate to look at, perhaps with its range. */
export interface AxisWish {
  readonly coordinate: number;
  readonly range?: readonly [number, number];
}

const HALF_TURN = Math.PI;

export function sectionPlan(
  system: System,
  initial: Vector,
  at: Vector,
  wishes: readonly AxisWish[] | undefined,
): Plan | { readonly message: string } {
  const balance = restBalance(system, at);
  const holding = holdingRows(system, at, initial);
  const touched = touchedBy(system, initial, holding);
  const count = system.visible;
  const all = Array.from({ length: count }, (_, k) => k);
  const asked = wishes ?? all.filter((k) => touched.has(k)).map((coordinate) => ({ coordinate }));
  const forces = balance.at(initial);
  const jointRows = system.rows.flatMap(({ law }, i) => (law.joint ? [i] : []));
  const e = jointRows.length + forces.free.length;
  const equations = equationsOf(system, balance, initial, jointRows, forces.free);
  const plan = (axes: readonly SectionAxis[], solved: readonly number[]): Plan => ({
    ...{ system, balance, initial, axes, solved, equations },
    fixed: all.filter((k) => !solved.includes(k) && !axes.some(({ coordinate }) => coordinate === k)),
    joints: jointRows.map((i) => system.rows[i]!.name),
    freeDirections: forces.free.length,
  });
  const axisOf = ({ coordinate, range }: AxisWish): SectionAxis => axisAbout(system, initial, coordinate, range);
  if (holding.length === 0 && e === count) return plan([], all); // only points can be rests
  // the first coordinates that leave enough others to solve for
  const order = [...all.filter((k) => !touched.has(k)), ...all.filter((k) => touched.has(k))];
  const tries = wishes ? [asked] : pairsOf(asked);
  for (const tried of tries) {
    const others = order.filter((k) => !tried.some(({ coordinate }) => coordinate === k));
    const solved = solvable(plan([], []), others, e);
    if (solved) return plan(tried.map(axisOf), solved);
  }
  const names = tries[0]!.map(({ coordinate }) => system.names[coordinate]!).join(", ");
  return {
    message: `invalid section; the rests do not fill it: ${e} conditions (joints, and directions that no row holds) must be solved for the coordinates beside ${names}, and they do not allow that. Leave one of them out of the section`,
  };
}

/** The first two, or one of them, as sections to try. */
function pairsOf(asked: readonly AxisWish[]): AxisWish[][] {
  const [first, second] = asked;
  return [...(first && second ? [[first, second]] : []), ...asked.map((one) => [one])];
}

/** Over one period about the initial position, or a range that is adapted. */
function axisAbout(
  { periods, units }: System,
  initial: Vector,
  coordinate: number,
  range: readonly [number, number] | undefined,
): SectionAxis {
  if (range) return { coordinate, from: range[0], to: range[1], adapts: false };
  const period = periods?.[coordinate] ?? 0;
  const half =
    period > 0 ? period / 2 : units[coordinate] === "rad" ? HALF_TURN : Math.max(1, Math.abs(initial[coordinate]!));
  const middle = initial[coordinate]!;
  return { coordinate, from: middle - half, to: middle + half, adapts: !(period > 0) };
}

/** Coordinates that friction rows act on. */
function touchedBy(system: System, initial: Vector, rows: readonly number[]): Set<number> {
  const directions = system.newDirections();
  system.directionsAt(initial, directions);
  const found = new Set<number>();
  for (const i of rows) {
    for (let k = directions.start[i]!; k < directions.start[i + 1]!; k++) {
      if (directions.column[k]! < system.visible) found.add(directions.column[k]!);
    }
  }
  return found;
}

/** Violations of the joints, and what pulls along the directions that no row holds, in a basis that stays. */
function equationsOf(
  system: System,
  balance: Balance,
  initial: Vector,
  joints: readonly number[],
  basis: PlainMatrix,
): Plan["equations"] {
  const constant = system.newDirections();
  system.directionsAt(initial, constant);
  // a joint that is no condition on positions keeps w.q
  const elsewhere = initial.map((x, k) => x + 0.1 + 0.01 * k);
  const here = Float64Array.from(balance.violations(initial));
  const there = Float64Array.from(balance.violations(elsewhere));
  const keeps = joints.filter((i) => here[i] === 0 && there[i] === 0);
  return (q, forces) => {
    const { free } = forces;
    if (free.length !== basis.length) return undefined;
    const missing = balance.missing(forces);
    const pulls = basis.map((direction) =>
      free.reduce((sum, other, k) => sum + inner(direction, other) * missing[k]!, 0),
    );
    if (joints.length === 0) return pulls;
    const violations = balance.violations(q);
    const ties = joints.map((i) => {
      if (!keeps.includes(i)) return violations[i]!;
      let sum = 0;
      for (let k = constant.start[i]!; k < constant.start[i + 1]!; k++) {
        const j = constant.column[k]!;
        sum += constant.value[k]! * (q[j]! - initial[j]!);
      }
      return sum;
    });
    return [...ties, ...pulls];
  };
}

/** Of the coordinates, in their order, so many that the equations can be solved for; undefined where there are not enough. */
function solvable(plan: Plan, coordinates: readonly number[], count: number): number[] | undefined {
  if (count === 0) return [];
  const q = Float64Array.from(plan.initial, (x, k) => x + 1e-3 * (1 + (k % 3))); // at the start itself they may be singular
  const columns = coordinates.map((k) => slopeAt(plan, q, k));
  const scale = Array.from({ length: count }, (_, i) =>
    columns.reduce((most, column) => Math.max(most, Math.abs(column?.[i] ?? 0)), 0),
  );
  const taken: number[] = [];
  const vectors: number[][] = [];
  coordinates.forEach((k, place) => {
    const column = columns[place]?.map((entry, i) => (scale[i]! > 0 ? entry / scale[i]! : 0));
    if (!column || taken.length === count || column.every((entry) => Math.abs(entry) < 1e-9)) return;
    if (splitSpace([...vectors, column], count, 1e-6).span.length <= taken.length) return;
    vectors.push(column);
    taken.push(k);
  });
  return taken.length === count ? taken : undefined;
}

/** Derivative of the equations by a coordinate, by differences. */
export function slopeAt({ balance, equations }: Pick<Plan, "balance" | "equations">, q: Vector, k: number) {
  const step = 1e-6 * Math.max(1, Math.abs(q[k]!));
  const value = q[k]!;
  q[k] = value + step;
  const above = equations(q, balance.at(q));
  q[k] = value - step;
  const below = equations(q, balance.at(q));
  q[k] = value;
  return above && below && above.map((entry, i) => (entry - below[i]!) / (2 * step));
}
