/** `simulate --checkpoint FILE` and `--resume FILE`: the files of an uninterrupted run, whatever stops it. */
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, it, test } from "vitest";
import { Hash } from "../../src/numeric/hash.ts";
import { startCommand } from "../support/command.ts";
import { stickslip } from "./fake-io.ts";

const base = mkdtempSync(join(tmpdir(), "stickslip-checkpoint-"));
afterAll(() => rmSync(base, { recursive: true }));
const at = (name: string) => join(base, name);

/** Runs that last for some seconds, by their end in s: longer ones are taken on machines that are too fast for these. How often one is killed. */
const cases = [
  ["event-driven", 900, 1],
  ["balanced", 150, 1],
] as const;
const LONGER = [1, 2, 4, 8, 16, 32];

const command = (type: string, end: number, name: string, ...more: string[]) => [
  ...["simulate", "belt", "--scheme", type, "--end", `${end}`, "--quiet"],
  ...["--out", at(name), "--csv", at(`${name}.csv`), ...more],
];

const read = (file: string) => (existsSync(file) ? readFileSync(file, "utf8") : "");

/** Starts a command and stops it when it has written so many checkpoints more; whether it was stopped before its end. */
async function stopped(args: readonly string[], file: string, signal: NodeJS.Signals, count: number): Promise<boolean> {
  const { child, ended } = startCommand(args);
  let known = read(file);
  for (let k = 0; k < count && child.exitCode === null; ) {
    await wait(20);
    const now = read(file);
    if (now !== known && now !== "") k++;
    known = now;
  }
  child.kill(signal);
  const exit = await ended;
  return signal === "SIGKILL" ? exit.signal === signal : exit.code === 130;
}

function expectSameFiles(one: string, other: string): void {
  expect(readdirSync(at(other))).toEqual(readdirSync(at(one)));
  expect(read(at(`${other}.csv`)) === read(at(`${one}.csv`))).toBe(true);
  for (const file of readdirSync(at(one))) {
    if (file === "result.json") continue;
    expect([file, read(join(at(other), file)) === read(join(at(one), file))]).toEqual([file, true]);
  }
  const [first, second] = [one, other].map((name) => JSON.parse(read(join(at(name), "result.json"))));
  first.stats.seconds = second.stats.seconds = 0;
  expect(second).toEqual(first);
}

describe.each(cases)("a run of %s", (type, shortest, kills) => {
  it(`ends with the same files after kill -9, ${kills} times, and Ctrl-C`, { timeout: 600_000 }, async () => {
    const file = at(`${type}.checkpoint`);
    let end = shortest;
    for (const times of LONGER) {
      end = shortest * times;
      rmSync(at(type), { recursive: true, force: true });
      const run = (kind: string) => command(type, end, type, kind, file);
      let running = await stopped(run("--checkpoint"), file, "SIGKILL", 2);
      for (let k = 1; k < kills && running; k++) running = await stopped(run("--resume"), file, "SIGKILL", 2);
      if (running && (await stopped(run("--resume"), file, "SIGINT", 1))) break;
      expect(times).not.toBe(LONGER.at(-1));
    }
    expect(JSON.parse(read(join(at(type), "result.json")))).toMatchObject({ status: "cancelled" });
    appendFileSync(at(`${type}.csv`), "what was written behind the checkpoint");

    const rest = await stickslip(command(type, end, type, "--resume", file));
    expect(rest).toMatchObject({ code: 0, err: "" });
    expect(existsSync(file)).toBe(false);
    expect((await stickslip(command(type, end, "whole"))).code).toBe(0);
    expectSameFiles("whole", type);
    rmSync(at("whole"), { recursive: true });
  });
});

/** With the right hash, as somebody makes them who knows the format. */
function forgeries(body: string): string[] {
  const changed = (change: (data: { run: Record<string, unknown>; texts: unknown[]; seconds: unknown }) => void) => {
    const data = JSON.parse(body);
    change(data);
    return JSON.stringify(data);
  };
  return [
    changed((data) => Object.assign(data.texts[0]!, { bytes: -5 })),
    changed((data) => Object.assign(data.texts[0]!, { bytes: 1e15 })),
    changed((data) => data.texts.pop()),
    changed((data) => Object.assign(data, { seconds: "long" })),
    changed((data) => Object.assign(data, { run: {} })),
    changed((data) => Object.assign(data.run.good as object, { position: { $: "d", of: "AAAAAAAA+H8=" } })),
    changed((data) => Object.assign(data.run.good as object, { time: -1e9 })),
  ];
}

