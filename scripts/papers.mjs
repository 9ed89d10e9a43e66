/**
 * Brings the kept values of the experiments and docs/papers.md up to date, from what is built:
 *   npm run papers                 all experiments
 *   npm run papers -- gk95 vl05    these
 *   npm run papers -- --docs       docs/papers.md alone, from the values that are kept
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { papers, papersDocument, reproduce } from "../dist/index.js";
import { createRunner, galleryText } from "../dist/node/index.js";

const values = new URL("../test/papers/values.json", import.meta.url);
const page = new URL("../docs/papers.md", import.meta.url);
const args = process.argv.slice(2);
const ids = args.filter((arg) => !arg.startsWith("--"));

const kept = existsSync(values) ? JSON.parse(readFileSync(values, "utf8")) : {};
if (!args.includes("--docs")) {
  const runner = createRunner();
  const progress = (part) => process.stderr.write(`\r${Math.floor(100 * part)} %`);
  const { experiments, message, seconds } = await reproduce({ ids, open: galleryText, runner, progress });
  await runner.close();
  process.stderr.write(`\r${message} ${Math.round(seconds)} s\n`);
  for (const { id, quantity, ours, reason } of experiments) {
    if (ours === null) throw new Error(`${id}: ${quantity} failed; ${reason}`);
    kept[`${id}: ${quantity}`] = ours;
  }
}
const keys = papers.flatMap(({ experiments }) =>
  experiments.flatMap(({ id, quantities }) => quantities.map(({ name }) => `${id}: ${name}`)),
);
const known = keys.filter((key) => kept[key] !== undefined);
writeFileSync(values, `${JSON.stringify(Object.fromEntries(known.map((key) => [key, kept[key]])), null, 2)}\n`);
const missing = keys.filter((key) => kept[key] === undefined);
if (missing.length > 0) throw new Error(`no value of ${missing.join("; ")}. Run it`);
writeFileSync(page, papersDocument(kept));
