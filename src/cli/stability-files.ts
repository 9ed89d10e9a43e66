/** The files that `equilibrium` and `design` write. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { rewriteProblem } from "../problem/rewrite.ts";
import type { Certificate } from "../stability/certificate.ts";
import type { GainSweep } from "../stability/gain-sweep.ts";
import type { RestAnalysis } from "../stability/rest-analysis.ts";
import { drawingOf, type Pair } from "./equilibrium-data.ts";
import type { LocatedFault, Valid } from "./load.ts";
import type { EquilibriumOptions } from "./options.ts";
import { outputFaults } from "./output-files.ts";

export const FILES = {
  report: "report.html",
  figure: "figure.svg",
  result: "result.json",
  problem: "problem.yaml",
} as const;

export function pictureFaults(
  input: string,
  { svg, png, out }: Pick<EquilibriumOptions, "svg" | "png" | "out">,
): LocatedFault[] {
  const asked = { ...(svg === undefined ? {} : { svg }), ...(png === undefined ? {} : { png }) };
  return outputFaults(input, { ...asked, ...(out === undefined ? {} : { out }) }, Object.values(FILES));
}

/** Writes what was asked for; returns what to say of it. */
export async function writePictures(
  loaded: Valid,
  analysis: RestAnalysis,
  certificate: Certificate,
  pair: Pair | undefined,
  json: string,
  options: EquilibriumOptions,
): Promise<string[]> {
  const { svg, png, out } = options;
  if (svg === undefined && png === undefined && out === undefined) return [];
  const drawing = pair && drawingOf(analysis, pair);
  const picture = drawing ? await drawPicture(drawing) : undefined;
  const written: string[] = [];
  if (picture !== undefined) written.push(...(await writePicture(picture, svg, png)));
  if (out === undefined) return written;
  const source = rewriteProblem(loaded.text, loaded.raw);
  const { equilibriumReport } = await import("../plot/equilibrium-report.ts");
  const description = loaded.problem.description;
  const page = equilibriumReport(analysis, certificate, {
    source,
    ...(picture === undefined ? {} : { figure: picture }),
    ...(description === undefined ? {} : { description }),
  });
  writeFileSync(join(out, FILES.problem), source);
  writeFileSync(join(out, FILES.result), json);
  if (picture !== undefined) writeFileSync(join(out, FILES.figure), picture);
  writeFileSync(join(out, FILES.report), page);
  return [...written, `${join(out, FILES.report)} (look at it in a browser)`];
}

/** The drawing of a sweep, and its data. */
export async function writeSweep(
  loaded: Valid,
  name: string,
  sweep: GainSweep,
  pair: Pair | undefined,
  json: string,
  { svg, png, out }: EquilibriumOptions,
): Promise<string[]> {
  if (svg === undefined && png === undefined && out === undefined) return [];
  const { gainFigure } = await import("../plot/gain-figure.ts");
  const { toSvg } = await import("../plot/svg.ts");
  const { createDocument } = await import("../node/document.ts");
  const { names, units } = loaded.simulation.system;
  const side = (k: number) => ({ name: names[k]!, unit: units[k]! });
  const labels = { name, ...(pair ? { x: side(pair[0]), y: side(pair[1]) } : {}) };
  const picture = toSvg(gainFigure(sweep, labels, { document: createDocument() }));
  const written = await writePicture(picture, svg, png);
  if (out === undefined) return written;
  const source = rewriteProblem(loaded.text, loaded.raw);
  const { sweepReport } = await import("../plot/equilibrium-report.ts");
  writeFileSync(join(out, FILES.problem), source);
  writeFileSync(join(out, FILES.result), json);
  writeFileSync(join(out, FILES.figure), picture);
  writeFileSync(join(out, FILES.report), sweepReport(loaded.simulation.name, name, sweep, { source, figure: picture }));
  return [...written, `${join(out, FILES.report)} (look at it in a browser)`];
}

/** A finished drawing to its files. */
export async function writePicture(
  picture: string,
  svg: string | undefined,
  png: string | undefined,
): Promise<string[]> {
  if (svg !== undefined) writeFileSync(svg, picture);
  if (png !== undefined) writeFileSync(png, (await import("../node/png.ts")).svgToPng(picture));
  return [svg, png].filter((path) => path !== undefined);
}

// Drawing is imported when it is needed: it takes longer to load than the analysis takes.

async function drawPicture(drawing: NonNullable<ReturnType<typeof drawingOf>>): Promise<string> {
  const { equilibriumFigure } = await import("../plot/equilibrium-figure.ts");
  const { toSvg } = await import("../plot/svg.ts");
  const { createDocument } = await import("../node/document.ts");
  return toSvg(equilibriumFigure(drawing, { document: createDocument() }));
}
