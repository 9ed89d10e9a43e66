/** `stickslip cycle`: periodic motions, their stability, and branches of them over a parameter. */
import { cycleFaults, seekCycle, type WatchBranch } from "../../../api/cycle.ts";
import { identityOf } from "../../../batch/chunk-store.ts";
import { parseRange } from "../../../batch/varied-values.ts";
import { type ContinuedRange, cycleData } from "../../../results/cycle.ts";
import { finiteJson } from "../../../results/json.ts";
import { EXIT } from "../../exit.ts";
import { type LocatedFault, loadMachine, type Valid } from "../../files/load.ts";
import { outputFaults } from "../../files/output-faults.ts";
import { type Outputs, withOutputs } from "../../files/outputs.ts";
import { printWarnings, refuse } from "../../files/refuse.ts";
import { type Resumable, resumeFaults, withChunks } from "../../files/resume.ts";
import type { Io } from "../../io.ts";
import type { CycleOptions } from "../../options.ts";
import { progressBar } from "../../terminal/progress.ts";
import { beginCycle, CYCLE_FILES, writeCycle } from "./files.ts";
import { onePeriod, tellCycle } from "./summary.ts";

export async function cycleCommand(path: string, options: CycleOptions, io: Io): Promise<number> {
  const loaded = await loadMachine(path, options, io);
  if (loaded.faults) return refuse(loaded.faults, options, io);
  const { asked, family, faults } = askedFor(loaded, options);
  if (faults.length > 0) return refuse(faults, options, io);
  const { near, boundary, period = null, points = null, continue: range = null } = asked;
  const identity = identityOf("cycle", loaded.raw, { range, period, points, near, boundary });
  return withOutputs(options, io, (outputs) => {
    const refused = (why: readonly LocatedFault[]) => refuse(why, options, io);
    return withChunks(outputs.folder, identity, options, refused, async (run) => {
      beginCycle(loaded, outputs, run);
      const wished = { ...asked, ...(run.store && { store: run.store }) };
      const found = await seekCycle(loaded, wished, family, watching(options, io));
      return tell(loaded, found, options, outputs, run, io);
    });
  });
}

/** With a bar and Ctrl-C. */
function watching({ json }: CycleOptions, io: Io): WatchBranch {
  return async (follow) => {
    const bar = io.stderr.isTty && !json ? progressBar(io.stderr, 100) : undefined;
    const controller = new AbortController();
    const unlisten = io.onInterrupt(() => controller.abort());
    try {
      return await follow({ signal: controller.signal, progress: (part) => bar?.show(part) });
    } finally {
      bar?.clear();
      unlisten();
    }
  };
}

async function tell(
  loaded: Valid,
  { simulation, result, branch, seconds }: Awaited<ReturnType<typeof seekCycle>>,
  options: CycleOptions,
  outputs: Outputs,
  chunks: Resumable,
  io: Io,
): Promise<number> {
  const json = finiteJson({ ...cycleData(simulation, result, branch, seconds), warnings: loaded.leftOut });
  printWarnings(loaded.leftOut, io);
  const run = result.status === "found" ? onePeriod(simulation, result) : undefined;
  const written = await writeCycle(loaded, options, result, run, branch, json, outputs);
  if (branch?.end !== "cancelled") chunks.finish();
  if (options.json) io.stdout.write(json);
  else if (options.csv !== "-") {
    io.stdout.write(tellCycle(simulation, result, run, branch, seconds, io));
    if (written.length > 0) io.stdout.write(`\nWrote ${written.join(", ")}\n`);
  }
  if (result.status === "found") return branch?.end === "cancelled" ? EXIT.interrupted : EXIT.done;
  if (options.json) io.stderr.write(`${result.status}: ${result.message}\n`);
  return EXIT.failed;
}

/** What the options say, and all that is wrong with them. */
function askedFor(loaded: Valid, options: CycleOptions) {
  const faults: LocatedFault[] = [];
  const add = (source: string, message: string | undefined, path = "") => {
    if (message !== undefined) faults.push({ source, path, message });
  };
  const number = (text: string | undefined) => (text === undefined ? undefined : Number(text));
  const { near = false, boundary = false } = options;
  const [period, points] = [number(options.period), number(options.points)];
  const range = options.continue === undefined ? undefined : continuedRange(options.continue);
  const asked = {
    ...{ near, boundary },
    ...(period === undefined ? {} : { period }),
    ...(points === undefined ? {} : { points }),
    ...(range ? { continue: range } : {}),
  };
  const { faults: wrong, family } = cycleFaults(loaded, asked, options);
  for (const { path, message, at } of wrong) add(path === "" ? loaded.file : `--${path}`, message, at);
  faults.push(...resumeFaults(options));
  for (const option of ["points", "csv", "resume"] as const) {
    if (options[option] !== undefined && options.continue === undefined) {
      add(`--${option}`, "is of a branch: give --continue too");
    }
  }
  if (range === null) {
    add("--continue", `invalid range; not path=from:to with two different numbers: ${options.continue}`);
  }
  faults.push(...outputFaults(loaded.inputs, options, Object.values(CYCLE_FILES)));
  return { faults, asked, family };
}

/** Null for what is none. */
function continuedRange(text: string): ContinuedRange | null {
  const { path, numbers } = parseRange(text, 2) ?? {};
  const [from, to] = numbers ?? [];
  if (path === undefined || from === undefined || to === undefined || from === to) return null;
  return { path, from, to };
}
