import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { problemText, stickslip } from "./fake-io.ts";

const folder = mkdtempSync(join(tmpdir(), "stickslip-simulate-"));
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what is looked for
const ESCAPE = /\u001b/;

test("--json is one object with the stable fields, and the paper's end", async () => {
  const { code, out, err } = await stickslip(["simulate", "gk95-tp1", "--scheme", "alpha", "--json"]);
  expect([code, err]).toEqual([0, ""]);
  const result = JSON.parse(out);
  expect(result).toMatchObject({ status: "done", time: 5, outputs: {}, measures: {}, scheme: "alpha" });
  expect(result.stats).toMatchObject({ steps: 400, solves: 400 });
  expect(result.stats.iterations).toBeLessThan(420);
  expect(result.stats.seconds).toBeGreaterThan(0);
  for (const [i, end] of [0.437673752209924, 1.74577131228177, 2.89328951383466].entries()) {
    expect(Math.abs(result.position[i] - end)).toBeLessThan(1e-10);
  }
  expect(result.velocity).toEqual([0, 0, 0]);
  expect(result.multiplier).toHaveLength(3);
  expect(result.events[0]).toEqual({ time: 0.05, kind: "reversal", row: "lambda1" });
  const audit = ["stickSpeed", "stickDrift", "boxResidual", "balanceResidual", "energyError", "penetration"];
  for (const key of audit) expect(result.audit[key]).toBeTypeOf("number");
});

test("people get title, end state, events, plot and audit, without escapes when it is not a terminal", async () => {
  const { code, out, err } = await stickslip(["simulate", "gk95-tp1", "--scheme", "alpha"]);
  expect([code, err]).toEqual([0, ""]);
  expect(out).not.toMatch(ESCAPE);
  expect(out).toMatch(/^Three masses/);
  expect(out).toContain(
    "3 coordinates, 3 friction rows; alpha with active-set; 400 steps of 0.0125 s from t = 0 to 5 s",
  );
  expect(out).toMatch(/x1 +0\.437673752 +0\n/);
  expect(out).toMatch(/lambda1 +-0\.477\d+ +stuck +4\.0\d+ +[\d.]+\n/);
  expect(out).toMatch(/0\.05 {2}reversal {2}lambda1/);
  expect(out).toMatch(/[\u2801-\u28ff]{9}/);
  expect(out).toContain("done: The run reached its end at t = 5 s.");
  expect(out).not.toContain("What to try next");
});

test("a terminal gets colors, unless they are declined", async () => {
  expect((await stickslip(["simulate", "held-mass"], { tty: true })).out).toMatch(ESCAPE);
  for (const env of [{ NO_COLOR: "1" }, { TERM: "dumb" }]) {
    expect((await stickslip(["simulate", "held-mass"], { tty: true, env })).out).not.toMatch(ESCAPE);
  }
});

test("creep is told loudly, exact stick as such", async () => {
  const splitting = await stickslip(["simulate", "held-mass", "--scheme", "splitting"]);
  expect(splitting.out).toMatch(/failed +stick +CREEP: stuck rows moved 0\.04\d+ m/);
  expect(splitting.out).toContain("Take scheme balanced");
  const balanced = await stickslip(["simulate", "held-mass", "--scheme", "balanced"]);
  expect(balanced.out).toMatch(/ok +stick +stuck rows moved 0 m at up to 0 m\/s: exact/);
});

test("long lists of events and coordinates are cut and counted", async () => {
  const { out } = await stickslip(["simulate", "chain-20", "--end", "5"]);
  expect(out).toContain("... and 8 more");
  const shown = out.match(/^ +[\d.]+ {2}(stick|slip|reversal) /gm)!;
  expect(shown).toHaveLength(12);
});

