/** Runs a program on the built core in a process of its own, where the heap can be measured undisturbed. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Young objects of a whole measurement fit in here, so that heapUsed only grows between two collections. */
const SEMI_SPACE_MEGABYTES = 64;

/** `program` is the text of a module beside dist and problems; it prints one JSON value. */
export async function runInChild(program: string): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), "stickslip-child-"));
  try {
    for (const name of ["dist", "problems"]) symlinkSync(join(root, name), join(folder, name), "junction");
    writeFileSync(join(folder, "program.mjs"), program);
    const size = String(SEMI_SPACE_MEGABYTES);
    const flags = ["--expose-gc", `--min-semi-space-size=${size}`, `--max-semi-space-size=${size}`];
    // Compiled beside the run, functions are ready when the machine has time for it, and some are never: the count would depend on its load.
    flags.push("--no-concurrent-recompilation");
    const { stdout } = await promisify(execFile)(process.execPath, [...flags, join(folder, "program.mjs")]);
    return JSON.parse(stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
