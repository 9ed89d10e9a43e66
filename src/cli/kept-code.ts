/**
 * Loads the files of the bundled command as scripts, with what V8 made of their functions when the bundle was built: compiling anew takes longer than a
 * run. Any other host has none of it, and compiles as always. An entry of its own: nothing imports it.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire, wrap } from "node:module";
import { fileURLToPath } from "node:url";
import { Script } from "node:vm";

interface Loaded {
  readonly exports: Record<string, unknown>;
}
type Body = (exports: object, require: (id: string) => unknown, module: Loaded, file: string, folder: string) => void;

/** Of this host alone: what another one would make of it is not known. */
const CODE = `.${process.version}-${process.platform}-${process.arch}.bin`;
const folder = new URL(".", import.meta.url);
const require = createRequire(import.meta.url);
const loaded = new Map<string, Loaded>();
const scripts = new Map<string, Script>();

/** What a file beside this one exports; it is run once. */
export function load(name: string): Loaded["exports"] {
  const known = loaded.get(name);
  if (known) return known.exports;
  const filename = fileURLToPath(new URL(name, folder));
  const cachedData = codeOf(filename);
  const script = new Script(wrap(readFileSync(filename, "utf8")), { filename, ...(cachedData && { cachedData }) });
  const module = { exports: {} };
  loaded.set(name, module);
  scripts.set(filename, script);
  const need = (id: string) => (id.startsWith("./") ? load(id.slice(2)) : require(id));
  (script.runInThisContext() as Body)(module.exports, need, module, filename, fileURLToPath(folder));
  return module.exports;
}

/** Keeps the code of all functions that have run by now, beside their files, where none is kept yet. When the bundle is built, never by a command. */
export function keep(): void {
  for (const [file, script] of scripts) {
    if (!codeOf(file)) writeFileSync(`${file}${CODE}`, script.createCachedData());
  }
}

function codeOf(file: string): Buffer | undefined {
  try {
    return readFileSync(`${file}${CODE}`);
  } catch {
    return undefined; // of what has not run
  }
}
