/** `stickslip simulate`: reads, runs, writes and tells. */

import { join } from "node:path";
import { FIGURES } from "../../../plot/wishes.ts";
import { askedColumns, splitColumns } from "../../../results/columns.ts";
import { finiteJson } from "../../../results/json.ts";
import { resultData } from "../../../results/simulate.ts";
import type { ColumnPlace } from "../../../simulate/record/choice.ts";
import { type Result, startSession } from "../../../simulate/simulate.ts";
import { EXIT } from "../../exit.ts";
import { type Loaded, loadProblem, type Valid } from "../../files/load.ts";
import { outputFaults } from "../../files/output-faults.ts";
import { withOutputs } from "../../files/outputs.ts";
import { refuse } from "../../files/refuse.ts";
import { type Io, paintFor } from "../../io.ts";
import type { SimulateOptions } from "../../options.ts";
import { progressBar } from "../../terminal/progress.ts";
import { plainText } from "../../terminal/text.ts";
import { type Checkpoint, checkpointPath, checkpoints, damaged, readCheckpoint } from "./checkpoint.ts";
import { drive } from "./drive.ts";
import {
  beginFolder,
  keptSinks,
  openKeptStreams,
  openStreams,
  SIMULATE_FILES,
  type Streams,
  streamPaths,
  writeFiles,
} from "./files.ts";
import { askedDerivatives, type Derivative, derivativeTable } from "./sensitivity.ts";
import { staticCommand } from "./static.ts";
import { suggestions } from "./suggestions.ts";
import { summary } from "./summary.ts";

/** Samples of the trajectory for plot and figures; files get every output time. */
const SAMPLES = 20_000;

export async function simulateCommand(path: string, options: SimulateOptions, io: Io): Promise<number> {
  const loaded = await loadProblem(path, options, io);
  const written = { ...options, checkpoint: checkpointPath(options) };
  const unwritable = outputFaults(loaded.inputs, written, Object.values(SIMULATE_FILES));
  if (loaded.faults) return refuse([...loaded.faults, ...unwritable], options, io);
  if (unwritable.length > 0) return refuse(unwritable, options, io);
  if (options.static) return staticCommand(loaded, options, io);
  const asked = askedDerivatives(loaded, options.sensitivity);
  const { from, faults } = readCheckpoint(loaded, options);
  const chosen = askedColumns(
    loaded.simulation,
    options.columns === undefined ? undefined : splitColumns(options.columns),
  );
  const wrong = chosen.faults.map(({ message }) => ({ source: "--columns", path: "", message }));
  if (asked.faults.length + faults.length + wrong.length > 0)
    return refuse([...asked.faults, ...faults, ...wrong], options, io);
  if (from && !canGoOn(loaded, options, chosen.columns, from)) {
    return refuse([{ source: "--resume", path: "", message: damaged(options.resume!) }], options, io);
  }

  return withOutputs(options, io, async (outputs) => {
    beginFolder(loaded, outputs, from !== undefined);
    const streams =
      checkpointPath(options) === undefined
        ? openStreams(loaded, options, chosen.columns, outputs)
        : openKeptStreams(loaded, options, chosen.columns, from?.texts);
    const { result, seconds } = await runToEnd(loaded, streams, chosen.columns, from, options, io);
    streams.close();
    const sensitivity = result.outcome.status === "done" ? asked.derivatives() : [];
    const data = resultData(loaded.simulation, result, seconds);
    const json = finiteJson(options.sensitivity === undefined ? data : { ...data, sensitivity });
    const written = await writeFiles(loaded, result, json, options, outputs);
    if (options.json) io.stdout.write(json);
    else if (!options.quiet && options.csv !== "-")
      tell(path, loaded, result, sensitivity, written, seconds, options, io);
    return conclude(result, options, io);
  });
}

