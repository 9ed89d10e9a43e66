/** The files that `equilibrium` and `design` write. */
import { join } from "node:path";
import type { OutputFolder } from "../../node/output-folder.ts";
import { rewriteProblem } from "../../problem/paths/rewrite.ts";
import { drawingOf, type Pair } from "../../results/equilibrium.ts";
import type { GainCurve } from "../../stability/design/gain-curve.ts";
import type { Certificate } from "../../stability/rest/certificate.ts";
import type { RestAnalysis } from "../../stability/rest/rest-analysis.ts";
import type { EquilibriumOptions } from "../options.ts";
import type { Valid } from "./load.ts";
import type { Outputs } from "./outputs.ts";

export const FILES = {
  report: "report.html",
  figure: "figure.svg",
  result: "result.json",
  problem: "problem.yaml",
} as const;

/** Says in the folder that an analysis has begun, and of what. */
export function beginAnalysis({ text, raw }: Valid, { folder }: Outputs): void {
  folder?.begin([FILES.report, FILES.figure]);
  folder?.write(FILES.problem, rewriteProblem(text, raw));
}

/** Writes what was asked for; returns what to say of it. */
export async function writePictures(
  loaded: Valid,
  analysis: RestAnalysis,
  certificate: Certificate,
  pair: Pair | undefined,
  json: string,
  { svg, png }: EquilibriumOptions,
  { folder, picture: write }: Outputs,
): Promise<string[]> {
  if (svg === undefined && png === undefined && !folder) return [];
  const drawing = pair && drawingOf(analysis, pair);
  const picture = drawing ? await drawPicture(drawing) : undefined;
  const written = picture === undefined ? [] : await write(picture);
  if (!folder) return written;
  const { equilibriumReport } = await import("../../plot/reports/equilibrium.ts");
  const description = loaded.problem.description;
  const page = equilibriumReport(analysis, certificate, {
    source: rewriteProblem(loaded.text, loaded.raw),
    ...(picture === undefined ? {} : { figure: picture }),
    ...(description === undefined ? {} : { description }),
  });
  return [...written, ...writeAnalysis(folder, picture, page, json)];
}

function writeAnalysis(folder: OutputFolder, picture: string | undefined, page: string, json: string): string[] {
  if (picture !== undefined) folder.write(FILES.figure, picture);
  folder.write(FILES.report, page);
  folder.finish(json);
  return [`${join(folder.path, FILES.report)} (look at it in a browser)`];
}

/** The drawing of a gain curve, and its data. */
export async function writeGain(
  loaded: Valid,
  name: string,
  curve: GainCurve,
  pair: Pair | undefined,
  json: string,
  { svg, png }: EquilibriumOptions,
  { folder, picture: write }: Outputs,
): Promise<string[]> {
  if (svg === undefined && png === undefined && !folder) return [];
  const { gainFigure } = await import("../../plot/figures/gain.ts");
  const { toSvg } = await import("../../plot/svg.ts");
  const { createDocument } = await import("../../node/document.ts");
  const { names, units } = loaded.simulation.system;
  const side = (k: number) => ({ name: names[k]!, unit: units[k]! });
  const labels = { name, ...(pair ? { x: side(pair[0]), y: side(pair[1]) } : {}) };
  const picture = toSvg(gainFigure(curve, labels, { document: createDocument() }));
  const written = await write(picture);
  if (!folder) return written;
  const source = rewriteProblem(loaded.text, loaded.raw);
  const { gainReport } = await import("../../plot/reports/equilibrium.ts");
  const page = gainReport(loaded.simulation.name, name, curve, { source, figure: picture });
  return [...written, ...writeAnalysis(folder, picture, page, json)];
}

// Drawing is imported when it is needed: it takes longer to load than the analysis takes.

async function drawPicture(drawing: NonNullable<ReturnType<typeof drawingOf>>): Promise<string> {
  const { equilibriumFigure } = await import("../../plot/figures/equilibrium.ts");
  const { toSvg } = await import("../../plot/svg.ts");
  const { createDocument } = await import("../../node/document.ts");
  return toSvg(equilibriumFigure(drawing, { document: createDocument() }));
}
