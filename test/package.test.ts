/** The manifest and the tests beside it agree; what is in the package is looked at by test/docs/library.test.ts, which installs it. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { expect, test } from "vitest";
import { LONG } from "./support/long.ts";
import { LONGEST } from "./support/longest.ts";

const root = new URL("../", import.meta.url);
const read = (file: string) => readFileSync(new URL(file, root), "utf8");
const manifest = JSON.parse(read("package.json"));

test("what names files by its own place is as deep as the bundles, which have the threads that are named", () => {
  const sources = readdirSync(new URL("src/", root), { recursive: true, encoding: "utf8" }).filter(
    (file) => /^(cli|node)\b.*\.ts$/.test(file) && /import\.meta\.url/.test(read(`src/${file}`)),
  );
  expect(sources.length).toBeGreaterThan(4);
  for (const file of sources) {
    expect(file.split(/[\\/]/), file).toHaveLength(2);
    for (const [, name] of read(`src/${file}`).matchAll(/"\.\/([a-z-]+\.js)"/g)) {
      expect(existsSync(new URL(`dist/command/${name}`, root)), `${name} of ${file}`).toBe(true);
      if (/^cli\b/.test(file)) continue;
      expect(existsSync(new URL(`dist/library/${name}`, root)), `${name} of ${file}`).toBe(true);
    }
  }
});

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

test("the files that start first are there, and those that outlast the others", () => {
  for (const name of LONGEST) expect(existsSync(new URL(`test/${name}.test.ts`, root)), name).toBe(true);
  for (const name of LONG) {
    const places = [`test/${name}`, `test/${name}.test.ts`].filter((path) => existsSync(new URL(path, root)));
    expect(places, name).toHaveLength(1);
  }
});

test("CI and the README run all tests: the short ones and the long", () => {
  const { scripts } = manifest;
  expect(scripts["test:all"]).toBe("npm test && npm run test:long");
  expect(scripts.test).toMatch(/ TESTS=short vitest run$/);
  expect(scripts["test:long"]).toMatch(/ TESTS=long vitest run$/);
  expect(read(".ci/run")).toMatch(/^npm run test:all$/m);
  expect(read("README.md")).toMatch(/^npm ci && npm run test:all /m);
});

test("the newest version of the changelog is the package's", () => {
  const [, version] = /^## (\S+)/m.exec(read("CHANGELOG.md")) ?? [];
  expect(version).toBe(manifest.version);
});
