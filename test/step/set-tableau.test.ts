import { expect, test } from "vitest";
import { fillTableau } from "../../src/step/dependent.ts";
import { inverse as inverseOf, multiply } from "../oracles/dense.ts";
import { list, seeded, withSpectrum } from "../support/random.ts";

test("one product gives the forces of stuck rows, and what all forces make of the slips of the others", () => {
  const random = seeded(61);
  for (let k = 0; k < 100; k++) {
    const m = random.whole(1, 7);
    const G = withSpectrum(
      random,
      list(m, () => random.between(0.5, 3)),
    );
    const unit = Float64Array.from(list(m, () => random.between(0.1, 10)));
    const set = Int8Array.from(list(m, () => random.pick([-1, 0, 0, 1])));
    const stuck = [...set.keys()].filter((i) => set[i] === 0);
    const inner = stuck.length > 0 ? inverseOf(stuck.map((i) => stuck.map((j) => G[i]![j]!))) : [];
    const inverse = new Float64Array(m * m);
    for (const [a, row] of inner.entries()) inverse.set(row, a * m);
    const flat = Float64Array.from(G.flat());
    const rows = flat.map((entry, at) => unit[Math.floor(at / m)]! * entry);
    const tableau = new Float64Array(m * m);
    fillTableau({ G: flat, rows, unit }, m, set, Int32Array.from(stuck), stuck.length, inverse, tableau);

    const [g, bound] = [list(m, () => random.normal()), list(m, () => random.normal())];
    const table = list(m, (i) => [...tableau.subarray(i * m, (i + 1) * m)]);
    const found = multiply(
      table,
      list(m, (i) => (set[i] === 0 ? unit[i]! * g[i]! : bound[i]!)),
    );
    const force = list(m, (i) => (set[i] === 0 ? found[i]! : bound[i]!));
    multiply(G, force).forEach((pushed, i) => {
      if (set[i] === 0) expect(pushed + g[i]!).toBeCloseTo(0, 12);
      else expect(found[i]!).toBeCloseTo(unit[i]! * pushed, 11);
    });
  }
});
