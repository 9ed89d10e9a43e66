import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { liveLine } from "../../src/cli/terminal/live-line.ts";
import { tp1 } from "../oracles/gk95.ts";
import { problemText, stickslip } from "./fake-io.ts";

/** Where threads are not what is looked at: their start takes longer than these searches. */
const ONE = ["--threads", "1"];

const folder = mkdtempSync(join(tmpdir(), "stickslip-control-"));

test("--json is one object with the stable fields", async () => {
  const { code, out, err } = await stickslip(["control", "gk95-tp1", "--json"]);
  expect([code, err]).toEqual([0, ""]);
  const result = JSON.parse(out);
  expect(result).toMatchObject({ status: "reached", method: "newton", scheme: "event-driven", optimality: null });
  for (const [i, entry] of tp1.optimum.continuous.control.entries()) {
    expect(Math.abs(result.control[i] - entry)).toBeLessThan(1e-9);
  }
  expect(Math.abs(result.objective - tp1.optimum.continuous.objective)).toBeLessThan(1e-6);
  expect(result.error.position).toBeLessThan(1e-10);
  expect(result.error.velocity).toBeNull();
  expect(result.runs).toBeLessThanOrEqual(10);
  expect(result.position).toHaveLength(3);
  expect(result.velocity).toHaveLength(3);
  expect(result.parts).toEqual([expect.objectContaining({ part: "newton", runs: result.runs, ended: "reached" })]);
  expect(result.events.length).toBeGreaterThan(2);
  expect(result.seconds).toBeGreaterThan(0);
  expect(result).not.toHaveProperty("simplexes");
});

test("people get the control, the end beside the target, the parts and the motion", async () => {
  const { code, out } = await stickslip(["control", "stuck-block", ...ONE]);
  expect(code).toBe(0);
  expect(out).toMatch(/^A block that must be pushed loose\n/);
  expect(out).toContain("method hybrid: 1 control value, 1 target");
  expect(out).toMatch(/u1 +13\.412\d+\n/);
  expect(out).toMatch(/newton +1 +0\.5 +0\.5 {2}singular\n {2}pds +\d+ +\d+ +0\.5 +0\.5 {2}moved\n {2}newton/);
  expect(out).toMatch(/[\u2801-\u28ff]{9}/);
  expect(out).toMatch(/reached: The target is reached.* \d+ runs, \d+ simplexes/);
});

test("alpha gives the discrete optimum in at most 20 runs", async () => {
  const { code, out } = await stickslip(["control", "gk95-tp1", "--scheme", "alpha", "--json"]);
  const result = JSON.parse(out);
  expect([code, result.status]).toEqual([0, "reached"]);
  expect(result.runs).toBeLessThanOrEqual(20);
  for (const [i, entry] of tp1.optimum.discrete.control.entries()) {
    expect(Math.abs(result.control[i] - entry)).toBeLessThan(1e-8);
  }
});

test("--out has a report, and a problem with which simulate replays the control", async () => {
  const out = join(folder, "found");
  const first = await stickslip(["control", "gk95-tp2", "--json", "--out", out]);
  expect(first.code).toBe(0);
  const read = (name: string) => readFileSync(join(out, name), "utf8");
  expect(read("result.json")).toBe(first.out);
  const report = read("report.html");
  for (const text of [
    "Which part did what",
    "The control that was found",
    "Convergence",
    "Multiplier of each friction row",
  ]) {
    expect(report).toContain(text);
  }
  expect(report).not.toMatch(/NaN|undefined/);
  const replay = await stickslip(["simulate", join(out, "problem.yaml"), "--json"]);
  const end = JSON.parse(replay.out);
  for (const [i, target] of [5, 10, 15].entries()) expect(Math.abs(end.position[i] - target)).toBeLessThan(1e-9);
  expect(end.velocity).toEqual([0, 0, 0]);
  const again = await stickslip(["control", join(out, "problem.yaml"), "--json"]);
  expect(JSON.parse(again.out)).toMatchObject({ status: "reached", runs: 1 });
});

test("a piecewise control comes back as times and values, and replays", async () => {
  const out = join(folder, "pieces");
  const value = "control.value={times: [0, 2.5], values: [[0, 0, 0], [0, 0, 0]]}";
  const { out: text } = await stickslip(["control", "gk95-tp1", "--set", value, "--json", "--out", out]);
  const result = JSON.parse(text);
  expect(result.control.times).toEqual([0, 2.5]);
  expect(result.objective).toBeLessThan(tp1.optimum.continuous.objective);
  expect(result.optimality).toBeLessThan(1e-6);
  const replay = JSON.parse((await stickslip(["simulate", join(out, "problem.yaml"), "--json"])).out);
  for (const [i, target] of [2, 0, -2].entries()) expect(Math.abs(replay.position[i] - target)).toBeLessThan(1e-9);
});

test("--start resumes, and wrong ones are refused", async () => {
  const start = tp1.optimum.continuous.control.map((entry) => entry.toFixed(4)).join();
  const { out } = await stickslip(["control", "gk95-tp1", "--start", start, "--json"]);
  expect(JSON.parse(out).runs).toBeLessThanOrEqual(3);
  for (const wrong of ["1,2", "1,2,x", "1,,2"]) {
    const { code, err } = await stickslip(["control", "gk95-tp1", "--start", wrong]);
    expect([code, err]).toEqual([2, expect.stringMatching(/^--start: invalid start; not 3 numbers/)]);
  }
});

test("bounds too tight end with target-missed, exit code 1, the best control and its distance", async () => {
  const { code, out, err } = await stickslip(["control", "weak-motor", "--json"]);
  expect(code).toBe(1);
  expect(err).toMatch(/^target-missed: The bounds are too tight/);
  expect(JSON.parse(out)).toMatchObject({ status: "target-missed", control: [10.5], error: { position: 0.5 } });
});

