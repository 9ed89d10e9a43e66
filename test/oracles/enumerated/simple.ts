/** Short ways to write machines for the oracle. */
import { constant, type Wave } from "../../torture/waves.ts";
import type { FrictionRow, Machine } from "./machine.ts";

/** Masses at rest on which nothing else acts, for 1 s. */
export function masses(...values: number[]): Machine {
  const square = values.map(() => values.map(() => 0));
  return {
    mass: values.map((value, i) => values.map((_, j) => (i === j ? value : 0))),
    damping: square,
    stiffness: square,
    force: values.map(() => constant(0).signal),
    springs: [],
    states: [],
    stateForces: values.map(() => []),
    pids: [],
    friction: [],
    joints: [],
    stops: [],
    position: values.map(() => 0),
    velocity: values.map(() => 0),
    start: 0,
    end: 1,
  };
}

/** A row with the same limits both ways, on the first coordinate unless told otherwise. */
export function row(limit: Wave, options: { kinetic?: Wave; drive?: Wave; direction?: number[] } = {}): FrictionRow {
  const { kinetic, drive, direction = [1] } = options;
  return {
    direction,
    limit: limit.signal,
    backward: limit.signal,
    viscous: 0,
    ...(kinetic ? { kinetic: { forward: kinetic.signal, backward: kinetic.signal } } : {}),
    ...(drive ? { drive: drive.signal } : {}),
  };
}
