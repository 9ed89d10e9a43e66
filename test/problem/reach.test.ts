/** Targets of `control` against the joints of a machine. */
import { describe, expect, test } from "vitest";
import { compile } from "../../src/problem/compile/compile.ts";
import { rawProblem } from "../support/run.ts";

const faultsOf = (position: readonly (number | null)[]) => {
  const control = { value: [0, 0], target: { position } };
  return compile(rawProblem("slider-crank", { control })).faults?.map(({ path, message }) => `${path}: ${message}`);
};

describe("a target of a slider-crank", () => {
  test("that the rod allows is taken, whatever the other coordinate is", () => {
    expect(faultsOf([null, 0.6])).toBeUndefined();
    expect(faultsOf([null, -0.85])).toBeUndefined();
    expect(faultsOf([3, null])).toBeUndefined();
  });

  test("beyond crank and rod is out of reach", () => {
    const [fault, ...more] = faultsOf([null, 0.95])!;
    expect(more).toEqual([]);
    expect(fault).toContain(
      "control.target.position: invalid target; out of reach: no values of the free coordinates were found",
    );
    expect(fault).toContain("the joint rod holds, it is off by");
  });

  test("off the rod is told with a place near it", () => {
    expect(faultsOf([0, 0.5])![0]).toMatch(/off the joint rod by .*Near it the joint holds at \[/);
  });
});

describe("a joint that moves", () => {
  const faultOf = (position: readonly (number | null)[]) =>
    compile({
      stickslip: 1,
      system: {
        type: "mechanism",
        coordinates: [{ name: "a" }, { name: "b" }],
        kinetic: "v(a)^2/2 + v(b)^2/2",
        potential: "0",
        joints: [{ name: "lift", zero: "x(a) - x(b) - 0.1*(t - 1)" }],
      },
      initial: { velocity: [0.1, 0] },
      control: { value: [0, 0], target: { position } },
      time: { start: 1, end: 6, step: 0.01 },
    }).faults?.[0]?.message;

  test("is asked where it is at the end", () => {
    expect(faultOf([0.7, 0.2])).toBeUndefined();
    expect(faultOf([0.2, 0.2])).toContain("out of reach: off the joint lift by -0.5");
  });
});
