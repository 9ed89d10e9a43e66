import { expect, test } from "vitest";
import { type LinearSystem, linear } from "../../src/model/linear/linear.ts";
import type { Load } from "../../src/model/load.ts";
import { coulomb } from "../../src/model/rows/law.ts";
import { Banded } from "../../src/numeric/banded.ts";
import { rowsMultiply } from "../../src/numeric/rows.ts";

const noLoad: Load = {
  evaluate: (_, out) => void out.fill(0),
  expansion: () => (_, out) => void out.fill(0),
  breakpoints: () => ({ times: [], complete: true }),
};

function system(damping: number[][]): LinearSystem {
  return linear({
    names: ["a", "b"],
    mass: [
      [2, 1],
      [1, 3],
    ],
    damping,
    stiffness: [
      [5, -1],
      [-1, 4],
    ],
    rows: [
      { name: "floor", law: coulomb({ limit: 1 }) },
      { name: "gap", law: coulomb({ limit: 2 }) },
    ],
    directions: [
      [0, 3],
      [1, -1],
    ],
    load: noLoad,
  });
}

/** Masses in a row, with springs to their neighbors; the first ones rub. */
function chain(size: number, rows: number, neighbors = 1): LinearSystem {
  const unit = (k: number) => Array.from({ length: size }, (_, j) => (j === k ? 1 : 0));
  return linear({
    names: Array.from({ length: size }, (_, k) => `x${k}`),
    mass: Array.from({ length: size }, (_, k) => unit(k)),
    damping: Array.from({ length: size }, () => new Array<number>(size).fill(0)),
    stiffness: Array.from({ length: size }, (_, i) =>
      Array.from({ length: size }, (_, j) => (Math.abs(i - j) <= neighbors ? (i === j ? 2 * neighbors : -1) : 0)),
    ),
    rows: Array.from({ length: rows }, (_, i) => ({ name: `r${i}`, law: coulomb({ limit: 1 }) })),
    directions: Array.from({ length: rows }, (_, i) => unit(i)),
    load: noLoad,
  });
}

test("matrices are bands as soon as steps in blocks are not made of them, or would wait for many sets", () => {
  const isBand = (...given: Parameters<typeof chain>) => chain(...given).mass instanceof Banded;
  expect([isBand(24, 24), isBand(64, 24), isBand(25, 25), isBand(65, 5)]).toEqual([false, false, true, true]);
  expect([isBand(40, 40, 3), isBand(40, 40, 4)]).toEqual([true, false]); // a band of a quarter of the width
});

const undamped = [
  [0, 0],
  [0, 0],
];

test("energy is 1/2 v.M v + 1/2 x.K x", () => {
  const kinetic = (2 * 1 * 1 + 2 * 1 * 1 * -2 + 3 * -2 * -2) / 2;
  const elastic = (5 * 2 * 2 + 2 * -1 * 2 * 3 + 4 * 3 * 3) / 2;
  expect(system(undamped).energy(Float64Array.of(2, 3), Float64Array.of(1, -2))).toBe(kinetic + elastic);
});

test("one non-zero entry makes it damped", () => {
  expect(system(undamped).damped).toBe(false);
  expect(
    system([
      [0, 0],
      [-0.1, 0],
    ]).damped,
  ).toBe(true);
});

test("slips are the directions times the velocity", () => {
  const slip = new Float64Array(2);
  rowsMultiply(system(undamped).directions, Float64Array.of(5, 2), slip);
  expect([...slip]).toEqual([6, 3]);
});

test("an empty matrix has its size and shares nothing", () => {
  const { mass, matrix } = system(undamped);
  const empty = matrix();
  expect(empty.size).toBe(2);
  mass.addTo(empty, 2);
  empty.add(0, 0, 1);
  expect([empty.at(0, 0), empty.at(0, 1), mass.at(0, 0)]).toEqual([5, 2, 2]);
  expect(matrix().at(0, 0)).toBe(0);
});
