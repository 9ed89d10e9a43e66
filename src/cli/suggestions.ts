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
  const { limit = 0, varying } = system.rows[0]?.law ?? {};
  // A first row that is a stop or a joint has no limit, one that varies no number to change.
  if (problem.system.type === "linear" && limit > 0 && Number.isFinite(limit) && !varying) {
    const range = `${shortNumber(limit / 2)}:${shortNumber(2 * limit)}:13`;
    lines.push(
      `${command} --set "system.friction[0].limit=${shortNumber(2 * limit)}" --png run.png`,
      `npx stickslip sweep ${quoted(path)} --vary "system.friction[0].limit=${range}" --png sweep.png`,
    );
  }
  return lines;
}

function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `"${path}"`;
}
