/** The double pendulum of paper 4 against its wall: penalties, multipliers, complementarity. */
import { describe, expect, it } from "vitest";
import { type ConstraintMethod, constraintMethod } from "../../../src/model/rows/constraint-method.ts";
import { simulate } from "../../../src/simulate/simulate.ts";
import { doublePendulum, WALL, WALL_START } from "../../model/double-pendulum.ts";
import { compileRaw } from "../../support/run.ts";
import { ride } from "./ride.ts";

const walled = (method: Partial<ConstraintMethod>) =>
  doublePendulum({ ...WALL, wall: { d: 2.44, method: constraintMethod(method) } });

const FIRST_CONTACT = 1.509235952; // of the rigid limit, s

/** Shortly before the first contact, by the steps of 2e-5 s that the penetrations are known for. */
const near = structuredClone(ride(walled({ type: "penalty" }), WALL_START, 2e-5, 75_000).state);

/** A motion along the wall. */
function contact(method: Partial<ConstraintMethod>, h: number, end: number, start = { time: 0, ...WALL_START }) {
  const system = walled(method);
  const gap = new Float64Array(1);
  let deepest = 0;
  let before = Number.NaN;
  let time = Number.NaN;
  const steps = Math.round((end - start.time) / h);
  const { state, stats, status } = ride(system, start, h, steps, ({ position }, _, k) => {
    system.gapsAt(position, gap);
    if (gap[0]! < 0 && Number.isNaN(time)) time = start.time + (k - gap[0]! / (gap[0]! - before)) * h;
    before = gap[0]!;
    deepest = Math.max(deepest, -gap[0]!);
  });
  expect(status).toBe("stepped");
  const gained =
    system.energy(state.position, state.velocity) - system.energy(WALL_START.position, WALL_START.velocity);
  return { deepest, time, gained, gap: gap[0]!, stats };
}

describe("a penalty (35)", () => {
  it.each([
    [1e-5, 0.1065, 1.62],
    [1e-6, 0.0355, 1.55],
    [1e-7, 0.01139, 1.525],
    [1e-8, 0.003619, 1.515],
    [1e-9, 0.001144, 1.513],
  ])("with epsilon %s lets the tip in by %s m", (epsilon, known, end) => {
    const { deepest, time, stats } = contact({ type: "penalty", epsilon }, 2e-5, end, near);
    expect(Math.abs(deepest / known - 1)).toBeLessThan(0.01);
    expect(Math.abs(time - FIRST_CONTACT)).toBeLessThan(1e-8);
    expect(stats.solves / stats.steps).toBeLessThan(3.1); // with the one for the new velocity
  });

  it("is the rigid limit's 36.261 sqrt(epsilon) for small epsilon", () => {
    const { deepest } = contact({ type: "penalty", epsilon: 1e-9 }, 5e-6, 1.513, near);
    expect(deepest / (36.261 * Math.sqrt(1e-9))).toBeCloseTo(1, 2);
  });

  it("keeps energy in its time-discretized form (30) where (35) does not", () => {
    const given = { type: "penalty", epsilon: 1e-9 } as const;
    const quadratic = contact(given, 2e-4, 1.6);
    const discretized = contact({ ...given, form: "time-discretized" }, 2e-4, 1.6);
    const free = contact(given, 2e-4, 1.5); // what the rule itself does to the energy
    expect(quadratic.gap).toBeGreaterThan(0.05);
    expect(discretized.gap).toBeGreaterThan(0.05);
    expect(Math.abs(free.gained)).toBeLessThan(0.005);
    expect(Math.abs(discretized.gained)).toBeLessThan(0.3);
    expect(Math.abs(quadratic.gained)).toBeGreaterThan(20);
  });
});

it("the time-discretized penalty of a linear machine keeps its energy to round-off, whatever the step", () => {
  const stop = { on: 0, gap: 0.1, method: "penalty", epsilon: 1e-4 };
  const energies = ["quadratic", "time-discretized"].map((form) => {
    const { outcome, trajectory, energy } = simulate(
      compileRaw({
        stickslip: 1,
        system: {
          type: "linear",
          mass: [1, 2],
          stiffness: [
            [30, -10],
            [-10, 20],
          ],
          stops: [{ ...stop, form }],
        },
        initial: { position: [-0.5, 0.2], velocity: [1, 0] },
        time: { end: 20, step: 0.02 },
        scheme: { type: "variational" },
      }),
    );
    expect(outcome.status).toBe("done");
    const x = trajectory.position[0]!;
    expect(x.filter((place) => place > 0.1).length).toBeGreaterThan(20);
    expect(Math.max(...x)).toBeLessThan(0.15); // it does push
    const beyond = Math.max(0, x.at(-1)! - 0.1);
    return energy + (beyond * beyond) / 2e-4;
  });
  const begin = (1 + 30 * 0.25 + 2 * 10 * 0.1 + 20 * 0.04) / 2;
  expect(Math.abs(energies[1]! - begin)).toBeLessThan(1e-10); // a thousand steps, each of which Newton ends at 1e-12 of its terms
  expect(Math.abs(energies[0]! - begin)).toBeGreaterThan(0.01);
});

describe("a hard wall", () => {
  it("is inelastic: 826 J are lost until t = 3 s", () => {
    const { deepest, gained } = contact({ type: "complementarity" }, 2e-4, 3);
    expect(deepest).toBeLessThan(1e-14);
    expect(gained).toBeCloseTo(-826, -0.5);
  });

  it.each(["first", "second"] as const)("has the same motion by multipliers, with updates of %s order", (update) => {
    const method = { type: "augmented-lagrangian", epsilon: 1e-7, update } as const;
    const hard = contact({ type: "complementarity" }, 5e-4, 2);
    const { deepest, gained, stats } = contact(method, 5e-4, 2);
    expect(deepest).toBeLessThan(1e-8);
    expect(Math.abs(gained - hard.gained)).toBeLessThan(1e-3);
    expect(stats.multipliers / stats.steps).toBeGreaterThanOrEqual(1);
    expect(stats.multipliers / stats.steps).toBeLessThan(update === "second" ? 1.05 : 4);
  });
});