function hashOf(text: string): string {
  const hash = new Hash();
  hash.text(text);
  return hash.digest();
}

describe("what cannot be gone on with", () => {
  const file = at("cancelled.checkpoint");
  const args = (...more: string[]) => ["simulate", "gk95-tp1", "--csv", at("cancelled.csv"), "--quiet", ...more];
  const refusal = async (...more: string[]) => {
    const { code, err } = await stickslip(args(...more));
    expect(code).toBe(2);
    return err;
  };

  it("is told, with the remedy", async () => {
    const cancelled = await stickslip(args("--checkpoint", file), { onListen: (stop) => stop() });
    expect(cancelled.code).toBe(130);
    const kept = read(file);
    expect(kept).toMatch(/^\{.*"task":"simulate".*\}\n\{"run":/);

    expect(await refusal("--resume", file, "--end", "4")).toMatch(
      /cannot go on; .* another problem\. Repeat the command/,
    );
    expect(await refusal("--resume", file, "--scheme", "balanced")).toMatch(/another problem/);
    expect(await refusal("--resume", file, "--out", at("more"))).toMatch(/other options/);
    expect(await refusal("--resume", at("none"))).toMatch(/no such checkpoint: .*--checkpoint .* begins a new one/);
    writeFileSync(at("text"), "some text\n");
    expect(await refusal("--resume", at("text"))).toMatch(/not a checkpoint/);
    writeFileSync(at("older"), kept.replace(/"version":"[^"]*"/, '"version":"0.0.1"'));
    expect(await refusal("--resume", at("older"))).toMatch(/another version of stickslip/);
    const [head, body, hash] = kept.split("\n");
    for (const text of [
      `${head}\n`,
      kept.slice(0, -40),
      kept.replace(/"of":"AA/, '"of":"BA'),
      `${head}\n{}\n${hash}\n`,
    ]) {
      writeFileSync(at("damaged"), text);
      expect(await refusal("--resume", at("damaged"))).toMatch(/cannot go on; .*damaged is damaged\. Begin anew/);
    }
    for (const forged of forgeries(body!)) {
      writeFileSync(at("forged"), `${head}\n${forged}\n${hashOf(forged)}\n`);
      expect(await refusal("--resume", at("forged"))).toMatch(/forged is damaged|not as the checkpoint left it/);
    }
    if (process.platform !== "win32") {
      execFileSync("mkfifo", [at("pipe")]);
      expect(await refusal("--resume", at("pipe"))).toMatch(/not a checkpoint/);
    }
    copyFileSync(at("cancelled.csv"), at("saved.csv"));
    writeFileSync(at("cancelled.csv"), "t,x1\n");
    expect(await refusal("--resume", file)).toMatch(/cancelled\.csv is not as the checkpoint left it/);
    copyFileSync(at("saved.csv"), at("cancelled.csv"));
    expect(read(file)).toBe(kept);

    expect((await stickslip(args("--resume", file))).code).toBe(0);
    await stickslip(["simulate", "gk95-tp1", "--csv", at("whole.csv"), "--quiet"]);
    expect(read(at("cancelled.csv"))).toBe(read(at("whole.csv")));
  });

  test("standard output, and what is no file", async () => {
    const text = async (csv: string) =>
      (await stickslip(["simulate", "gk95-tp1", "--csv", csv, "--checkpoint", at("c"), "--quiet"])).err;
    expect(await text("-")).toMatch(/--csv: cannot go on later in standard output/);
    if (process.platform !== "win32") expect(await text("/dev/null")).toMatch(/what is no file/);
  });

  test("a checkpoint that would overwrite the results", async () => {
    expect(await refusal("--checkpoint", at("cancelled.csv"))).toMatch(/--checkpoint: cannot write; .* taken by --csv/);
  });
});

test("who stops a run is told how it goes on", async () => {
  const args = ["simulate", "gk95-tp1", "--checkpoint", at("told"), "--json"];
  const { err } = await stickslip(args, { onListen: (stop) => stop() });
  expect(err).toMatch(/with --resume .*told instead of --checkpoint goes on/);
});