/** Whether the run is really one that was saved: tried before any file is touched. */
function canGoOn(
  { simulation }: Valid,
  options: SimulateOptions,
  columns: readonly ColumnPlace[] | undefined,
  from: Checkpoint,
): boolean {
  const writes = streamPaths(options).map(() => () => {});
  try {
    const sinks = keptSinks(simulation, options, columns, writes, true);
    startSession(simulation, { sinks, samples: SAMPLES, columns, figures: FIGURES, from: from.run });
    return true;
  } catch {
    return false;
  }
}

async function runToEnd(
  loaded: Valid,
  { sinks, places }: Streams,
  columns: readonly ColumnPlace[] | undefined,
  from: Checkpoint | undefined,
  options: SimulateOptions,
  io: Io,
): Promise<{ result: Result; seconds: number }> {
  const { simulation } = loaded;
  const bar = io.stderr.isTty && !options.quiet ? progressBar(io.stderr, simulation.grid.steps) : undefined;
  let stopped = false;
  const unlisten = io.onInterrupt(() => {
    stopped = true;
  });
  const start = performance.now() - 1000 * (from?.seconds ?? 0);
  const seconds = (): number => (performance.now() - start) / 1000;
  const kept = checkpoints(loaded, options, places, seconds);
  try {
    const session = startSession(simulation, { sinks, samples: SAMPLES, columns, figures: FIGURES, from: from?.run });
    const { run } = session;
    if (run.refusesSave() === undefined) kept?.write(run); // also where it has not begun to move
    await drive(
      run,
      () => stopped,
      (progress) => {
        bar?.show(progress);
        kept?.pass(run);
      },
    );
    if (run.refusesSave() === undefined) kept?.write(run);
    else kept?.remove();
    return { result: session.finish(), seconds: seconds() };
  } finally {
    bar?.clear();
    unlisten();
  }
}

function tell(
  path: string,
  { problem, simulation }: Extract<Loaded, { problem: unknown }>,
  result: Result,
  sensitivity: readonly Derivative[],
  written: readonly string[],
  seconds: number,
  options: SimulateOptions,
  io: Io,
): void {
  const paint = paintFor(io.stdout, io.env);
  io.stdout.write(summary(simulation, result, { columns: io.stdout.columns, paint, seconds }));
  io.stdout.write(derivativeTable(simulation, sensitivity, paint));
  if (written.length > 0) io.stdout.write(`\nWrote ${written.join(", ")}\n`);
  if (options.out === undefined) return;
  const ran = isChanged(path, options) ? join(options.out, SIMULATE_FILES.problem) : path;
  const lines = suggestions(ran, problem, simulation).map((line) => `  ${line}\n`);
  io.stdout.write(`\n${paint.bold("What to try next")}\n${lines.join("")}`);
}

/** Whether the file, given again, would be another run than this one. */
function isChanged(path: string, { set, scheme, solver, step, end, project }: SimulateOptions): boolean {
  return path === "-" || [set, scheme, solver, step, end, project].some((option) => option !== undefined);
}

/** The exit code; where standard output is not for people, standard error says what went wrong. */
function conclude({ outcome, warnings, audit }: Result, options: SimulateOptions, io: Io): number {
  const { json, quiet, csv, strict } = options;
  const { status, message } = outcome;
  const silent = json || quiet || csv === "-";
  if (csv === "-" && !quiet) for (const text of warnings) io.stderr.write(`warning: ${plainText(text)}\n`);
  if (silent && status !== "done") io.stderr.write(`${status}: ${plainText(message)}\n`);
  const kept = checkpointPath(options);
  if (status === "cancelled" && kept !== undefined && !quiet) {
    io.stderr.write(`The same command with --resume ${plainText(kept)} instead of --checkpoint goes on.\n`);
  }
  const failed = strict ? audit.checks.filter(({ verdict }) => verdict === "failed") : [];
  if (silent) for (const { name, sentence } of failed) io.stderr.write(`audit: ${name}: ${plainText(sentence)}\n`);
  if (status === "done") return failed.length > 0 ? EXIT.failed : EXIT.done;
  return status === "cancelled" ? EXIT.interrupted : EXIT.failed;
}
