/** A disk that is full at any of the files: exit code 1, its name in the message, and a result that does not claim more. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { problemText } from "../cli/fake-io.ts";
import { runCommand } from "../support/command.ts";
import { torture } from "../support/torture.ts";

const base = mkdtempSync(join(tmpdir(), "stickslip-full-"));
const problem = join(base, "mass.json");
writeFileSync(
  problem,
  problemText({
    measures: { last: { final: "x(0)" } },
    time: { end: 0.1, step: 0.01 },
    control: { target: { position: [1.1] } },
    scheme: { type: "event-driven" },
  }),
);
const preload = new URL("../support/full-disk.mjs", import.meta.url).href;

const MAP = [0, 1].flatMap((k) => ["--vary", `initial.position[${k}]=-1:1:3`]);
const commands: readonly (readonly [command: readonly string[], files: readonly string[]])[] = [
  [
    ["simulate", problem],
    ["trajectory.csv", "events.csv", "report.html", "problem.yaml"],
  ],
  [
    ["sweep", problem, "--vary", "initial.position[0]=1,2", "--threads", "1"],
    ["sweep.csv", "report.html"],
  ],
  [
    ["control", problem],
    ["report.html", "problem.yaml"],
  ],
  [
    ["attraction", "vl05-two-masses", ...MAP, "--threads", "1"],
    ["attraction.csv", "figure.svg", "report.html"],
  ],
  [
    ["equilibrium", "vl05-two-masses"],
    ["figure.svg", "report.html"],
  ],
  [
    ["design", "vl05-controlled"],
    ["report.html", "problem.yaml"],
  ],
  [["cycle", "belt"], ["report.html"]],
];
const all = commands.flatMap(([command, files]) => files.map((file) => ({ command, name: command[0]!, file })));
/** One file of each command: they are written in one way. */
const some = all.filter(({ name }, k) => all.findIndex((other) => other.name === name) === k);

test.each(torture ? all : some)("$name with no room for $file", async ({ command, file }) => {
  const out = mkdtempSync(join(base, "out-"));
  const { code, err } = await runCommand([...command, "--out", out], {
    flags: ["--import", preload],
    env: { FULL_FILE: file },
  });
  expect(code).toBe(1);
  expect(err).toContain(`stickslip: cannot write; ENOSPC: no space left on device, write: ${join(out, file)}`);
  expect(JSON.parse(readFileSync(join(out, "result.json"), "utf8"))).toMatchObject({
    status: "failed",
    message: expect.stringContaining(file),
  });
  expect(readdirSync(out).filter((name) => name === file || /\.part$|^\./.test(name))).toEqual([]);
});

test("no room for the result itself: what said that it runs says that it failed", async () => {
  const out = mkdtempSync(join(base, "out-"));
  const { code, err } = await runCommand(["simulate", problem, "--out", out], {
    flags: ["--import", preload],
    env: { FULL_FILE: "result.json", FULL_AT: "1024" },
  });
  expect([code, err]).toEqual([1, expect.stringContaining(`write: ${join(out, "result.json")}`)]);
  expect(JSON.parse(readFileSync(join(out, "result.json"), "utf8"))).toMatchObject({ status: "failed" });
});

test.each(["csv", "svg", "png"])("no room for --%s", async (option) => {
  const path = join(mkdtempSync(join(base, "files-")), `x.${option}`);
  const { code, err } = await runCommand(["simulate", problem, `--${option}`, path], {
    flags: ["--import", preload],
    env: { FULL_FILE: `x.${option}` },
  });
  expect([code, err]).toEqual([1, expect.stringContaining(`write: ${path}. Make room there`)]);
  expect(existsSync(path)).toBe(false);
});
