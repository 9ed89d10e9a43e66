import { describe, expect, test } from "vitest";
import { symmetricEigenvalues } from "../../src/numeric/eigenvalues.ts";
import { asymmetry, inner, product, times, transposed } from "../../src/numeric/plain-matrix.ts";
import { designFeedback } from "../../src/stability/design/design.ts";
import { certify } from "../../src/stability/rest/certificate.ts";
import { analyzeRest } from "../../src/stability/rest/rest-analysis.ts";
import { list, type Random, seeded, withSpectrum } from "../support/random.ts";
import { cases } from "../support/torture.ts";
import { machine, twoMasses } from "./machines.ts";

const least = (matrix: readonly (readonly number[])[]) =>
  symmetricEigenvalues(Float64Array.from(matrix.flat()), matrix.length)[0]!;
const plus = (a: readonly (readonly number[])[], b: readonly (readonly number[])[]) =>
  a.map((row, i) => row.map((entry, j) => entry + b[i]![j]!));
const norm = (matrix: readonly (readonly number[])[]) =>
  Math.sqrt(matrix.flat().reduce((sum, entry) => sum + entry * entry, 0));

/** A machine whose stiffness is symmetric and above 0.5 where no actuator reaches, and anything elsewhere. */
function randomPlant(random: Random, n: number, actuators: number) {
  const good = withSpectrum(
    random,
    list(n, () => random.between(0.6, 3)),
  );
  const input = list(n, () => 0).map(() => list(actuators, () => random.normal()));
  const spoiled = plus(
    good,
    product(
      input,
      list(actuators, () => 0).map(() => list(n, () => random.normal())),
    ),
  );
  const of = machine({
    damping: withSpectrum(
      random,
      list(n, () => random.between(0.1, 1)),
    ),
    stiffness: spoiled,
    directions: [list(n, () => random.normal())],
    limits: [1],
  });
  return { of, input };
}

describe("position feedback", () => {
  test("n = 20 with 10 actuators: symmetric, above the margin, to 1e-10", () => {
    for (let seed = 1; seed <= 5; seed++) {
      const { of, input } = randomPlant(seeded(seed), 20, 10);
      const { status, F1, margin } = designFeedback(of, input, { margin: 0.2 });
      expect(status).toBe("done");
      const closed = plus(of.stiffness, product(input, F1!));
      expect(asymmetry(closed)).toBeLessThan(1e-10);
      expect(least(closed)).toBeGreaterThan(0.2 - 1e-10);
      expect(margin!).toBeCloseTo(least(closed), 9);
    }
  });

  test("with the least force: no other feedback that is found by chance needs less", () => {
    const random = seeded(7);
    const { of, input } = randomPlant(random, 4, 2);
    const { F1 } = designFeedback(of, input, { margin: 0.2 });
    const effort = norm(product(input, F1!));
    let feasible = 0;
    for (let k = 0; k < cases(800, 2000); k++) {
      // S E symmetric keeps K_cl symmetric: E = G S^T with symmetric G
      const G = withSpectrum(
        random,
        list(2, () => random.decade(-4, 0) * random.pick([1, -1])),
      );
      const other = plus(F1!, product(G, transposed(input)));
      if (least(plus(of.stiffness, product(input, other))) < 0.2 - 1e-9) continue;
      feasible++;
      expect(norm(product(input, other))).toBeGreaterThanOrEqual(effort - 1e-9);
    }
    expect(feasible).toBeGreaterThan(cases(20, 50));
  });

  test("a stiffness that is fit needs none", () => {
    const of = twoMasses(0.8);
    expect(designFeedback(of, [[1], [0]], {})).toMatchObject({ F1: [[0, 0]], F2: [[0, 0]], sigma: 0 });
  });

  test("actuators that depend on each other, and a stiffness of zero", () => {
    const free = machine({
      damping: [
        [1, 0],
        [0, 1],
      ],
      stiffness: [
        [0, 0],
        [0, 0],
      ],
      directions: [[1, 0]],
      limits: [1],
    });
    const input = [
      [1, 2, 0],
      [0, 0, 1],
    ];
    const { F1, margin } = designFeedback(free, input, { margin: 3 });
    expect(margin!).toBeCloseTo(3, 12);
    expect(least(product(input, F1!))).toBeCloseTo(3, 12);
  });

  test("none exists where no actuator reaches: too soft, or not symmetric, shown by directions", () => {
    const soft = machine({
      damping: [
        [1, 0],
        [0, 1],
      ],
      stiffness: [
        [1, 0],
        [0, -2],
      ],
      directions: [[1, 0]],
      limits: [1],
    });
    const found = designFeedback(soft, [[1], [0]], { margin: 0.1 });
    expect(found.status).toBe("infeasible");
    const [u] = found.directions;
    expect(inner(u!, [1, 0])).toBeCloseTo(0, 12); // out of reach
    expect(inner(u!, times(soft.stiffness, u!))).toBeCloseTo(-2, 12);
    expect(found.reason).toContain("u.K u = -2 N/m");
    // Theorem 2's inequality is satisfied by this one, which has no energy
    const skew = machine({
      damping: [
        [1, 0],
        [0, 1],
      ],
      stiffness: [
        [1, 10],
        [0, 1],
      ],
      directions: [],
      limits: [],
    });
    const refused = designFeedback(skew, [[0], [0]], { margin: 0.1 });
    const [a, b] = refused.directions;
    expect(inner(a!, times(skew.stiffness, b!)) - inner(b!, times(skew.stiffness, a!))).toBeCloseTo(10, 10);
    expect(refused.reason).toContain("not symmetric");
  });
});

