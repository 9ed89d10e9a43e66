/** Compiled code beside the bundled command: the host takes it, and does without. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { wrap } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Script } from "node:vm";
import { afterAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = join(root, "dist/command");
const kept = (where: string) => readdirSync(where).filter((file) => file.endsWith(".bin"));
const copy = mkdtempSync(join(tmpdir(), "stickslip-kept-"));
afterAll(() => rmSync(copy, { recursive: true }));

test("the host that built it takes it", () => {
  const files = kept(folder);
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) {
    const source = wrap(readFileSync(join(folder, file.replace(/\.v[^/]*\.bin$/, "")), "utf8"));
    const { cachedDataRejected } = new Script(source, { cachedData: readFileSync(join(folder, file)) });
    expect(cachedDataRejected, file).toBe(false);
  }
});

test("the command does the same without, and with code of another version", () => {
  for (const part of ["package.json", "problems"]) symlinkSync(join(root, part), join(copy, part));
  cpSync(folder, join(copy, "dist/command"), { recursive: true });
  const run = (where: string) => {
    const args = [join(where, "dist/command/main.js"), "simulate", "gk95-tp1", "--json"];
    return execFileSync(process.execPath, args, { encoding: "utf8" }).replace(/"seconds": .*/, "");
  };
  const expected = run(root);
  const own = join(copy, "dist/command");
  for (const file of kept(own)) {
    const code = readFileSync(join(own, file));
    code[4]! ^= 0xff; // of the version
    writeFileSync(join(own, file), code);
  }
  expect(run(copy)).toEqual(expected);
  for (const file of kept(own)) rmSync(join(own, file));
  expect(run(copy)).toEqual(expected);
});
