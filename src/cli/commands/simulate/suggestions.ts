import type { System } from "../../../model/system.ts";
import type { Problem } from "../../../problem/schema/schema.ts";
import { balanced } from "../../../scheme/balanced/balanced.ts";
import type { Scheme } from "../../../scheme/scheme.ts";
import { splitting } from "../../../scheme/splitting/splitting.ts";
import type { Simulation } from "../../../simulate/run/simulation.ts";
import { shortNumber } from "../../terminal/text.ts";

/** What to try next with a problem, as commands. */
export function suggestions(path: string, problem: Problem, { scheme, grid, system }: Simulation): string[] {
  const command = `npx stickslip simulate ${quoted(path)}`;
  const creeping = splitting({ P: 10, Q: 2, alpha: 0.25 });
  const other = scheme.name === "alpha" || creeping.refuses(system, grid.step) ? balanced() : creeping;
  const lines: string[] = [];
  if (scheme.name !== other.name && !other.refuses(system, grid.step)) lines.push(`${command} --scheme ${other.name}`);
  const finer = refinement(command, scheme, system, grid.step);
  if (finer !== undefined) lines.push(finer);
  const limit = system.rows[0]?.law.fixed?.forward ?? 0;
  // A first row that is a stop or a joint has no limit, one that varies no number to change.
  if ("friction" in problem.system && Array.isArray(problem.system.friction) && limit > 0) {
    const range = `${shortNumber(limit / 2)}:${shortNumber(2 * limit)}:13`;
    lines.push(
      `${command} --set "system.friction[0].limit=${shortNumber(2 * limit)}" --png run.png`,
      `npx stickslip sweep ${quoted(path)} --vary "system.friction[0].limit=${range}" --png sweep.png`,
    );
  }
  return lines;
}

const MOST_HALVINGS = 20;

/** A scheme whose steps are only the spacing of its output has nothing to refine: another one is compared with it. */
function refinement(command: string, scheme: Scheme, system: System, step: number): string | undefined {
  if (scheme.stepsEnd !== "events") return `${command} ${finer(step / 2)}`;
  const other = balanced();
  let half = step / 2;
  for (let k = 0; k < MOST_HALVINGS && other.refuses(system, half); k++) half /= 2;
  return other.refuses(system, half) ? undefined : `${command} --scheme ${other.name} ${finer(half)}`;
}

const finer = (step: number) => `--step ${shortNumber(step, 6)} --json`;

function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `"${path}"`;
}
