/** The files of `control --table`. */

import type { Steerable } from "../../../api/control.ts";
import type { OutputFolder } from "../../../node/output-folder.ts";
import { rewriteProblem } from "../../../problem/paths/rewrite.ts";
import type { TableRow } from "../../../results/control-table.ts";
import { field } from "../../../simulate/record/csv.ts";
import type { Resumable } from "../../files/resume.ts";

const [TABLE, RESULT] = ["table.csv", "result.json"];

/** One file a problem: each repeats its rows under --table. */
function problemFiles(count: number): string[] {
  return count === 1 ? ["problem.yaml"] : Array.from({ length: count }, (_, k) => `problem-${k + 1}.yaml`);
}

export function tableFiles(count: number): string[] {
  return [TABLE, RESULT, ...problemFiles(count)];
}

export function beginTable(problems: readonly Steerable[][], folder: OutputFolder, run: Resumable): void {
  run.begin([TABLE]);
  const files = problemFiles(problems.length);
  problems.forEach(([first], k) => {
    folder.write(files[k]!, rewriteProblem(first!.text, first!.raw));
  });
}

export function writeTable(rows: readonly TableRow[], json: string, folder: OutputFolder): void {
  const most = rows.reduce((longest, { control }) => Math.max(longest, control.length), 0);
  const values = Array.from({ length: most }, (_, k) => `u${k + 1}`);
  const header = ["name", "penalty", "update", "multipliers", "status", "simplexes", "runs"];
  const lines = rows.map(
    ({ name, penalty, update, multipliers, status, simplexes, runs, error, objective, control }) => {
      const numbers = [simplexes, runs, error.position ?? "", error.velocity ?? "", objective];
      return [field(name), penalty, update, multipliers, status, ...numbers, ...values.map((_, k) => control[k] ?? "")];
    },
  );
  const columns = [...header, "error_position", "error_velocity", "objective", ...values];
  folder.write(TABLE, [columns, ...lines].map((cells) => `${cells.join(",")}\n`).join(""));
  folder.finish(json);
}
