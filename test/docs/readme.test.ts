/** The README's commands, run as they stand there, on the file that stands there. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const readme = readFileSync(join(root, "README.md"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "stickslip-readme-"));
afterAll(() => rmSync(folder, { recursive: true }));

const file = /```yaml\n# (\S+)\n([\s\S]*?)```/.exec(readme)!;
writeFileSync(join(folder, file[1]!), file[2]!);

/** A map of the size of the file's takes too long here. */
const SMALLER = ["--set", "attraction.vary[0].points=9", "--set", "attraction.vary[1].points=9"];

const all = [...readme.matchAll(/^npx stickslip (.*?)(?:\s+#.*)?$/gm)].map(([, text]) =>
  [...text!.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!),
);

/** The studio serves until it is ended: test/cli/studio.test.ts. */
const commands = all.filter(([name]) => name !== "studio");

test("has commands", () => expect(commands.length).toBeGreaterThan(10));

test.each(commands.map((args) => [args.join(" "), args] as const))("%s", { timeout: 60_000 }, async (_, args) => {
  const more = args[0] === "attraction" ? SMALLER : [];
  const main = join(root, "dist/command/main.js");
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [main, ...args, ...more], { cwd: folder });
  expect(stderr).toBe("");
  expect(stdout).not.toBe("");
});
