// Random mechanisms FIRST to LAST against the second oracle; with `refined` against variational under small steps; with `arms` random arms
// against the same by their energies. Tells what does not agree.
import { runnerImport } from "vite";

const load = async (file) =>
  (await runnerImport(new URL(file, import.meta.url).pathname, { configFile: false, logLevel: "error" })).module;
const { compareCurved } = await load("./compare-curved.ts");
const { refineVariational } = await load("./refined-variational.ts");
const { compareArm } = await load("./arms-as-mechanisms.ts");
const [first, last = first, against] = process.argv.slice(2);
const judge = { refined: refineVariational, arms: compareArm }[against] ?? compareCurved;

const counts = {};
let [largest, events] = [0, 0];
for (let seed = Number(first); seed <= Number(last); seed++) {
  if (seed % 50 === 0) console.error(seed);
  const found = await judge(seed);
  counts[found.outcome] = (counts[found.outcome] ?? 0) + 1;
  events += found.events ?? 0;
  if (found.outcome === "agrees") largest = Math.max(largest, [found.off].flat().at(-1));
  else console.log(JSON.stringify(found));
}
console.log(counts, `largest difference ${largest.toExponential(1)}, ${events} events`);
