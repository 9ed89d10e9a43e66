/** What `control --out` writes. */
import { join } from "node:path";
import type { Steerable } from "../../../api/control.ts";
import type { ControlResult } from "../../../control/result.ts";
import { rewriteProblem } from "../../../problem/paths/rewrite.ts";
import type { ControlCurve } from "../../../results/control.ts";
import { controlValue, type Motion } from "../../../results/control.ts";
import type { Outputs } from "../../files/outputs.ts";

export const CONTROL_FILES = { report: "report.html", result: "result.json", problem: "problem.yaml" } as const;

/** Says in the folder that a search has begun, and what is steered. */
export function beginControl({ text, raw }: Steerable, { folder }: Outputs): void {
  folder?.begin([CONTROL_FILES.report]);
  folder?.write(CONTROL_FILES.problem, rewriteProblem(text, raw));
}

export async function writeControl(
  loaded: Steerable,
  found: ControlResult,
  motion: Motion,
  curve: ControlCurve,
  json: string,
  { folder }: Outputs,
): Promise<string[]> {
  if (!folder) return [];
  const source = rewriteProblem(loaded.text, replayed(loaded, found));
  folder.write(CONTROL_FILES.problem, source);
  const { controlReport } = await import("../../../plot/reports/control.ts");
  const { createDocument } = await import("../../../node/document.ts");
  const { description } = loaded.problem;
  const options = { document: createDocument(), source, ...(description === undefined ? {} : { description }) };
  folder.write(CONTROL_FILES.report, controlReport(motion, found, curve, options));
  folder.finish(json);
  return [
    `${join(folder.path, CONTROL_FILES.report)} (look at it in a browser)`,
    `${CONTROL_FILES.result} and ${CONTROL_FILES.problem}, with which simulate replays the control, beside it`,
  ];
}

/** The problem's data with the control that was found. */
function replayed({ raw, simulation }: Steerable, { control }: ControlResult): unknown {
  const data = raw as { control?: object };
  return { ...data, control: { ...data.control, value: controlValue(simulation, control) } };
}
