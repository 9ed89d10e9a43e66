import { expect, it } from "vitest";
import { controlled } from "../../src/simulate/run/controlled.ts";
import { runToEnd } from "../../src/simulate/run/final.ts";
import { compileRaw } from "../support/run.ts";

/** A free mass of 2 kg under a piecewise constant push. */
const machine = (values: readonly number[][], scheme: string) =>
  compileRaw({
    stickslip: 1,
    system: { type: "linear", mass: [2] },
    control: { value: { times: [0, 0.13, 0.5], values } },
    scheme: { type: scheme },
    time: { end: 1, step: 0.1 },
  });

it.each(["event-driven", "balanced"])("%s cuts its steps where the control changes, also from zeros", (scheme) => {
  const simulation = controlled(machine([[0], [0], [0]], scheme), Float64Array.of(4, -2, 6));
  const { state } = runToEnd(simulation);
  expect(state.velocity[0]).toBeCloseTo((4 * 0.13 - 2 * 0.37 + 6 * 0.5) / 2, 13);
  // each push from the middle of its interval on
  const way = (4 * 0.13 * (1 - 0.065) - 2 * 0.37 * (1 - 0.315) + 6 * 0.5 * (1 - 0.75)) / 2;
  expect(state.position[0]).toBeCloseTo(way, 13);
  expect(runToEnd(machine([[4], [-2], [6]], scheme)).state.position).toEqual(state.position);
});
