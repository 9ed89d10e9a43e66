import { expect, test } from "vitest";
import { pivoting } from "../../src/step/solvers/pivoting.ts";
import { list, seeded } from "../support/random.ts";

// a P-matrix on which changing all wrong rows at once runs in circles
const circular = Float64Array.of(1, 2, 0, 0, 1, 2, 2, 0, 1);

test("comes to an end from every guess", () => {
  const random = seeded(5);
  const solver = pivoting(circular, 3);
  solver.refresh();
  let most = 0;
  for (let k = 0; k < 200; k++) {
    const g = Float64Array.from(list(3, () => random.normal()));
    const lower = Float64Array.from(list(3, () => -random.between(0.01, 1)));
    const upper = Float64Array.from(list(3, () => random.between(0.01, 1)));
    const answers = new Set<string>();
    for (let code = 0; code < 27; code++) {
      const set = Int8Array.from([code, code / 3, code / 9], (digit) => (Math.floor(digit) % 3) - 1);
      const force = new Float64Array(3);
      expect(solver.solve(g, g.map(Math.abs), lower, upper, force, set)).toBe("solved");
      most = Math.max(most, solver.passes[0]!);
      answers.add(Array.from(force, (value) => value.toFixed(9)).join());
    }
    expect(answers.size).toBe(1);
  }
  expect(most).toBeLessThan(27);
});

test("names dependent rows, also of very different size", () => {
  const w = [1e-4, 3, 500];
  const G = Float64Array.from(w.flatMap((a, i) => w.map((b, j) => a * b * (i === 2 && j === 2 ? 2 : 1))));
  const solver = pivoting(G, 3);
  solver.refresh();
  expect(solver.isDependent(Int8Array.of(0, 0, 1))).toBe(true);
  expect(solver.isDependent(Int8Array.of(0, 1, 0))).toBe(false);
  expect(solver.isDependent(Int8Array.of(1, 1, 1))).toBe(false);
  const one = Float64Array.of(1, 1, 1);
  const status = solver.solve(
    one,
    one,
    one.map((x) => -1e9 * x),
    one.map((x) => 1e9 * x),
    new Float64Array(3),
    new Int8Array(3),
  );
  expect(status).toBe("singular");
});
