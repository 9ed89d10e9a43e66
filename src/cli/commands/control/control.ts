/** `stickslip control`: reads, searches, writes and tells. */
import { type Steerable, searchControl, steerable } from "../../../api/control.ts";
import type { Executor } from "../../../batch/executor.ts";
import type { Milestone } from "../../../control/result.ts";
import { createExecutor, threadFault } from "../../../node/create-executor.ts";
import { controlCurve, controlData, foundMotion } from "../../../results/control.ts";
import { finiteJson } from "../../../results/json.ts";
import { EXIT } from "../../exit.ts";
import { type LocatedFault, loadMachine, type Refused } from "../../files/load.ts";
import { outputFaults } from "../../files/output-faults.ts";
import { withOutputs } from "../../files/outputs.ts";
import { refuse } from "../../files/refuse.ts";
import { resumeFault } from "../../files/resume.ts";
import { type Io, paintFor } from "../../io.ts";
import type { ControlCommandOptions } from "../../options.ts";
import { liveLine } from "../../terminal/live-line.ts";
import { beginControl, CONTROL_FILES, writeControl } from "./files.ts";
import { controlSummary } from "./summary.ts";
import { tableCommand } from "./table.ts";

export async function controlCommand(
  paths: readonly string[],
  options: ControlCommandOptions,
  io: Io,
): Promise<number> {
  if (options.table) return tableCommand(paths, options, io);
  const [path = "", ...more] = paths;
  const faults: LocatedFault[] = [];
  if (more.length > 0) {
    faults.push({
      source: "--table",
      path: "",
      message: `missing; only a table takes several problems: ${paths.length} given`,
    });
  }
  if (options.resume) faults.push(resumeFault("goes with --table alone. Leave it out; --start goes on elsewhere"));
  const loaded = await loadSteerable(path, options, io);
  faults.push(...(loaded.faults ?? []), ...outputFaults(loaded.inputs, options, Object.values(CONTROL_FILES)));
  faults.push(...threadFaults(options));
  const { start, fault } = loaded.faults ? {} : parseStart(options.start, loaded.simulation.control!.values.length);
  if (fault) faults.push(fault);
  if (loaded.faults || faults.length > 0) return refuse(faults, options, io);

  return withOutputs(options, io, async (outputs) => {
    beginControl(loaded, outputs);
    const { result, seconds } = await watched(options, io, (show, work) =>
      searchControl(loaded, { ...work, ...(start ? { start } : {}), progress: (best) => show(best) }),
    );
    const motion = foundMotion(loaded.simulation, result);
    const curve = controlCurve(loaded.simulation, result.control);
    const json = finiteJson(controlData(loaded, result, motion, seconds));
    const written = await writeControl(loaded, result, motion, curve, json, outputs);
    const silent = options.json || options.quiet;
    if (options.json) io.stdout.write(json);
    else if (!options.quiet) {
      const paint = paintFor(io.stdout, io.env);
      io.stdout.write(controlSummary(loaded, result, motion, curve, { columns: io.stdout.columns, paint, seconds }));
      if (written.length > 0) io.stdout.write(`\nWrote ${written.join(", ")}\n`);
    }
    if (silent && result.status !== "reached") io.stderr.write(`${result.status}: ${result.message}\n`);
    if (result.status === "reached") return EXIT.done;
    return result.status === "cancelled" ? EXIT.interrupted : EXIT.failed;
  });
}

/** A problem with a target and a method that its scheme allows. */
async function loadSteerable(path: string, options: ControlCommandOptions, io: Io): Promise<Steerable | Refused> {
  return steerable(await loadMachine(path, options, io));
}

export function threadFaults({ threads }: ControlCommandOptions): LocatedFault[] {
  const message = threads === undefined ? undefined : threadFault(Number(threads || Number.NaN), threads);
  return message === undefined ? [] : [{ source: "--threads", path: "", message }];
}

function parseStart(text: string | undefined, count: number): { start?: readonly number[]; fault?: LocatedFault } {
  if (text === undefined) return {};
  const values = text.split(",").map((entry) => (entry.trim() === "" ? Number.NaN : Number(entry)));
  if (values.length === count && values.every(Number.isFinite)) return { start: values };
  const message = `invalid start; not ${count} numbers with commas between them, one for each control value: ${text}`;
  return { fault: { source: "--start", path: "", message } };
}

/** Runs a search with an executor, a live line, which `show` without anything clears, and Ctrl-C. */
export async function watched<T>(
  options: ControlCommandOptions,
  io: Io,
  run: (
    show: (best?: Milestone, label?: string) => void,
    work: { executor: Executor; signal: AbortSignal },
  ) => Promise<T>,
): Promise<T> {
  const live = io.stderr.isTty && !options.quiet ? liveLine(io.stderr) : undefined;
  const controller = new AbortController();
  const unlisten = io.onInterrupt(() => controller.abort());
  const executor = createExecutor({
    ...(options.threads === undefined ? {} : { threads: Number(options.threads) }),
    poll: io.poll,
  });
  try {
    const show = (best?: Milestone, label = "") => (best ? live?.show(label + progressText(best)) : live?.clear());
    return await run(show, { executor, signal: controller.signal });
  } finally {
    live?.clear();
    unlisten();
    await executor.close();
  }
}

function progressText({ runs, simplexes, error, part }: Milestone): string {
  const count = runs.toLocaleString("en-US");
  const rounds = simplexes > 0 ? `, ${simplexes} simplexes` : "";
  return `${part}: ${count} runs${rounds}, best error ${error.toExponential(2)}`;
}
