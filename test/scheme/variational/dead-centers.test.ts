/** Cranks that pass their dead centers under friction: the slip turns with the machine, not with its speed. */
import { describe, expect, it } from "vitest";
import { endOfProblem, runProblem } from "../../support/run.ts";

const notFine = ({ audit }: ReturnType<typeof runProblem>) => audit.checks.filter(({ verdict }) => verdict !== "ok");

describe("a slider-crank with its rod as a joint", () => {
  it("is turned by variational through its dead centers, of second order, and the audit agrees", () => {
    const end = 3;
    const exact = endOfProblem("slider-crank", { time: { end } }).state.position[0]!;
    const errors = [0.01, 0.0025].map((step) => {
      const result = runProblem("slider-crank", { scheme: { type: "variational" }, time: { end, step } });
      expect(result.outcome.status).toBe("done");
      expect(result.outcome.stats.steps).toBe(Math.round(end / step)); // parts of steps are not counted
      expect(notFine(result)).toEqual([]);
      return Math.abs(result.outcome.state.position[0]! - exact);
    });
    expect(exact).toBeGreaterThan(10 * Math.PI);
    expect(errors[1]).toBeLessThan(errors[0]! / 5);
    expect(errors[1]).toBeLessThan(0.01);
  });
});

describe.each(["balanced", "variational"])("its reduced twin under %s", (type) => {
  it("has an audit without alarm: forces of a row are bounded, and so are their first moments", () => {
    const result = runProblem("slider-crank-reduced", { scheme: { type }, time: { end: 3 } });
    expect(result.outcome.status).toBe("done");
    expect(notFine(result)).toEqual([]);
  });
});
