/** The problem files of runs: their names, and the commands that repeat them. */
import type { Run } from "./experiment.ts";
import { keyOf } from "./judge.ts";
import type { ReproduceResult } from "./reproduce.ts";

export interface MadeFile {
  /** Beside the report. */
  readonly file: string;
  readonly command: string;
}

const COMMANDS = { gain: "equilibrium" } as const;

/** By the key of a run; one that several experiments use is named after the first. */
export function madeFiles({ made }: Pick<ReproduceResult, "made">): Map<string, MadeFile> {
  const files = new Map<string, MadeFile>();
  for (const { experiment } of made) {
    for (const [name, run] of Object.entries(experiment.runs)) {
      const key = keyOf(run);
      if (files.has(key)) continue;
      const file = `problems/${experiment.id.replaceAll("/", "-")}.${name.replaceAll(/[^A-Za-z0-9.-]+/g, "-")}.yaml`;
      files.set(key, { file, command: commandOf(run, file) });
    }
  }
  return files;
}

function commandOf(run: Run, file: string): string {
  const command = run.do in COMMANDS ? COMMANDS[run.do as keyof typeof COMMANDS] : run.do;
  const options: string[] = [];
  if (run.do === "gain") options.push(`--vary "${run.vary}"`);
  if (run.do === "sweep") {
    options.push(
      `--vary "${typeof run.vary === "string" ? run.vary : `${run.vary.path}=${run.vary.values.join(",")}`}"`,
    );
  }
  if (run.do === "attraction") {
    for (const { path, from, to, points } of run.vary ?? []) options.push(`--vary "${path}=${from}:${to}:${points}"`);
  }
  if (run.do === "attraction" && run.horizon !== undefined) options.push(`--horizon ${run.horizon}`);
  if (run.do === "cycle") {
    if (run.near) options.push("--near");
    if (run.boundary) options.push("--boundary");
    if (run.period !== undefined) options.push(`--period ${run.period}`);
  }
  if (run.do === "simulate" && run.sensitivity) options.push(`--sensitivity "${run.sensitivity.join(",")}"`);
  return ["stickslip", command, file, ...options].join(" ");
}
