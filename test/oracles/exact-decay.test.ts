/** Decay by exact arithmetic, against polynomials whose roots are known and machines whose damping ratios are. */
import { describe, expect, test } from "vitest";
import { hostileMachine } from "../stability/hostile-machines.ts";
import { list, seeded } from "../support/random.ts";
import { diesOut, isHurwitz } from "./exact-decay.ts";
import { energyKept } from "./stuck-swing.ts";

const times = (a: readonly bigint[], b: readonly bigint[]) =>
  Array.from({ length: a.length + b.length - 1 }, (_, k) => a.reduce((sum, x, i) => sum + x * (b[k - i] ?? 0n), 0n));

describe("Hurwitz's determinants", () => {
  const random = seeded(1);
  /** s + a, or s^2 + 2 a s + a^2 + b^2. */
  const factor = (a: bigint) => {
    const b = BigInt(random.whole(1, 40));
    return random.chance(0.5) ? [a, 1n] : [a * a + b * b, 2n * a, 1n];
  };
  const decaying = () => BigInt(random.whole(1, 30));
  test.each(list(40, (k) => k))("tell roots on the left from those that are not (%i)", () => {
    const left = list(random.whole(1, 5), decaying).map(factor).reduce(times);
    expect(isHurwitz(left)).toBe(true);
    expect(isHurwitz(times(left, factor(-decaying())))).toBe(false);
    expect(isHurwitz(times(left, [decaying(), 0n, 1n]))).toBe(false); // a swing
    expect(isHurwitz(times(left, [0n, 1n]))).toBe(false);
  });
});

describe("machines in coordinates that mix three oscillators by whole numbers", () => {
  const T = [
    [1, 2, -1],
    [0, 3, 1],
    [2, -1, 1],
  ];
  const seen = (d: readonly number[]) =>
    T.map((_, i) => T.map((_, j) => d.reduce((sum, entry, k) => sum + T[k]![i]! * entry * T[k]![j]!, 0)));
  const ratio = 2 ** -30;
  const machine = { mass: seen([1, 1, 1]), damping: seen([2 * ratio, 1, 2]), stiffness: seen([1, 4, 16]) };
  const all = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  test("the least damping ratio is met from both sides, 1e-9 beside 1", () => {
    expect(diesOut(machine, all, 31)).toBe(true);
    expect(diesOut(machine, all, 29)).toBe(false);
  });

  test("a swing without damping does not die out, and one that is gained from grows", () => {
    expect(diesOut({ ...machine, damping: seen([0, 1, 2]) }, all, 200)).toBe(false);
    expect(diesOut({ ...machine, damping: seen([-ratio, 1, 2]) }, all, 200)).toBe(false);
  });

  test("what is held takes no part", () => {
    // velocities with the first oscillator at rest: T v = (0, *, *)
    const basis = [
      [5, -1, 3],
      [-2, 1, 0],
    ];
    const undamped = { ...machine, damping: seen([0, 1, 2]) };
    expect(basis.map((v) => v.reduce((sum, entry, j) => sum + T[0]![j]! * entry, 0))).toEqual([0, 0]);
    expect(diesOut(undamped, basis, 3)).toBe(true);
  });
});

test("energy that damping lends eight hundredfold before it takes it is lost in the end (machine 54,777)", () => {
  // eigenvalues in 60 digits: the least damped is -5.4835e-10 +- 2.0000 i 1/s, a ratio of 2^-31.8; energy peaks above 3700 times its first value
  const machine = hostileMachine(seeded(54_777));
  const all = machine.mass.map((row, i) => row.map((_, j) => (i === j ? 1 : 0)));
  expect(diesOut(machine, all, 32)).toBe(true);
  expect(diesOut(machine, all, 31)).toBe(false);
  expect(energyKept(machine, [], 1e-13)).toBeLessThan(1 - 1e-8);
});

test("what creeps to rest dies out, however slowly beside its swing without damping (machine 73,587)", () => {
  // 2.3e-16 rad/s without damping, and 2.6e-29 1/s with it
  const { mass, damping, stiffness } = hostileMachine(seeded(73_587));
  expect(energyKept({ mass, damping, stiffness }, [], 1e-13)).toBeLessThan(1 - 1e-8);
  expect(energyKept({ mass, damping: [[0]], stiffness }, [], 1e-13)).toBeGreaterThan(1 - 1e-8);
});
