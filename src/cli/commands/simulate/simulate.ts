/** `stickslip simulate`: reads, runs, writes and tells. */

import { finiteJson } from "../../../results/json.ts";
import { resultData } from "../../../results/simulate.ts";
import type { Sink } from "../../../simulate/record/sink.ts";
import type { Simulation } from "../../../simulate/run/simulation.ts";
import { type Result, startSession } from "../../../simulate/simulate.ts";
import { EXIT } from "../../exit.ts";
import { type Loaded, loadProblem } from "../../files/load.ts";
import { outputFaults } from "../../files/output-faults.ts";
import { withOutputs } from "../../files/outputs.ts";
import { refuse } from "../../files/refuse.ts";
import { type Io, paintFor } from "../../io.ts";
import type { SimulateOptions } from "../../options.ts";
import { progressBar } from "../../terminal/progress.ts";
import { plainText } from "../../terminal/text.ts";
import { drive } from "./drive.ts";
import { beginFolder, openStreams, SIMULATE_FILES, writeFiles } from "./files.ts";
import { askedDerivatives, type Derivative, derivativeTable } from "./sensitivity.ts";
import { suggestions } from "./suggestions.ts";
import { summary } from "./summary.ts";

/** Samples of the trajectory for plot and figures; files get every output time. */
const SAMPLES = 20_000;

export async function simulateCommand(path: string, options: SimulateOptions, io: Io): Promise<number> {
  const loaded = await loadProblem(path, options, io);
  const unwritable = outputFaults(loaded.inputs, options, Object.values(SIMULATE_FILES));
  if (loaded.faults) return refuse([...loaded.faults, ...unwritable], options, io);
  if (unwritable.length > 0) return refuse(unwritable, options, io);
  const asked = askedDerivatives(loaded, options.sensitivity);
  if (asked.faults.length > 0) return refuse(asked.faults, options, io);

  return withOutputs(options, io, async (outputs) => {
    beginFolder(loaded, outputs);
    const streams = openStreams(loaded, options, outputs);
    const { result, seconds } = await runToEnd(loaded.simulation, streams.sinks, options, io);
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

async function runToEnd(
  simulation: Simulation,
  sinks: readonly Sink[],
  options: SimulateOptions,
  io: Io,
): Promise<{ result: Result; seconds: number }> {
  const bar = io.stderr.isTty && !options.quiet ? progressBar(io.stderr, simulation.grid.steps) : undefined;
  let stopped = false;
  const unlisten = io.onInterrupt(() => {
    stopped = true;
  });
  const start = performance.now();
  try {
    const session = startSession(simulation, { sinks, samples: SAMPLES });
    await drive(
      session.run,
      () => stopped,
      (progress) => bar?.show(progress),
    );
    return { result: session.finish(), seconds: (performance.now() - start) / 1000 };
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
  const lines = suggestions(path, problem, simulation).map((line) => `  ${line}\n`);
  io.stdout.write(`\n${paint.bold("What to try next")}\n${lines.join("")}`);
}

/** The exit code; where standard output is not for people, standard error says what went wrong. */
function conclude({ outcome, warnings, audit }: Result, options: SimulateOptions, io: Io): number {
  const { json, quiet, csv, strict } = options;
  const { status, message } = outcome;
  const silent = json || quiet || csv === "-";
  if (csv === "-" && !quiet) for (const text of warnings) io.stderr.write(`warning: ${plainText(text)}\n`);
  if (silent && status !== "done") io.stderr.write(`${status}: ${plainText(message)}\n`);
  const failed = strict ? audit.checks.filter(({ verdict }) => verdict === "failed") : [];
  if (silent) for (const { name, sentence } of failed) io.stderr.write(`audit: ${name}: ${plainText(sentence)}\n`);
  if (status === "done") return failed.length > 0 ? EXIT.failed : EXIT.done;
  return status === "cancelled" ? EXIT.interrupted : EXIT.failed;
}
