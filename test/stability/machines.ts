/** Machines for the analysis of rest: the paper's, and random ones. */
import { linearProgram } from "../../src/numeric/linear-program.ts";
import type { FrictionMachine } from "../../src/stability/rest/machine.ts";
import { list, type Random, withSpectrum } from "../support/random.ts";

export interface MachineData {
  readonly mass?: number[][];
  readonly damping: number[][];
  readonly stiffness: number[][];
  readonly force?: number[];
  readonly directions: number[][];
  readonly limits: number[];
  readonly backward?: number[];
  /** Kinetic forces as a part of the limits. */
  readonly kinetic?: number;
}

export function machine(data: MachineData): FrictionMachine {
  const { damping, stiffness, directions, limits, backward = limits, kinetic = 1 } = data;
  const n = stiffness.length;
  return {
    name: "a machine",
    names: list(n, (i) => i).map((i) => `x${i + 1}`),
    units: list(n, (i) => i).map(() => "m"),
    mass: data.mass ?? list(n, (i) => i).map((i) => list(n, (j) => (i === j ? 1 : 0))),
    damping,
    stiffness,
    force: data.force ?? list(n, () => 0),
    rows: directions.map((direction, i) => ({
      name: `row${i + 1}`,
      direction,
      forward: limits[i]!,
      backward: backward[i]!,
      kineticForward: kinetic * limits[i]!,
      kineticBackward: kinetic * backward[i]!,
    })),
  };
}

/** Whether a machine can rest at a position, up to `slack` times the rows' limits: K x - f = W tau with tau in the rows' limits. */
export function canRest(
  { stiffness, force, rows }: FrictionMachine,
  position: readonly number[],
  slack = 1e-12,
): boolean {
  const limits = rows.map(({ forward, backward }) => {
    const room = slack * Math.max(forward, backward);
    return { low: -forward - room, high: backward + room };
  });
  const unit = (i: number) => rows.map((_, k) => (k === i ? 1 : 0));
  const none = rows.map(() => 0);
  // tau = low + a, a + b = high - low, a and b not negative
  const balances = stiffness.map((_, k) => [...rows.map(({ direction }) => direction[k]!), ...none]);
  const loads = stiffness.map((row, k) => {
    const pull = row.reduce((sum, entry, j) => sum + entry * position[j]!, -force[k]!);
    return rows.reduce((left, { direction }, i) => left - direction[k]! * limits[i]!.low, pull);
  });
  const widths = limits.map(({ low, high }) => high - low);
  const matrix = [...balances, ...rows.map((_, i) => [...unit(i), ...unit(i)])];
  return linearProgram([...none, ...none], matrix, [...loads, ...widths]).status === "solved";
}

const IDENTITY = [
  [1, 0],
  [0, 1],
];

/** (24) with m = k = p = 1, c2 = -0.375. */
export function twoMasses(c1: number, directions: number[][] = IDENTITY): FrictionMachine {
  const c2 = -0.375;
  return machine({
    damping: [
      [c1 + c2, -c2],
      [-c2, c1 + c2],
    ],
    stiffness: [
      [2, -1],
      [-1, 2],
    ],
    directions,
    limits: directions.map(() => 1),
  });
}

/** With so many directions of negative damping, on which friction acts. */
export function randomMachine(random: Random, n: number, rows: number, negative: number): FrictionMachine {
  return machine({
    mass: withSpectrum(
      random,
      list(n, () => random.decade(-0.4, 0.4)),
    ),
    damping: withSpectrum(
      random,
      list(n, (i) => (i < negative ? -random.between(0.1, 0.5) : random.between(0.2, 1))),
    ),
    stiffness: withSpectrum(
      random,
      list(n, () => random.decade(-0.3, 0.7)),
    ),
    directions: list(rows, (i) => i).map((i) => list(n, (j) => (i === j ? 1 : random.between(-0.4, 0.4)))),
    limits: list(rows, () => random.between(0.3, 1)),
  });
}

/** The machine as a problem file. */
export function problemOf(
  { mass, damping, stiffness, force, rows }: FrictionMachine,
  position: readonly number[],
  end = 200,
  velocity?: readonly number[],
) {
  return {
    stickslip: 1,
    system: {
      type: "linear",
      mass,
      damping,
      stiffness,
      force,
      friction: rows.map(({ direction, forward, backward, kineticForward, name }) => ({
        name,
        direction,
        limit: forward,
        ...(backward === forward ? {} : { backward }),
        ...(kineticForward === forward ? {} : { kinetic: kineticForward }),
      })),
    },
    initial: { position, ...(velocity ? { velocity } : {}) },
    time: { end, step: 0.1 },
    scheme: { type: "event-driven" },
  };
}
