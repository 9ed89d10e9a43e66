import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { problemText, stickslip } from "./fake-io.ts";

const folder = mkdtempSync(join(tmpdir(), "stickslip-equilibrium-"));
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what is looked for
const ESCAPE = /\u001b/;

const round = (value: number) => Number(value.toFixed(9)) + 0;

describe("equilibrium", () => {
  test("--json is one object with the stable fields and the paper's numbers", async () => {
    const { code, out, err } = await stickslip(["equilibrium", "vl05-two-masses", "--json"]);
    expect([code, err]).toEqual([0, ""]);
    const result = JSON.parse(out);
    expect(result.vertices.map((corner: number[]) => corner.map(round))).toEqual([
      [-1, -1],
      [round(1 / 3), round(-1 / 3)],
      [1, 1],
      [round(-1 / 3), round(1 / 3)],
    ]);
    expect(result.extents.map((extent: number[]) => extent.map(round))).toEqual([
      [-1, 1],
      [-1, 1],
    ]);
    expect([result.area, result.maxEnergy].map(round)).toEqual([round(4 / 3), 1]);
    expect(Object.values(result.rho).map((value) => round(value as number))).toEqual([16, 16, 16]);
    expect(result).toMatchObject({
      verdict: "local",
      inside: { all: true },
      unbounded: [],
      maxEnergyExact: true,
      region: { holdsAll: true },
      stability: { lyapunov: true, bounded: true },
      paper: { rho27: 4, boxArea: 4 },
    });
    expect(result.region.share).toBeCloseTo(1, 6);
    for (const condition of result.conditions) {
      expect(Object.keys(condition)).toEqual(["name", "holds", "detail"]);
    }
  });

  test("global has no bound: null", async () => {
    const { out } = await stickslip(["equilibrium", "vl05-controlled", "--set", "parameters.d1=0.75", "--json"]);
    const { verdict, rho, region } = JSON.parse(out);
    expect({ verdict, rho, region }).toEqual({
      verdict: "global",
      rho: { paper: null, weighted: null, exact: null },
      region: null,
    });
  });

  test("people get the set, a picture, the conditions and the verdict", async () => {
    const { code, out } = await stickslip(["equilibrium", "vl05-two-masses"]);
    expect(code).toBe(0);
    expect(out).not.toMatch(ESCAPE);
    expect(out).toContain("corners (-1, -1) (0.3333333, -0.3333333) (1, 1) (-0.3333333, 0.3333333)");
    expect(out).toMatch(/[\u2801-\u28ff]{9}/);
    expect(out).toContain("no   C positive definite (Remark 4)");
    expect(out).toContain("(27) is 4 times less than (7) gives: 4 J instead of 16 J");
    expect(out).toMatch(/Verdict local: Every motion that starts with less energy than 16 J/);
  });

  test("the gallery's verdicts", async () => {
    const verdicts = await Promise.all(
      ["vl05-controlled", "two-masses-one-row", "two-masses-not-attracted", "chain-20-negative-damping"].map(
        async (name) => JSON.parse((await stickslip(["equilibrium", name, "--json"])).out).verdict,
      ),
    );
    expect(verdicts).toEqual(["local", "local", "not-certified", "local"]);
  });

  test("--project looks at two of many coordinates, by name or index", async () => {
    const look = async (pair: string) =>
      JSON.parse((await stickslip(["equilibrium", "chain-20-negative-damping", "--project", pair, "--json"])).out);
    const { projection, vertices, inside, maxEnergyExact } = await look("x5,8");
    expect(projection.coordinates).toEqual([4, 8]);
    expect(projection.vertices.length).toBeGreaterThan(4);
    expect(projection.vertices.length).toBeLessThanOrEqual(40);
    expect(projection.area).toBeGreaterThan(0);
    expect([vertices, inside.all, maxEnergyExact]).toEqual([undefined, false, true]);
    // in a chain, forces on either side of two neighbors move them in one proportion each: two directions, four corners
    expect((await look("x5,x6")).projection.vertices).toHaveLength(4);
  });

  test("a singular stiffness: null for what has no end, its directions, and what is bounded", async () => {
    const { code, out } = await stickslip(["equilibrium", "chain-20", "--set", "parameters.push=0", "--json"]);
    const { verdict, extents, unbounded, compact, maxEnergy } = JSON.parse(out);
    expect([code, verdict, maxEnergy, unbounded.length, compact.length]).toEqual([0, "not-certified", null, 1, 19]);
    expect(extents[3]).toEqual([null, null]);
    const told = await stickslip(["equilibrium", "chain-20", "--set", "parameters.push=0"]);
    expect(told.out).toMatch(/x10 - x11 +-0\.1 +0\.1\n/); // ten blocks push on that spring, k = 100
    expect(told.out).toContain("without end along x1 + x2 + x3 + x4 + ...");
  });

  test("files: figure, report, result and problem", async () => {
    const out = join(folder, "run");
    const png = join(folder, "set.png");
    const { code } = await stickslip(["equilibrium", "vl05-two-masses", "--out", out, "--png", png, "--json"]);
    expect(code).toBe(0);
    expect(readFileSync(join(out, "report.html"), "utf8")).toContain("<h1>Two masses with negative damping");
    expect(readFileSync(join(out, "report.html"), "utf8")).not.toMatch(/NaN|undefined|Infinity/);
    expect(readFileSync(join(out, "figure.svg"), "utf8")).toContain("equilibrium set E");
    expect(JSON.parse(readFileSync(join(out, "result.json"), "utf8")).verdict).toBe("local");
    expect([existsSync(join(out, "problem.yaml")), readFileSync(png).subarray(1, 4).toString()]).toEqual([true, "PNG"]);
  });
});

