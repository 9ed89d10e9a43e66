/** The shuttle's arm: torques in two pieces of time bring the payload to rest at a pose, six conditions. */
import { expect, it } from "vitest";
import { rawProblem } from "../support/run.ts";
import { steer } from "./steer.ts";

it("brings the payload to rest at the target", async () => {
  const { status, end, control, runs } = await steer("shuttle-arm", { control: { weight: [0, 0, 0] } });
  const { target } = (rawProblem("shuttle-arm") as { control: { target: { position: number[] } } }).control;
  expect(status).toBe("reached");
  expect(control).toHaveLength(6);
  expect(runs).toBeLessThan(40);
  target.position.forEach((x, i) => {
    expect(Math.abs(end[i]! - x)).toBeLessThan(1e-8);
    expect(Math.abs(end[3 + i]!)).toBeLessThan(1e-8);
  });
});
