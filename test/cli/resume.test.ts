/** `--out DIR --resume` of the built command after `kill -9`: the files of an uninterrupted run, and nothing computed twice. */
import type { ChildProcess } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { openChunkFile } from "../../src/node/chunk-file.ts";
import { runCommand, startCommand } from "../support/command.ts";
import { stickslip } from "./fake-io.ts";

const base = mkdtempSync(join(tmpdir(), "stickslip-resume-"));
afterAll(() => rmSync(base, { recursive: true }));

/** What the cases look at. */
interface Result {
  readonly resumed: number;
  readonly branch: { readonly resumed: number };
}

interface Case {
  /** So large a run that it is killed before it ends: larger ones are taken on machines that are too fast for this one. */
  readonly args: (scale: number) => readonly string[];
  /** What ends an uninterrupted run. */
  readonly code: number;
  /** Its rows, starts or points. */
  readonly rows: (scale: number) => number;
  readonly resumed: (result: Result) => number;
  /** An option that makes it another run. */
  readonly other: readonly string[];
  /** How often it is killed; once if absent. */
  readonly kills?: number;
  /** Goes on in a process of its own, with the threads of the built command; its files are those of another case, which needs none. */
  readonly apart?: { readonly like: string };
}

const SCALES = [1, 2, 4, 16, 64];
const side = (scale: number) => Math.round(9 * Math.sqrt(scale));
const map = (scale: number) => [0, 1].flatMap((k) => ["--vary", `initial.position[${k}]=-3:3:${side(scale)}`]);
const limits = (count: number) => ["--vary", `system.friction[0].limit=1:5:${count}`];
const CASES: Readonly<Record<string, Case>> = {
  sweep: {
    args: (scale) => ["sweep", "gk95-tp1", ...limits(80 * scale), "--threads", "1", "--quiet"],
    code: 0,
    rows: (scale) => 80 * scale,
    resumed: ({ resumed }) => resumed,
    other: ["--end", "4"],
  },
  "sweep on threads": {
    args: (scale) => ["sweep", "gk95-tp1", ...limits(80 * scale), "--threads", "2", "--quiet"],
    code: 0,
    rows: (scale) => 80 * scale,
    resumed: ({ resumed }) => resumed,
    other: ["--vary", "initial.position[0]=1,2"],
    apart: { like: "sweep" },
  },
  attraction: {
    args: (scale) => ["attraction", "double-pendulum", ...map(scale), "--threads", "1", "--quiet"], // few starts take long
    code: 0,
    rows: (scale) => side(scale) ** 2,
    resumed: ({ resumed }) => resumed,
    other: ["--horizon", "50"],
    kills: 2,
  },
  "control --table": {
    args: () => [
      ...["control", "gk95-tp1", "--table", "--threads", "1", "--quiet"],
      ...["--set", "control.method.points=9", "--set", "control.method.edgeTolerance=1e-4"],
    ],
    code: 1, // so coarse a search misses its target
    rows: () => 8,
    resumed: ({ resumed }) => resumed,
    other: ["--step", "0.02"],
  },
  "cycle --continue": {
    args: () => ["cycle", "belt", "--continue", "system.friction[0].drive=0.4:0.9", "--points", "8"],
    code: 0,
    rows: () => 8,
    resumed: ({ branch }) => branch.resumed,
    other: ["--near"],
  },
};

describe.each(Object.entries(CASES))("%s", (name, { args, code, rows, resumed, other, kills = 1, apart }) => {
  const folder = (part: string) => join(base, name.replaceAll(/\W/g, ""), part);

  it("goes on after kill -9 to the same files, and computes nothing twice", { timeout: 600_000 }, async () => {
    const [whole, parts] = [folder("whole"), folder("parts")];
    const { before, scale } = await killed(parts, args, rows, kills);
    const run = (part: string, ...more: string[]) => stickslip([...args(scale), "--out", folder(part), ...more]);
    expect(before).toBeGreaterThan(0);
    expect(new Set(numbersIn(parts)).size).toBe(before);
    expect(resultOf(parts)).toMatchObject({ status: "running" });

    const refused = await run("parts", "--resume", ...other);
    expect(refused.code).toBe(2);
    expect(refused.err).toMatch(/--resume: cannot go on; .* (another problem|other options)\. Repeat its command/);
    expect(rowsIn(parts)).toBe(before);
    appendFileSync(join(parts, "chunks.bin"), "a record that was cut off"); // as if it had been killed while it wrote

    const ended = apart
      ? await runCommand([...args(scale), "--out", parts, "--resume"])
      : await run("parts", "--resume");
    expect(ended.code).toBe(code);
    const alike = apart ? CASES[apart.like]!.args(scale) : args(scale);
    expect((await stickslip([...alike, "--out", whole])).code).toBe(code);
    const [full, rest] = [resultOf(whole), resultOf(parts)];
    expect([resumed(full), resumed(rest)]).toEqual([0, before]);
    expect(readdirSync(parts)).toEqual(readdirSync(whole));
    for (const file of readdirSync(whole).filter((file) => file !== "result.json")) {
      expect([file, contentOf(parts, file)]).toEqual([file, contentOf(whole, file)]);
    }
    expect(plain(rest)).toEqual(plain(full));

    const again = await run("parts", "--resume");
    expect(again.code).toBe(2);
    expect(again.err).toMatch(/--resume: nothing to go on with; the run in .* has ended/);
  });
});

