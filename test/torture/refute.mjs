// Tries to refute certificates of random machines without stopping at the first: node test/torture/refute.mjs FIRST LAST.
import { runnerImport } from "vite";

const load = async (file) =>
  (await runnerImport(new URL(file, import.meta.url).pathname, { configFile: false, logLevel: "error" })).module;
const { refute, inOtherUnits } = await load("./refute.ts");
const [first, last] = process.argv.slice(2).map(Number);

const counts = { seeds: 0, starts: 0, claims: 0, refuted: 0, otherUnits: 0 };
const cpu = () => process.cpuUsage().user / 1e6;
for (let seed = first; seed <= last; seed++) {
  const began = cpu();
  let found;
  try {
    found = refute(seed, { starts: 3, spans: 10 });
  } catch (error) {
    found = { verdict: "crash", starts: 0, claims: 0, refuted: [error.stack] };
  }
  const took = cpu() - began;
  counts.seeds++;
  counts.starts += found.starts;
  counts.claims += found.claims;
  counts[found.verdict] = (counts[found.verdict] ?? 0) + 1;
  if (found.refuted.length > 0) {
    counts.refuted++;
    for (const reason of found.refuted) console.log(seed, found.verdict, reason);
  }
  if (took > 1) console.log(seed, found.verdict, `${took.toFixed(1)} s`);
  const [here, there] = inOtherUnits(seed);
  if (here !== there) {
    counts.otherUnits++;
    console.log(seed, `${here}, in other units ${there}`);
  }
  if (seed % 100 === 0) console.log("at", seed, JSON.stringify(counts), `${cpu().toFixed(0)} s`);
}
console.log(JSON.stringify(counts), `${cpu().toFixed(0)} s`);
