import { expect, test } from "vitest";
import { runInChild } from "../support/child.ts";

/** Bytes a state that outputs and measures allocate, fed with states from a made-up motion; `control` keeps an object. */
const program = `
import { compileOrThrow } from "./dist/problem/compile/compile.js";
import { measures } from "./dist/simulate/measure/measures.js";
import { formulaValues } from "./dist/simulate/measure/quantities.js";
import { newState } from "./dist/scheme/scheme.js";

const { simulation } = compileOrThrow({
  stickslip: 1,
  system: {
    type: "linear", mass: [1, 2], stiffness: [1, 1], damping: [0.1, 0], force: ["sin(t)", 0],
    friction: [{ on: 0, limit: 1 }, { on: 1, limit: 2, weakening: { shape: "stribeck", beta: 0.5, speed: 1 } }],
  },
  outputs: { p: "a(0) + x(1)", q: "force(1) + energy + dissipation(0)", r: "multiplier(1)*slip(0)" },
  measures: {
    max: { max: "x(0) - v(1)" }, min: { min: "abs(x(1))" }, mean: { mean: "x(0)*v(0)" }, rms: { rms: "q", from: 1 },
    final: { final: "p" }, stuck: { time: 0 },
  },
  scheme: { type: "balanced" },
  time: { end: 1e6, step: 0.01 },
});

let held;
const state = newState(simulation.system, simulation.initial, 0);
const bytes = [];
// rounds go on until one is below; the control never is
for (const [kind, limit] of [["control", Infinity], ["outputs", 1], ["measures", 64]]) {
  const values = formulaValues(simulation, simulation.outputs.formulas);
  const sink = measures(simulation);
  state.time = 0;
  const go = (steps) => {
    for (let k = 0; k < steps; k++) {
      state.time += 0.01;
      const phase = (k % 1000) / 1000;
      for (let i = 0; i < 2; i++) {
        state.position[i] = phase * (1 - phase) + i;
        state.velocity[i] = 1 - 2 * phase;
        state.force[i] = phase < 0.5 ? -1 : 1;
        state.mode[i] = phase < 0.2 ? 0 : 1;
      }
      if (kind === "outputs") { values.step(state); values.evaluate(state); }
      if (kind === "measures") sink.step(state);
      if (kind === "control") held = { value: k };
    }
  };
  let least = Infinity;
  // what a state really allocates shows in every round; the engine's own compilation only in the first ones
  for (let round = 0; round < 48 && !(round > 1 && least < limit); round++) {
    gc();
    const before = process.memoryUsage().heapUsed;
    go(10_000);
    if (round > 0) least = Math.min(least, (process.memoryUsage().heapUsed - before) / 10_000);
  }
  bytes.push(least);
}
console.log(JSON.stringify(bytes));
`;

/** Slow: a process of its own. Looking for an extreme is too seldom for the engine to compile: a kilobyte each time. */
test("outputs and measures allocate nothing for a state", { timeout: 120_000 }, async () => {
  const [control, outputs, measures] = (await runInChild(program)) as [number, number, number];
  expect(control).toBeGreaterThan(8);
  expect(outputs).toBeLessThan(1);
  expect(measures).toBeLessThan(64); // measured: 32, two boxed times
});
