/**
 * The library, and the command and its threads, as few files: hundreds of small modules, and packages of which a part is used, take longer to
 * load than a run takes. The command's are scripts, not modules, so that their compiled code can be kept (src/cli/kept-code.ts).
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL("../", import.meta.url));
const OUT = `${root}dist/command`;
/** As deep in the package as the files that are bundled, which name others by their place. */
const ENTRIES = {
  "kept-code": "dist/cli/kept-code.js",
  answer: "dist/cli/answer.js",
  "main-code": "dist/cli/main.js",
  "engine-code": "dist/cli/engine.js",
  worker: "dist/node/worker.js",
  "worker-tasks-code": "dist/node/worker-tasks.js",
  "run-worker": "dist/node/run-worker.js",
};
/** What the package exports, and the threads of it: modules, which share theirs, as deep in the package too. */
const LIBRARY = `${root}dist/library`;
const EXPORTED = {
  index: "dist/index.js",
  plot: "dist/plot/index.js",
  batch: "dist/batch/index.js",
  node: "dist/node/index.js",
  worker: "dist/node/worker.js",
  "worker-tasks": "dist/node/worker-tasks.js",
  "run-worker": "dist/node/run-worker.js",
};
/** What begins: the others are loaded with their code. */
const BEGIN = { "main.js": "main-code.js", "engine.js": "engine-code.js" };
/** And what workers import, who are told its place and so are no such scripts; a name that is exported must be written out. */
const IMPORTED = { "worker-tasks.js": ["worker-tasks-code.js", "tasks"] };
const BUNDLED = ["commander", "yaml", "zod"];
/** What draws, and all that it needs: modules, which scripts cannot load. */
const DRAWING =
  /^(@observablehq\/plot|d3(-[a-z-]+)?|interval-tree-1d|binary-search-bounds|isoformat|internmap|delaunator|robust-predicates)$/;
/** Not to be found in the midst of something larger. */
const APART = [
  { name: "runtime", test: /rolldown.runtime/ },
  ...BUNDLED.map((name) => ({ name, test: new RegExp(`node_modules/${name}/`) })),
  { name: "drawing", test: (id) => packageOf(id).some((name) => DRAWING.test(name)) },
];
/** Commands whose functions are kept compiled: what most are, and what is waited for. More would take longer to load than they save. */
const KEPT = [
  ["check", "problems/gk95-tp1.yaml"],
  ["simulate", "problems/gk95-tp1.yaml", "--json"],
  ["simulate", "problems/gk95-tp1.yaml"],
  ["simulate", "problems/gk95-tp1.yaml", "--scheme", "balanced", "--json"],
];
const SMALL_MAP = ["--vary", "initial.position[0]=-4:4:4", "--vary", "initial.position[1]=-4:4:4"];
/** And those whose own files are kept: of the files of the others they change nothing. */
const KEPT_APART = [
  ["attraction", "problems/vl05-two-masses.yaml", ...SMALL_MAP, "--threads", "1", "--json"],
  ["equilibrium", "problems/vl05-two-masses.yaml", "--json"],
  ["sweep", "problems/stage-pid.yaml", "--vary", "feedback[0].kp=2:3:2", "--threads", "1", "--json"],
  ["cycle", "problems/belt.yaml", "--json"],
];

/** How the names of code end that this host keeps: as in src/cli/kept-code.ts. */
const KEPT_CODE = `.${process.version}-${process.platform}-${process.arch}.bin`;

/** Nothing that is not read by hosts; names stay, for those who read where an error was thrown. */
const SHORT = { compress: false, mangle: false, codegen: { removeWhitespace: true } };
/** Hosts read a text of one byte a character faster, and need half the memory for it. */
const ascii = {
  name: "ascii",
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== "chunk") continue;
      if (/String\.raw`[^`]*[^\0-\x7f]/.test(chunk.code)) throw new Error("cannot escape what is in String.raw");
      chunk.code = chunk.code.replaceAll(
        /[^\0-\x7f]/g, // halves of pairs one by one
        (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );
    }
  },
};

/** Whether something that is bundled, or how, is newer than the bundle. */
export function isStale() {
  const made = `${OUT}/LICENSES.txt`; // the last file
  if (!existsSync(made) || !existsSync(LIBRARY)) return true;
  if (!readdirSync(OUT).some((file) => file.endsWith(KEPT_CODE))) return true; // of another version of Node
  const { mtimeMs } = statSync(made);
  const modules = readdirSync(`${root}dist`, { recursive: true })
    .filter((file) => file.endsWith(".js") && !/^(studio|command|library)[\\/]/.test(file))
    .map((file) => `${root}dist/${file}`);
  return [...modules, fileURLToPath(import.meta.url), `${root}package-lock.json`].some(
    (file) => statSync(file).mtimeMs > mtimeMs,
  );
}

export async function bundle() {
  await bundleLibrary();
  rmSync(OUT, { recursive: true, force: true });
  const { output } = await build({
    root,
    configFile: false,
    logLevel: "warn",
    plugins: [ascii],
    ssr: { noExternal: [...BUNDLED, DRAWING], external: ["@mixmark-io/domino", "@resvg/resvg-js"] },
    build: {
      ssr: true,
      outDir: OUT,
      target: "node20",
      minify: false,
      rolldownOptions: {
        input: ENTRIES,
        output: {
          minify: SHORT,
          format: "cjs",
          entryFileNames: "[name].js",
          chunkFileNames: "[name]-[hash].js",
          codeSplitting: { groups: APART },
        },
      },
    },
  });
  writeFileSync(`${OUT}/package.json`, '{ "type": "commonjs" }\n');
  for (const [file, code] of Object.entries(BEGIN))
    writeFileSync(`${OUT}/${file}`, `#!/usr/bin/env node\nrequire("./kept-code.js").load("${code}");\n`);
  for (const [file, [code, name]] of Object.entries(IMPORTED))
    writeFileSync(`${OUT}/${file}`, `exports.${name} = require("./kept-code.js").load("${code}").${name};\n`);
  keepCode(KEPT);
  keepCode(KEPT_APART);
  const inside = new Set(output.flatMap(({ moduleIds = [] }) => moduleIds.flatMap(packageOf)));
  writeFileSync(`${OUT}/LICENSES.txt`, [...inside].sort().map(license).join("\n"));
}

/** To import hundreds of small modules takes three times as long. Packages stay what they are. */
async function bundleLibrary() {
  rmSync(LIBRARY, { recursive: true, force: true });
  const output = { minify: SHORT, format: "es", entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" };
  await build({
    ...{ root, configFile: false, logLevel: "warn", plugins: [ascii] },
    build: {
      ...{ ssr: true, outDir: LIBRARY, target: "node20", minify: false },
      rolldownOptions: { input: EXPORTED, output },
    },
  });
}

/** Runs commands in a process of their own, and keeps what V8 made of them. */
function keepCode(commands) {
  const begin = 'const { keep, load } = require("./dist/command/kept-code.js"); const { answer } = load("answer.js");';
  const runs = commands.map((args) => `if (await answer(${JSON.stringify(args)})) throw new Error("command failed");`);
  const script = `${begin} (async () => { ${runs.join(" ")} keep(); })();`;
  const { status } = spawnSync(process.execPath, ["-e", script], { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) throw new Error("the code of the command was not kept; see above");
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