test("--method pds, with options by --set", async () => {
  const method = ["--method", "pds", "--set", "control.method.points=9", "--set", "control.method.penalty=Pi", ...ONE];
  const { code, out } = await stickslip(["control", "gk95-tp1", "--scheme", "alpha", ...method, "--json"]);
  const result = JSON.parse(out);
  expect([code, result.status, result.method]).toEqual([0, "reached", "pds"]);
  expect(result.runs).toBe(4 + 9 * result.simplexes);
  expect(result.error.position).toBeLessThanOrEqual(7.8e-8);
});

test("one and two threads give the same digits", async () => {
  const options = ["--method", "pds", "--set", "control.method.points=12", "--scheme", "alpha", "--json"];
  const results = await Promise.all(
    ["1", "2"].map(async (threads) =>
      JSON.parse((await stickslip(["control", "gk95-tp1", ...options, "--threads", threads])).out),
    ),
  );
  const [one, two] = results.map((result) => ({ ...result, seconds: 0 }));
  expect(one.status).toBe("reached");
  expect(two).toEqual(one);
  const { code, err } = await stickslip(["control", "gk95-tp1", "--threads", "0"]);
  expect([code, err]).toEqual([2, expect.stringContaining("--threads: invalid threads")]);
});

test("--table gives eight rows a problem", async () => {
  const options = ["--table", "--set", "control.method.points=9", "--set", "control.method.edgeTolerance=1e-2"];
  const { code, out } = await stickslip(["control", "gk95-tp1", ...options, ...ONE]);
  expect(code).toBe(1); // that tolerance does not reach the target
  expect(out).toMatch(/penalty +parameters +multipliers +simplexes +runs +error \(4\.1\)/);
  const rows = out.match(/^ {2}(P|Pi) +(constant|dynamic) +(exact|regularized) .*$/gm)!;
  expect(rows).toHaveLength(8);
});

test("--table reads standard input once for all its rows, and refuses what one of them cannot do", async () => {
  const changes = {
    control: { value: [0], target: { position: [0.5] }, method: { type: "pds", points: 3, edgeTolerance: 1e-3 } },
    time: { end: 1, step: 0.1 },
  };
  const { out } = await stickslip(["control", "-", "--table", "--json", ...ONE], { stdin: problemText(changes) });
  expect(JSON.parse(out).rows).toHaveLength(8);

  const joined = {
    type: "linear",
    mass: [1, 1],
    stiffness: [1, 1],
    friction: [{ on: 0, limit: 0.2 }],
    joints: [{ name: "gear", direction: [1, -1] }],
  };
  const target = { value: [0, 0], target: { position: [0.5, null] }, method: changes.control.method };
  const stdin = problemText({ ...changes, system: joined, control: target, initial: { position: [1, 1] } });
  const refused = await stickslip(["control", "-", "--table"], { stdin });
  expect([refused.code, refused.out]).toEqual([2, ""]);
  expect(refused.err.match(/regularized/g)).toHaveLength(1);
});

test("a start of which not even the effort is a number is told as a run that failed", async () => {
  const { code, out } = await stickslip(["control", "gk95-tp1", "--start", "1e300,1e300,1e300", "--json"]);
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ status: "run-failed", objective: null, position: [null, null, null] });
});

test("Ctrl-C returns the best so far with exit code 130", async () => {
  const long = ["--scheme", "alpha", "--step", "0.00002", "--set", "control.method.edgeTolerance=1e-300"];
  const options = ["--method", "pds", ...long, "--set", "control.method.points=9", "--threads", "1", "--json"];
  const { code, out } = await stickslip(["control", "gk95-tp1", ...options], {
    onListen: (stop) => setTimeout(stop, 300),
  });
  expect(code).toBe(130);
  const result = JSON.parse(out);
  expect(result.status).toBe("cancelled");
  expect(result.control).toHaveLength(3);
  expect(result.runs).toBeGreaterThan(0);
  expect(result.error.position).toBeGreaterThan(0);
});

test("the live line appears after a while, is written over and leaves nothing behind", () => {
  const written: string[] = [];
  let time = 0;
  const terminal = { write: (text: string) => written.push(text), isTty: true, columns: 12 };
  const line = liveLine(terminal, () => time);
  line.show("early");
  line.clear();
  expect(written).toEqual([]);
  time = 600;
  line.show("pds: 1,234 runs");
  line.show("too soon");
  line.clear();
  expect(written).toEqual(["\r\u001b[Kpds: 1,234 ", "\r\u001b[K"]);
});

test("what cannot be steered is refused", async () => {
  const { code, err } = await stickslip(["control", "-"], { stdin: problemText() });
  expect([code, err]).toEqual([2, expect.stringContaining("control.target: missing target; nothing to reach")]);
  const gear = await stickslip(["control", "gearbox"]);
  expect([gear.code, gear.err]).toEqual([2, expect.stringContaining("invalid system; takes no control")]);
  const several = await stickslip(["control", "gk95-tp1", "gk95-tp2"]);
  expect([several.code, several.err]).toEqual([2, expect.stringContaining("only a table takes several problems")]);
  const unknown = await stickslip(["control", "gk95-tp1", "--method", "magic"]);
  expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining("not one of newton, pds, hybrid")]);
  const table = await stickslip(["control", "gk95-tp1", "--table", "--start", "1,2,3"]);
  expect([table.code, table.err]).toEqual([2, expect.stringContaining("--start: cannot be used with --table")]);
});