describe("equilibrium --vary", () => {
  test("figure 4: rho against d1 and the least gains", async () => {
    const png = join(folder, "gain.png");
    const args = ["equilibrium", "vl05-controlled", "--vary", "parameters.d1=-0.35:0.85:13", "--png", png, "--json"];
    const { code, out } = await stickslip(args);
    expect(code).toBe(0);
    const { columns, rows, least, global } = JSON.parse(out);
    expect(columns).toEqual(["value", "rho.printed", "rho.paper", "rho.weighted", "rho.exact", "maxEnergy", "verdict"]);
    expect(rows).toHaveLength(13);
    expect(
      Object.fromEntries(Object.entries(least).map(([key, value]) => [key, Number((value as number).toFixed(7)) + 0])),
    ).toEqual({
      printed: 0.25,
      paper: 0,
      weighted: -0.125,
      exact: -0.25,
    });
    expect(global).toBeCloseTo(0.75, 9);
    expect(existsSync(png)).toBe(true);
  });

  test("people get a table and the least values", async () => {
    const { out } = await stickslip(["equilibrium", "vl05-controlled", "--vary", "parameters.d1=0:0.8:5"]);
    expect(out).toMatch(/parameters\.d1 +rho \(27\) +rho \(7\) +weighted +exact/);
    expect(out).toMatch(/0\.4 +2\.04082 +8\.16327 +8\.16327 +8\.16327 +1 +local/);
    expect(out).toMatch(/global from +0\.75/);
  });

  test.each([
    ["parameters.d9=0:1:5", /unknown path; did you mean parameters\.d1\?/],
    ["system.friction=0:1:5", /invalid path; a list, not a number/],
    ["parameters.d1=0:1", /invalid variation; not from:to:n/],
    ["parameters.d1=1:1:5", /invalid range; from is to/],
    ["parameters.d1=0.5", /invalid number of values; not from 2 to 10000: 1/],
    ["parameters.d1=0:1:20000", /invalid number of values; not from 2 to 10000: 20000/],
    ["parameters.d1", /invalid variation; not path=from:to:n/],
    ["parameters.m=-1:1:3", /invalid mass; .* \(with parameters\.m = -1\)/],
  ])("%s is refused", async (vary, message) => {
    const { code, err } = await stickslip(["equilibrium", "vl05-controlled", "--vary", vary]);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });
});

describe("what is refused", () => {
  test.each([
    ["stage-pid", /system\.states: not covered; first-order states .*: pid1\./],
    ["belt", /system\.friction: not covered; a drive feeds energy/],
    ["gk95-tp1", /system\.force: not covered; a force .* changes in time/],
    ["bouncing-ball", /system\.stops: not covered/],
    ["duffing", /system\.springs: not covered/],
  ])("%s", async (file, message) => {
    const { code, err, out } = await stickslip(["equilibrium", file, "--json"]);
    expect(code).toBe(2);
    expect(err).toMatch(message);
    expect(JSON.parse(out)).toMatchObject({ status: "invalid" });
  });

  test("a stiffness that is not symmetric, coordinates that are none, a folder that is a file", async () => {
    const stiffness = "system.stiffness=[[2, 1], [0, 2]]";
    const skew = await stickslip(["equilibrium", "gskn06-tp3", "--set", stiffness, "--set", "system.force=[0, 0]"]);
    expect([skew.code, skew.err]).toEqual([2, expect.stringMatching(/invalid stiffness; not symmetric: .* by 1 N\/m/)]);
    const pair = await stickslip(["equilibrium", "vl05-two-masses", "--project", "x1,x3"]);
    expect([pair.code, pair.err]).toEqual([
      2,
      "--project: invalid coordinates; not two of x1, x2: x1,x3. As in --project 0,1\n",
    ]);
  });
});

