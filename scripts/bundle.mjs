/**
 * The command and its threads as few files: hundreds of small modules, and packages of which a part is used, take longer to
 * load than a run takes. What draws is left where it is: it is seldom needed.
 */
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL("../", import.meta.url));
const OUT = `${root}dist/command`;
/** As deep in the package as the files that are bundled, which name others by their place. */
const ENTRIES = {
  main: "dist/cli/main.js",
  engine: "dist/cli/engine.js",
  worker: "dist/node/worker.js",
  "worker-tasks": "dist/node/worker-tasks.js",
  "run-worker": "dist/node/run-worker.js",
};
const BUNDLED = ["commander", "yaml", "zod"];
/** Not to be found in the midst of something larger. */
const APART = [
  { name: "runtime", test: /rolldown.runtime/ },
  ...BUNDLED.map((name) => ({ name, test: new RegExp(`node_modules/${name}/`) })),
];

/** Whether something that is bundled, or how, is newer than the bundle. */
export function isStale() {
  const made = `${OUT}/LICENSES.txt`; // the last file
  if (!existsSync(made)) return true;
  const { mtimeMs } = statSync(made);
  const modules = readdirSync(`${root}dist`, { recursive: true })
    .filter((file) => file.endsWith(".js") && !/^(studio|command)[\\/]/.test(file))
    .map((file) => `${root}dist/${file}`);
  return [...modules, fileURLToPath(import.meta.url), `${root}package-lock.json`].some(
    (file) => statSync(file).mtimeMs > mtimeMs,
  );
}

export async function bundle() {
  rmSync(OUT, { recursive: true, force: true });
  const { output } = await build({
    root,
    configFile: false,
    logLevel: "warn",
    ssr: { noExternal: BUNDLED, external: ["@mixmark-io/domino", "@observablehq/plot", "@resvg/resvg-js"] },
    build: {
      ssr: true,
      outDir: OUT,
      target: "node20",
      minify: false,
      rolldownOptions: {
        input: ENTRIES,
        output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js", codeSplitting: { groups: APART } },
      },
    },
  });
  const inside = new Set(output.flatMap(({ moduleIds = [] }) => moduleIds.flatMap(packageOf)));
  writeFileSync(`${OUT}/LICENSES.txt`, [...inside].sort().map(license).join("\n"));
}

function packageOf(module) {
  const name = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(module)?.[1];
  return name === undefined ? [] : [name];
}

/** Of a package that others wrote, as it asks for. */
function license(name) {
  const folder = `${root}node_modules/${name}`;
  const file = existsSync(folder) && readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  if (!file) throw new Error(`no license; package ${name} has no file of it. It cannot be bundled`);
  return `${name}\n\n${readFileSync(`${folder}/${file}`, "utf8").trim()}\n`;
}
