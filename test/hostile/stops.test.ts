/** Whatever a command does, a signal ends it with what it has, and its folder tells the truth. */
import type { ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { randomFrom } from "../../src/numeric/random.ts";
import { problemText } from "../cli/fake-io.ts";
import { hearsSignals, runCommand, startCommand } from "../support/command.ts";
import { cases, torture } from "../support/torture.ts";

const base = mkdtempSync(join(tmpdir(), "stickslip-stops-"));
const write = (name: string, text: string): string => {
  writeFileSync(join(base, name), text);
  return join(base, name);
};
const quick = write("quick.json", problemText({ measures: { last: { final: "x(0)" } }, time: { end: 1, step: 0.01 } }));
/** Sticks and slips 16,000 times a second for hours: no cycle is found while one waits. */
const endless = write(
  "endless.json",
  problemText({
    system: {
      type: "linear",
      mass: [1],
      stiffness: [1e10],
      friction: [{ on: 0, limit: 1e3, kinetic: 500, drive: 1 }],
    },
    initial: {},
    time: { end: 1e4, step: 1 },
    scheme: { type: "event-driven" },
  }),
);
const MAP = ["--vary", "initial.position[0]=-8:8:300", "--vary", "initial.position[1]=-8:8:300"];
const SEARCH = [
  "--method",
  "pds",
  "--set",
  "control.method.edgeTolerance=1e-300",
  "--scheme",
  "alpha",
  "--step",
  "1e-5",
];

/** Each takes longer than anyone waits here. */
const commands: readonly (readonly string[])[] = [
  ["simulate", "held-mass", "--end", "1e7"],
  ["simulate", endless],
  ["sweep", quick, "--vary", "initial.position[0]=1:2:1000000", "--threads", "1"],
  ["sweep", quick, "--vary", "initial.position[0]=1:2:1000000", "--threads", "2"],
  ["control", "gk95-tp1", ...SEARCH, "--threads", "1"],
  ["control", "gk95-tp1", ...SEARCH, "--threads", "2"],
  ["attraction", "vl05-two-masses", ...MAP, "--threads", "1"],
  ["attraction", "vl05-two-masses", ...MAP, "--threads", "2"],
  ["cycle", endless],
];
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const MOST_WAIT = cases(1200, 2500);

const chance = randomFrom(11);
const moments = Array.from({ length: cases(4, 50) }, (_, k) => {
  const command = commands[(k * 2) % commands.length]!;
  return { command, signal: SIGNALS[k % 3]!, ms: Math.floor(chance.uniform() * MOST_WAIT), k };
});

test.each(moments)("$command.0 is stopped by $signal after $ms ms, case $k", async ({ command, signal, ms, k }) => {
  const out = join(base, `out${k}`);
  const { child, ended } = startCommand([...command, "--quiet", "--out", out].filter(allowed(command[0]!)));
  await hearsSignals(child);
  await wait(ms);
  child.kill(signal);
  const { code, err } = await ended;
  expect([code, err]).toEqual([130, expect.stringMatching(/cancelled/)]);
  expectTrue(out);
});

/** cycle has no --quiet. */
function allowed(command: string): (argument: string) => boolean {
  return (argument) => argument !== "--quiet" || command !== "cycle";
}

/** The folder is as it was, or has a stopped run with whole files and nothing besides. */
function expectTrue(out: string): void {
  const files = existsSync(out) ? readdirSync(out) : [];
  if (files.length === 0) return;
  expect(files.filter((name) => name.endsWith(".part") || name.startsWith("."))).toEqual([]);
  const result = JSON.parse(readFileSync(join(out, "result.json"), "utf8"));
  expect(result.status).toBe("cancelled");
  for (const name of files.filter((name) => name.endsWith(".csv"))) {
    const text = readFileSync(join(out, name), "utf8");
    expect(text.endsWith("\n")).toBe(true);
    const widths = new Set(
      text
        .trimEnd()
        .split("\n")
        .map((line) => line.split(",").length),
    );
    expect([name, widths.size]).toEqual([name, 1]);
  }
  if (!files.includes("trajectory.csv")) return;
  const last = readFileSync(join(out, "trajectory.csv"), "utf8").trimEnd().split("\n").at(-1)!;
  expect(Number(last.split(",")[0])).toBe(result.time);
}

/** So large that it is checkpointed before it is killed; a small one shows the same of signals. */
const side = cases(20, 100);
const ends = torture ? (["SIGTERM", "SIGKILL"] as const) : (["SIGTERM"] as const);

test("a map that was stopped by a signal, and killed after that, goes on to the same files", async () => {
  const map = [0, 1].flatMap((k) => ["--vary", `initial.position[${k}]=-8:8:${side}`]);
  const command = (out: string) => ["attraction", "vl05-two-masses", ...map, "--threads", "1", "--quiet", "--out", out];
  const [whole, parts] = [join(base, "whole"), join(base, "parts")];
  expect((await runCommand(command(whole))).code).toBe(0);
  for (const signal of ends) {
    const { child, ended } = startCommand([...command(parts), "--resume"]);
    await grown(join(parts, "chunks.bin"), signal === "SIGKILL", child);
    child.kill(signal);
    const { code, signal: by } = await ended;
    expect([code, by]).toEqual(signal === "SIGTERM" ? [130, null] : [null, signal]);
  }
  expect((await runCommand([...command(parts), "--resume"])).code).toBe(0);
  for (const name of ["attraction.csv", "figure.svg", "problem.yaml"]) {
    expect(readFileSync(join(parts, name), "utf8")).toBe(readFileSync(join(whole, name), "utf8"));
  }
  if (torture) expect(JSON.parse(readFileSync(join(parts, "result.json"), "utf8")).resumed).toBeGreaterThan(0);
}, 600_000);

/** Until the file is there, or has grown beyond what was known. */
async function grown(file: string, beyond: boolean, { exitCode }: ChildProcess): Promise<void> {
  const size = () => (existsSync(file) ? statSync(file).size : 0);
  const known = beyond ? size() : 0;
  while (exitCode === null && size() <= known) await wait(5);
}

test("a second Ctrl-C ends at once a command that hangs in a pipe that nobody reads", async () => {
  const { child, ended } = startCommand(["simulate", "held-mass", "--end", "1e7", "--csv", "-"], { unread: true });
  await hearsSignals(child);
  await wait(800);
  child.kill("SIGINT");
  await wait(200);
  child.kill("SIGINT");
  const late = wait(10_000, "late", { ref: false });
  const exit = await Promise.race([ended, late]);
  expect(exit).not.toBe("late");
  const { code, signal } = exit as Awaited<typeof ended>;
  expect(code === 130 || signal === "SIGINT").toBe(true);
});
