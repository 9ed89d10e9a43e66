/** Forces, limits and rates of a mechanism that lose their values: a status that names them, or a fault at the start; never a hang. */
import { describe, expect, it } from "vitest";
import { compile } from "../../src/problem/compile/compile.ts";
import { simulate } from "../../src/simulate/simulate.ts";
import { compileRaw } from "../support/run.ts";

const machine = (system: object) => ({
  stickslip: 1,
  system: { type: "mechanism", coordinates: [{ name: "a" }], kinetic: "v(a)^2/2", ...system },
  initial: { position: [1] },
  time: { end: 3, step: 0.01 },
});

describe("what has no finite value along the motion", () => {
  // under the force -1 the place is 1 - t^2/2 without friction
  it.each<[string, object, string, number]>([
    ["a root", { force: ["sqrt(x(a) - 0.5) - 2"] }, "The force of a ", 0.86],
    ["a potential", { potential: "3*sqrt(x(a) - 0.5)" }, "The force of a ", 0.65],
    [
      "a limit",
      { force: ["-1"], friction: [{ name: "floor", on: "a", limit: "sqrt(x(a) - 0.5)" }] },
      "The limit of floor ",
      1.69,
    ],
    ["a rate", { force: ["-1"], states: [{ name: "z", rate: "log(x(a))", initial: 0 }] }, "The rate of z ", 1.42],
    ["a pole that the motion falls into", { force: ["-1/x(a)^2"] }, "The force ", Math.PI / Math.sqrt(8)],
  ])("%s", (_, system, what, time) => {
    const { outcome } = simulate(compileRaw(machine(system)));
    expect(outcome.status).toBe("undefined-force");
    expect(outcome.message).toContain(what);
    expect(Math.abs(outcome.state.time - time)).toBeLessThan(0.02);
    expect(outcome.state.position.every(Number.isFinite)).toBe(true);
  });

  it.each<[object, RegExp]>([
    [{ force: ["-v(a)/sqrt(v(a)^2)"] }, /the force of a has no finite value there/],
    [
      { friction: [{ name: "floor", on: "a", limit: "sqrt(x(a) - 2)" }] },
      /the limit of floor has no finite value there/,
    ],
  ])("at the start it is a fault: %j", (system, message) => {
    expect(compile(machine(system)).faults?.map((fault) => fault.message)).toEqual([expect.stringMatching(message)]);
  });
});
