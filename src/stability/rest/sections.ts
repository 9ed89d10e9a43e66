/**
 * The equilibrium set and the guaranteed region in two coordinates, to be drawn: their shadows (over all values of the other
 * coordinates), and their sections (the other coordinates held). Index i < n is position i, n + i velocity i.
 */
import { linearProgram } from "../../numeric/linear-program.ts";
import { addScaled, inner, type PlainMatrix, type PlainVector, solverOf, times } from "../../numeric/plain-matrix.ts";
import { symmetricEigen } from "../../numeric/symmetric-eigen.ts";
import { type EquilibriumSet, supportPoint } from "./equilibrium-set.ts";
import type { FrictionMachine } from "./machine.ts";
import { type Point, supportedPolygon, zonogon } from "./polygon.ts";

/** center + cos a * axes[0] + sin a * axes[1] */
export interface Ellipse {
  readonly center: Point;
  readonly axes: readonly [Point, Point];
}

/** What a machine can rest at, seen along all but two positions; undefined where that has no end. */
export function equilibriumShadow(set: EquilibriumSet, i: number, j: number): Point[] | undefined {
  if (set.unbounded.length === 0) {
    const segments = set.generators.map((g, row) => ({ g: [g[i]!, g[j]!] as const, ...set.ranges[row]! }));
    return zonogon([set.center[i]!, set.center[j]!], segments);
  }
  return supportedPolygon((dx, dy) => {
    const direction = set.center.map((_, k) => (k === i ? dx : 0) + (k === j ? dy : 0));
    const far = supportPoint(set, direction);
    return far && [far[i]!, far[j]!];
  });
}

/** Where a machine can rest when its other positions are those of `at`; undefined where it cannot, or where that has no end. */
export function equilibriumSection(
  { stiffness, force, rows }: FrictionMachine,
  i: number,
  j: number,
  at: PlainVector,
): Point[] | undefined {
  const m = rows.length;
  const zeros = Array<number>(m).fill(0);
  const unit = (row: number) => zeros.map((_, k) => (k === row ? 1 : 0));
  const held = at.map((value, k) => (k === i || k === j ? 0 : value));
  // K (held + x e_i + y e_j) = f + W (a - forward), 0 <= a <= forward + backward, x = x+ - x-, y = y+ - y-
  const balance = stiffness.map((row, k) => [
    ...rows.map(({ direction }) => -direction[k]!),
    ...zeros,
    ...[row[i]!, -row[i]!, row[j]!, -row[j]!],
  ]);
  const load = addScaled(force, -1, times(stiffness, held)).map((value, k) =>
    rows.reduce((sum, { direction, forward }) => sum - forward * direction[k]!, value),
  );
  const ends = rows.map((_, row) => [...unit(row), ...unit(row), 0, 0, 0, 0]);
  const right = [...load, ...rows.map(({ forward, backward }) => forward + backward)];
  return supportedPolygon((dx, dy) => {
    const found = linearProgram([...zeros, ...zeros, -dx, dx, -dy, dy], [...balance, ...ends], right);
    if (found.status !== "solved") return undefined;
    const [px, mx, py, my] = found.x.slice(2 * m) as [number, number, number, number];
    return [px - mx, py - my];
  });
}

/** The energy function as a matrix over positions and velocities: V = y^T P y / 2, y the state less its center. */
function energyMatrix({ stiffness, mass }: FrictionMachine): number[][] {
  const zeros = mass.map(() => 0);
  return [...stiffness.map((row) => [...row, ...zeros]), ...mass.map((row) => [...zeros, ...row])];
}

/** States of less energy than rho with all but two values held at those of `state`; undefined where there are none. */
export function regionSection(
  machine: FrictionMachine,
  set: EquilibriumSet,
  rho: number,
  i: number,
  j: number,
  state: PlainVector = set.center,
): Ellipse | undefined {
  const P = energyMatrix(machine);
  const center = [...set.center, ...machine.mass.map(() => 0)];
  const held = center.map((value, k) => (k === i || k === j ? 0 : (state[k] ?? 0) - value));
  const pull = times(P, held);
  const block = [
    [P[i]![i]!, P[i]![j]!],
    [P[j]![i]!, P[j]![j]!],
  ];
  const offset = solverOf(block)?.([-pull[i]!, -pull[j]!]);
  if (!offset) return undefined;
  const least = inner(held, pull) / 2 + (offset[0]! * pull[i]! + offset[1]! * pull[j]!) / 2;
  return ellipse([center[i]! + offset[0]!, center[j]! + offset[1]!], block, rho - least);
}

/** States of less energy than rho, seen along all but two values. */
export function regionShadow(
  machine: FrictionMachine,
  set: EquilibriumSet,
  rho: number,
  i: number,
  j: number,
): Ellipse | undefined {
  const P = energyMatrix(machine);
  const solve = solverOf(P);
  const unit = (k: number) => P.map((_, l) => (k === l ? 1 : 0));
  const [a, b] = [solve?.(unit(i)), solve?.(unit(j))];
  if (!a || !b) return undefined;
  const block = solverOf([
    [a[i]!, a[j]!],
    [b[i]!, b[j]!],
  ]);
  if (!block) return undefined;
  const [first, second] = [block([1, 0]), block([0, 1])];
  const center = [...set.center, ...machine.mass.map(() => 0)];
  return ellipse([center[i]!, center[j]!], [first, second], rho);
}

/** s^T A s / 2 < level */
function ellipse(center: Point, A: PlainMatrix, level: number): Ellipse | undefined {
  if (!(level > 0) || !Number.isFinite(level)) return undefined;
  const pairs = symmetricEigen(A);
  if (pairs.some(({ value }) => value <= 0)) return undefined;
  const axes = pairs.map(({ value, vector }): Point => {
    const length = Math.sqrt((2 * level) / value);
    return [length * vector[0]!, length * vector[1]!];
  });
  return { center, axes: [axes[0]!, axes[1]!] };
}

/** Extents of the guaranteed region about its center: of each position and of each velocity. */
export function regionExtents(machine: FrictionMachine, rho: number): { position: number[]; velocity: number[] } {
  const reach = (matrix: PlainMatrix) => {
    const solve = solverOf(matrix)!;
    return matrix.map((_, i) => Math.sqrt(2 * rho * solve(matrix.map((_, k) => (i === k ? 1 : 0)))[i]!));
  };
  return { position: reach(machine.stiffness), velocity: reach(machine.mass) };
}
