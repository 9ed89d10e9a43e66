import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { stickslip } from "./fake-io.ts";

describe("stickslip cycle", () => {
  test("gives the stable fields, and the numbers of the closed form on the boundary", async () => {
    const stdin = JSON.stringify({
      stickslip: 1,
      system: { type: "linear", mass: [1], damping: [-0.2], stiffness: [1], friction: [{ on: 0, limit: 0.1 }] },
      initial: { position: [3] },
      time: { end: 20, step: 0.05 },
    });
    const { code, out } = await stickslip(["cycle", "-", "--boundary", "--json"], { stdin });
    expect(code).toBe(0);
    const cycle = JSON.parse(out);
    const omega = Math.sqrt(0.99);
    expect(cycle).toMatchObject({ status: "found", stability: "unstable", differentiable: true });
    expect(cycle.period).toBeCloseTo((2 * Math.PI) / omega, 10);
    expect(cycle.amplitude).toBeCloseTo(0.1 / Math.tanh((0.1 * Math.PI) / (2 * omega)), 10);
    expect(cycle.multipliers[0].modulus).toBeCloseTo(Math.exp((0.2 * Math.PI) / omega), 9);
    expect(cycle.events.map(({ kind }: { kind: string }) => kind)).toEqual(["reversal", "reversal"]);
  });

  test("tells people, and writes report, branch and drawing", async () => {
    const out = mkdtempSync(join(tmpdir(), "stickslip-cycle-"));
    const drawing = join(out, "branch.svg");
    const ended = await stickslip([
      ...["cycle", "belt", "--continue", "system.friction[0].drive=0.4:0.41", "--out", out, "--svg", drawing],
    ]);
    expect(ended.code).toBe(0);
    expect(ended.out).toContain("found: A stable cycle with period");
    expect(ended.out).toMatch(/Branch over system\.friction\[0\]\.drive: \d+ points\. The range ends\./);
    for (const file of ["report.html", "result.json", "problem.yaml", "branch.csv"]) {
      expect(existsSync(join(out, file))).toBe(true);
    }
    const lines = readFileSync(join(out, "branch.csv"), "utf8").trimEnd().split("\n");
    expect(lines[0]).toBe("value,period,amplitude_x1,multiplier,stability,time,position_x1,velocity_x1");
    expect(Number(lines.at(-1)!.split(",")[0])).toBeCloseTo(0.41, 12);
    expect(readFileSync(join(out, "report.html"), "utf8")).toContain("Branch of cycles over");
    expect(readFileSync(drawing, "utf8")).toContain("largest multiplier");
  });

  test("says why there is none", async () => {
    const rest = await stickslip(["cycle", "coulomb-oscillator", "--json"]);
    expect(rest.code).toBe(1);
    expect(JSON.parse(rest.out)).toMatchObject({ status: "rest" });
    expect(rest.err).toContain("comes to rest");
  });

  test("refuses what makes no sense, all at once", async () => {
    const forced = await stickslip(["cycle", "gk95-tp1", "--boundary", "--continue", "system.mass[0]=4"]);
    expect(forced.code).toBe(2);
    expect(forced.err).toContain("give its period with --period");
    expect(forced.err).toContain("--boundary: a force changes in time");
    expect(forced.err).toContain("--continue: invalid range; not path=from:to");
    const period = await stickslip(["cycle", "belt", "--period", "-1", "--continue", "parameters.nothing=1:2"]);
    expect(period.code).toBe(2);
    expect(period.err).toContain("--period: invalid period");
    expect(period.err).toContain("--continue: parameters.nothing: unknown path");
    expect((await stickslip(["cycle", "belt", "--set", "scheme.type=balanced"])).err).toContain("event-driven");
  });

  test("refuses a period that the force has not, here or at the end of a branch", async () => {
    const stdin = JSON.stringify({
      stickslip: 1,
      parameters: { omega: 1.25, amplitude: 3 },
      system: {
        ...{ type: "linear", mass: [1], damping: [0.1], stiffness: [1], friction: [{ on: 0, limit: 0.5 }] },
        force: ["amplitude*sin(omega*t)"],
      },
      time: { start: 1, end: 50, step: 0.05 },
    });
    const cycle = (...args: string[]) => stickslip(["cycle", "-", "--json", ...args], { stdin });
    const period = String((2 * Math.PI) / 1.25);
    for (const wrong of ["3.3", "5.02"]) {
      const { code, err } = await cycle("--period", wrong);
      expect([code, err]).toEqual([
        2,
        expect.stringContaining(`--period: what changes in time has not the period ${wrong} s`),
      ]);
    }
    const moved = await cycle("--period", period, "--continue", "parameters.omega=1.25:1.5");
    expect([moved.code, moved.err]).toEqual([2, expect.stringContaining("with parameters.omega=1.5 what changes")]);
    const weaker = await cycle("--period", period.slice(0, 12), "--continue", "parameters.amplitude=3:2.5");
    expect(weaker.code).toBe(0);
    expect(JSON.parse(weaker.out).branch.end).toBe("range");
    const free = await stickslip(["cycle", "belt", "--period", "12"]);
    expect([free.code, free.err]).toEqual([2, expect.stringContaining("nothing changes in time")]);
  });

  test("a branch starts near the initial state, has at most --points, and goes to --csv with states", async () => {
    const omega = Math.sqrt(0.99);
    const size = 0.1 / Math.tanh((0.1 * Math.PI) / (2 * omega));
    const stdin = JSON.stringify({
      stickslip: 1,
      parameters: { d: -0.2 },
      system: { type: "linear", mass: [1], damping: ["d"], stiffness: [1], friction: [{ on: 0, limit: 0.1 }] },
      initial: { position: [1.05 * size] },
      time: { end: 20, step: 0.05 },
    });
    const asked = ["cycle", "-", "--near", "--continue", "parameters.d=-0.2:-0.3", "--points", "3"];
    const { out } = await stickslip([...asked, "--json"], { stdin });
    const { stability, amplitude, branch } = JSON.parse(out);
    expect(stability).toBe("unstable"); // a long run would leave it
    expect(amplitude).toBeCloseTo(size, 9);
    expect(branch).toMatchObject({ end: "points", start: { value: -0.2, found: "near the initial state" } });
    expect(branch.points).toHaveLength(3);
    const { out: table } = await stickslip([...asked, "--csv", "-"], { stdin });
    const [header, first] = table.split("\n");
    expect(header).toBe("value,period,amplitude_x1,multiplier,stability,time,position_x1,velocity_x1");
    expect(first!.split(",").map(Number).slice(0, 2)).toEqual([-0.2, branch.points[0].period]);
    expect(table.trim().split("\n")).toHaveLength(4);
  });

  test("refuses options of a branch without one", async () => {
    const { code, err } = await stickslip(["cycle", "belt", "--points", "0", "--csv", "-", "--near", "--boundary"]);
    expect(code).toBe(2);
    expect(err).toContain("--points: invalid number of points; not a whole number from 1 to 100000: 0");
    expect(err).toContain("--csv: is of a branch: give --continue too");
    expect(err).toContain("--near: cannot go with --boundary");
  });
});

test("a motion that dies out to steady slip is no cycle", async () => {
  const stdin = JSON.stringify({
    stickslip: 1,
    system: { type: "linear", mass: [1], damping: [1], stiffness: [1], friction: [{ on: 0, limit: 1, drive: 5 }] },
    time: { end: 20, step: 0.1 },
  });
  const { code, out } = await stickslip(["cycle", "-", "--json"], { stdin });
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ status: "rest", message: expect.stringContaining("dies out") });
});