it("--resume needs a folder, and what can be gone on with", async () => {
  const error = async (...args: string[]) => (await stickslip(args)).err;
  const vary = ["--vary", "parameters.mu=0.1,0.2"];
  expect(await error("sweep", "vl05-two-masses", ...vary, "--resume")).toMatch(/--resume: needs the folder/);
  expect(await error("control", "gk95-tp1", "--resume")).toMatch(/--resume: goes with --table alone/);
  expect(await error("cycle", "belt", "--resume", "--out", join(base, "x"))).toMatch(/--resume: is of a branch/);
  const trace = ["attraction", "vl05-two-masses", "--trace", "--resume", "--out", join(base, "y")];
  expect(await error(...trace)).toMatch(/--resume: cannot go on with a boundary that is traced.*Give --map too/);
});

/** Kills a run that is large enough in its middle, each time further on; the rows that it has kept. */
async function killed(out: string, args: Case["args"], rows: Case["rows"], kills: number) {
  for (const scale of SCALES) {
    rmSync(out, { recursive: true, force: true });
    const known = [0];
    while (known.length <= kills) {
      const now = await kill(out, [...args(scale), "--out", out, "--resume"]);
      if (now === undefined || now === rows(scale)) break;
      expect(now).toBeGreaterThanOrEqual(known.at(-1)!);
      if (now > known.at(-1)!) known.push(now); // else it was killed inside its first record: once more
    }
    if (known.length > kills) return { before: known.at(-1)!, scale };
  }
  throw new Error("every run ended before it could be killed");
}

/** Starts a command, kills it when it has kept something more; the rows that are kept then. Undefined where it ended before. */
async function kill(out: string, args: readonly string[]): Promise<number | undefined> {
  const known = size(out);
  const { child, ended } = startCommand(args);
  await grown(out, known, child);
  child.kill("SIGKILL");
  return (await ended).signal === "SIGKILL" && existsSync(join(out, "chunks.bin")) ? rowsIn(out) : undefined;
}

/** Until there is a record more. */
async function grown(out: string, known: number, child: ChildProcess): Promise<void> {
  while (child.exitCode === null && size(out) <= known) await wait(3);
}

/** Bytes of records. */
function size(out: string): number {
  const file = join(out, "chunks.bin");
  return existsSync(file) ? statSync(file).size - readFileSync(file).indexOf("\n") - 1 : 0;
}

function chunksIn(out: string): { first: number; count: number }[] {
  const store = openChunkFile(join(out, "chunks.bin"));
  const chunks = Array.from(store.finished(), ({ first, count }) => ({ first, count }));
  store.close();
  return chunks;
}

function rowsIn(out: string): number {
  return chunksIn(out).reduce((sum, { count }) => sum + count, 0);
}

/** Of the rows. */
function numbersIn(out: string): number[] {
  return chunksIn(out).flatMap(({ first, count }) => Array.from({ length: count }, (_, k) => first + k));
}

function resultOf(out: string): Result {
  return JSON.parse(readFileSync(join(out, "result.json"), "utf8"));
}

function contentOf(out: string, file: string): string {
  return readFileSync(join(out, file), "utf8");
}

/** Without what differs from run to run. */
function plain(data: unknown): unknown {
  return JSON.parse(JSON.stringify(data), (key, value) =>
    ["seconds", "threads", "resumed"].includes(key) ? undefined : value,
  );
}