test("--out holds all of the run, and its problem repeats it digit by digit", async () => {
  const out = join(folder, "new", "run");
  const args = ["--set", "system.friction[0].limit=4", "--scheme", "balanced", "--end", "3", "--json"];
  const first = await stickslip(["simulate", "gk95-tp1", ...args, "--out", out]);
  const read = (name: string) => readFileSync(join(out, name), "utf8");
  expect(read("result.json")).toBe(first.out);
  expect(read("report.html")).toContain("<h1>Three masses coupled by a Hilbert matrix</h1>");
  expect(read("problem.yaml")).toContain("# N/m, the 3 x 3 Hilbert matrix");
  const events = JSON.parse(first.out).events as { time: number; kind: string; row: string }[];
  expect(read("events.csv").trim().split("\n")).toEqual([
    "t,kind,row",
    ...events.map(({ time, kind, row }) => `${time},${kind},${row}`),
  ]);
  const lines = read("trajectory.csv").trim().split("\n");
  expect(lines[0]).toBe("t,x1,x2,x3,v1,v2,v3,lambda1,lambda2,lambda3,energy");
  expect(lines).toHaveLength(242);

  const again = join(folder, "again");
  await stickslip(["simulate", join(out, "problem.yaml"), "--out", again, "--quiet"]);
  for (const name of ["trajectory.csv", "events.csv", "report.html", "problem.yaml"]) {
    expect(readFileSync(join(again, name), "utf8")).toBe(read(name));
  }
});

test("with --out people are told what was written and what to try next", async () => {
  const { out } = await stickslip(["simulate", "held-mass", "--out", join(folder, "told")]);
  expect(out).toContain(join(folder, "told", "report.html"));
  expect(out).toContain("What to try next\n  npx stickslip simulate held-mass --scheme splitting\n");
  expect(out).toContain("  npx stickslip simulate held-mass --scheme balanced --step 0.005 --json\n"); // its own step is output only
});

test.each([
  ["--set", "system.friction[0].limit=1.5"],
  ["--scheme", "balanced"],
  ["--end", "1"],
])("what is suggested after %s %s begins from that run", async (option, value) => {
  const run = join(folder, "varied");
  const { out } = await stickslip(["simulate", "held-mass", option, value, "--out", run]);
  expect(out).toContain(`What to try next\n  npx stickslip simulate ${join(run, "problem.yaml")} --scheme splitting\n`);
  expect(out).not.toContain("simulate held-mass");
});

/** A step that is only the spacing of the output, beyond the bounds of time stepping. */
const stiff = join(folder, "stiff.yaml");
writeFileSync(
  stiff,
  problemText({
    system: { type: "linear", mass: [0.01], stiffness: [2000], friction: [{ on: 0, limit: 20 }] },
    time: { end: 5, step: 0.5 },
    scheme: { type: "event-driven" },
  }),
);

test.each(["stage-pid-limited", stiff])("what is suggested is not refused: %s", async (file) => {
  const { out } = await stickslip(["simulate", file, "--out", join(folder, "suggested")]);
  const [, list] = out.split("What to try next\n");
  const commands = list!
    .trim()
    .split("\n")
    .filter((line) => line.includes(" simulate "));
  expect(commands.length).toBeGreaterThan(1);
  for (const line of commands) {
    const words = line
      .trim()
      .split(" ")
      .slice(2)
      .filter((word) => word !== "--png" && word !== "run.png");
    const { code } = await stickslip(words.map((word) => word.replaceAll('"', "")));
    expect(code, line).toBe(0);
  }
});

test.each([
  ["stage-pid-limited", "feedback[0].antiWindup=none", "overshoot", 2.77],
  ["stage-pid-measured", "feedback[0].reference=soft", "saturations", 3],
])("what the description of %s proposes works", async (file, change, measure, value) => {
  const { code, out } = await stickslip(["simulate", file, "--set", change, "--json"]);
  expect(code).toBe(0);
  expect(JSON.parse(out).measures[measure]).toBeCloseTo(value, 2);
});

test("--csv - is the trajectory on standard output and nothing else", async () => {
  const { code, out } = await stickslip(["simulate", "held-mass", "--end", "1", "--csv", "-"]);
  expect(code).toBe(0);
  const lines = out.trim().split("\n");
  expect(lines).toHaveLength(102);
  expect(lines[0]).toBe("t,x1,v1,floor,energy");
  expect(lines.at(-1)).toBe("1,0.5,0,-0.5,0.125");
});

test("the file of --csv has the same lines as standard output", async () => {
  const path = join(folder, "chain.csv");
  await stickslip(["simulate", "chain-20", "--end", "2", "--quiet", "--csv", path]);
  const { out } = await stickslip(["simulate", "chain-20", "--end", "2", "--csv", "-"]);
  expect(out.length).toBeGreaterThan(65_536);
  expect(readFileSync(path, "utf8")).toBe(out);
});

