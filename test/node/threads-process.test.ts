/** Threads in a process of their own: that it ends, and what it does where threads are not allowed. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const dist = (file: string) => JSON.stringify(new URL(`../../dist/${file}`, import.meta.url).href);
const command = fileURLToPath(new URL("../../dist/command/main.js", import.meta.url));

const program = `
import { load, sweep } from ${dist("index.js")};
import { createExecutor } from ${dist("node/index.js")};
const problem = load({
  stickslip: 1, system: { type: "linear", mass: [2], friction: [{ on: 0, limit: 1 }] },
  initial: { velocity: [1] }, time: { end: 8, step: 0.5 },
});
const executor = createExecutor({ threads: 2 });
const table = await sweep(problem, { vary: ["initial.velocity[0]=1,2,3"], executor });
console.log(Array.from(table.found[0], (x) => x.toFixed(9)).join(" "));
`;
const run = (...flags: string[]) =>
  spawnSync(process.execPath, [...flags, "--input-type=module", "-e", program], { encoding: "utf8", timeout: 50_000 });

test("a program that forgets to close its executor ends all the same", () => {
  const { status, stdout, stderr } = run();
  expect([status, stdout, stderr]).toEqual([0, "1.000000000 4.000000000 9.000000000\n", ""]);
});

test("without the permission for threads the rows are computed in one, with a warning", () => {
  const permission = Number(process.versions.node.split(".")[0]) >= 24 ? "--permission" : "--experimental-permission";
  const { status, stdout, stderr } = run(permission, "--allow-fs-read=*", "--allow-addons");
  expect([status, stdout]).toEqual([0, "1.000000000 4.000000000 9.000000000\n"]);
  expect(stderr).toMatch(/Warning: cannot start worker threads; .* All runs are computed in this thread\./);
});

test("Ctrl-C ends a sweep on threads with what was computed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "stickslip-threads-"));
  const csv = join(folder, "part.csv");
  const chunks = join(folder, "out", "chunks.bin");
  const vary = ["--vary", "system.friction[0].drive=0.1:0.5:100000", "--threads", "2"];
  const args = [command, "sweep", "belt", ...vary, "--json", "--csv", csv, "--out", join(folder, "out")];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
  let out = "";
  child.stdout.on("data", (text) => {
    out += text;
  });
  const hasRows = () => existsSync(chunks) && statSync(chunks).size > readFileSync(chunks).indexOf("\n") + 1;
  while (child.exitCode === null && !hasRows()) await wait(20);
  child.kill("SIGINT");
  const code = await new Promise((resolve) => child.on("close", resolve));
  expect(code).toBe(130);
  const { status, rows, missing } = JSON.parse(out);
  expect(status).toBe("cancelled");
  expect(rows.length + missing).toBe(100_000);
  expect(readFileSync(csv, "utf8").trim().split("\n")).toHaveLength(1 + rows.length);
});
