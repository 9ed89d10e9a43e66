/** The files that `attraction` writes when it has ended. */
import { join } from "node:path";
import type { TextWriter } from "../../../node/write-text.ts";
import type { Found } from "../../../results/attraction.ts";
import { attractionContent, attractionDrawing } from "../../../results/attraction-drawing.ts";
import { field } from "../../../simulate/record/csv.ts";
import type { Outputs } from "../../files/outputs.ts";
import type { AttractionOptions } from "../../options.ts";
import { ATTRACTION_FILES as FILES, writeStarts } from "./folder.ts";
import type { Valid } from "./wishes.ts";

/** Writes what is asked for; returns what to say of it. */
export async function writeAttraction(
  loaded: Valid & { readonly source: string },
  found: Found,
  json: string,
  { csv, svg, png }: AttractionOptions,
  { folder, open, picture }: Outputs,
): Promise<string[]> {
  const hasStarts = Boolean(found.map ?? found.sample);
  if (csv !== undefined && hasStarts) writeStarts(found.starts, open(csv));
  else if (csv !== undefined) writeBoundary(found, open(csv));
  const written = csv === undefined || csv === "-" ? [] : [csv];
  const wanted = !found.sample && (folder !== undefined || svg !== undefined || png !== undefined);
  const drawn = wanted ? await draw(loaded, found) : undefined;
  if (drawn !== undefined) written.push(...(await picture(drawn)));
  if (!folder) return written;
  if (hasStarts) writeStarts(found.starts, folder.open(FILES.table));
  if (found.trace) writeBoundary(found, folder.open(FILES.boundary));
  if (drawn !== undefined) folder.write(FILES.figure, drawn);
  folder.write(FILES.report, await report(loaded, found, drawn));
  folder.finish(json);
  const others: string[] = [FILES.problem, FILES.result, ...(hasStarts ? [FILES.table] : [])];
  if (found.trace) others.push(FILES.boundary);
  if (drawn !== undefined) others.push(FILES.figure);
  const page = `${join(folder.path, FILES.report)} (look at it in a browser)`;
  return [...written, page, `${others.join(", ")} beside it`];
}

/** A line a point: which curve, and where. */
function writeBoundary({ trace, starts }: Found, { write, close }: TextWriter): void {
  write(`${["curve", ...starts.paths].map(field).join(",")}\n`);
  trace?.curves.forEach(({ points }, k) => {
    for (const [x, y] of points) write(`${k + 1},${x},${y}\n`);
  });
  close();
}

// Drawing is imported when it is needed: it takes longer to load than many maps take.

async function draw({ simulation }: Valid, found: Found): Promise<string> {
  const { attractionFigure } = await import("../../../plot/figures/attraction.ts");
  const { toSvg } = await import("../../../plot/svg.ts");
  const { createDocument } = await import("../../../node/document.ts");
  return toSvg(attractionFigure(attractionDrawing(simulation, found), { document: createDocument() }));
}

async function report(
  loaded: Valid & { readonly source: string },
  found: Found,
  figure: string | undefined,
): Promise<string> {
  const { attractionReport } = await import("../../../plot/reports/attraction.ts");
  const { source } = loaded;
  return attractionReport({
    ...attractionContent(loaded, found),
    ...{ source, ...(figure === undefined ? {} : { figure }) },
  });
}
