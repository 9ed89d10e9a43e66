// The audit over random machines FIRST to LAST: alarms on their exact motions, and disturbances that it misses.
import { runnerImport } from "vite";

const load = async (file) =>
  (await runnerImport(new URL(file, import.meta.url).pathname, { configFile: false, logLevel: "error" })).module;
const { examine } = await load("./audited-machines.ts");
const [first, last = first] = process.argv.slice(2).map(Number);

const found = examine(first, last, (line) => console.log(line));
console.log({ ...found, left: found.left.length, alarms: found.alarms.length, missed: found.missed.length });
