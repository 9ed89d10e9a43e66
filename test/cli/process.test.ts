/** The built command as a process of its own: pipes, signals and full disks cannot be had otherwise. */
import { spawn, spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const command = fileURLToPath(new URL("../../dist/command/main.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "stickslip-process-"));

test("the built command can be executed and reads standard input", () => {
  accessSync(command, constants.X_OK);
  expect(readFileSync(command, "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/);
  const input = readFileSync(new URL("../../problems/held-mass.yaml", import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, [command, "simulate", "-", "--json"], { input });
  expect(status).toBe(0);
  expect(JSON.parse(stdout.toString())).toMatchObject({ status: "done", position: [0.5], velocity: [0] });
});

test("Ctrl-C ends a run with what was computed", async () => {
  const csv = join(folder, "run.csv");
  const args = [command, "simulate", "held-mass", "--end", "1e7", "--json", "--csv", csv];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
  let out = "";
  child.stdout.on("data", (text) => {
    out += text;
  });
  const started = setInterval(() => {
    const part = join(folder, `run.csv.${child.pid}.part`); // until the run has ended
    if (!existsSync(part) || readFileSync(part).length === 0) return;
    clearInterval(started);
    child.kill("SIGINT");
  }, 50);
  const code = await new Promise((resolve) => child.on("close", resolve));
  expect(code).toBe(130);
  const result = JSON.parse(out);
  expect(result.status).toBe("cancelled");
  expect(Number(readFileSync(csv, "utf8").trim().split("\n").at(-1)!.split(",")[0])).toBe(result.time);
});

test("a reader that leaves ends the run quietly", async () => {
  const args = [command, "simulate", "held-mass", "--end", "1e7", "--csv", "-"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  let err = "";
  child.stderr.on("data", (text) => {
    err += text;
  });
  child.stdout.once("data", () => child.stdout.destroy());
  const code = await new Promise((resolve) => child.on("close", resolve));
  expect([code, err]).toEqual([0, ""]);
});

test.runIf(existsSync("/dev/full"))("a full disk is a failure that is told", () => {
  const args = [command, "simulate", "held-mass", "--csv", "/dev/full"];
  const { status, stderr } = spawnSync(process.execPath, args);
  expect(status).toBe(1);
  expect(stderr.toString()).toMatch(/^stickslip: cannot write; .*ENOSPC/);
});
