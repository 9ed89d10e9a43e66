/** Runs a program on the compiled core in a process of its own, where the heap can be measured undisturbed. */
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { transformWithOxc } from "vite";

const root = fileURLToPath(new URL("../../", import.meta.url));
const ROOMS = ["numeric", "expression", "model", "step", "scheme", "simulate", "problem"];

/** Young objects of a whole measurement fit in here, so that heapUsed only grows between two collections. */
const SEMI_SPACE_MEGABYTES = 64;

/** `program` is the text of a module beside src and problems; it prints one JSON value. */
export async function runInChild(program: string): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), "stickslip-child-"));
  try {
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    cpSync(join(root, "problems"), join(folder, "problems"), { recursive: true });
    for (const room of ROOMS) {
      for (const file of readdirSync(join(root, "src", room), { recursive: true, encoding: "utf8" })) {
        if (file.endsWith(".ts")) await stripTypes(join("src", room, file), folder);
      }
    }
    writeFileSync(join(folder, "program.mjs"), program);
    const size = String(SEMI_SPACE_MEGABYTES);
    const flags = ["--expose-gc", `--min-semi-space-size=${size}`, `--max-semi-space-size=${size}`];
    const { stdout } = await promisify(execFile)(process.execPath, [...flags, join(folder, "program.mjs")]);
    return JSON.parse(stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function stripTypes(file: string, folder: string): Promise<void> {
  const { code } = await transformWithOxc(readFileSync(join(root, file), "utf8"), file);
  const target = join(folder, file.replace(/\.ts$/, ".mjs"));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, code.replaceAll(/\.ts";/g, '.mjs";'));
}