describe("design", () => {
  const plant = problemText({
    system: {
      type: "linear",
      mass: [1, 1],
      stiffness: [
        [1, -3],
        [0, 2],
      ],
      damping: [0.1, -0.2],
      friction: [{ on: 0, limit: 1 }],
      input: [[1], [1]],
    },
    initial: {},
  });

  test("closes the loop in a problem file whose verdict is better", async () => {
    const out = join(folder, "closed");
    const { code, out: json } = await stickslip(["design", "-", "--margin", "0.3", "--json", "--out", out], {
      stdin: plant,
    });
    expect(code).toBe(0);
    const design = JSON.parse(json);
    expect(design).toMatchObject({ status: "done", before: { verdict: "not-certified" }, after: { verdict: "local" } });
    expect(Object.keys(design)).toEqual(expect.arrayContaining(["status", "F1", "F2", "margin", "reason"]));
    expect(design.margin).toBeCloseTo(0.3, 10);
    const again = await stickslip(["equilibrium", join(out, "problem.yaml"), "--json"]);
    expect(JSON.parse(again.out).verdict).toBe("local");
    expect(readFileSync(join(out, "report.html"), "utf8")).not.toMatch(/NaN|undefined|Infinity/);
    const simulated = await stickslip(["simulate", join(out, "problem.yaml"), "--json"]);
    expect(simulated.code).toBe(0);
  });

  test("tells people gains and verdicts", async () => {
    const { code, out } = await stickslip(["design", "vl05-two-masses", "--global"]);
    expect(code).toBe(0);
    expect(out).toMatch(/u1 +0\.27 +0\n/);
    expect(out).toContain("global with feedback");
  });

  test("says why there is none, with the direction, and exit code 1", async () => {
    const args = ["design", "two-masses-not-attracted", "--set", "system.input=[[1], [0]]"];
    const { code, out } = await stickslip([...args, "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      status: "infeasible",
      F1: null,
      F2: null,
      directions: [[0, 1]],
      after: null,
    });
    expect((await stickslip(args)).out).toContain("neither friction nor an actuator resists the velocity x2");
  });

  test("refuses a margin that is none", async () => {
    const { code, err } = await stickslip(["design", "vl05-two-masses", "--margin", "0"]);
    expect([code, err]).toEqual([2, "--margin: invalid margin; not a number above 0: 0. In N/m\n"]);
  });
});

describe("equilibrium of a machine that is not linear", () => {
  test("--json has the fields of a certificate, empty, and the section", async () => {
    const { code, out, err } = await stickslip(["equilibrium", "pendulum-friction", "--json"]);
    expect([code, err]).toEqual([0, ""]);
    const result = JSON.parse(out);
    const linear = JSON.parse((await stickslip(["equilibrium", "vl05-two-masses", "--json"])).out);
    const { vertices, area, ...always } = linear;
    expect([vertices, area].every(Boolean)).toBe(true);
    for (const field of Object.keys(always)) expect(result).toHaveProperty(field);
    expect(result).toMatchObject({ verdict: "not-certified", center: null, region: null, rho: { exact: null } });
    expect(result.conditions.map(({ name, holds }: { name: string; holds: boolean }) => [name, holds])).toEqual([
      ["constant mass, damping and stiffness", false],
      ["rows hold every direction", true],
    ]);
    const { coordinates, ranges, intervals } = result.section;
    expect([coordinates, ranges.length, intervals.length]).toEqual([["phi"], 1, 2]);
    expect(9.81 * Math.sin(intervals[0].to)).toBeCloseTo(0.6, 12);
  });

  test("people get the intervals, why there is no certificate, a figure and a report", async () => {
    const out = join(folder, "bands");
    const args = ["equilibrium", "bead-on-hoop", "--section", "phi=-2:2", "--out", out, "--svg", join(folder, "b.svg")];
    const { code, out: text } = await stickslip(args);
    expect(code).toBe(0);
    expect(text).toContain("section: phi from -2 to 2");
    expect(text).toContain("1.010934857");
    expect(text).toContain("not-certified");
    expect(readFileSync(join(folder, "b.svg"), "utf8")).toContain("positions of rest");
    const report = readFileSync(join(out, "report.html"), "utf8");
    expect(report).toContain("Intervals of phi");
    expect(JSON.parse(readFileSync(join(out, "result.json"), "utf8")).section.intervals.length).toBe(3);
  });

  test("wrong sections are refused", async () => {
    const refused = async (problem: string, section: string) => {
      const { code, err } = await stickslip(["equilibrium", problem, "--section", section]);
      expect(code).toBe(2);
      return err;
    };
    expect(await refused("bead-on-hoop", "psi")).toContain("no coordinate: psi. The coordinates are phi");
    expect(await refused("bead-on-hoop", "phi=2:1")).toContain("not name=from:to with from below to: phi=2:1");
    expect(await refused("bead-on-hoop", "phi,phi")).toContain("not one or two different coordinates of phi: phi,phi");
    expect(await refused("cart-pole", "cart,phi")).toContain("Leave one of them out of the section");
    expect(await refused("stage-pid", "0")).toContain("Leave them out (ki: 0)");
    const clashing = await stickslip(["equilibrium", "cart-pole", "--project", "0,1"]);
    expect([clashing.code, clashing.err]).toEqual([2, expect.stringContaining("Take --section")]);
  });
});