describe("velocity feedback", () => {
  test("the least gain: it damps what friction cannot catch, a little less does not", () => {
    const of = twoMasses(0.3, [[1, 0]]);
    const { sigma, F2, closed } = designFeedback(of, [[0.5], [1]], {});
    expect(F2).toEqual([[0.5 * sigma!, sigma!]]);
    // on ker W^T = x2: -0.075 + sigma, to 1 % of critical damping of the slowest motion, 2 * 0.01 * 1
    expect(sigma!).toBeCloseTo(0.075 + 0.02, 10);
    expect(certify(analyzeRest(of)).verdict).toBe("not-certified");
    expect(certify(analyzeRest(closed!)).verdict).toBe("local");
  });

  test("with `global` it damps every velocity", () => {
    const { closed, sigma } = designFeedback(
      twoMasses(0.5),
      [
        [1, 0],
        [0, 1],
      ],
      { global: true },
    );
    expect(sigma!).toBeCloseTo(0.27, 10);
    expect(certify(analyzeRest(closed!)).verdict).toBe("global");
  });

  test("none exists where neither friction nor actuators reach", () => {
    const found = designFeedback(twoMasses(0.3, [[1, 0]]), [[1], [0]], {});
    expect(found.status).toBe("infeasible");
    expect(found.directions[0]!.map(Math.abs)).toEqual([0, 1]);
    expect(found.reason).toContain("neither friction nor an actuator resists the velocity x2");
  });

  test("random machines: where a feedback is found the rest is certified", () => {
    let better = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const random = seeded(seed);
      const n = random.whole(2, 5);
      const { of, input } = randomPlant(random, n, random.whole(1, n));
      const bad = {
        ...of,
        damping: withSpectrum(
          random,
          list(n, (i) => (i === 0 ? -0.3 : random.between(0.1, 1))),
        ),
      };
      const { status, closed } = designFeedback(bad, input, { margin: 0.1 });
      if (status !== "done") continue;
      better++;
      expect(certify(analyzeRest(closed!)).verdict, `seed ${seed}`).not.toBe("not-certified");
    }
    expect(better).toBeGreaterThan(20);
  });
});
