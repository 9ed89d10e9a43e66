/** The files of `stickslip cycle`. */
import { join } from "node:path";
import { rewriteProblem } from "../../../problem/paths/rewrite.ts";
import { type Branch, cycleMessage } from "../../../results/cycle.ts";
import { field } from "../../../simulate/record/csv.ts";
import type { CycleResult } from "../../../stability/cycle/cycle.ts";
import type { Valid } from "../../files/load.ts";
import type { Outputs } from "../../files/outputs.ts";
import type { Resumable } from "../../files/resume.ts";
import type { CycleOptions } from "../../options.ts";
import type { OnePeriod } from "./summary.ts";

export const CYCLE_FILES = {
  report: "report.html",
  result: "result.json",
  problem: "problem.yaml",
  branch: "branch.csv",
} as const;

/** Says in the folder that a search has begun, and of what. */
export function beginCycle({ text, raw }: Valid, { folder }: Outputs, run: Resumable): void {
  run.begin([CYCLE_FILES.report, CYCLE_FILES.branch]);
  folder?.write(CYCLE_FILES.problem, rewriteProblem(text, raw));
}

/** Returns what to say of them. */
export async function writeCycle(
  { text, raw, problem }: Valid,
  { svg, png, csv }: CycleOptions,
  result: CycleResult,
  run: OnePeriod | undefined,
  branch: Branch | undefined,
  json: string,
  { folder, picture, open }: Outputs,
): Promise<string[]> {
  const written: string[] = [];
  const { names, units } = run?.simulation.system ?? { names: [], units: [] };
  if (branch && csv !== undefined) {
    const table = open(csv);
    table.write(branchCsv(branch, names));
    table.close();
    if (csv !== "-") written.push(csv);
  }
  if (!folder && svg === undefined && png === undefined) return written;
  const { branchFigure, phaseFigure } = await import("../../../plot/figures/cycle.ts");
  const { toSvg } = await import("../../../plot/figures/motion.ts");
  const { createDocument } = await import("../../../node/document.ts");
  const document = createDocument();
  const coordinates = names.map((name, i) => ({ name, unit: units[i]! }));
  const drawn = branch
    ? toSvg(branchFigure(branch.points, coordinates, branch.path, { document }))
    : run && toSvg(phaseFigure(run.result.trajectory, { document }));
  if (drawn) written.push(...(await picture(drawn)));
  if (!folder) return written;
  if (branch) {
    folder.write(CYCLE_FILES.branch, branchCsv(branch, names));
    written.push(join(folder.path, CYCLE_FILES.branch));
  }
  if (run && result.status === "found") {
    const { runReport } = await import("../../../plot/reports/run.ts");
    const figures = [
      {
        caption: "Phase plane of each coordinate over one period",
        svg: toSvg(phaseFigure(run.result.trajectory, { document })),
      },
      ...(branch
        ? [{ caption: `Branch of cycles over ${branch.path}: stable where the line is full`, svg: drawn! }]
        : []),
    ];
    const description = [cycleMessage(result), problem.description ?? ""].join(" ");
    const source = rewriteProblem(text, raw);
    folder.write(CYCLE_FILES.report, runReport(run.simulation, run.result, { document, source, description, figures }));
    written.push(`${join(folder.path, CYCLE_FILES.report)} (look at it in a browser)`);
  }
  folder.finish(json);
  return [...[CYCLE_FILES.result, CYCLE_FILES.problem].map((file) => join(folder.path, file)), ...written];
}

/** Each point with a state of its cycle, from which `cycle --near` finds it again. */
function branchCsv({ points }: Branch, names: readonly string[]): string {
  const machine = names.slice(0, points[0]?.position.length ?? 0);
  const columns = ["amplitude", "position", "velocity"].map((kind) => machine.map((name) => field(`${kind}_${name}`)));
  const states = (points[0]?.states ?? []).map((_, k) => field(`state_${names[machine.length + k] ?? k}`));
  const header = [
    "value",
    "period",
    ...columns[0]!,
    "multiplier",
    "stability",
    "time",
    ...columns[1]!,
    ...columns[2]!,
    ...states,
  ];
  const rows = points.map((point) => {
    const { value, period, amplitudes, multiplier, stability, time, position, velocity } = point;
    const state = [...position, ...velocity, ...(point.states ?? [])];
    return [value, period, ...amplitudes, multiplier, stability, time, ...state].join(",");
  });
  return `${[header.join(","), ...rows].join("\n")}\n`;
}
