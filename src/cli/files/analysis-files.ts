/** The files that `equilibrium` and `design` write. */
import { join } from "node:path";
import type { EquilibriumReportOptions } from "../../plot/reports/equilibrium.ts";
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

/** What an analysis has to show: drawn and written only where it is asked for. */
interface Shown {
  /** Undefined where there is nothing to draw. */
  figure(document: Document): Promise<SVGElement | undefined>;
  /** The text of the page. */
  page(options: EquilibriumReportOptions): Promise<string>;
}

/** Writes what was asked for; returns what to say of it. Drawing is imported when it is needed: it takes longer to load than an analysis takes. */
async function writeShown(
  { text, raw, problem }: Valid,
  { figure, page }: Shown,
  json: string,
  { svg, png }: EquilibriumOptions,
  { folder, picture: write }: Outputs,
): Promise<string[]> {
  if (svg === undefined && png === undefined && !folder) return [];
  const { toSvg } = await import("../../plot/svg.ts");
  const { createDocument } = await import("../../node/document.ts");
  const drawn = await figure(createDocument());
  const picture = drawn && toSvg(drawn);
  const written = picture === undefined ? [] : await write(picture);
  if (!folder) return written;
  const { description } = problem;
  const made = await page({
    source: rewriteProblem(text, raw),
    ...(picture === undefined ? {} : { figure: picture }),
    ...(description === undefined ? {} : { description }),
  });
  if (picture !== undefined) folder.write(FILES.figure, picture);
  folder.write(FILES.report, made);
  folder.finish(json);
  return [...written, `${join(folder.path, FILES.report)} (look at it in a browser)`];
}

/** The equilibrium set with its certificate. */
export function writePictures(
  loaded: Valid,
  analysis: RestAnalysis,
  certificate: Certificate,
  pair: Pair | undefined,
  json: string,
  options: EquilibriumOptions,
  outputs: Outputs,
): Promise<string[]> {
  const shown: Shown = {
    async figure(document) {
      const drawing = pair && drawingOf(analysis, pair);
      const { equilibriumFigure } = await import("../../plot/figures/equilibrium.ts");
      return drawing && equilibriumFigure(drawing, { document });
    },
    async page(report) {
      const { equilibriumReport } = await import("../../plot/reports/equilibrium.ts");
      return equilibriumReport(analysis, certificate, report);
    },
  };
  return writeShown(loaded, shown, json, options, outputs);
}

/** The guaranteed energy over the number at `path`. */
export function writeGain(
  loaded: Valid,
  path: string,
  curve: GainCurve,
  pair: Pair | undefined,
  json: string,
  options: EquilibriumOptions,
  outputs: Outputs,
): Promise<string[]> {
  const { name, system } = loaded.simulation;
  const side = (k: number) => ({ name: system.names[k]!, unit: system.units[k]! });
  const labels = { name: path, ...(pair ? { x: side(pair[0]), y: side(pair[1]) } : {}) };
  const shown: Shown = {
    async figure(document) {
      const { gainFigure } = await import("../../plot/figures/gain.ts");
      return gainFigure(curve, labels, { document });
    },
    async page(report) {
      const { gainReport } = await import("../../plot/reports/equilibrium.ts");
      return gainReport(name, path, curve, report);
    },
  };
  return writeShown(loaded, shown, json, options, outputs);
}
