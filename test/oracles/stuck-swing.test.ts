/** Energy that stays, against machines of which it is known: the oracle that refutes certificates must neither be blind nor look too soon. */
import { describe, expect, test } from "vitest";
import { list, seeded } from "../support/random.ts";
import { energyKept, type LinearMachine } from "./stuck-swing.ts";

type Matrix = number[][];
const product = (a: Matrix, b: Matrix) =>
  a.map((row) => b[0]!.map((_, j) => row.reduce((sum, entry, k) => sum + entry * b[k]![j]!, 0)));
const transposed = (a: Matrix) => a[0]!.map((_, j) => a.map((row) => row[j]!));

/** A machine seen in other coordinates, x = T y: what it keeps is the same, but no entry of its matrices tells. */
function seenIn(T: Matrix, { mass, damping, stiffness }: LinearMachine): LinearMachine {
  const seen = (a: LinearMachine["mass"]) =>
    product(
      product(
        transposed(T),
        a.map((row) => [...row]),
      ),
      T,
    );
  return { mass: seen(mass), damping: seen(damping), stiffness: seen(stiffness) };
}

const identity = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const stiffness = [
  [1, 0, 0],
  [0, 5, 0],
  [0, 0, 2],
];
/** Turned about all axes, with units of their own: well conditioned, or the matrices would hide what they are made of. */
const rotations = list(20, (seed) => seed).map((seed) => {
  const random = seeded(seed + 1);
  const turns = [0, 1, 2].map((axis) => {
    const angle = random.between(0, 2 * Math.PI);
    const [i, j] = [(axis + 1) % 3, (axis + 2) % 3];
    const turn = identity.map((row) => [...row]);
    turn[i]![i] = turn[j]![j] = Math.cos(angle);
    turn[i]![j] = -Math.sin(angle);
    turn[j]![i] = Math.sin(angle);
    return turn;
  });
  const units = list(3, () => random.decade(-3, 3));
  return turns.reduce(product, identity).map((row) => row.map((entry, j) => entry * units[j]!));
});

/** Two coordinates that lend each other energy, and a third with damping of its own. */
const lending = (own: number, loss: number) => ({
  mass: identity,
  stiffness,
  damping: [
    [loss, 3, 0],
    [-2.9, loss, 0],
    [0, 0, own],
  ],
});

describe.each(rotations)("in random coordinates", (...T) => {
  const keptBy = (machine: LinearMachine) => energyKept(seenIn(T, machine), [], 1e-13);

  test("a swing without damping beside others that lose theirs keeps its energy", () => {
    expect(keptBy(lending(0, 0.4))).toBeGreaterThan(1 - 1e-8);
  });

  test("forces across the velocity keep it, and negative damping far below what a thousand periods show gains", () => {
    const across = { ...lending(0.3, 0), damping: lending(0.3, 0).damping.map((row) => [...row]) };
    across.damping[1]![0] = -3;
    expect(keptBy(across)).toBeGreaterThan(1 - 1e-8);
    across.damping[0]![0] = across.damping[1]![1] = -1e-11;
    expect(keptBy(across)).toBeGreaterThan(1 - 1e-8);
  });

  test("damping far below what a thousand periods show takes it, also where energy is lent first", () => {
    expect(keptBy(lending(1e-10, 0.4))).toBeLessThan(1 - 1e-8);
    expect(keptBy(lending(0.4, 1e-9))).toBeLessThan(1 - 1e-8);
  });
});

test("rows that stick hold what they see, and no more", () => {
  const machine = lending(0, 0.4);
  expect(energyKept(machine, [[0, 0, 1]], 1e-13)).toBeLessThan(1e-8);
  expect(energyKept(machine, [[1, 0, 0]], 1e-13)).toBeGreaterThan(1 - 1e-8);
});
