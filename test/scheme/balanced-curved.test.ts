/** `balanced` on machines whose directions turn: through dead centers, against a wall beside a joint that is moved, and on a long arm with many rows. */
import { describe, expect, it } from "vitest";
import { compileRaw, endOf, endOfProblem } from "../support/run.ts";

const balanced = { type: "balanced" };

describe("balanced", () => {
  it("turns a slider-crank through its dead centers, and nears the exact motion", () => {
    const end = 1.5;
    const exact = endOfProblem("slider-crank", { time: { end } }).state.position[0]!;
    const errors = [0.004, 0.001].map((step) => {
      const outcome = endOfProblem("slider-crank", { scheme: balanced, time: { end, step } });
      expect(outcome.status).toBe("done");
      return Math.abs(outcome.state.position[0]! - exact);
    });
    expect(exact).toBeGreaterThan(4 * Math.PI); // it passed some
    expect(errors[1]).toBeLessThan(errors[0]! / 8);
    expect(errors[1]).toBeLessThan(2e-3);
  });

  it("goes on where terms of the step cancel: twenty links with friction in every joint", () => {
    const outcome = endOfProblem("twenty-links", { scheme: balanced, time: { end: 0.53 } });
    expect(outcome.status).toBe("done");
  });

  it("holds a bead between a wall and a rod that moves, where rows outnumber coordinates", () => {
    const system = {
      type: "mechanism",
      coordinates: [{ name: "x" }, { name: "y" }],
      kinetic: "(v(x)^2 + v(y)^2)/2",
      potential: "9.81*x(y)",
      joints: [{ name: "rod", zero: "sqrt(x(x)^2 + x(y)^2) - 1 - 0.1*sin(t)" }],
      stops: [{ name: "wall", distance: "0.9 - x(x)" }],
      friction: [
        { name: "g", along: "x(x)*x(y)", limit: 0.2 },
        { name: "h", direction: ["-x(y)", "x(x)"], limit: "0.1*x(x)^2" },
      ],
    };
    const initial = { position: [0.6, 0.8], velocity: [0.06, 0.08] };
    const time = { end: 1, step: 0.002 };
    const outcome = endOf(compileRaw({ stickslip: 1, system, initial, time, scheme: balanced }));
    expect(outcome.status).toBe("done");
    const height = Math.sqrt((1 + 0.1 * Math.sin(1)) ** 2 - 0.81);
    expect(Math.abs(outcome.state.position[1]! - height)).toBeLessThan(5e-3);
  });
});
