/** `stickslip design`: a state feedback u = -F1 x - F2 v, and the problem with its loop closed. */
import { join } from "node:path";
import { designAndJudge } from "../../../api/design.ts";
import type { PlainMatrix } from "../../../numeric/plain-matrix.ts";
import { rewriteProblem } from "../../../problem/paths/rewrite.ts";
import { closedRaw, designData, type Judged } from "../../../results/design.ts";
import { finiteJson } from "../../../results/json.ts";
import type { Design } from "../../../stability/design/design.ts";
import { directionText } from "../../../stability/rest/direction-text.ts";
import { type FrictionMachine, frictionMachine } from "../../../stability/rest/machine.ts";
import { EXIT } from "../../exit.ts";
import { beginAnalysis, FILES } from "../../files/analysis-files.ts";
import { type LocatedFault, loadMachine, type Valid } from "../../files/load.ts";
import { outputFaults } from "../../files/output-faults.ts";
import { type Outputs, withOutputs } from "../../files/outputs.ts";
import { printWarnings, refuse } from "../../files/refuse.ts";
import { type Io, type Paint, paintFor } from "../../io.ts";
import type { DesignOptions } from "../../options.ts";
import { plainName, plainText, shortNumber } from "../../terminal/text.ts";
import { textTable } from "../../terminal/text-table.ts";

export async function designCommand(path: string, options: DesignOptions, io: Io): Promise<number> {
  const loaded = await loadMachine(path, options, io);
  const { margin, fault } = marginOf(options.margin);
  const mistakes = [...outputFaults(loaded.inputs, options, Object.values(FILES)), ...(fault ? [fault] : [])];
  if (loaded.faults) return refuse([...loaded.faults, ...mistakes], options, io);
  const { machine, faults = [] } = frictionMachine(loaded.simulation);
  const all = [...faults.map((entry) => ({ ...entry, source: loaded.file })), ...mistakes];
  if (!machine || all.length > 0) return refuse(all, options, io);

  return withOutputs(options, io, async (outputs) => {
    beginAnalysis(loaded, outputs);
    const { design, judged } = designAndJudge(loaded, machine, { margin, global: options.global });
    const json = finiteJson({ ...designData(design, judged), warnings: loaded.leftOut });
    printWarnings(loaded.leftOut, io);
    const written = await writeDesign(loaded, design, judged, json, outputs);
    if (options.json) io.stdout.write(json);
    else {
      io.stdout.write(designText(machine, design, judged, paintFor(io.stdout, io.env)));
      if (written.length > 0) io.stdout.write(`\nWrote ${written.join(", ")}\n`);
    }
    return design.status === "done" ? EXIT.done : EXIT.failed;
  });
}

function marginOf(text: string | undefined): { margin?: number; fault?: LocatedFault } {
  if (text === undefined) return {};
  const margin = text.trim() === "" ? Number.NaN : Number(text);
  if (Number.isFinite(margin) && margin > 0) return { margin };
  return { fault: { source: "--margin", path: "", message: `invalid margin; not a number above 0: ${text}. In N/m` } };
}

function designText(machine: FrictionMachine, design: Design, { before, after }: Judged, paint: Paint): string {
  const { status, F1, F2, margin, sigma, reason, directions } = design;
  const lines = [
    paint.bold(plainText(machine.name)),
    `${before.verdict} without feedback: ${plainText(before.reason)}.`,
    "",
  ];
  if (F1 && F2) {
    lines.push(...gainTable("F1 (N/m)", F1, machine, paint), "", ...gainTable("F2 (N s/m)", F2, machine, paint), "");
    const gain = sigma === undefined ? "" : `, sigma ${shortNumber(sigma, 7)}`;
    lines.push(`least eigenvalue of the closed stiffness ${shortNumber(margin!, 7)} N/m${gain}`);
  }
  for (const direction of directions) lines.push(`  direction ${plainText(directionText(direction, machine.names))}`);
  const tone = status === "done" ? paint.good : paint.bad;
  lines.push(`${tone(status)}: ${plainText(reason)}.`);
  if (after) lines.push(`${after.verdict} with feedback: ${plainText(after.reason)}.`);
  return `${lines.join("\n")}\n`;
}

const MOST_COLUMNS = 8;

function gainTable(title: string, gains: PlainMatrix, { names }: FrictionMachine, paint: Paint): string[] {
  const shown = names.slice(0, MOST_COLUMNS);
  const rows = gains
    .slice(0, MOST_COLUMNS)
    .map((row, k) => [`u${k + 1}`, ...shown.map((_, j) => shortNumber(row[j]!, 6))]);
  const more = gains.length > MOST_COLUMNS || names.length > MOST_COLUMNS;
  const right = new Set(shown.map((_, j) => j + 1));
  return [
    paint.bold(title),
    ...textTable(["", ...shown.map(plainName)], rows, right),
    ...(more
      ? [`  ... ${gains.length} inputs and ${names.length} coordinates in all; --json or --out has every number`]
      : []),
  ];
}

async function writeDesign(
  loaded: Valid,
  design: Design,
  judged: Judged,
  json: string,
  { folder }: Outputs,
): Promise<string[]> {
  if (!folder) return [];
  const source = rewriteProblem(loaded.text, closedRaw(loaded.raw, design));
  const { designReport } = await import("../../../plot/reports/design.ts");
  const { names, name } = { names: loaded.simulation.system.names, name: loaded.simulation.name };
  folder.write(FILES.problem, source);
  folder.write(FILES.report, designReport({ name, names, design, ...judged, source }));
  folder.finish(json);
  const [report, problem] = [FILES.report, FILES.problem].map((file) => join(folder.path, file));
  return [`${report} (look at it in a browser)`, `${problem} with the loop closed`];
}
