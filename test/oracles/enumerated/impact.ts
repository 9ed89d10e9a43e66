/** Impacts by enumeration: M (v+ - v-) = sum of pushes, each stop either takes part with p >= 0 or its gap opens fast enough. */
import { inverse } from "../dense.ts";
import { dot, type Machine } from "./machine.ts";

/** New velocities when the stops `touching` are in contact; undefined where no choice of them fits. */
export function impact(
  machine: Machine,
  velocity: readonly number[],
  touching: readonly number[],
): number[] | undefined {
  const lightness = inverse(machine.mass);
  for (let choice = 0; choice < 1 << touching.length; choice++) {
    const active = touching.filter((_, k) => (choice >> k) & 1);
    const found = withActive(machine, lightness, velocity, touching, active);
    if (found) return found;
  }
  return undefined;
}

function withActive(
  machine: Machine,
  lightness: readonly number[][],
  velocity: readonly number[],
  touching: readonly number[],
  active: readonly number[],
): number[] | undefined {
  const wanted = (stop: number) => {
    const { direction, restitution } = machine.stops[stop]!;
    return -restitution * Math.max(0, dot(direction, velocity));
  };
  const rows = [
    ...machine.joints.map((direction) => ({ direction, rate: 0 })),
    ...active.map((stop) => ({ direction: machine.stops[stop]!.direction, rate: wanted(stop) })),
  ];
  const pulls = rows.map(({ direction }) => lightness.map((row) => dot(row, direction)));
  let solve: number[][];
  try {
    solve = inverse(rows.map((row) => pulls.map((pull) => dot(row.direction, pull))));
  } catch {
    return undefined;
  }
  const jumps = rows.map(({ direction, rate }) => rate - dot(direction, velocity));
  const pushes = solve.map((row) => dot(row, jumps));
  if (pushes.some((push, k) => k >= machine.joints.length && push > 1e-12)) return undefined;
  const next = velocity.map((value, i) => value + pushes.reduce((sum, push, k) => sum + push * pulls[k]![i]!, 0));
  const fits = touching.every((stop) => dot(machine.stops[stop]!.direction, next) <= wanted(stop) + 1e-12);
  return fits ? next : undefined;
}
