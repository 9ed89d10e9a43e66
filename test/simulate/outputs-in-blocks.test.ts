/** Outputs of states that come in blocks, against those of single steps: the same digits. */
import { describe, expect, test } from "vitest";
import { simulate } from "../../src/simulate/simulate.ts";

import { compileRaw, rawProblem } from "../support/run.ts";

const OUTPUTS = {
  power: "force(0)*slip(0) + multiplier(1)",
  wave: "sin(3*t)*x(0) - exp(-x(1)^2)*v(2)",
  side: "v(0) < 0 ? -1 : x(0) > 1 ? sqrt(x(0)) : min(v(1), x(2))",
  far: "cos(1e9*t)",
  none: "log(v(1))",
  seven: 7,
};

const problem = (outputs: Record<string, unknown>, output: number) => {
  const raw = rawProblem("gk95-tp1") as Record<string, Record<string, unknown>>;
  return compileRaw({ ...raw, time: { ...raw.time, output }, scheme: { type: "alpha" }, outputs });
};

/** In several runs, so that there is code for the formulas at last; how many states came in blocks in the last one. */
function compare(outputs: Record<string, unknown>, output: number): number {
  const simulation = problem(outputs, output);
  const { kernels: _, ...single } = simulation;
  const expected = simulate(single);
  let inBlocks = 0;
  for (let run = 0; run < 15; run++) {
    inBlocks = 0;
    const count = {
      block(_: unknown, from: number, to: number) {
        inBlocks += to - from;
      },
    };
    const found = simulate(simulation, { sinks: [count] });
    expect(found.trajectory.outputs).toEqual(expected.trajectory.outputs);
    expect(found.outputs).toEqual(expected.outputs);
    expect(found.warnings).toEqual(expected.warnings);
  }
  return inBlocks;
}

describe("outputs in blocks have the digits of single steps", () => {
  test.each([0.0125, 0.05, 0.0625])("at every %f s", (output) => {
    expect(compare(OUTPUTS, output)).toBeGreaterThan(300);
  });

  test("also beside others that ask for more than the states tell", () => {
    expect(compare({ ...OUTPUTS, total: "energy", lost: "dissipation(0)", rate: "a(0)" }, 0.0125)).toBeGreaterThan(300);
  });

  test("also where all go through thinned columns", () => {
    const simulation = problem(OUTPUTS, 0.0125);
    const { kernels: _, ...single } = simulation;
    for (let run = 0; run < 15; run++) {
      expect(simulate(simulation, { samples: 100 }).trajectory.outputs).toEqual(
        simulate(single, { samples: 100 }).trajectory.outputs,
      );
    }
  });
});
