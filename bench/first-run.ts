/** The first event-driven run of gk95-tp1 in fresh processes, and what `load` takes with and without the code that it makes: least times. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { PACKAGE } from "./problems.ts";

export interface FirstRun {
  readonly what: string;
  /** ms */
  readonly time: number;
}

const ROUNDS = 15;
const SCRIPT = `
import { readFileSync } from "node:fs";
const [folder, way] = process.argv.slice(1);
const { load, tryLoad } = await import(folder + "dist/api/load.js");
const { runToEnd } = await import(folder + "dist/simulate/run/final.js");
const text = readFileSync(new URL(folder + "problems/gk95-tp1.yaml"), "utf8");
const times = [performance.now()];
const { simulation } = way === "without" ? tryLoad(text) : load(text);
times.push(performance.now());
for (let k = 0; k < 2; k++) {
  runToEnd(simulation);
  times.push(performance.now());
}
console.log(JSON.stringify(times.slice(1).map((time, k) => time - times[k])));
`;

export function measureFirstRun(): FirstRun[] {
  const least = { with: Array<number>(3).fill(Infinity), without: Array<number>(3).fill(Infinity) };
  for (let round = 0; round < ROUNDS; round++) {
    for (const way of ["with", "without"] as const) {
      const args = ["--input-type=module", "-e", SCRIPT, PACKAGE.href, way];
      const times: number[] = JSON.parse(
        execFileSync(process.execPath, args, { encoding: "utf8", cwd: fileURLToPath(PACKAGE) }),
      );
      times.forEach((time, k) => {
        least[way][k] = Math.min(least[way][k]!, time);
      });
    }
  }
  return [
    { what: "load, without the code", time: least.without[0]! },
    { what: "load", time: least.with[0]! },
    { what: "the first run after it", time: least.with[1]! },
    { what: "the second", time: least.with[2]! },
  ];
}
