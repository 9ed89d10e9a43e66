/** Fates of machines that are not linear. */
import { describe, expect, test } from "vitest";
import { sin } from "../../../src/numeric/elementary.ts";
import { fateRefusal, fates } from "../../../src/stability/fate/fate.ts";
import { restProof } from "../../../src/stability/fate/rest-proof.ts";
import { compileRaw, loadSimulation, runProblem } from "../../support/run.ts";

describe("a pendulum with friction", () => {
  test("is attracted from everywhere, and where it stops the proof holds", () => {
    const judge = fates();
    for (const [position, velocity] of [
      [2.5, 0],
      [0.3, 11],
      [Math.PI, 0],
      [-3, -20],
    ] as const) {
      const changes = { initial: { position: [position], velocity: [velocity] } };
      const simulation = loadSimulation("pendulum-friction", changes);
      expect(judge(simulation).fate).toBe("attracted");
      const { trajectory } = runProblem("pendulum-friction", { ...changes, time: { end: 200, output: 200 } });
      const final = { position: [trajectory.position[0]!.at(-1)!], velocity: [trajectory.velocity[0]!.at(-1)!] };
      const stays = restProof(simulation.system, 0)!;
      expect(final.velocity[0]).toBe(0);
      expect(stays(Float64Array.from(final.position))).toBe(true);
      expect(9.81 * Math.abs(sin(final.position[0]!))).toBeLessThan(0.6);
      expect(stays(Float64Array.of(1))).toBe(false);
    }
  });

  test("under a torque beyond friction and weight it turns for ever: periodic up to whole turns, seen early", () => {
    const raw = (torque: number) => ({
      stickslip: 1,
      system: {
        type: "mechanism",
        coordinates: [{ name: "phi", unit: "rad", period: "2*pi" }],
        kinetic: "v(phi)^2/2",
        potential: "-cos(x(phi))",
        force: { phi: `${torque} - 0.3*v(phi)` },
        friction: [{ on: "phi", limit: 0.2 }],
        stops: [],
      },
      initial: { position: [0.1] },
      time: { end: 40, step: 0.1 },
    });
    expect(fates()(compileRaw(raw(0.5)))).toMatchObject({ fate: "attracted" });
    const turning = fates()(compileRaw(raw(2)));
    expect(turning).toMatchObject({ fate: "undecided", periodic: true });
    expect(turning.time).toBeLessThanOrEqual(400); // of 8000 s
  });
});

test("a motion that keeps its energy is endless, and known after one time of the file", () => {
  const simulation = loadSimulation("double-pendulum-arm");
  expect(fates()(simulation)).toEqual({ fate: "undecided", time: 5, endless: true });
  const rubbed = loadSimulation("double-pendulum-arm", { parameters: { c: 1 } });
  expect(fates()(rubbed).fate).toBe("attracted");
});

test("forces of time inside a mechanism are refused", () => {
  const raw = {
    stickslip: 1,
    system: {
      type: "mechanism",
      coordinates: [{ name: "phi", unit: "rad" }],
      kinetic: "v(phi)^2/2",
      force: { phi: "sin(t)*x(phi)" },
      friction: [{ on: "phi", limit: 0.2 }],
    },
    initial: { position: [0.1] },
    time: { end: 4, step: 0.1 },
  };
  expect(fateRefusal(compileRaw(raw))).toContain("a force changes in time");
});
