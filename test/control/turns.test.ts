/** Targets of angles compare modulo their period. */
import { expect, test } from "vitest";
import { controlTask, targetError } from "../../src/control/task.ts";
import { compileOrThrow } from "../../src/problem/compile/compile.ts";
import { rawProblem } from "../support/run.ts";

test("a target is met after whole turns", () => {
  const control = { value: [0], target: { position: [0.5], velocity: [0] } };
  const { simulation, goal } = compileOrThrow(rawProblem("pendulum-friction", { control }));
  const task = controlTask(simulation, goal!);
  const error = (angle: number) => targetError(task, Float64Array.of(angle, 0)).position!;
  expect(error(0.5)).toBe(0);
  expect(error(0.5 + 4 * Math.PI)).toBeLessThan(1e-14);
  expect(error(0.6 - 2 * Math.PI)).toBeCloseTo(0.1, 12);
});
