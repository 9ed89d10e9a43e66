import { describe, expect, test } from "vitest";
import { faultText } from "../support/faults.ts";
import { problemText, stickslip } from "./fake-io.ts";

// m x'' + x = -+mu from 1: half swings about mu, -mu, mu take x to -(1 - 6 mu) = -0.1, where it rests
const stdin = problemText({
  parameters: { mu: 0.15 },
  system: { type: "linear", mass: [1], stiffness: [1], friction: [{ name: "floor", on: 0, limit: "mu" }] },
  scheme: { type: "event-driven" },
});

describe("simulate --sensitivity", () => {
  test("gives the derivatives of the end and how far differences are off", async () => {
    const { code, out } = await stickslip(
      ["simulate", "-", "--json", "--sensitivity", "initial.position[0],parameters.mu"],
      { stdin },
    );
    expect(code).toBe(0);
    const [byPosition, byLimit] = JSON.parse(out).sensitivity;
    expect(byPosition).toMatchObject({ path: "initial.position[0]", velocity: [0] });
    expect(byPosition.position[0]).toBeCloseTo(-1, 11);
    expect(byLimit.position[0]).toBeCloseTo(6, 8);
    expect(byLimit.deviation).toBeLessThan(1e-8);
  });

  test("knows initial and control values that the file leaves out", async () => {
    const text = JSON.stringify({
      stickslip: 1,
      system: { type: "linear", mass: [1, 1], stiffness: [1, 4], force: [1, 1] },
      time: { end: 1, step: 0.1 },
    });
    const paths = ["initial.position[0]", "initial.velocity[1]", "control.value[1]"];
    const asked = ["simulate", "-", "--json", "--sensitivity", paths.join(",")];
    const { code, out } = await stickslip(asked, { stdin: text });
    expect(code).toBe(0);
    const found = JSON.parse(out).sensitivity;
    const wanted = [
      [Math.cos(1), 0],
      [0, Math.sin(2) / 2],
      [0, (1 - Math.cos(2)) / 4],
    ];
    wanted.forEach((row, k) => {
      row.forEach((value, i) => {
        expect(found[k].position[i]).toBeCloseTo(value, 11);
      });
      expect(found[k].deviation).toBeLessThan(1e-7);
    });
    const beyond = ["initial.position[2]", "control.value[2]", "initial.mass[0]"];
    const refused = await stickslip(["simulate", "-", "--sensitivity", beyond.join(",")], { stdin: text });
    expect(refused.code).toBe(2);
    for (const path of beyond) expect(refused.err).toContain(`${path}: unknown path; `);
    const moved = await stickslip(["simulate", "-", "--json", "--set", "initial.position[0]=0.1"], { stdin: text });
    expect(JSON.parse(moved.out).position[0]).toBeCloseTo(1 - 0.9 * Math.cos(1), 11);
  });

  test("tells people in a table", async () => {
    const { out } = await stickslip(["simulate", "-", "--sensitivity", "parameters.mu"], { stdin });
    expect(out).toMatch(
      /Derivatives of the end state\n.*d position.*\n\s+parameters\.mu\s+x1\s+(6|5\.9999\d*|6\.0000\d*)\s/,
    );
  });

  test("refuses paths that are no numbers and schemes without derivatives", async () => {
    const wrong = await stickslip(["simulate", "-", "--sensitivity", "parameters.nu,time.end"], { stdin });
    expect(wrong.code).toBe(2);
    expect(wrong.err).toContain("--sensitivity: parameters.nu: unknown path; did you mean parameters.mu?");
    expect(wrong.err).toContain("time.end");
    const scheme = await stickslip(["simulate", "-", "--scheme", "splitting", "--sensitivity", "parameters.mu"], {
      stdin,
    });
    expect(scheme.code).toBe(2);
    expect(scheme.err).toContain("Take event-driven");
    expect((await stickslip(["simulate", "-", "--sensitivity", ","], { stdin })).code).toBe(2);
  });

  test("says that uncoupled events which coincide have a derivative, and tells both sides of those that feel each other", async () => {
    const paths = ["--sensitivity", "initial.position[0]"];
    const apart = await stickslip(["simulate", "-", "--json", ...paths], {
      stdin: faultText("simultaneous-events-tangent"),
    });
    const [independent] = JSON.parse(apart.out).sensitivity;
    expect(independent).toMatchObject({ derivative: "two-sided", kinks: [] });
    expect([independent.position[1], independent.velocity[1]]).toEqual([0, 0]);
    expect(independent.deviation).toBeLessThan(1e-8);
    // two hammers with a damper between them: the strike of one is felt by the other at once
    const hammers = JSON.stringify({
      stickslip: 1,
      system: {
        type: "linear",
        mass: [1, 1],
        damping: [
          [0.5, -0.5],
          [-0.5, 0.5],
        ],
        stops: [
          { on: 0, gap: 1, restitution: 0.5 },
          { on: 1, gap: 1, restitution: 0.5 },
        ],
      },
      initial: { position: [0, 0], velocity: [1, 1] },
      time: { end: 1.5, step: 0.01 },
    });
    const felt = await stickslip(["simulate", "-", "--json", ...paths], { stdin: hammers });
    const [one] = JSON.parse(felt.out).sensitivity;
    expect(one.derivative).toBe("one-sided");
    expect(one.kinks[0]).toMatchObject({ derivative: "one-sided" });
    // central differences tend to the mean of both sides, which differ
    expect(one.deviation).toBeLessThan(1e-5);
    expect(Math.abs(one.velocity[1] - one.below.velocity[1])).toBeGreaterThan(0.01);
    const { out } = await stickslip(["simulate", "-", ...paths], { stdin: hammers });
    expect(out).toContain("initial.position[0] (below)");
    expect(out).toContain("one-sided derivatives only by initial.position[0] at t = 1 s");
  });
});
