/** `stickslip attraction`: from which starts a machine comes to rest, as a map, as its boundary, or as a share of random states. */
import { type ChunkStore, identityOf } from "../../../batch/chunk-store.ts";
import type { Executor } from "../../../batch/executor.ts";
import { createExecutor } from "../../../node/create-executor.ts";
import type { OutputFolder } from "../../../node/output-folder.ts";
import { rewriteProblem } from "../../../problem/paths/rewrite.ts";
import { attractionData, attractionMessage, type Found, type Sample, settingsOf } from "../../../results/attraction.ts";
import { finiteJson } from "../../../results/json.ts";
import { type AttractionMap, attractionMap, mapStarts } from "../../../stability/attraction/attraction-map.ts";
import { overlayOf } from "../../../stability/attraction/overlay.ts";
import { judgeStarts, openJudging, tally } from "../../../stability/attraction/starts.ts";
import { traceBoundary } from "../../../stability/attraction/trace.ts";
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
  options: AttractionOptions,
  run: Resumable,
  io: Io,
): Promise<Found> {
  const warnings = [...loaded.simulation.warnings];
  const { threads } = wishes;
  const executor = createExecutor({ ...(threads && { threads }), warn: (text) => warnings.push(text), poll: io.poll });
  const controller = new AbortController();
  const unlisten = io.onInterrupt(() => controller.abort());
  const start = performance.now();
  try {
    const work = {
      executor,
      signal: controller.signal,
      ...(run.store && { store: run.store }),
      showing: io.stderr.isTty && !options.quiet ? io : undefined,
    };
    const parts = wishes.sample
      ? await judgeSample(loaded, wishes, wishes.sample, work)
      : await mapAndTrace(loaded, wishes, options, work);
    const overlay = wishes.sample
      ? undefined
      : overlayOf(
          loaded.simulation,
          wishes.data.vary.map(({ path }) => path),
        );
    const seconds = (performance.now() - start) / 1000;
    const told = { seconds, threads: executor.threads, warnings };
    return { ...parts, wishes, ...(overlay ? { overlay } : {}), ...told };
  } finally {
    unlisten();
    await executor.close();
  }
}

interface Work {
  readonly executor: Executor;
  readonly signal: AbortSignal;
  readonly store?: ChunkStore;
  /** Where a bar is shown. */
  readonly showing: Io | undefined;
}

type Parts = Omit<Found, "wishes" | "overlay" | "seconds" | "threads" | "warnings">;

/** Runs something with a bar; `total` may be an estimate. */
async function withBar<T>({ showing }: Work, total: number, run: (progress: (done: number) => void) => Promise<T>) {
  const bar = showing && progressBar(showing.stderr, total, undefined, "starts");
  try {
    return await run((done) => bar?.show(Math.min(0.99, done / total)));
  } finally {
    bar?.clear();
  }
}

async function mapAndTrace(
  { compiled }: Valid,
  { data, tolerance }: Wishes,
  options: AttractionOptions,
  work: Work,
): Promise<Parts> {
  const { executor, signal, store } = work;
  let map: AttractionMap | undefined;
  if (!options.trace || options.map) {
    const starts = mapStarts(data.vary);
    const kept = store && { store };
    map = await withBar(work, starts.count, (progress) =>
      attractionMap(compiled, data, { executor, signal, starts, progress, ...kept }),
    );
  }
  const runs = map ? map.tally.points - map.tally.missing : 0;
  const stopped = map?.status === "cancelled";
  const trace =
    options.trace && !stopped
      ? await withBar(work, ESTIMATED_RUNS, (progress) =>
          traceBoundary(compiled, data, { executor, signal, progress, ...(tolerance && { tolerance }) }),
        )
      : undefined;
  const shown = map ?? { starts: trace!.grid, tally: trace!.tally };
  return {
    status: stopped ? "cancelled" : (trace?.status ?? "done"),
    ...{ starts: shown.starts, tally: shown.tally, runs: runs + (trace?.runs ?? 0), resumed: map?.resumed ?? 0 },
    ...(map ? { map } : {}),
    ...(trace ? { trace } : {}),
  };
}

/** Of a trace, for its bar. */
const ESTIMATED_RUNS = 4000;

async function judgeSample({ compiled }: Valid, wishes: Wishes, sample: Sample, work: Work): Promise<Parts> {
  const { starts } = sample;
  const { executor, signal, store } = work;
  const batch = openJudging(compiled, starts.paths, { ...wishes.data, executor });
  const { status, resumed } = await withBar(work, starts.count, (progress) =>
    judgeStarts(batch, starts, { signal, progress, ...(store && { store }) }),
  );
  const found = tally(starts);
  return { status, sample, starts, tally: found, runs: found.points - found.missing, resumed };
}
