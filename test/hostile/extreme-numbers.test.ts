/** Numbers that nobody means, found by the mutator: they run to numbers and a status. */
import { expect, it } from "vitest";
import { compile } from "../../src/problem/compile/compile.ts";
import { complaint } from "./handled.ts";

const stage = (pid: object) => ({
  stickslip: 1,
  system: {
    ...{ type: "linear", coordinates: [{ name: "stage" }], mass: [1] },
    friction: [{ on: "stage", limit: 1, weakening: { shape: "stribeck", beta: 0.5, speed: 0.05 } }],
  },
  feedback: [{ type: "pid", of: "stage", reference: 1, kp: 3, ki: 2, kd: 2, ...pid }],
  time: { end: 0.6, step: 0.01 },
});

it.each([
  ["a slip whose exponential is beyond all numbers in the kernel", stage({ reference: 2 ** 53 })],
  ["a controller of 1e15 N/m", stage({ kp: 1e15 })],
  [
    "a force that swings far more often than it can be looked at, and is nothing",
    {
      stickslip: 1,
      system: {
        ...{ type: "linear", mass: [1], stiffness: [3], friction: [{ on: 0, limit: 0.5 }] },
        force: ["tan(sin(1e15*t^9)) / (sqrt(1e300)*t^-1)"],
      },
      time: { end: 12, step: 1 },
    },
  ],
  [
    "negative damping beside Stribeck's curve, whose motion leaves all numbers",
    {
      stickslip: 1,
      system: {
        ...{ type: "linear", mass: [1], stiffness: [1], damping: [-0.5] },
        friction: [{ on: 0, limit: 1, weakening: { shape: "stribeck", beta: 0.9, speed: 0.01, exponent: 1 } }],
      },
      ...{ initial: { velocity: [10] }, time: { end: 140, step: 14 } },
    },
  ],
  [
    "a multiplier by a limit of 1e-320 N",
    {
      stickslip: 1,
      system: { type: "linear", mass: [1], force: ["sin(t)-0.2"], friction: [{ on: 0, limit: 1e-320, backward: 1e6 }] },
      time: { end: 0.12, step: 0.01 },
    },
  ],
])("%s", (_, raw) => {
  expect(complaint(raw)).toEqual({ ran: true });
});

it("times in which coefficients of series vanish are warned of", () => {
  const raw = (end: number) => ({
    stickslip: 1,
    system: { type: "linear", mass: [7e9], stiffness: [1.6e-23], friction: [{ on: 0, limit: 1e-10 }] },
    time: { end, step: end / 100 },
  });
  expect(compile(raw(1e18)).simulation!.warnings).toEqual([expect.stringContaining("longer unit of time")]);
  expect(compile(raw(1e11)).simulation!.warnings).toEqual([]);
});
