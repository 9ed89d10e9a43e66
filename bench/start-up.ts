/** What a whole command takes beside a bare `node -e 0`: they are started in turn, and the least times count. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { PACKAGE } from "./problems.ts";

export interface StartUp {
  readonly command: string;
  /** Time on the wall, of a bare node = 1. */
  readonly time: number;
}

const ROUNDS = 15;
const path = (file: string) => fileURLToPath(new URL(file, PACKAGE));

export function measureStartUp(): StartUp[] {
  const command = path("dist/command/main.js");
  const problem = path("problems/gk95-tp1.yaml");
  const cases = [
    { name: "node -e 0", args: ["-e", "0"] },
    { name: "stickslip --help", args: [command, "--help"] },
    { name: "stickslip check gk95-tp1", args: [command, "check", problem] },
    { name: "stickslip simulate gk95-tp1 --json", args: [command, "simulate", problem, "--json"] },
    { name: 'a program that imports "stickslip"', args: ["--input-type=module", "-e", 'import "stickslip"'] },
  ];
  const least = cases.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round++) {
    cases.forEach(({ args }, k) => {
      const start = process.hrtime.bigint();
      const { status } = spawnSync(process.execPath, args, { stdio: "ignore", cwd: path(".") });
      if (status !== 0) throw new Error(`command failed; node ${args.join(" ")}`);
      least[k] = Math.min(least[k]!, Number(process.hrtime.bigint() - start));
    });
  }
  return cases.map(({ name }, k) => ({ command: name, time: least[k]! / least[0]! }));
}
