import { expect, test } from "vitest";
import { linearOf } from "../../src/model/system.ts";
import { combined, moveFree } from "../../src/scheme/common/combined.ts";
import { alphaResidual } from "../../src/scheme/common/elastic.ts";
import { list, seeded, withSpectrum } from "../support/random.ts";
import { compileRaw } from "../support/run.ts";

const spectrum = (random: ReturnType<typeof seeded>, n: number, low: number, high: number) =>
  withSpectrum(
    random,
    list(n, () => random.between(low, high)),
  );

test.each(["alpha", "balanced"])("what moves without rows under %s is what the equation of motion says", (type) => {
  for (let seed = 1; seed <= 20; seed++) {
    const random = seeded(seed);
    const n = random.whole(1, 6);
    const { system, scheme, grid } = compileRaw({
      stickslip: 1,
      name: "random",
      system: {
        type: "linear",
        mass: spectrum(random, n, 0.5, 3),
        stiffness: spectrum(random, n, 1, 40),
        ...(seed % 2 === 0 ? { damping: spectrum(random, n, 0, 0.5) } : {}),
        friction: [{ on: 0, limit: 1 }],
      },
      time: { end: 1, step: 0.01 },
      scheme: { type },
    });
    const [dt, weight] = [grid.step, 0.25];
    const step = scheme.problem!(system, dt);
    const vector = () => Float64Array.from(list(n, () => random.normal()));
    const [load, x, v, free] = [vector(), vector(), vector(), new Float64Array(n)];
    const residual = new Float64Array(n);
    if (type === "alpha") {
      const before = x.map((value, k) => value - dt * v[k]!);
      moveFree(
        combined(system, step, 1 / dt)()!,
        load,
        2,
        x,
        x.map((value, k) => value - before[k]!),
        free,
      );
      alphaResidual(system, weight)(Float64Array.of(dt), before, x, residual);
    } else {
      moveFree(combined(system, step, 1)()!, load, 0, x, v, free);
      linearOf(system).stiffness.multiply(x, residual);
      linearOf(system).damping.multiplyAdd(v, residual);
    }
    const balance = new Float64Array(n);
    step.tangent.multiply(free, balance);
    for (let k = 0; k < n; k++) expect(balance[k]! + residual[k]! - load[k]!).toBeCloseTo(0, 8);
  }
});
