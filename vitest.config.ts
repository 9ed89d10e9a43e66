import { existsSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { LONG } from "./test/support/long.ts";
import { LONGEST } from "./test/support/longest.ts";

const folder = (name: string) => fileURLToPath(new URL(`${name}/`, import.meta.url));
const [sources, built] = [folder("src"), folder("dist")];

/**
 * Tests name sources and run what was built of them (fresh, by the global set-up), as modules of Node itself: a fifth less time than
 * sources that Vite transforms, whose every call into another module reads a getter. The studio's own sources are built by Vite only.
 */
const fromBuild = {
  name: "from-build",
  enforce: "pre" as const,
  resolveId(source: string, importer?: string) {
    if (importer === undefined || !/^\..*\.ts$/.test(source)) return undefined;
    const path = resolve(dirname(importer), source);
    if (!path.startsWith(sources) || path.startsWith(`${sources}studio${sep}`) || !existsSync(path)) return undefined;
    return `${built}${path.slice(sources.length, -".ts".length)}.js`;
  },
};

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = LONGEST.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return place === -1 ? LONGEST.length : place;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

/** Tests of a folder, or one file. */
const pattern = (name: string) =>
  existsSync(new URL(`test/${name}`, import.meta.url)) ? `test/${name}/**/*.test.ts` : `test/${name}.test.ts`;
const long = LONG.map(pattern);
const asked = process.env.TESTS; // "short" or "long"; otherwise all that the command line names

export default defineConfig({
  plugins: [fromBuild],
  test: {
    include: asked === "long" ? long : ["test/**/*.test.ts"],
    exclude: asked === "short" ? long : [],
    globalSetup: ["test/support/own-folder.ts", "test/support/fresh-build.ts"],
    setupFiles: "test/support/same-cases.ts",
    pool: "threads",
    maxWorkers: 2,
    isolate: false,
    testTimeout: 120_000,
    sequence: { sequencer: LongestFirst },
    server: { deps: { external: [/\/dist\/.*\.js$/] } },
  },
});
