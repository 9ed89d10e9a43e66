/** The files that `simulate` writes. */
import { join } from "node:path";
import { openKeptText, type TextPlace, UNFINISHED } from "../../../node/kept-text.ts";
import type { TextWriter } from "../../../node/write-text.ts";
import { rewriteProblem } from "../../../problem/paths/rewrite.ts";
import { animationOf } from "../../../results/animation.ts";
import type { ColumnPlace } from "../../../simulate/record/choice.ts";
import { csv, eventCsv } from "../../../simulate/record/csv.ts";
import type { Sink } from "../../../simulate/record/sink.ts";
import type { Simulation } from "../../../simulate/run/simulation.ts";
import type { Result } from "../../../simulate/simulate.ts";
import type { Valid } from "../../files/load.ts";
import type { Outputs } from "../../files/outputs.ts";
import type { SimulateOptions } from "../../options.ts";

/** In the folder of --out. */
export const SIMULATE_FILES = {
  report: "report.html",
  trajectory: "trajectory.csv",
  events: "events.csv",
  result: "result.json",
  problem: "problem.yaml",
  /** Of a string: its shapes over time. */
  animation: "animation.json",
} as const;

export interface Streams {
  readonly sinks: readonly Sink[];
  /** How far the texts have come; of those that can be gone on with. */
  readonly places: () => readonly TextPlace[];
  readonly close: () => void;
}

/** Files that are written while the run goes on. */
export function streamPaths({ csv, out }: SimulateOptions): string[] {
  const ofFolder = out === undefined ? [] : [SIMULATE_FILES.trajectory, SIMULATE_FILES.events];
  return [...(csv === undefined ? [] : [csv]), ...ofFolder.map((name) => join(out!, name))];
}

/** The same for a run that can be gone on with; `from`: how far they have come. */
export function openKeptStreams(
  { simulation }: Valid,
  options: SimulateOptions,
  choice: readonly ColumnPlace[] | undefined,
  from: readonly TextPlace[] | undefined,
): Streams {
  const writers = streamPaths(options).map((path, k) => openKeptText(path, from?.[k]));
  const writes = writers.map(({ write }) => write);
  return {
    sinks: keptSinks(simulation, options, choice, writes, from !== undefined),
    places: () => writers.map((writer) => writer.place()),
    close() {
      for (const writer of writers) writer.close();
    },
  };
}

/** Those of streamPaths, into whatever writes. */
export function keptSinks(
  simulation: Simulation,
  options: SimulateOptions,
  choice: readonly ColumnPlace[] | undefined,
  writes: readonly TextWriter["write"][],
  resumed: boolean,
): Sink[] {
  return writes.map((write, k) => {
    const ofEvents = options.out !== undefined && k === writes.length - 1;
    return ofEvents ? eventCsv(write, resumed) : csv(simulation, write, { resumed, choice });
  });
}

/** Opens what is written while the run goes on. */
export function openStreams(
  { simulation }: Valid,
  options: SimulateOptions,
  choice: readonly ColumnPlace[] | undefined,
  { folder, open }: Outputs,
): Streams {
  const writers: TextWriter[] = [];
  const keep = (writer: TextWriter): TextWriter["write"] => {
    writers.push(writer);
    return writer.write;
  };
  const sinks: Sink[] = [];
  if (options.csv !== undefined) sinks.push(csv(simulation, keep(open(options.csv)), { choice }));
  if (folder) {
    sinks.push(csv(simulation, keep(folder.open(SIMULATE_FILES.trajectory)), { choice }));
    sinks.push(eventCsv(keep(folder.open(SIMULATE_FILES.events))));
  }
  const close = (): void => {
    for (const writer of writers) writer.close();
  };
  return { sinks, places: () => [], close };
}

/** Says in the folder that a run has begun, and what it runs. */
export function beginFolder({ text, raw }: Valid, { folder }: Outputs, resumed: boolean): void {
  const streams = [SIMULATE_FILES.trajectory, SIMULATE_FILES.events].flatMap((name) => [name, `${name}${UNFINISHED}`]);
  folder?.begin([SIMULATE_FILES.report, SIMULATE_FILES.animation, ...(resumed ? [] : streams)]);
  folder?.write(SIMULATE_FILES.problem, rewriteProblem(text, raw));
}

/** Writes what needs the whole run; returns what to say of all files, those of the streams too. */
export async function writeFiles(
  loaded: Valid,
  result: Result,
  json: string,
  { csv, svg, png }: SimulateOptions,
  { folder, picture }: Outputs,
): Promise<string[]> {
  const written = csv !== undefined && csv !== "-" ? [csv] : [];
  if (svg !== undefined || png !== undefined) written.push(...(await picture(await draw(loaded, result))));
  if (!folder) return written;
  folder.write(SIMULATE_FILES.report, await report(loaded, result));
  const animation = animationOf(loaded.simulation.system, result.trajectory);
  if (animation) folder.write(SIMULATE_FILES.animation, `${JSON.stringify(animation)}\n`);
  folder.finish(json);
  written.push(`${join(folder.path, SIMULATE_FILES.report)} (look at it in a browser)`);
  const left: string[] = animation ? [SIMULATE_FILES.report] : [SIMULATE_FILES.report, SIMULATE_FILES.animation];
  const others = Object.values(SIMULATE_FILES).filter((file) => !left.includes(file));
  written.push(`${others.join(", ")} beside it`);
  return written;
}

// Drawing is imported when it is needed: it takes longer to load than most runs take.

async function draw({ simulation: { system } }: Valid, { trajectory }: Result): Promise<string> {
  const { overviewFigure, toSvg } = await import("../../../plot/figures/motion.ts");
  const { hasShapes, shapeOverviewFigure } = await import("../../../plot/figures/shapes.ts");
  const { createDocument } = await import("../../../node/document.ts");
  const options = { document: createDocument() };
  if (!hasShapes(system, trajectory)) return toSvg(overviewFigure(trajectory, options));
  return toSvg(shapeOverviewFigure({ ...system, shape: system.shape! }, trajectory, options));
}

async function report({ simulation, problem, text, raw }: Valid, result: Result): Promise<string> {
  const { runReport } = await import("../../../plot/reports/run.ts");
  const { createDocument } = await import("../../../node/document.ts");
  const description = problem.description === undefined ? {} : { description: problem.description };
  const source = rewriteProblem(text, raw);
  return runReport(simulation, result, { document: createDocument(), source, ...description });
}
