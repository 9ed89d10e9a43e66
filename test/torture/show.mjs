// Prints random machines with the answers of oracle and product: node test/torture/show.mjs SEED, or FIRST LAST for a table of disagreements.
import { runnerImport } from "vite";
import { stringify } from "yaml";

const load = async (file) =>
  (await runnerImport(new URL(file, import.meta.url).pathname, { configFile: false, logLevel: "error" })).module;
const { randomMachine } = await load("./random-machines.ts");
const { compare } = await load("./compare.ts");
const [first, last] = process.argv.slice(2).map(Number);

if (last === undefined) {
  const drawn = randomMachine(first);
  console.log(stringify(drawn.raw, { lineWidth: 160, flowCollectionPadding: false, collectionStyle: "any" }));
  const { oracle, ...rest } = compare(drawn);
  console.log(JSON.stringify({ features: drawn.features, oracle, ...rest }, null, 1));
} else {
  const counts = {};
  let [largest, events] = [0, 0];
  for (let seed = first; seed <= last; seed++) {
    if (seed % 100 === 0) console.error(seed);
    const drawn = randomMachine(seed);
    const began = performance.now();
    const found = compare(drawn);
    const ms = Math.round(performance.now() - began);
    counts[found.verdict] = (counts[found.verdict] ?? 0) + 1;
    events += found.oracle.events.length;
    if (found.verdict === "agree") largest = Math.max(largest, found.error);
    if (found.verdict !== "agree")
      console.log(
        seed,
        found.verdict,
        found.error.toExponential(1),
        found.product.status,
        found.oracle.failure ?? "",
        drawn.features.join(","),
        found.missing.slice(0, 3).join("; "),
        `${Math.round(found.product.expansions)} expansions, ${found.product.events.length} events, ${ms} ms`,
      );
  }
  console.log(counts, `largest error ${largest.toExponential(1)}, ${events} events`);
}
