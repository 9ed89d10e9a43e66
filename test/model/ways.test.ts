/** Ways of rows: what their slips are the rates of, and what the audit holds places of stuck rows against. */
import { expect, it } from "vitest";
import type { System } from "../../src/model/system.ts";
import { rowsMultiply } from "../../src/numeric/rows.ts";
import { startRun } from "../../src/simulate/run/run.ts";
import { seeded } from "../support/random.ts";
import { compileRaw, loadSimulation } from "../support/run.ts";

/** Largest difference of slips from rates of ways, at places about one. */
function worst(system: System, near: Float64Array, random: ReturnType<typeof seeded>): number {
  const m = system.rows.length;
  const [slip, before, after] = [new Float64Array(m), new Float64Array(m), new Float64Array(m)];
  const directions = system.newDirections();
  let most = 0;
  for (let k = 0; k < 20; k++) {
    const q = near.map((x) => x + random.between(-0.2, 0.2));
    const v = near.map(() => random.between(-1, 1));
    const h = 1e-5;
    system.directionsAt(q, directions);
    rowsMultiply(directions, v, slip);
    system.waysAt!(
      q.map((x, i) => x - h * v[i]!),
      before,
    );
    system.waysAt!(
      q.map((x, i) => x + h * v[i]!),
      after,
    );
    for (let i = 0; i < m; i++) most = Math.max(most, Math.abs((after[i]! - before[i]!) / (2 * h) - slip[i]!));
  }
  return most;
}

it.each(["slider-crank", "slider-crank-reduced", "bead-on-hoop", "arm-on-curve", "gh95-wall"])(
  "slips of %s are the rates of its ways",
  (name) => {
    const { system, initial } = loadSimulation(name, { scheme: { type: "event-driven" } });
    if (system.constant.directions) expect(system.waysAt).toBeUndefined();
    else expect(worst(system, initial.position, seeded(3))).toBeLessThan(1e-8);
  },
);

const mechanism = (rows: object) => ({
  stickslip: 1,
  system: {
    type: "mechanism",
    coordinates: [{ name: "a" }, { name: "b" }],
    kinetic: "v(a)^2/2 + v(b)^2/2",
    ...rows,
  },
  initial: { position: [1, 0.5], velocity: [0, 0] },
  time: { end: 1, step: 0.1 },
});

it("rows whose directions are no gradients, and joints with a part in time, leave places to the sums of slips", () => {
  const bent = { friction: [{ direction: { a: "cos(x(b))", b: "x(a)" }, limit: 1 }] };
  const timed = { joints: [{ zero: "x(a)^2 - 1 - t^2" }] };
  const fixed = { friction: [{ direction: { a: 1, b: 2 }, limit: 1 }], joints: [{ zero: "x(a)^2 + x(b)^2 - 1.25" }] };
  expect(compileRaw(mechanism(bent)).system.waysAt).toBeUndefined();
  expect(compileRaw(mechanism(timed)).system.waysAt).toBeUndefined();
  const { system, initial } = compileRaw(mechanism(fixed));
  expect(worst(system, initial.position, seeded(5))).toBeLessThan(1e-8);
});

it("a slider-crank tells its audit a third of the states that sums of slips would need", () => {
  const simulation = loadSimulation("slider-crank");
  let states = 0;
  const run = startRun(simulation, [{ step: () => states++ }]);
  run.advance(Number.POSITIVE_INFINITY);
  expect(run.finish().status).toBe("done");
  expect(states).toBeLessThan(10_000); // 27,800 with them
});
