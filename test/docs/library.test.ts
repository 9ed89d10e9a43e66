/**
 * docs/library.md and the package's examples, as a newcomer meets them: in an empty project with the packed package, compiled under strict
 * TypeScript and run. The package's dependencies are linked, so that no network is needed.
 */
import { type ExecFileSyncOptionsWithStringEncoding, execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const page = readFileSync(join(root, "docs/library.md"), "utf8");
const [newcomer, ...snippets] = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, text]) => text!);

const project = mkdtempSync(join(realpathSync(tmpdir()), "stickslip-newcomer-"));
afterAll(() => rmSync(project, { recursive: true }));

/** What commands say on standard error, as warnings of npm, is not looked at. */
const quietly: ExecFileSyncOptionsWithStringEncoding = { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] };

/** The names of the package's files. */
function install(): string[] {
  const options = ["--json", "--ignore-scripts", "--pack-destination", project];
  const [{ filename, files }] = JSON.parse(execFileSync("npm", ["pack", ...options], { cwd: root, ...quietly }));
  const modules = join(project, "node_modules");
  mkdirSync(join(modules, "stickslip"), { recursive: true });
  const target = join(modules, "stickslip");
  execFileSync("tar", ["-xzf", join(project, filename), "-C", target, "--strip-components=1"], quietly);
  const { dependencies } = JSON.parse(readFileSync(join(target, "package.json"), "utf8"));
  for (const name of [...Object.keys(dependencies), "@types/node"]) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, "node_modules", name), join(modules, name), "dir");
  }
  return files.map(({ path }: { path: string }) => path);
}

/** The types of the package are looked at too. */
const STRICT = {
  ...{ target: "es2023", module: "nodenext", types: ["node"], outDir: "made", rootDir: "." },
  ...{ strict: true, noUncheckedIndexedAccess: true, verbatimModuleSyntax: true, skipLibCheck: false },
};

const run = (file: string) => execFileSync(process.execPath, [file], { cwd: project, ...quietly });

/** Does not compile where the types are lost: each of its lines must be refused. */
const WRONG = `
import { load, type Result, simulate } from "stickslip";
import { memoryStore } from "stickslip/batch";
import { loadFile } from "stickslip/node";
import { toSvg } from "stickslip/plot";
// @ts-expect-error: no number
export const status = (result: Result): number => result.status;
// @ts-expect-error: not loaded
void simulate("a text");
// @ts-expect-error: no such option
load("", { sett: {} });
// @ts-expect-error: no path
void loadFile(1);
// @ts-expect-error: no figure
toSvg("a text");
// @ts-expect-error: no such chunk
memoryStore().put([{ first: "0" }]);
`;

/** What the compiler says. */
function compile(files: readonly string[]): string {
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions: STRICT, files }));
  try {
    return execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc")], {
      cwd: project,
      ...quietly,
    });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

const names = ["newcomer", ...snippets.map((_, k) => `snippet-${k}`)];
const examples = readdirSync(join(root, "examples"))
  .filter((file) => file.endsWith(".ts"))
  .map((file) => `examples/${file.slice(0, -".ts".length)}`);