test("figures are drawn", async () => {
  const [svg, png] = [join(folder, "run.svg"), join(folder, "run.png")];
  const { code, out } = await stickslip(["simulate", "two-masses", "--quiet", "--svg", svg, "--png", png]);
  expect([code, out]).toEqual([0, ""]);
  expect(readFileSync(svg, "utf8")).toMatch(/^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  expect(readFileSync(png).subarray(1, 4).toString()).toBe("PNG");
});

test("a new type drops the options of the old one, and --set refines it wherever it stands", async () => {
  const file = join(folder, "splitting.yaml");
  writeFileSync(file, problemText({ scheme: { type: "splitting", P: 5 }, solver: { type: "uzawa", tolerance: 1e-9 } }));
  const args = ["simulate", file, "--json", "--set", "scheme.alpha=0.4", "--scheme", "alpha", "--solver", "kkt"];
  const { code, out } = await stickslip(args);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ scheme: "alpha", solver: "active-set" });
  const same = await stickslip(["check", file, "--set", "scheme.P=7"]);
  expect(same.code).toBe(0);
});

test("a problem can come from standard input", async () => {
  const { code, out } = await stickslip(["simulate", "-", "--json"], { stdin: problemText() });
  expect(code).toBe(0);
  expect(JSON.parse(out).name).toBe("a mass");
});

test("a stopped run keeps what was computed", async () => {
  const out = join(folder, "stopped");
  const args = ["simulate", "held-mass", "--end", "1e7", "--json", "--out", out];
  const ended = await stickslip(args, { onListen: (stop) => setTimeout(stop, 150) });
  expect(ended.code).toBe(130);
  const result = JSON.parse(ended.out);
  expect(result.status).toBe("cancelled");
  expect(ended.err).toContain(result.message);
  expect(result.time).toBeGreaterThan(0);
  expect(result.position).toEqual([0.5]);
  const last = readFileSync(join(out, "trajectory.csv"), "utf8").trim().split("\n").at(-1)!;
  expect(last.split(",").map(Number).slice(0, 2)).toEqual([result.time, 0.5]);
  expect(readFileSync(join(out, "report.html"), "utf8")).toContain("cancelled");
});

test("a run that diverges ends with its own status and finite numbers", async () => {
  const system = { type: "linear", mass: [1], damping: [-5], stiffness: [1] };
  const stdin = problemText({ system, time: { end: 1000, step: 0.01 } });
  const out = join(folder, "diverged");
  const ended = await stickslip(["simulate", "-", "--json", "--out", out], { stdin });
  expect(ended.code).toBe(1);
  const result = JSON.parse(ended.out);
  expect(result.status).toBe("diverged");
  expect(ended.err).toMatch(/^diverged: .* Check the signs of damping/);
  expect(result.time).toBeLessThan(1000);
  for (const text of [ended.out, readFileSync(join(out, "trajectory.csv"), "utf8")]) {
    expect(text).not.toMatch(/NaN|Infinity|null/);
  }
  const people = await stickslip(["simulate", "-"], { stdin });
  expect(people.out).toContain("diverged: The motion grew");
});

test("--quiet says nothing of a run that goes well", async () => {
  expect(await stickslip(["simulate", "held-mass", "--quiet"], { tty: true })).toEqual({ code: 0, out: "", err: "" });
});

test("text of a problem cannot steer the terminal", async () => {
  const stdin = problemText({ name: "a\u001b[2J mass" });
  expect((await stickslip(["simulate", "-"], { stdin })).out).not.toMatch(ESCAPE);
  const key = JSON.stringify({ "\u001b[2J": 1 });
  expect((await stickslip(["check", "-"], { stdin: key })).err).not.toMatch(ESCAPE);
});

test("--strict ends with exit code 1 when a check of the audit fails, and says which", async () => {
  const creeping = await stickslip(["simulate", "held-mass", "--scheme", "splitting", "--strict", "--json"]);
  expect(creeping.code).toBe(1);
  expect(creeping.err).toMatch(/^audit: stick: CREEP: /);
  expect(JSON.parse(creeping.out).audit.verdict).toBe("failed");
  expect((await stickslip(["simulate", "held-mass", "--scheme", "splitting", "--json"])).code).toBe(0);
  expect((await stickslip(["simulate", "held-mass", "--strict", "--json"])).code).toBe(0);
});
