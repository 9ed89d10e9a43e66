/**
 * The studio as static files in dist/studio: they work from any web server, under any path, and offline after the first visit. What is up to
 * date is not built again: a stamp holds the newest time of all that it is made of.
 */
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, createLogger } from "vite";
import { galleryEntries } from "./studio-gallery.mjs";
import { papersData } from "./studio-papers.mjs";

const root = new URL("../", import.meta.url);
const path = (name) => fileURLToPath(new URL(name, root));
const out = new URL("dist/studio/", root);
const stamp = new URL("dist/studio.stamp", root);

const sources = ["src", "problems", "schema", "scripts", "docs"].flatMap((folder) =>
  readdirSync(path(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`),
);
sources.push(...["package.json", "tsconfig.base.json"].map(path));
const newest = `${sources.length} ${Math.max(...sources.map((file) => statSync(file).mtimeMs))}`;
const isFresh = existsSync(stamp) && existsSync(new URL("index.html", out)) && readFileSync(stamp, "utf8") === newest;
/** A help text of the schema. */
const HELP = /\s*\.describe\(\s*(?:"(?:[^"\\]|\\.)*"|`[^`$]*`),?\s*\)/g;
/** And one that is given to it. */
const HELP_OF_POSITIVE = /\bpositive\("(?:[^"\\]|\\.)*"\)/g;

/** Objects that would try to check by code that is made from text, which the studio's content security policy forbids. */
const OBJECTS_BY_CODE = "core.$ZodObjectJIT.init";
/** Methods of all schemas that problem files have no use for, with the kinds of schemas that only they make. */
const UNUSED_METHODS =
  /^ {4}(?:async )?(?:with|brand|register|superRefine|overwrite|exactOptional|nonoptional|and|transform|catch|pipe|readonly|meta|isOptional|isNullable|apply|parseAsync|safeParseAsync|validate|validateAsync|encode|decode|encodeAsync|decodeAsync|safeEncode|safeDecode|safeEncodeAsync|safeDecodeAsync|toJSONSchema|nullable|nullish|or|includes|startsWith|endsWith|nonempty|lowercase|uppercase|trim|normalize|toLowerCase|toUpperCase|slugify|gt|gte|lt|lte|safe|positive|nonnegative|negative|nonpositive|multipleOf|step|finite|keyof|catchall|passthrough|loose|strict|strip|safeExtend|merge|pick|partial|exactPartial|required|rest|get spa|set spa|get "~standard"|set "~standard")(?:\(|: )[\s\S]*?^ {4}\},\n/gm;
/** Faults are told in our words (problem/read/validate.ts). */
const FORMAT_OF_ERRORS = /^ {4}_lazyMethod\(proto, "(?:format|flatten)".*;\n/gm;
/** How each kind of schema is written as a JSON Schema. */
const JSON_SCHEMA_OF = /^ {4}inst\._zod\.processJSONSchema = .*;\n/gm;
/** Zod's strings know addresses, identifiers and dates, which no schema here asks for. */
const FORMAT_OF_STRING =
  /^ {4}\w+\(params\) \{\n {8}return this\.check\((?:core\._\w+\(Zod\w+, params\)|iso\.\w+\(params\))\);\n {4}\},\n/gm;

if (!isFresh) await make();

async function make() {
  const start = performance.now();
  await build({
    root: path("src/studio"),
    base: "./",
    configFile: false,
    logLevel: "warn",
    customLogger: quiet(),
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    worker: { format: "es", plugins: () => [withoutUnused()] },
    build: {
      outDir: path("dist/studio"),
      emptyOutDir: true,
      target: "es2023",
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 2000,
      rolldownOptions: {
        input: { index: path("src/studio/index.html"), "service-worker": path("src/studio/service-worker.ts") },
        output: {
          entryFileNames: ({ name }) => (name === "service-worker" ? "service-worker.js" : "assets/[name]-[hash].js"),
        },
      },
    },
  });
  mkdirSync(new URL("problems/", out));
  cpSync(path("problems"), fileURLToPath(new URL("problems/", out)), { recursive: true });
  writeFileSync(new URL("gallery.json", out), JSON.stringify(await galleryEntries()));
  writeFileSync(new URL("papers.json", out), JSON.stringify(papersData()));
  const fonts = path("node_modules/@fontsource-variable/inter/LICENSE");
  cpSync(fonts, fileURLToPath(new URL("assets/inter-LICENSE.txt", out)));
  listFiles();
  writeFileSync(stamp, newest);
  console.log(`dist/studio built in ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

/** The page reads texts, shows help and sends data to its workers, which check them, write no schemas and audit what is looked at. */
function withoutUnused() {
  const other = (name) => path(`src/studio/engine/${name}.ts`);
  return {
    name: "without-unused",
    enforce: "pre",
    resolveId(id, importer) {
      if (id === "yaml") return other("no-yaml");
      if (id === "./kernel/plain.ts" && importer.includes("/simulate/audit/")) return other("no-audit-kernel");
      if (
        /^\.\.\/kernel\/(kernel|alpha-code|balanced-code|time-functions)\.ts$/.test(id) &&
        importer.includes("/scheme/")
      )
        return other("no-step-kernel");
      if (/^\.\/(kernel|emitted|lanes)\.ts$/.test(id) && importer.includes("/scheme/alpha/"))
        return other("no-batch-kernel");
      if (id === "../kernels/pass-code.ts") return other("no-batch-kernel");
      if (id === "./tridiagonal.ts" || (id === "./tridiagonal-numbers.ts" && importer.endsWith("/active-set.ts")))
        return other("no-string-kernel");
      if (/\/(emit-program|block-formulas|kept-instants|kept-tables)\.ts$/.test(id) && importer.includes("/src/"))
        return other("no-formula-kernel");
      if (/^\.\/(blocks|block-events|block-columns|stick-blocks)\.ts$/.test(id) && importer.includes("/simulate/"))
        return other("no-blocks");
      if (id === "./measure/lent-stick.ts") return other("no-lent-stick");
      if (id === "./banded-code.ts") return other("no-banded-code");
      if (id === "./audit/lent.ts") return other("no-lent-audit");
      if (id === "./waiting-states.ts" && importer.includes("/simulate/audit/")) return other("no-waiting-states");
      if (/^\.\.\/results\/(columns|sensitivity)\.ts$/.test(id) && importer.endsWith("/api/simulate.ts"))
        return other("no-choices");
      if (id === "../locales/en.js" || id === "./memoizer.js") return other("no-zod-extras");
      return /^\.{1,2}\/(core\/)?(to-json-schema|json-schema-processors)\.js$/.test(id)
        ? other("no-json-schema")
        : undefined;
    },
    transform(code, id) {
      if (id.includes("/zod/v4/classic/schemas.js"))
        return code
          .replace(OBJECTS_BY_CODE, "core.$ZodObject.init")
          .replaceAll(JSON_SCHEMA_OF, "")
          .replaceAll(FORMAT_OF_STRING, "")
          .replaceAll(UNUSED_METHODS, "");
      if (id.includes("/zod/v4/classic/errors.js")) return code.replaceAll(FORMAT_OF_ERRORS, "");
      return id.includes("/src/problem/schema/")
        ? code.replaceAll(HELP, "").replaceAll(HELP_OF_POSITIVE, "positive('')")
        : undefined;
    },
    /** Notes for bundlers that are of no use any more. */
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === "chunk")
          chunk.code = chunk.code.replaceAll(/([\w$]?)\/\* @__PURE__ \*\/ ?/g, (_, word) => (word ? `${word} ` : ""));
    },
  };
}

/** Without advice on how to make builds faster. */
function quiet() {
  const logger = createLogger("warn");
  return {
    ...logger,
    warn: (text, options) => (text.includes("PLUGIN_TIMINGS") ? undefined : logger.warn(text, options)),
  };
}

/** What the service worker keeps; its own text changes with them, which is how browsers notice a new version. */
function listFiles() {
  const files = readdirSync(out, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(fileURLToPath(out).length).replaceAll("\\", "/"))
    .map((file) => file.replace(/^\//, ""))
    .filter((file) => file !== "service-worker.js")
    .sort();
  const hash = createHash("sha256");
  for (const file of files) hash.update(file).update(readFileSync(new URL(file, out)));
  const version = hash.digest("hex").slice(0, 16);
  writeFileSync(new URL("files.json", out), JSON.stringify({ version, files }));
  const worker = new URL("service-worker.js", out);
  writeFileSync(worker, `${readFileSync(worker, "utf8")}\n// ${version}\n`);
}
