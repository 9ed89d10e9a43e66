import type { Problem } from "../problem/schema.ts";
import type { Simulation } from "../simulate/simulation.ts";
import { shortNumber } from "./terminal-text.ts";

/** What to try next with a problem, as commands. */
export function suggestions(path: string, problem: Problem, { scheme, grid, system }: Simulation): string[] {
  const command = `npx stickslip simulate ${quoted(path)}`;
  const step = shortNumber(grid.step / 2, 6);
  const lines = [
    `${command} --scheme ${scheme.name === "alpha" ? "balanced" : "splitting"}`,
    `${command} --step ${step} --json`,
  ];
  const limit = system.rows[0]?.law.limit;
  if (problem.system.type === "linear" && limit !== undefined) {
    lines.push(`${command} --set "system.friction[0].limit=${shortNumber(2 * limit)}" --png run.png`);
  }
  return lines;
}

function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `"${path}"`;
}
