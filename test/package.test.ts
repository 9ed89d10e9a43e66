/** What a user gets: everything that is needed, nothing that is not. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { LONGEST } from "./support/longest.ts";

const root = new URL("../", import.meta.url);
const read = (file: string) => readFileSync(new URL(file, root), "utf8");
const manifest = JSON.parse(read("package.json"));

function packed(): string[] {
  const args = ["pack", "--dry-run", "--json", "--ignore-scripts"];
  const text = execFileSync("npm", args, {
    cwd: fileURLToPath(root),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  return JSON.parse(text)[0].files.map(({ path }: { path: string }) => path);
}

test("the package has the product, its docs, examples, gallery and schema, and nothing of how it is made", () => {
  const files = packed();
  for (const file of [manifest.bin.stickslip, ...exported(), "README.md", "LICENSE", "CHANGELOG.md"].map(plain)) {
    expect(files).toContain(file);
  }
  for (const start of ["docs/problem-file.md", "examples/", "problems/", "schema/problem.schema.json"]) {
    expect(files.some((file) => file.startsWith(start))).toBe(true);
  }
  expect(
    files.filter((file) =>
      /\.map$|tsbuildinfo|studio\.stamp|^(src|test|bench|scripts)\/|\.test\.|\.lock$|\.tgz$/.test(file),
    ),
  ).toEqual([]);
  expect(files).toContain("dist/command/LICENSES.txt");
  for (const file of ["index.html", "service-worker.js", "gallery.json", "problems/belt.yaml"]) {
    expect(files).toContain(`dist/studio/${file}`);
  }
  const made = files.filter((file) => /^dist\/(?!command\/|studio\/)/.test(file));
  const sources = made.map((file) => file.replace(/^dist/, "src").replace(/(\.d\.ts|\.js)$/, ".ts"));
  expect(sources.filter((file) => !existsSync(new URL(file, root)))).toEqual([]);
});

test("what names files by its own place is as deep as the bundled command, which has the threads that are named", () => {
  const sources = readdirSync(new URL("src/", root), { recursive: true, encoding: "utf8" }).filter(
    (file) => /^(cli|node)\b.*\.ts$/.test(file) && /import\.meta\.url/.test(read(`src/${file}`)),
  );
  expect(sources.length).toBeGreaterThan(4);
  for (const file of sources) {
    expect(file.split(/[\\/]/), file).toHaveLength(2);
    for (const [, name] of read(`src/${file}`).matchAll(/"\.\/([a-z-]+\.js)"/g)) {
      expect(existsSync(new URL(`dist/command/${name}`, root)), `${name} of ${file}`).toBe(true);
    }
  }
});

function exported(): string[] {
  return Object.values(manifest.exports as Record<string, Record<string, string>>).flatMap(Object.values);
}

function plain(path: string): string {
  return path.replace(/^\.\//, "");
}

test("npm run torture has every test that runs a part of its cases in npm test", () => {
  const asked: string[] = manifest.scripts.torture.split(" ").filter((word: string) => word.startsWith("test/"));
  const tests = readdirSync(new URL("test/", root), { recursive: true, encoding: "utf8" });
  const parts = tests
    .map((file) => `test/${file.replaceAll("\\", "/")}`)
    .filter((file) => file.endsWith(".test.ts") && reaches(file, "test/support/torture.ts"));
  expect(parts.length).toBeGreaterThan(20);
  expect(parts.filter((file) => !asked.some((path) => file === path || file.startsWith(`${path}/`)))).toEqual([]);
});

/** Whether a file of test/ imports another one, itself or through others. */
function reaches(file: string, wanted: string, seen = new Set<string>()): boolean {
  if (file === wanted) return true;
  if (seen.has(file)) return false;
  seen.add(file);
  const imported = [...read(file).matchAll(/^(?:import|export|\}).* from "(\.[^"]+\.ts)"/gm)].map(([, path]) =>
    posix.join(posix.dirname(file), path!),
  );
  return imported.some((path) => path.startsWith("test/") && reaches(path, wanted, seen));
}

test("the files that start first are there", () => {
  for (const name of LONGEST) expect(existsSync(new URL(`test/${name}.test.ts`, root)), name).toBe(true);
});

test("the newest version of the changelog is the package's", () => {
  const [, version] = /^## (\S+)/m.exec(read("CHANGELOG.md")) ?? [];
  expect(version).toBe(manifest.version);
});
