/** Derivatives by a start that a joint holds are refused, as such starts are. */
import { expect, it } from "vitest";
import { compileDirections } from "../../src/problem/paths/directions.ts";
import { compileRaw } from "../support/run.ts";

const faultsOf = (raw: object, path: string) =>
  compileDirections(raw, compileRaw(raw), [path]).faults.map(({ message }) => message);

it("by position and velocity of what a condition holds, not of what is free", () => {
  const raw = {
    stickslip: 1,
    system: {
      type: "mechanism",
      coordinates: [{ name: "a" }, { name: "frame" }],
      kinetic: "v(a)^2/2 + v(frame)^2/2",
      friction: [{ on: "a", limit: 0.2 }],
      joints: [{ name: "shaker", zero: "x(frame) - 0.6*sin(2*t)" }],
    },
    initial: { position: [0, 0], velocity: [1, 1.2] },
    time: { end: 1, step: 0.01 },
  };
  for (const key of ["position", "velocity"]) {
    expect(faultsOf(raw, `initial.${key}[1]`)).toEqual([
      "invalid path; the joint shaker holds it, and starts beside it are refused. Differentiate by what is free",
    ]);
    expect(faultsOf(raw, `initial.${key}[0]`)).toEqual([]);
  }
});

it("not by places along a joint of fixed direction, whose constant is the start's", () => {
  const raw = {
    stickslip: 1,
    system: { type: "linear", mass: [1, 1], joints: [{ name: "gear", direction: [1, -2] }] },
    time: { end: 1, step: 0.1 },
  };
  expect(faultsOf(raw, "initial.position[0]")).toEqual([]);
  expect(faultsOf(raw, "initial.velocity[0]")).toHaveLength(1);
});