/** What each says; all run in one process, which fails where one of them does. */
function runAll(programs: readonly string[]): string[] {
  const lines = programs.map((name) => `console.log("# program"); await import("./made/${name}.js");`);
  writeFileSync(join(project, "all.mjs"), lines.join("\n"));
  return run("all.mjs")
    .split(/^# program\n/m)
    .slice(1);
}

let files: string[] = [];

beforeAll(() => {
  files = install();
  cpSync(join(project, "node_modules/stickslip/examples"), join(project, "examples"), { recursive: true });
  writeFileSync(join(project, "package.json"), JSON.stringify({ type: "module" }));
  [newcomer!, ...snippets].forEach((text, k) => {
    writeFileSync(join(project, `${names[k]}.ts`), text);
  });
}, 60_000);

test("the package has the product, its docs, examples, gallery and schema, and nothing of how it is made", () => {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const exported = Object.values(manifest.exports as Record<string, Record<string, string>>).flatMap(Object.values);
  for (const file of [manifest.bin.stickslip, ...exported, "README.md", "LICENSE", "CHANGELOG.md"]) {
    expect(files).toContain(file.replace(/^\.\//, ""));
  }
  for (const start of ["docs/problem-file.md", "examples/", "problems/", "schema/problem.schema.json"]) {
    expect(files.some((file) => file.startsWith(start))).toBe(true);
  }
  expect(
    files.filter((file) =>
      /\.map$|tsbuildinfo|studio\.stamp|^(src|test|bench|scripts)\/|\.test\.|\.lock$|\.tgz$/.test(file),
    ),
  ).toEqual([]);
  expect(files.filter((file) => file.startsWith("dist/library/")).length).toBeLessThan(30); // bundled
  expect(files).toContain("dist/command/LICENSES.txt");
  expect(files).toContain("dist/command/package.json");
  expect(files.some((file) => /^dist\/command\/compile-.*\.bin$/.test(file))).toBe(true);
  for (const file of ["index.html", "service-worker.js", "gallery.json", "problems/belt.yaml"]) {
    expect(files).toContain(`dist/studio/${file}`);
  }
  const made = files.filter((file) => /^dist\/(?!command\/|library\/|studio\/)/.test(file));
  const sources = made.map((file) => file.replace(/^dist/, "src").replace(/(\.d\.ts|\.js)$/, ".ts"));
  expect(sources.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test("the programs compile under strict TypeScript, the types of the package with them, and wrong ones do not", () => {
  writeFileSync(join(project, "wrong.ts"), WRONG);
  expect(compile([...names, ...examples, "wrong"].map((name) => `${name}.ts`))).toBe("");
});

test("the newcomer's program runs: motion, figures, rows of threads, and an end before the end", () => {
  const lines = run("made/newcomer.js").trim().split("\n");
  expect(lines[0]).toBe("done: The run reached its end at t = 60 s. The audit says ok.");
  expect(lines[1]).toMatch(/^\d+\.\d{6} s: slip of floor$/);
  const rows = lines.filter((line) => line.endsWith(" done"));
  expect(rows.length).toBe(10);
  // A force of 1 N cannot move a mass that friction holds with more.
  expect(rows.at(-1)).toMatch(/^1\.1 0 (60|59\.9{6,}\d*) done$/);
  expect(lines.at(-1)).toMatch(/^cancelled: 100000 runs: \d+ done, \d+ not reached\.$/);
  for (const name of ["run.png", "sweep.png"]) {
    expect(readFileSync(join(project, name)).subarray(1, 4).toString()).toBe("PNG");
  }
});

test("each function is shown, and what is shown runs", () => {
  const shown = ["load", "check", "simulate", "sweep", "control", "equilibrium", "attraction", "cycle", "design"];
  for (const name of shown) expect(snippets.some((text) => text.includes(`${name}(`))).toBe(true);
  const told = runAll(names.slice(1));
  expect(told.length).toBe(snippets.length);
  for (const text of told) expect(text.trim()).not.toBe("");
  const said = told.join("");
  for (const part of [/^invalid \d+ faults?\.$/m, /^reached /m, /^found /m, /^5 0$/m]) {
    expect(said).toMatch(part);
  }
});

test("the examples run, and show the creep of the splitting and of nothing else", () => {
  expect(examples.length).toBeGreaterThan(3);
  const told = runAll(examples);
  for (const text of told) expect(text.split("\n").length).toBeGreaterThan(4);
  const moved = told[examples.indexOf("examples/compare-schemes")]!.split("\n")
    .slice(1, 5)
    .map((line) => Number(line.split(/\s+/)[1]));
  expect(moved.slice(0, 3)).toEqual([0, 0, 0]);
  expect(moved[3]).toBeCloseTo(-0.0476, 3);
});
