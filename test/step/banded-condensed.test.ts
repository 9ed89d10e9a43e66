/** Solvers that condense the step to its rows, on chains: the digits of the dense ones, at a cost that grows as the chain does. */
import { expect, test } from "vitest";
import { Banded } from "../../src/numeric/banded.ts";
import { Dense, type Matrix } from "../../src/numeric/matrix.ts";
import { rowsFrom } from "../../src/numeric/rows.ts";
import { condense } from "../../src/step/solvers/condensed.ts";
import { gaussSeidel } from "../../src/step/solvers/gauss-seidel.ts";
import { penaltyNewton } from "../../src/step/solvers/penalty-newton.ts";
import { regularized, uzawa } from "../../src/step/solvers/uzawa.ts";
import { newStats, type Solver, type Step } from "../../src/step/step.ts";
import { list, seeded } from "../support/random.ts";

/** n blocks with springs between them: A = 1 + stiffness times the chain's; a row on each, some between neighbors. */
function chainStep(n: number, stiffness: number, tangent: Matrix, smoothing = 0): Step {
  const random = seeded(n);
  for (let i = 0; i < n; i++) tangent.add(i, i, 1 + stiffness * (i % (n - 1) === 0 ? 1 : 2));
  for (let i = 1; i < n; i++) {
    tangent.add(i, i - 1, -stiffness);
    tangent.add(i - 1, i, -stiffness);
  }
  const rows = list(n, (i) => i).flatMap((i) => [
    { columns: [i], values: [1] },
    ...(i % 7 === 3 ? [{ columns: [i - 1, i], values: [-1, 1] }] : []),
  ]);
  const directions = rowsFrom(rows);
  const m = rows.length;
  const limits = Float64Array.from({ length: m }, () => (random.chance(0.1) ? 0 : random.between(0.5, 2)));
  return {
    ...{ size: n, count: m, tangent, directions, slipRows: directions, duration: 0.01, version: 0 },
    lower: limits.map((limit) => -limit),
    upper: limits,
    smoothing: new Float64Array(m).fill(smoothing),
    compliance: new Float64Array(m),
    start: new Float64Array(n),
    residual: Float64Array.from({ length: n }, () => 3 * random.normal()),
    slip: new Float64Array(m),
  };
}

const banded = (n: number) => new Banded(n, { below: 1, above: 1 });

function solve(solver: Solver, step: Step) {
  const dz = new Float64Array(step.size);
  const force = new Float64Array(step.count);
  const stats = newStats();
  const prepared = solver.prepare(step);
  return { status: prepared.solve(dz, force, stats), dz, force, stats, set: prepared.set };
}

const options = { called: "rho", tolerance: 1e-13, start: "zero" } as const;
const SOLVERS: Record<string, { solver: Solver; smoothing?: number }> = {
  "gauss-seidel": { solver: gaussSeidel() },
  "gauss-seidel under (5)": { solver: gaussSeidel(), smoothing: 0.1 },
  uzawa: { solver: uzawa(options) },
  "uzawa with r": { solver: uzawa({ ...options, called: "r" }) },
  regularized: { solver: regularized({ ...options, epsilon: 0.01 }) },
};

test.each(Object.entries(SOLVERS))(
  "%s finds on a band what it finds on the whole matrix",
  (_, { solver, smoothing }) => {
    for (const stiffness of [0, 0.01, 1, 50]) {
      const n = 70;
      const one = solve(solver, chainStep(n, stiffness, banded(n), smoothing));
      const other = solve(solver, chainStep(n, stiffness, new Dense(n), smoothing));
      expect([one.status, other.status]).toEqual(["solved", "solved"]);
      for (let k = 0; k < n; k++) expect(Math.abs(one.dz[k]! - other.dz[k]!), `${stiffness}`).toBeLessThan(1e-10);
    }
  },
);

test("what couples two rows is kept wherever it is more than nothing, and nowhere else", () => {
  for (const stiffness of [0.01, 1, 50]) {
    const n = 150;
    const [near, whole] = [banded(n), new Dense(n)].map((tangent) => condense(chainStep(n, stiffness, tangent)));
    expect([near!.load(), whole!.load()]).toEqual([true, true]);
    const largest = whole!.G.reduce((most, entry) => Math.max(most, Math.abs(entry)), 0);
    const apart = near!.G.reduce((most, entry, k) => Math.max(most, Math.abs(entry - whole!.G[k]!)), 0);
    expect(apart).toBeLessThan(1e-15 * largest);
  }
});

test("a pass over the rows costs what the chain is long", () => {
  const work = [250, 500, 1000].map((n) => {
    const step = chainStep(n, 0.1, banded(n));
    const { ranges, load } = condense(step);
    load();
    return ranges.last.reduce((sum, to, i) => sum + to - ranges.first[i]!, 0) / step.count;
  });
  expect(Math.max(...work)).toBeLessThan(100);
  expect(work[2]! / work[0]!).toBeLessThan(1.1);
});

test("the extreme eigenvalues of many rows allow the rates that they should", () => {
  const step = chainStep(300, 1, banded(300));
  const bound = Number(
    uzawa({ ...options, rate: 1e9 })
      .refuses(step)!
      .match(/not in \(0, ([\d.e-]+)\)/)![1],
  );
  const dense = condense(chainStep(300, 1, new Dense(300)));
  dense.load();
  // the power method, as another way to the largest eigenvalue of C G C
  const m = step.count;
  const scaled = dense.G.map((entry, k) => step.upper[Math.floor(k / m)]! * entry * step.upper[k % m]!);
  let x = Float64Array.from({ length: m }, (_, i) => 1 + (i % 5));
  let largest = 0;
  for (let k = 0; k < 700; k++) {
    const next = new Float64Array(m);
    for (let i = 0; i < m; i++) {
      let sum = 0;
      for (let j = 0; j < m; j++) sum += scaled[i * m + j]! * x[j]!;
      next[i] = sum;
    }
    largest = Math.hypot(...next);
    x = next.map((entry) => entry / largest);
  }
  expect(bound * largest).toBeGreaterThan(2 * 0.999);
  expect(bound * largest).toBeLessThan(2);
});

test("penalty-newton refuses many rows on a band, with the remedy", () => {
  const solver = penaltyNewton({ epsilon: 1e-6, project: true, tolerance: 1e-12 });
  expect(solver.refuses(chainStep(300, 1, banded(300)))).toMatch(/at most 200 rows, not 343; take active-set/);
  expect(solver.refuses(chainStep(30, 1, banded(30)))).toMatch(/independent/);
});
