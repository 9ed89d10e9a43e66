import { expect, it } from "vitest";
import { simulate } from "../../src/simulate/simulate.ts";
import { tp3 } from "../oracles/gskn06.ts";
import { loadSimulation } from "../support/run.ts";

/** Away from the jumps of lambda, where every method is wrong for a step. */
function farFromJumps(t: number): boolean {
  return tp3.jumps.every((jump) => Math.abs(jump - t) > 0.05);
}

/** L2 in time of the multipliers of `splitting` on TP3: the average (37), and those of the last sub-step. */
function multiplierErrors(step: number): { average: number; last: number } {
  const simulation = loadSimulation("gskn06-tp3", { scheme: { type: "splitting" }, time: { step } });
  const sum = { average: 0, last: 0 };
  const compare = {
    step({ time, force, memory }: { time: number; force: Float64Array; memory: Float64Array }) {
      if (time === 0 || !farFromJumps(time - step / 2)) return;
      tp3.multiplier(time - step / 2).forEach((lambda, i) => {
        sum.average += step * (-force[i]! - lambda) ** 2;
        sum.last += step * (-memory[i]! - lambda) ** 2;
      });
    },
  };
  simulate(simulation, { sinks: [compare] });
  return { average: Math.sqrt(sum.average), last: Math.sqrt(sum.last) };
}

it("the average (37) converges, the multiplier of the last sub-step does not", () => {
  const coarse = multiplierErrors(0.004);
  const fine = multiplierErrors(0.001);
  expect(fine.average).toBeLessThan(4e-3);
  expect(fine.average).toBeLessThan(coarse.average / 2.5);
  expect(fine.last).toBeGreaterThan(0.8);
  expect(fine.last / coarse.last).toBeGreaterThan(0.95);
});
