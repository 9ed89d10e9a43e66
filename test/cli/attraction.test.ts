import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { stickslip } from "./fake-io.ts";

const folder = mkdtempSync(join(tmpdir(), "stickslip-attraction-"));
const axis = (i: number, points: number) => `initial.position[${i}]=-8:8:${points}`;
const map = (points: number, ...args: string[]) =>
  ["attraction", "vl05-two-masses", "--vary", axis(0, points), "--vary", axis(1, points), ...args] as const;
const inline = (points: number, ...args: string[]) => stickslip([...map(points, "--threads", "1", ...args)]);

test("--json gives the counts, the slowest start, E and the guaranteed region", async () => {
  const { code, out, err } = await inline(9, "--json");
  expect([code, err]).toEqual([0, ""]);
  const data = JSON.parse(out);
  expect(data).toMatchObject({ status: "done", points: 81, attracted: 39, escaped: 42, undecided: 0, missing: 0 });
  expect(data.fraction).toBe(39 / 81);
  expect(data.message).toBe("81 starts: 39 attracted, 42 escaped, 0 undecided.");
  expect(Object.keys(data.slowest.at)).toEqual(["initial.position[0]", "initial.position[1]"]);
  expect(data.equilibrium).toHaveLength(4);
  expect(data).toMatchObject({ verdict: "local", guaranteed: { energy: expect.closeTo(16, 9), center: [0, 0] } });
  expect(data.seconds).toBeGreaterThan(0);
});

test("as many threads as you like, the same digits", async () => {
  const table = async (threads: string) => (await stickslip([...map(9, "--threads", threads, "--csv", "-")])).out;
  const one = await table("1");
  expect(one.split("\n")[0]).toBe("initial.position[0],initial.position[1],fate,time");
  expect(one.trim().split("\n")).toHaveLength(82);
  expect(await table("2")).toBe(one);
});

test("people see a picture, the shares and what is certified", async () => {
  const { code, out } = await inline(9);
  expect(code).toBe(0);
  const picture = out.split("\n").filter((line) => line.startsWith("  \u2502"));
  expect(picture).toHaveLength(9);
  expect(picture[0]).toMatch(/^ {2}\u2502\u00b7+[\u2591-\u2593\u2588]+$/); // the arm along x1 = x2
  expect(picture[8]).toMatch(/^ {2}\u2502[\u2591-\u2593\u2588]+\u00b7+$/);
  expect(out).toMatch(/attracted +39 +48\.1481 %/);
  expect(out).toContain("Certified: every start below 16 J");
  expect(out).toMatch(/done: 81 starts: 39 attracted, 42 escaped, 0 undecided\. .* s, 1 thread\./);
});

test("files: the map in color, the data, and a folder that repeats it", async () => {
  const [svg, png, out] = ["m.svg", "m.png", "map"].map((name) => join(folder, name)) as [string, string, string];
  expect((await inline(9, "--svg", svg)).code).toBe(0);
  const drawing = readFileSync(svg, "utf8");
  for (const text of ["rest after (s)", "escapes for good", "equilibrium set E", "guaranteed: below 16 J"]) {
    expect(drawing).toContain(text);
  }
  // the boundary cuts off a corner of this map, so that few of its points are sought
  const corner = ["--vary", "initial.position[0]=2.5:2.97:9", "--vary", "initial.position[1]=-2.97:-2.5:9"];
  const files = ["--svg", svg, "--png", png, "--out", out];
  const traced = ["attraction", "vl05-two-masses", ...corner, ...files, "--trace", "--map", "--threads", "1"];
  expect((await stickslip(traced)).code).toBe(0);
  expect(readFileSync(svg, "utf8")).toContain("traced boundary");
  expect(readFileSync(png).subarray(1, 4).toString()).toBe("PNG");
  expect(readFileSync(join(out, "boundary.csv"), "utf8")).toMatch(
    /^curve,initial\.position\[0\],initial\.position\[1\]\n1,/,
  );
  expect(readFileSync(join(out, "report.html"), "utf8")).toContain("Attraction: Two masses");
  const result = JSON.parse(readFileSync(join(out, "result.json"), "utf8"));
  expect(result.curves).toHaveLength(1);
  const again = await stickslip(["attraction", join(out, "problem.yaml"), "--threads", "1", "--csv", "-"]);
  expect(again.out).toBe(readFileSync(join(out, "attraction.csv"), "utf8"));
});

test("Ctrl-C keeps what was computed, and --resume goes on from it to the same table", async () => {
  const [part, whole] = [join(folder, "part"), join(folder, "whole")];
  const args = map(101, "--threads", "1", "--json", "--out", part);
  const stopped = await stickslip(args, { onListen: (stop) => setTimeout(stop, 40) });
  expect(stopped.code).toBe(130);
  const before = JSON.parse(stopped.out);
  expect(before.status).toBe("cancelled");
  expect(before.missing).toBeGreaterThan(0);
  const known = before.points - before.missing;
  expect(readFileSync(join(part, "attraction.csv"), "utf8").trim().split("\n")).toHaveLength(1 + known);
  const rest = JSON.parse((await stickslip([...args, "--resume"])).out);
  expect(rest).toMatchObject({ status: "done", resumed: known, runs: before.points, missing: 0 });
  const full = JSON.parse((await stickslip(map(101, "--threads", "1", "--json", "--out", whole))).out);
  expect(full.resumed).toBe(0);
  expect(rest.attracted).toBe(full.attracted);
  const table = (out: string) => readFileSync(join(out, "attraction.csv"), "utf8");
  expect(table(part)).toBe(table(whole));
  // Without it the folder begins anew.
  const anew = JSON.parse((await stickslip(args, { onListen: (stop) => stop() })).out);
  expect(anew).toMatchObject({ status: "cancelled", resumed: 0 });
});

