/** `stickslip sweep`: a problem with varied numbers, its measures as a table and a figure. */
import { type Swept, sweepInColumns } from "../../../api/sweep.ts";
import { sweepFaults, sweepIdentity } from "../../../batch/sweep.ts";
import { parseVaried, type VariedValues } from "../../../batch/varied-values.ts";
import { createExecutor, threadFault } from "../../../node/create-executor.ts";
import { chunked } from "../../../node/write-text.ts";
import { sweepMessage, writeSweepJson } from "../../../results/sweep.ts";
import { EXIT } from "../../exit.ts";
import { type LocatedFault, loadProblem, type Valid } from "../../files/load.ts";
import { outputFaults } from "../../files/output-faults.ts";
import { type Outputs, withOutputs } from "../../files/outputs.ts";
import { printWarnings, refuse } from "../../files/refuse.ts";
import { type Resumable, resumeFaults, withChunks } from "../../files/resume.ts";
import { type Io, paintFor } from "../../io.ts";
import type { SweepCommandOptions } from "../../options.ts";
import { progressBar } from "../../terminal/progress.ts";
import { plainText } from "../../terminal/text.ts";
import { beginSweep, SWEEP_FILES, writeSweep } from "./files.ts";
import { sweepFailures, sweepSummary } from "./summary.ts";

/** What the options ask for. */
interface Wishes {
  readonly vary: readonly VariedValues[];
  readonly measures?: readonly string[];
  readonly threads?: number;
}

export async function sweepCommand(path: string, options: SweepCommandOptions, io: Io): Promise<number> {
  const loaded = await loadProblem(path, options, io);
  const { wishes, faults } = parseWishes(options);
  faults.push(...outputFaults(loaded.inputs, options, Object.values(SWEEP_FILES)), ...resumeFaults(options));
  if (loaded.faults) return refuse([...loaded.faults, ...faults], options, io);
  faults.push(...located(loaded.compiled, wishes, options));
  if (faults.length > 0) return refuse(faults, options, io);

  const identity = sweepIdentity(loaded.raw, wishes);
  return withOutputs(options, io, (outputs) => {
    const refused = (why: readonly LocatedFault[]) => refuse(why, options, io);
    return withChunks(outputs.folder, identity, options, refused, async (run) => {
      beginSweep(loaded, outputs, run);
      const found = await compute(loaded, wishes, options, run, io);
      return tell(path, loaded, found, options, outputs, run, io);
    });
  });
}

async function tell(
  path: string,
  loaded: Valid,
  { table, seconds, threads, warnings }: Swept,
  options: SweepCommandOptions,
  outputs: Outputs,
  run: Resumable,
  io: Io,
): Promise<number> {
  const json = (write: (text: string) => void) => writeSweepJson(table, seconds, warnings, write);
  const written = await writeSweep(loaded, table, json, warnings, options, outputs);
  if (table.status === "done") run.finish();
  const failures = sweepFailures(path, loaded.compiled, table);
  const silent = options.json || options.quiet || options.csv === "-";
  if (options.json) throughChunks(json, io.stdout.write);
  else if (!silent) {
    const paint = paintFor(io.stdout, io.env);
    io.stdout.write(sweepSummary(loaded.simulation, table, failures, { paint, threads, seconds, warnings }));
    if (written.length > 0) io.stdout.write(`\nWrote ${written.join(", ")}\n`);
  }
  if (silent && !options.quiet) printWarnings(warnings, io);
  if (silent && (failures.length > 0 || table.status !== "done")) {
    io.stderr.write(`${table.status}: ${sweepMessage(table)}\n`);
    for (const text of failures) io.stderr.write(`${plainText(text)}\n`);
  }
  if (table.status === "cancelled") return EXIT.interrupted;
  return table.statuses.includes("done") ? EXIT.done : EXIT.failed;
}

function parseWishes({ vary = [], measure, threads }: SweepCommandOptions): { wishes: Wishes; faults: LocatedFault[] } {
  const faults: LocatedFault[] = [];
  const varied: VariedValues[] = [];
  for (const text of vary) {
    const parsed = parseVaried(text);
    if (typeof parsed === "string") faults.push({ source: "--vary", path: "", message: parsed });
    else varied.push(parsed);
  }
  const number = threads === undefined ? undefined : Number(threads || Number.NaN);
  const fault = number === undefined ? undefined : threadFault(number, threads);
  if (fault) faults.push({ source: "--threads", path: "", message: fault });
  const names = measure
    ?.split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  return {
    wishes: { vary: varied, ...(names && { measures: names }), ...(number !== undefined && { threads: number }) },
    faults,
  };
}

/** Faults of the sweep, with the options that have them; none for lack of a --vary that was given and is refused already. */
function located(source: unknown, wishes: Wishes, { vary = [] }: SweepCommandOptions): LocatedFault[] {
  const faults = sweepFaults(source, wishes).filter(() => wishes.vary.length > 0 || vary.length === 0);
  return faults.map(({ path, message }) =>
    path === "measures" ? { source: "--measure", path: "", message } : { source: "--vary", path, message },
  );
}

async function compute(
  loaded: Valid,
  { vary, measures, threads }: Wishes,
  options: SweepCommandOptions,
  { store }: Resumable,
  io: Io,
): Promise<Swept> {
  const ofThreads: string[] = [];
  const executor = createExecutor({
    ...(threads === undefined ? {} : { threads }),
    warn: (text) => ofThreads.push(text),
    poll: io.poll,
  });
  const count = vary.reduce((product, { values }) => product * values.length, 1);
  const bar = io.stderr.isTty && !options.quiet ? progressBar(io.stderr, count, undefined, "runs") : undefined;
  const controller = new AbortController();
  const unlisten = io.onInterrupt(() => controller.abort());
  try {
    const found = await sweepInColumns(loaded, vary, {
      ...{ executor, signal: controller.signal, progress: (part) => bar?.show(part) },
      ...(measures && { measures }),
      ...(store && { store }),
    });
    return { ...found, warnings: [...found.warnings, ...ofThreads] };
  } finally {
    bar?.clear();
    unlisten();
    await executor.close();
  }
}

/** A million small pieces are not a million writes. */
function throughChunks(produce: (write: (text: string) => void) => void, write: (text: string) => void): void {
  const writer = chunked(write);
  produce(writer.write);
  writer.close();
}
