/** After the compiler: drops what has no source any more, writes code that depends on no machine, bundles library and command, brings the JSON Schema up to date. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { problemJsonSchema } from "../dist/index.js";
import { bundle, isStale } from "./bundle.mjs";
import { makeCode } from "./make-code.mjs";

const schema = new URL("../schema/problem.schema.json", import.meta.url);

const dist = new URL("../dist/", import.meta.url);
for (const file of readdirSync(dist, { recursive: true })) {
  if (/^(studio|command|library)[\\/]/.test(file)) continue; // made by scripts/build-studio.mjs and bundle.mjs
  const made = /^(.*?)(\.d\.ts|\.js)(\.map)?$/.exec(file);
  if (made && !existsSync(new URL(`../src/${made[1]}.ts`, import.meta.url))) rmSync(new URL(file, dist));
}

makeCode();
if (isStale()) await bundle();
chmodSync(new URL("command/main.js", dist), 0o755);

const text = `${JSON.stringify(problemJsonSchema(), null, 2)}\n`;
if (!existsSync(schema) || readFileSync(schema, "utf8") !== text) {
  mkdirSync(new URL(".", schema), { recursive: true });
  writeFileSync(schema, text);
}
