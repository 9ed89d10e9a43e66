/** The files that a run is asked to write: looked at before it starts, so that a long run is not lost, and written after it. */
import { existsSync, realpathSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { chunked, makeFolder, openText, type TextWriter, writeObstacle } from "../node/write-text.ts";
import { rewriteProblem } from "../problem/rewrite.ts";
import { csv, eventCsv } from "../simulate/csv.ts";
import type { Result } from "../simulate/simulate.ts";
import type { Sink } from "../simulate/sink.ts";
import type { Io } from "./io.ts";
import type { LocatedFault, Valid } from "./load.ts";
import type { SimulateOptions } from "./options.ts";

const FILES = {
  report: "report.html",
  trajectory: "trajectory.csv",
  events: "events.csv",
  result: "result.json",
  problem: "problem.yaml",
} as const;

/** Why files could not be written; `input` must not be one of them. `files`: what --out gets. */
export function outputFaults(
  input: string,
  options: SimulateOptions,
  files: readonly string[] = Object.values(FILES),
): LocatedFault[] {
  const { csv, svg, png, out, json } = options;
  const faults: LocatedFault[] = [];
  const add = (source: string, message: string | undefined) => {
    if (message !== undefined) faults.push({ source, path: "", message });
  };
  if (csv === "-" && json) add("--csv", "cannot write; --json too takes standard output: -. Name a file");
  const taken = new Map([[canonical(input), "the problem file"]]);
  for (const [option, path] of [
    ["--csv", csv],
    ["--svg", svg],
    ["--png", png],
  ] as const) {
    if (path === undefined || (path === "-" && option === "--csv")) continue;
    if (path === "-") add(option, "cannot write; only --csv can take standard output: -. Name a file");
    const place = canonical(path);
    const owner = taken.get(place);
    add(option, owner ? `cannot write; ${path} is ${owner}. Take another path` : writeObstacle(path));
    taken.set(place, `taken by ${option}`);
  }
  if (out !== undefined) {
    const obstacle = makeFolder(out);
    add("--out", obstacle ?? files.map((file) => writeObstacle(join(out, file))).find(Boolean));
  }
  return faults;
}

function canonical(path: string): string {
  return existsSync(path) ? realpathSync(path) : resolve(path);
}

export interface Streams {
  readonly sinks: readonly Sink[];
  readonly close: () => void;
}

/** Opens what is written while the run goes on. */
export function openStreams({ simulation }: Valid, options: SimulateOptions, io: Io): Streams {
  const writers: TextWriter[] = [];
  const open = (path: string): TextWriter["write"] => {
    const writer = path === "-" ? chunked(io.stdout.write) : openText(path);
    writers.push(writer);
    return writer.write;
  };
  const sinks: Sink[] = [];
  if (options.csv !== undefined) sinks.push(csv(simulation, open(options.csv)));
  if (options.out !== undefined) {
    sinks.push(csv(simulation, open(join(options.out, FILES.trajectory))));
    sinks.push(eventCsv(open(join(options.out, FILES.events))));
  }
  const close = (): void => {
    for (const writer of writers) writer.close();
  };
  return { sinks, close };
}

/** Writes what needs the whole run; returns what to say of all files, those of the streams too. */
export async function writeFiles(
  loaded: Valid,
  result: Result,
  json: string,
  options: SimulateOptions,
): Promise<string[]> {
  const { csv, svg, png, out } = options;
  const written = csv !== undefined && csv !== "-" ? [csv] : [];
  if (svg !== undefined || png !== undefined) {
    await writeFigure(result, svg, png);
    written.push(...[svg, png].filter((path) => path !== undefined));
  }
  if (out !== undefined) {
    const source = rewriteProblem(loaded.text, loaded.raw);
    writeFileSync(join(out, FILES.problem), source);
    writeFileSync(join(out, FILES.result), json);
    writeFileSync(join(out, FILES.report), await report(loaded, result, source));
    written.push(`${join(out, FILES.report)} (look at it in a browser)`);
    const others = Object.values(FILES).filter((file) => file !== FILES.report);
    written.push(`${others.join(", ")} beside it`);
  }
  return written;
}

// Drawing is imported when it is needed: it takes longer to load than most runs take.

async function writeFigure({ trajectory }: Result, svg: string | undefined, png: string | undefined): Promise<void> {
  const { overviewFigure, toSvg } = await import("../plot/figures.ts");
  const { createDocument } = await import("../node/document.ts");
  const figure = toSvg(overviewFigure(trajectory, { document: createDocument() }));
  if (svg !== undefined) writeFileSync(svg, figure);
  if (png !== undefined) writeFileSync(png, (await import("../node/png.ts")).svgToPng(figure));
}

async function report({ simulation, problem }: Valid, result: Result, source: string): Promise<string> {
  const { runReport } = await import("../plot/run-report.ts");
  const { createDocument } = await import("../node/document.ts");
  const description = problem.description === undefined ? {} : { description: problem.description };
  return runReport(simulation, result, { document: createDocument(), source, ...description });
}
