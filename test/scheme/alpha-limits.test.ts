/** Forces of `alpha` stay in their limits where rows that jump, rows that weaken and rows that share their load come to rest together. */
import { expect, it } from "vitest";
import { simulate } from "../../src/simulate/simulate.ts";
import { list, seeded } from "../support/random.ts";
import { compileRaw } from "../support/run.ts";
import { cases } from "../support/torture.ts";

it("with the jump law beside weakening", () => {
  for (let seed = 1; seed <= cases(60, 2000); seed++) {
    const random = seeded(seed * 7717);
    const n = random.whole(2, 4);
    const law = () => {
      const limit = random.between(0.2, 2);
      const weakening = { shape: "stribeck", beta: 0.3, speed: 0.1 };
      return random.pick<Record<string, unknown>>([{ limit }, { limit, kinetic: 0.7 * limit }, { limit, weakening }]);
    };
    const across = (i: number) => list(n, (j) => (j === i ? 1 : j === i + 1 ? -1 : 0));
    const simulation = compileRaw({
      stickslip: 1,
      system: {
        ...{ type: "linear", mass: list(n, () => 1), stiffness: list(n, () => 2) },
        springs: list(n - 1, (i) => ({ between: [i, i + 1], stiffness: random.between(5, 60) })),
        force: list(n, (i) => (i === 0 ? `${random.between(2, 6)}*sin(${random.between(1, 6)}*t)` : 0)),
        friction: [
          ...list(n, (on) => ({ on, ...law() })),
          ...list(n - 1, (i) => ({ direction: across(i), limit: random.between(0.1, 1) })),
        ],
      },
      initial: { velocity: list(n, () => random.between(-1, 1)) },
      ...{ time: { end: 4, step: 0.01 }, scheme: { type: "alpha" } },
    });
    const { outcome, audit } = simulate(simulation);
    expect([outcome.status, audit.boxResidual], `seed ${seed}`).toEqual(["done", 0]);
  }
});
