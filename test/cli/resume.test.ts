/** `--out DIR --resume` of the built command after `kill -9`: the files of an uninterrupted run, and nothing computed twice. */
import { type ChildProcess, spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { openChunkFile } from "../../src/node/chunk-file.ts";
import { runCommand, startCommand } from "../support/command.ts";

const base = mkdtempSync(join(tmpdir(), "stickslip-resume-"));
afterAll(() => rmSync(base, { recursive: true }));

/** What the cases look at. */
interface Result {
  readonly rows: readonly unknown[];
  readonly points: number;
  readonly resumed: number;
  readonly branch: { readonly points: readonly unknown[]; readonly resumed: number };
}

interface Case {
  readonly args: readonly string[];
  /** What ends an uninterrupted run. */
  readonly code: number;
  /** Rows, starts or points in a result. */
  readonly total: (result: Result) => number;
  readonly resumed: (result: Result) => number;
  /** An option that makes it another run. */
  readonly other: readonly string[];
}

const map = [0, 1].flatMap((k) => ["--vary", `initial.position[${k}]=-8:8:36`]);
const CASES: Readonly<Record<string, Case>> = {
  sweep: {
    args: ["sweep", "gk95-tp1", "--vary", "system.friction[0].limit=1:5:120", "--threads", "1", "--quiet"],
    code: 0,
    total: ({ rows }) => rows.length,
    resumed: ({ resumed }) => resumed,
    other: ["--end", "4"],
  },
  "sweep on threads": {
    args: ["sweep", "gk95-tp1", "--vary", "system.friction[0].limit=1:5:160", "--threads", "2", "--quiet"],
    code: 0,
    total: ({ rows }) => rows.length,
    resumed: ({ resumed }) => resumed,
    other: ["--vary", "initial.position[0]=1,2"],
  },
  attraction: {
    args: ["attraction", "vl05-two-masses", ...map, "--threads", "1", "--quiet"],
    code: 0,
    total: ({ points }) => points,
    resumed: ({ resumed }) => resumed,
    other: ["--horizon", "50"],
  },
  "control --table": {
    args: [
      ...["control", "gk95-tp1", "--table", "--threads", "1", "--quiet"],
      ...["--set", "control.method.points=9", "--set", "control.method.edgeTolerance=1e-4"],
    ],
    code: 1, // so coarse a search misses its target
    total: ({ rows }) => rows.length,
    resumed: ({ resumed }) => resumed,
    other: ["--step", "0.02"],
  },
  "cycle --continue": {
    args: ["cycle", "belt", "--continue", "system.friction[0].drive=0.4:0.9", "--points", "12"],
    code: 0,
    total: ({ branch }) => branch.points.length,
    resumed: ({ branch }) => branch.resumed,
    other: ["--near"],
  },
};

describe.each(Object.entries(CASES))("%s", (name, { args, code, total, resumed, other }) => {
  const folder = (part: string) => join(base, name.replaceAll(/\W/g, ""), part);
  const run = (part: string, ...more: string[]) => runCommand([...args, "--out", folder(part), ...more]);

  it("goes on after kill -9 to the same files, and computes nothing twice", { timeout: 600_000 }, async () => {
    const [whole, parts] = [folder("whole"), folder("parts")];
    expect((await run("whole")).code).toBe(code);
    const before = await kill(parts, () => startCommand([...args, "--out", parts, "--resume"]));
    expect(before).toBeGreaterThan(0);
    expect(resultOf(parts)).toMatchObject({ status: "running" });

    const refused = await run("parts", "--resume", ...other);
    expect(refused.code).toBe(2);
    expect(refused.err).toMatch(/--resume: cannot go on; .* (another problem|other options)\. Repeat its command/);
    expect(rowsIn(parts)).toBe(before);
    appendFileSync(join(parts, "chunks.bin"), "a record that was cut off"); // as if it had been killed while it wrote

    expect((await run("parts", "--resume")).code).toBe(code);
    const [full, rest] = [resultOf(whole), resultOf(parts)];
    expect([resumed(full), resumed(rest)]).toEqual([0, before]);
    expect(before).toBeLessThan(total(full));
    expect(readdirSync(parts)).toEqual(readdirSync(whole));
    for (const file of readdirSync(whole).filter((file) => file !== "result.json")) {
      expect([file, contentOf(parts, file)]).toEqual([file, contentOf(whole, file)]);
    }
    expect(plain(rest)).toEqual(plain(full));

    const ended = await run("parts", "--resume");
    expect(ended.code).toBe(2);
    expect(ended.err).toMatch(/--resume: nothing to go on with; the run in .* has ended/);
  });
});

it("a map that is killed again and again ends with every start computed once", { timeout: 600_000 }, async () => {
  const out = join(base, "again");
  const { args } = CASES.attraction!;
  const kept = [0];
  for (let k = 0; k < 2; k++) kept.push(await kill(out, () => startCommand([...args, "--out", out, "--resume"])));
  expect(kept[2]).toBeGreaterThan(kept[1]!);
  const rows = chunksIn(out).flatMap(({ first, count }) => Array.from({ length: count }, (_, k) => first + k));
  expect(new Set(rows).size).toBe(rows.length);
  expect((await runCommand([...args, "--out", out, "--resume"])).code).toBe(0);
  expect(resultOf(out)).toMatchObject({ resumed: kept[2], runs: 36 * 36, missing: 0 });
});

it("--resume needs a folder, and what can be gone on with", () => {
  const error = (...args: string[]) => spawnSync(process.execPath, ["dist/cli/main.js", ...args], { encoding: "utf8" });
  const vary = ["--vary", "parameters.mu=0.1,0.2"];
  expect(error("sweep", "vl05-two-masses", ...vary, "--resume").stderr).toMatch(/--resume: needs the folder/);
  expect(error("control", "gk95-tp1", "--resume").stderr).toMatch(/--resume: goes with --table alone/);
  expect(error("cycle", "belt", "--resume", "--out", join(base, "x")).stderr).toMatch(/--resume: is of a branch/);
  const trace = ["attraction", "vl05-two-masses", "--trace", "--resume", "--out", join(base, "y")];
  expect(error(...trace).stderr).toMatch(/--resume: cannot go on with a boundary that is traced.*Give --map too/);
});

/** Starts a command, kills it when it has kept something more; the rows that are kept then. */
async function kill(out: string, start: () => ReturnType<typeof startCommand>): Promise<number> {
  const known = size(out);
  const { child, ended } = start();
  await grown(out, known, child);
  child.kill("SIGKILL");
  expect((await ended).signal).toBe("SIGKILL");
  return rowsIn(out);
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
