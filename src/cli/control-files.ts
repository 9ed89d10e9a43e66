/** What `control --out` writes. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ControlResult } from "../control/result.ts";
import { makeFolder, writeObstacle } from "../node/write-text.ts";
import type { ControlCurve } from "../plot/control-figure.ts";
import { rewriteProblem } from "../problem/rewrite.ts";
import type { Steerable } from "./control.ts";
import { controlValue, type Motion } from "./control-data.ts";
import type { LocatedFault } from "./load.ts";
import type { ControlCommandOptions } from "./options.ts";

const FILES = { report: "report.html", result: "result.json", problem: "problem.yaml" } as const;

/** Why they could not be written: looked at before the search, so that a long one is not lost. */
export function controlFileFaults({ out }: ControlCommandOptions): LocatedFault[] {
  if (out === undefined) return [];
  const obstacle =
    makeFolder(out) ??
    Object.values(FILES)
      .map((file) => writeObstacle(join(out, file)))
      .find(Boolean);
  return obstacle === undefined ? [] : [{ source: "--out", path: "", message: obstacle }];
}

export async function writeControl(
  loaded: Steerable,
  found: ControlResult,
  motion: Motion,
  curve: ControlCurve,
  json: string,
  { out }: ControlCommandOptions,
): Promise<string[]> {
  if (out === undefined) return [];
  const source = rewriteProblem(loaded.text, replayed(loaded, found));
  writeFileSync(join(out, FILES.problem), source);
  writeFileSync(join(out, FILES.result), json);
  const { controlReport } = await import("../plot/control-report.ts");
  const { createDocument } = await import("../node/document.ts");
  const { description } = loaded.problem;
  const options = { document: createDocument(), source, ...(description === undefined ? {} : { description }) };
  writeFileSync(join(out, FILES.report), controlReport(motion, found, curve, options));
  return [
    `${join(out, FILES.report)} (look at it in a browser)`,
    `${FILES.result} and ${FILES.problem}, with which simulate replays the control, beside it`,
  ];
}

/** The problem's data with the control that was found. */
function replayed({ raw, simulation }: Steerable, { control }: ControlResult): unknown {
  const data = raw as { control?: object };
  return { ...data, control: { ...data.control, value: controlValue(simulation, control) } };
}