test("--monte-carlo gives a share with its interval", async () => {
  const args = ["attraction", "vl05-two-masses", "--threads", "1", "--monte-carlo", "30", "--energy", "30", "--json"];
  const data = JSON.parse((await stickslip(args)).out);
  expect(data).toMatchObject({ status: "done", points: 30, undecided: 0, energy: 30, seed: 1, confidence: 0.95 });
  expect(data.interval[0]).toBeLessThan(data.fraction);
  expect(data.interval[1]).toBeGreaterThan(data.fraction);
  const { out } = await stickslip(args.slice(0, -1));
  expect(out).toContain("(95 %, Wilson), seed 1");
});

test("what is undecided is said, and what repeats itself, with what to do", async () => {
  const vary = ["--vary", "initial.position[0]=0.5:0.7:2", "--vary", "initial.velocity[0]=0:0.1:2"];
  const stage = (...args: string[]) => stickslip(["attraction", "stage-pid", "--threads", "1", ...vary, ...args]);
  const short = await stage("--horizon", "100");
  expect(short.code).toBe(0);
  expect(short.out).toMatch(/undecided +4 +100 %/);
  expect(short.out).toContain("Give a longer --horizon");
  const out = join(folder, "periodic");
  const long = await stage("--out", out);
  expect(long.out).toMatch(/of them periodic +4 +100 %/);
  expect(long.out).toContain("To find it: stickslip cycle stage-pid");
  expect(JSON.parse(readFileSync(join(out, "result.json"), "utf8"))).toMatchObject({
    attracted: 0,
    undecided: 4,
    periodic: 4,
  });
});

describe("wrong input is refused before any run, all at once", () => {
  const two = ["--vary", axis(0, 3), "--vary", axis(1, 3)];
  test.each([
    ["held-mass", [], "--vary: invalid map; not two varied values, one for each axis: 0 given"],
    ["vl05-two-masses", ["--vary", axis(0, 3)], "not two varied values, one for each axis: 1 given"],
    [
      "vl05-two-masses",
      ["--vary", axis(0, 3), "--vary", "initial.postion[1]=0:1:3"],
      "did you mean initial.position[1]?",
    ],
    ["vl05-two-masses", ["--vary", axis(0, 3), "--vary", "initial.position[1]=0:1"], "not path=from:to:n"],
    ["vl05-two-masses", ["--vary", axis(0, 2000), "--vary", axis(1, 2000)], "more than 1000000 runs: 4000000"],
    ["belt", ["--vary", "initial.position[0]=0:1:3", "--vary", "initial.velocity[0]=0:1:3"], "driven"],
    ["gk95-tp1", two, "a force changes in time"],
    ["vl05-two-masses", [...two, "--set", "scheme={type: balanced}"], "can show a false attraction"],
    ["vl05-two-masses", [...two, "--threads", "0"], "--threads: invalid threads"],
    ["vl05-two-masses", [...two, "--horizon", "-3"], "--horizon: invalid horizon; not a positive number: -3"],
    ["vl05-two-masses", [...two, "--map"], "--map: goes with --trace alone"],
    ["vl05-two-masses", ["--monte-carlo", "10"], "needs the largest energy"],
    ["vl05-two-masses", ["--monte-carlo", "0.5", "--energy", "1"], "--monte-carlo: invalid number of states"],
    ["vl05-two-masses", ["--monte-carlo", "5", "--energy", "1", "--png", "x.png"], "cannot go with --monte-carlo"],
    ["stage-pid", ["--monte-carlo", "5", "--energy", "1"], "first-order states"],
    ["vl05-two-masses", ["--set", "attraction.vary[0].points=1"], "invalid points; below 2: 1"],
    ["vl05-two-masses", ["--set", "attraction.vary[0].to=-8"], "invalid range; from is to: -8"],
    ["vl05-two-masses", ["--set", "attraction.vary[1].path=initial.x"], "unknown path"],
    ["vl05-two-masses", ["--set", "attraction.horizon=0"], "invalid horizon; not above 0: 0"],
  ])("%s %j", async (problem, args, message) => {
    const { code, out, err } = await stickslip(["attraction", problem, ...args, "--json"]);
    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(JSON.parse(out).status).toBe("invalid");
  });

  test("check knows the axes too", async () => {
    const { code, err } = await stickslip([
      "check",
      "vl05-two-masses",
      "--set",
      "attraction.vary[1].path=initial.postion[1]",
    ]);
    expect(code).toBe(2);
    expect(err).toContain("did you mean initial.position[1]?");
    expect((await stickslip(["check", "vl05-two-masses"])).code).toBe(0);
  });
});
