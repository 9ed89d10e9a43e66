/** Who holds a folder: a process that was killed does not, even while its parent has not taken note of its end. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { folderHolder, lockFolder } from "../../src/node/folder-lock.ts";

const folder = mkdtempSync(join(tmpdir(), "stickslip-lock-"));
afterAll(() => rmSync(folder, { recursive: true }));

const statOf = (pid: number) => {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
};

function hold(pid: number): void {
  const holder = { pid, host: hostname(), since: statOf(pid)[19] };
  writeFileSync(join(folder, ".stickslip.lock"), `${JSON.stringify(holder)}\n`);
}

test.runIf(existsSync("/proc/self/stat"))("a process that lives holds it, one that has ended does not", async () => {
  // the shell becomes, before its child ends, a program that never asks after it
  const parent = spawn("sh", ["-c", "sleep 0.3 & echo $!; exec sleep 60"], { stdio: ["ignore", "pipe", "ignore"] });
  try {
    const [text] = (await new Promise((resolve) => parent.stdout.once("data", (data) => resolve([`${data}`])))) as [
      string,
    ];
    const ended = Number(text);
    for (let k = 0; k < 500 && statOf(ended)[0] !== "Z"; k++) await wait(10);
    expect(statOf(ended)[0]).toBe("Z");
    hold(parent.pid!);
    expect(folderHolder(folder)).toContain(`process ${parent.pid} is writing`);
    hold(ended);
    expect(folderHolder(folder)).toBeUndefined();
    lockFolder(folder)();
  } finally {
    parent.kill("SIGKILL");
  }
});

test("what another process has put there meanwhile is left to it", () => {
  const release = lockFolder(folder);
  const other = `${JSON.stringify({ pid: process.ppid, host: "elsewhere", since: "" })}\n`;
  const lock = join(folder, ".stickslip.lock");
  writeFileSync(lock, other); // its user had removed ours
  release();
  expect(readFileSync(lock, "utf8")).toBe(other);
  rmSync(lock);
  lockFolder(folder)();
  expect(existsSync(lock)).toBe(false);
});

/** Processes that try for a folder at the same instant, over and over; each tells what it came to. */
const CONTENDER = `
import { lockFolder } from "${new URL("../../dist/node/folder-lock.js", import.meta.url)}";
process.on("message", ({ folder, at }) => {
  while (Date.now() < at);
  let why = "";
  try {
    lockFolder(folder);
  } catch (error) {
    why = error.message;
  }
  setTimeout(() => process.send(why), 30);
});
process.send("ready");`;

test("of processes that find the lock of a dead one at the same time one gets the folder", async () => {
  const start = () =>
    spawn(process.execPath, ["--input-type=module", "-e", CONTENDER], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
  const answer = (each: ChildProcess) => new Promise<string>((resolve) => each.once("message", resolve));
  const contenders = [start(), start(), start(), start(), start()];
  try {
    await Promise.all(contenders.map(answer));
    for (let round = 0; round < 25; round++) {
      const contested = mkdtempSync(join(folder, "contested-"));
      const dead = { pid: 2 ** 22 + 1, host: hostname(), since: "1" }; // beyond the numbers that Linux gives
      writeFileSync(join(contested, ".stickslip.lock"), `${JSON.stringify(dead)}\n`);
      const answers = contenders.map(answer);
      for (const each of contenders) each.send({ folder: contested, at: Date.now() + 15 });
      const refused = (await Promise.all(answers)).filter((why) => why !== "");
      expect(refused).toHaveLength(4);
      for (const why of refused) expect(why).toMatch(/^cannot write; process \d+ is writing/);
      expect(readdirSync(contested)).toEqual([".stickslip.lock"]);
    }
  } finally {
    for (const each of contenders) each.kill("SIGKILL");
  }
});
