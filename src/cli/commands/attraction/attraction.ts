/** `stickslip attraction`: from which starts a machine comes to rest, as a map, as its boundary, or as a share of random states. */
import { judgeAttraction, type Watch } from "../../../api/attraction.ts";
import { identityOf } from "../../../batch/chunk-store.ts";
import { createExecutor } from "../../../node/create-executor.ts";
import type { OutputFolder } from "../../../node/output-folder.ts";
import { rewriteProblem } from "../../../problem/paths/rewrite.ts";
import { attractionData, attractionMessage, type Found, settingsOf } from "../../../results/attraction.ts";
import { finiteJson } from "../../../results/json.ts";
import { EXIT } from "../../exit.ts";
import { type LocatedFault, loadMachine } from "../../files/load.ts";
import { outputFaults } from "../../files/output-faults.ts";
import { type Outputs, withOutputs } from "../../files/outputs.ts";
import { printWarnings, refuse } from "../../files/refuse.ts";
import { type Resumable, resumeFault, resumeFaults, withChunks } from "../../files/resume.ts";
import { type Io, paintFor } from "../../io.ts";
import type { AttractionOptions } from "../../options.ts";
import { progressBar } from "../../terminal/progress.ts";
import { writeAttraction } from "./files.ts";
import { ATTRACTION_FILES } from "./folder.ts";
import { attractionText } from "./text.ts";
import { askedFor, type Valid, type Wishes, wishesOf } from "./wishes.ts";

export async function attractionCommand(path: string, options: AttractionOptions, io: Io): Promise<number> {
  const loaded = await loadMachine(path, options, io);
  const { asked, faults } = askedFor(options);
  faults.push(...outputFaults(loaded.inputs, options, Object.values(ATTRACTION_FILES)), ...resumeFaults(options));
  if (options.resume && options.trace && !options.map) faults.push(resumeFault(TRACE_ALONE));
  if (loaded.faults) return refuse([...loaded.faults, ...faults], options, io);
  const { wishes, faults: more } = wishesOf(loaded, asked, options);
  if (faults.length + more.length > 0) return refuse([...faults, ...more], options, io);

  const written = withWishes(loaded, wishes);
  const identity = identityOf("attraction", written.raw, settingsOf(wishes));
  return withOutputs(options, io, (outputs) => {
    const refused = (why: readonly LocatedFault[]) => refuse(why, options, io);
    return withChunks(outputs.folder, identity, options, refused, async (run) => {
      begin(written, wishes, outputs.folder, run);
      const found = await compute(written, wishes, options, run, io);
      return tell(path, written, found, options, outputs, run, io);
    });
  });
}

const TRACE_ALONE = "cannot go on with a boundary that is traced, only with starts that are judged. Give --map too";

/** Says in the folder what is computed. */
function begin({ source }: Written, wishes: Wishes, folder: OutputFolder | undefined, run: Resumable): void {
  const { problem, result: _, ...stale } = ATTRACTION_FILES;
  run.begin(Object.values(stale), { settings: settingsOf(wishes) });
  folder?.write(problem, source);
}

async function tell(
  path: string,
  written: Written,
  found: Found,
  options: AttractionOptions,
  outputs: Outputs,
  run: Resumable,
  io: Io,
): Promise<number> {
  const json = finiteJson(attractionData(written, found));
  const files = await writeAttraction(written, found, json, options, outputs);
  if (found.status === "done") run.finish();
  const silent = options.json || options.quiet || options.csv === "-";
  if (options.json) io.stdout.write(json);
  else if (!silent) {
    io.stdout.write(attractionText(written, found, paintFor(io.stdout, io.env), path));
    if (files.length > 0) io.stdout.write(`\nWrote ${files.join(", ")}\n`);
  }
  if (silent && !options.quiet) printWarnings(found.warnings, io);
  if (silent && found.status !== "done") io.stderr.write(`${found.status}: ${attractionMessage(found)}\n`);
  if (found.status === "cancelled") return EXIT.interrupted;
  return found.tally.invalid === found.tally.points ? EXIT.failed : EXIT.done;
}

/** A problem with the text that repeats the run. */
type Written = Valid & { readonly source: string };

/** The problem with the wishes in it, so that what is written repeats the run. */
function withWishes(loaded: Valid, { data, sample }: Wishes): Written {
  const { raw, text } = loaded;
  const changed = sample ? raw : { ...(raw as object), attraction: data };
  return { ...loaded, raw: changed, source: rewriteProblem(text, changed) };
}

async function compute(
  loaded: Written,
  wishes: Wishes,
  { trace = false, map = false, quiet }: AttractionOptions,
  run: Resumable,
  io: Io,
): Promise<Found> {
  const ofThreads: string[] = [];
  const { threads, tolerance } = wishes;
  const executor = createExecutor({ ...(threads && { threads }), warn: (text) => ofThreads.push(text), poll: io.poll });
  const controller = new AbortController();
  const unlisten = io.onInterrupt(() => controller.abort());
  try {
    const work = { executor, signal: controller.signal, trace, map };
    const some = { ...(tolerance && { tolerance }), ...(run.store && { store: run.store }) };
    const found = await judgeAttraction(loaded, wishes, { ...work, ...some }, bars(quiet ? undefined : io));
    return { ...found, warnings: [...found.warnings, ...ofThreads] };
  } finally {
    unlisten();
    await executor.close();
  }
}

/** A bar for each part of the work, where a person looks. */
function bars(io: Io | undefined): Watch {
  return async (total, run) => {
    const bar = io?.stderr.isTty ? progressBar(io.stderr, total, undefined, "starts") : undefined;
    try {
      return await run((done) => bar?.show(Math.min(0.99, done / total)));
    } finally {
      bar?.clear();
    }
  };
}
