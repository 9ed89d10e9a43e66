import { describe, expect, test } from "vitest";
import { linearProgram } from "../../src/numeric/linear-program.ts";
import { inner, solverOf, transposed } from "../../src/numeric/plain-matrix.ts";
import { list, seeded } from "../support/random.ts";

/** Least cost over all bases: every choice of as many columns as rows. */
function byBases(cost: number[], matrix: number[][], right: number[]): number {
  const columns = transposed(matrix);
  let best = Number.POSITIVE_INFINITY;
  const choose = (from: number, chosen: number[]) => {
    if (chosen.length === matrix.length) {
      const x = solverOf(transposed(chosen.map((k) => columns[k]!)))?.(right);
      if (x?.every((entry) => entry >= -1e-9))
        best = Math.min(
          best,
          inner(
            x,
            chosen.map((k) => cost[k]!),
          ),
        );
      return;
    }
    for (let k = from; k < columns.length; k++) choose(k + 1, [...chosen, k]);
  };
  choose(0, []);
  return best;
}

describe("linearProgram", () => {
  test("finds the best of all bases of random programs", () => {
    let solved = 0;
    for (let seed = 1; seed <= 200; seed++) {
      const random = seeded(seed);
      const m = random.whole(1, 3);
      const n = random.whole(m, 6);
      const matrix = list(m, () => 0).map(() => list(n, () => random.whole(-3, 3)));
      const right = list(m, () => random.whole(-4, 4));
      const cost = list(n, () => random.between(0, 2)); // nothing falls without end
      const best = byBases(cost, matrix, right);
      const found = linearProgram(cost, matrix, right);
      const independent = solverOf(matrix.map((row) => matrix.map((other) => inner(row, other)))) !== undefined;
      if (!independent) continue;
      if (found.status !== "solved") {
        expect([found.status, best]).toEqual(["infeasible", Number.POSITIVE_INFINITY]);
        continue;
      }
      solved++;
      expect(Math.abs(found.value - best)).toBeLessThan(1e-9);
      matrix.forEach((row, i) => {
        expect(Math.abs(inner(row, found.x) - right[i]!)).toBeLessThan(1e-9);
      });
      expect(Math.min(...found.x)).toBeGreaterThan(-1e-12);
    }
    expect(solved).toBeGreaterThan(80);
  });

  test("knows costs without end, contradictions and redundant rows", () => {
    expect(linearProgram([-1, 0], [[1, -1]], [0]).status).toBe("unbounded");
    expect(linearProgram([1], [[1], [1]], [1, 2]).status).toBe("infeasible");
    expect(
      linearProgram(
        [1, 1],
        [
          [1, 2],
          [2, 4],
        ],
        [2, 4],
      ),
    ).toMatchObject({ status: "solved", value: 1 });
    expect(linearProgram([], [[]], [1]).status).toBe("infeasible");
  });

  test.each([1e-12, 1e12])("answers the same in units %d times larger", (unit) => {
    // x + y = 2, x + slack = 1: the least -x - 3 y is at y = 2; with x alone on the left there is no solution
    const matrix = [
      [unit, unit, 0],
      [1, 0, 1],
    ];
    const found = linearProgram([-unit, -3 * unit, 0], matrix, [2 * unit * unit, unit]);
    expect(found).toMatchObject({ status: "solved", x: [0, 2 * unit, unit] });
    const alone = matrix.map(([x, , slack]) => [x!, slack!]);
    expect(linearProgram([0, 0], alone, [2 * unit * unit, unit]).status).toBe("infeasible");
  });
});
