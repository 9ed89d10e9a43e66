/**
 * The README's commands, run as they stand there, on the file that stands there: one after the other in one process, which has what it has
 * loaded. That the command is one of its own: test/cli/process.test.ts.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Ended } from "../cli/fake-io.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const readme = readFileSync(join(root, "README.md"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "stickslip-readme-"));
afterAll(() => rmSync(folder, { recursive: true }));

const file = /```yaml\n# (\S+)\n([\s\S]*?)```/.exec(readme)!;
writeFileSync(join(folder, file[1]!), file[2]!);

/** A map of the size of the file's takes too long here, and 41 runs show no more than nine. */
const MAP = ["--set", "attraction.vary[0].points=9", "--set", "attraction.vary[1].points=9"];
const smaller = (args: readonly string[]) => [
  ...args.map((word) => word.replace(/:41$/, ":9")),
  ...(args[0] === "attraction" ? MAP : []),
];

const all = [...readme.matchAll(/^npx stickslip (.*?)(?:\s+#.*)?$/gm)].map(([, text]) =>
  [...text!.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!),
);

/** The studio serves until it is ended: test/cli/studio.test.ts. */
const commands = all.filter(([name]) => name !== "studio");

const program = `
import { main } from ${JSON.stringify(new URL("../../dist/cli/program.js", import.meta.url).href)};
const ended = [];
for (const args of JSON.parse(process.argv[1])) {
  const texts = { out: "", err: "" };
  const terminal = (name) => ({ write: (text) => { texts[name] += text; }, isTty: false, columns: 80 });
  const io = { stdin: () => process.stdin, stdout: terminal("out"), stderr: terminal("err"), env: {} };
  const code = await main(args, { ...io, onInterrupt: () => () => {}, onFolder() {}, poll() {} });
  ended.push({ code, ...texts });
}
console.log(JSON.stringify(ended));
`;

let ended: Ended[] = [];

beforeAll(async () => {
  const args = ["--input-type=module", "--eval", program, JSON.stringify(commands.map(smaller))];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, maxBuffer: 100e6 });
  ended = JSON.parse(stdout);
}, 300_000);

test("has commands", () => expect(commands.length).toBeGreaterThan(10));

test.each(commands.map((args, k) => [args.join(" "), k] as const))("%s", (_, k) => {
  expect(ended[k]).toMatchObject({ code: 0, err: "" });
  expect(ended[k]!.out).not.toBe("");
});
