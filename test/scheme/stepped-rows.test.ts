/** Rows under time stepping whose directions, slips or limits once made a motion depend on round-off, or end. */
import { expect, it } from "vitest";
import { simulate } from "../../src/simulate/simulate.ts";
import { compileRaw } from "../support/run.ts";

const raw = (system: object, initial: object, rest: object) => ({
  ...{ stickslip: 1, name: "rows", system: { type: "linear", ...system }, initial },
  ...rest,
});

it.each([1e-20, 1e-150, 1e-154, 1e-158, 1e-200, 1e-310])(
  "a row along %d of a coordinate does not touch the others",
  (size) => {
    const ends = [{ direction: [size, 0], limit: 1 }, undefined].map((row) => {
      const friction = [...(row ? [row] : []), { on: 1, limit: 0.5 }];
      const system = { mass: [1, 2], stiffness: [20, 9], force: ["3*sin(2*t)", "cos(3*t)"], friction };
      const initial = { position: [0.1, 0], velocity: [0, 0.3] };
      const time = { end: 1, step: 0.01 };
      return simulate(compileRaw(raw(system, initial, { time, scheme: { type: "alpha" } }))).outcome;
    });
    expect(ends[0]!.status).toBe("done");
    expect(ends[0]!.state.position[1]).toBeCloseTo(ends[1]!.state.position[1]!, 12);
  },
);

it("what rests in an oblique direction under alpha and a jump law is not thrown by round-off", () => {
  const ends = [0.3, 0.30000000000001, 0.2999999999, 0.3000000001].map((start) => {
    const friction = [{ direction: [1, -0.87], limit: 1, kinetic: 0.7 }];
    const system = { mass: [1, 1], stiffness: [4, 9], friction };
    const initial = { position: [start, -0.2], velocity: [0.5, 0.1] };
    const time = { end: 2, step: 0.02 };
    return simulate(compileRaw(raw(system, initial, { time, scheme: { type: "alpha" } }))).outcome.state.position[0]!;
  });
  for (const end of ends) expect(Math.abs(end - ends[0]!)).toBeLessThan(1e-9);
});

it.each(["uzawa", "regularized"])("%s takes limits that grow to ten times their first value", (type) => {
  const system = { mass: [1], stiffness: [9], force: ["3*sin(2*t)"], friction: [{ on: 0, limit: "0.2 + t" }] };
  const initial = { position: [0.1], velocity: [0] };
  const runs = [type, "active-set"].map(
    (solver) =>
      simulate(
        compileRaw(
          raw(system, initial, {
            ...{ time: { end: 4, step: 0.001 }, scheme: { type: "alpha" } },
            solver: { type: solver },
          }),
        ),
      ).outcome,
  );
  expect(runs[0]!.status).toBe("done");
  expect(Math.abs(runs[0]!.state.position[0]! - runs[1]!.state.position[0]!)).toBeLessThan(1e-3);
});
