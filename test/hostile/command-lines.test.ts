/** Command lines at random: documented exit codes, no stack traces, and on --json one whole object or nothing. */
import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { randomFrom } from "../../src/numeric/random.ts";
import { problemText, stickslip } from "../cli/fake-io.ts";
import { cases } from "../support/torture.ts";

const base = mkdtempSync(join(tmpdir(), "stickslip-lines-"));
const file = (name: string, text: string | Uint8Array): string => {
  writeFileSync(join(base, name), text);
  return join(base, name);
};
const quick = {
  time: { end: 0.2, step: 0.01 },
  scheme: { type: "event-driven" },
  measures: { last: { final: "x(0)" } },
  control: { target: { position: [1.001] } },
};
const two = {
  ...quick,
  system: {
    type: "linear",
    mass: [1, 1],
    stiffness: [2, 2],
    friction: [
      { on: 0, limit: 0.1 },
      { on: 1, limit: 0.1 },
    ],
  },
  initial: { position: [0.5, 0.3] },
  control: undefined,
};
const FILES = [
  ...[file("mass.json", problemText(quick)), file("two.json", problemText(two)), "held-mass", "-"],
  ...[file("empty.yaml", ""), file("broken.yaml", "a: [1"), file("bytes.yaml", Uint8Array.of(0, 255, 1)), base],
  ...["none.yaml", "", "/dev/null", file("list.yaml", "- 1\n- 2\n"), file("short.json", '{"stickslip":1}')],
];
const COMMANDS = ["simulate", "check", "sweep", "control", "equilibrium", "design", "attraction", "cycle"];
const VALUES = [
  ...["", " ", "-", "0", "1", "-1", "1e999", "NaN", "2.5", "0x10", "1e-300", "\u001b[31m", "\u202e", "a,b", "1,2,3"],
  ...[
    "initial.position[0]=0.1:0.5:3",
    "initial.position[0]=1",
    "initial.position[0]=log:1:0:5",
    "system.mass[0]=0,-1,2",
  ],
  ...["parameters.x=1:2", "time.end=0.1", "time.step=0", "system=null", "__proto__.x=1", "a.b[99999999]=1", "=", "=1"],
  ...["newton", "pds", "balanced", "alpha", "nothing", "active-set", "x1,x2", "0,0", "initial.position[0]", "last"],
];
const OPTIONS = [
  ...["--set", "--json", "--quiet", "--scheme", "--solver", "--step", "--end", "--sensitivity", "--vary", "--measure"],
  ...["--threads=1", "--method", "--start", "--project", "--margin", "--global", "--period", "--continue", "--horizon"],
  ...[
    "--tolerance",
    "--monte-carlo=5",
    "--energy",
    "--seed",
    "--allow-files",
    "--jsno",
    "--help",
    "--version",
    "-x",
    "--",
  ],
  ...["--out", "--csv", "--svg", "--png", "--checkpoint"],
];
/** Options whose value is a path: one that may be written to. */
const PATHS = new Set(["--out", "--csv", "--svg", "--png", "--checkpoint"]);
/** Sane values, so that many lines get beyond their options. */
const FITTING: Readonly<Record<string, readonly string[]>> = {
  sweep: ["--vary", "initial.position[0]=0.1:0.2:2", "--threads", "1"],
  attraction: ["--vary", "initial.position[0]=-1:1:2", "--vary", "initial.position[1]=-1:1:2", "--threads", "1"],
};

const chance = randomFrom(2000);
const below = (count: number) => Math.floor(chance.uniform() * count);
const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;

function commandLine(k: number): string[] {
  const command = chance.uniform() < 0.95 ? pick(COMMANDS) : pick(VALUES);
  const path = chance.uniform() < 0.6 ? pick(FILES.slice(0, 4)) : pick(FILES);
  const fitting = chance.uniform() < 0.7 ? (FITTING[command] ?? []) : [];
  const others = Array.from({ length: below(4) }, () => {
    const option = pick(OPTIONS);
    const value = PATHS.has(option) ? pick([join(base, `out${k}`), base, "", join(base, "no", "x")]) : pick(VALUES);
    return chance.uniform() < 0.85 ? [option, value] : [option];
  });
  return [command, path, ...fitting, ...others.flat()];
}

const CODES = [0, 1, 2, 130];
const lines = Array.from({ length: cases(50, 2000) }, (_, k) => commandLine(k));

test("random command lines end as documented", { timeout: 1_800_000 }, async () => {
  const counts = new Map<number, number>();
  for (const line of lines) {
    const told = JSON.stringify(line);
    const { code, out, err } = await stickslip(line, { stdin: problemText(quick), onListen: endless });
    counts.set(code, (counts.get(code) ?? 0) + 1);
    expect(CODES, told).toContain(code);
    expect(out + err, told).not.toMatch(/internal error|\n\s+at \S+ \(|undefined is not|Cannot read prop/);
    if (code === 2) expect(err, told).not.toBe("");
    if (line.includes("--json") && !/^Usage: |^\d+\.\d+\.\d+\n$/.test(out) && out !== "" && code !== 0) {
      expect(() => JSON.parse(out), told).not.toThrow();
    }
  }
  expect(counts.get(0)).toBeGreaterThan(0.1 * lines.length);
  expect(counts.get(2)).toBeGreaterThan(0.3 * lines.length);
  for (const folder of [".", base]) {
    expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
  }
});

/** A line that happens to ask for much is stopped. */
function endless(stop: () => void): void {
  setTimeout(stop, 2000).unref();
}

test.each([
  ["simulate", "held-mass", "--jsno", "--json"],
  ["simulate", "--json"],
  ["simulat", "held-mass", "--json"],
  ["simulate", "held-mass", "--json", "--csv"],
])("an unknown or missing word beside --json is one object too: %j", async (...line) => {
  const { code, out, err } = await stickslip(line);
  expect(code).toBe(2);
  expect(JSON.parse(out)).toMatchObject({ status: "invalid", faults: [{ path: "", line: null }] });
  expect(err).toMatch(/^error: /);
});
