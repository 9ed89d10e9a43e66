/** `stickslip attraction`: from which starts a machine comes to rest, as a map, as its boundary, or as a share of random states. */
import type { Executor } from "../../../batch/executor.ts";
import { createExecutor } from "../../../node/create-executor.ts";
import type { OutputFolder } from "../../../node/output-folder.ts";
import { rewriteProblem } from "../../../problem/paths/rewrite.ts";
import { type AttractionMap, attractionMap, mapStarts } from "../../../stability/attraction/attraction-map.ts";
import { type Overlay, overlayOf } from "../../../stability/attraction/overlay.ts";
import { judgeStarts, openJudging, type Starts, type Tally, tally } from "../../../stability/attraction/starts.ts";
import { type Trace, traceBoundary } from "../../../stability/attraction/trace.ts";
import { EXIT } from "../../exit.ts";
import { loadMachine } from "../../files/load.ts";
import { outputFaults } from "../../files/output-faults.ts";
import { withOutputs } from "../../files/outputs.ts";
import { printWarnings, refuse } from "../../files/refuse.ts";
import { type Io, paintFor } from "../../io.ts";
import type { AttractionOptions } from "../../options.ts";
import { progressBar } from "../../terminal/progress.ts";
import { finiteJson } from "../simulate/result.ts";
import { attractionData, attractionMessage, settingsOf } from "./data.ts";
import { writeAttraction } from "./files.ts";
import { ATTRACTION_FILES, beginStarts, beginTrace } from "./folder.ts";
import { attractionText } from "./text.ts";
import { askedFor, type Sample, type Valid, type Wishes, wishesOf } from "./wishes.ts";

/** Everything that was found; what it means is said elsewhere. */
export interface Found {
  readonly status: "done" | "cancelled";
  readonly wishes: Wishes;
  readonly tally: Tally;
  readonly starts: Starts;
  readonly map?: AttractionMap;
  readonly trace?: Trace;
  readonly sample?: Sample;
  readonly overlay?: Overlay;
  /** Runs of this call, and starts taken over from an earlier one. */
  readonly runs: number;
  readonly resumed: number;
  readonly seconds: number;
  readonly threads: number;
  readonly warnings: readonly string[];
}

export async function attractionCommand(path: string, options: AttractionOptions, io: Io): Promise<number> {
  const loaded = await loadMachine(path, options, io);
  const { asked, faults } = askedFor(options);
  faults.push(...outputFaults(loaded.inputs, options, Object.values(ATTRACTION_FILES)));
  if (loaded.faults) return refuse([...loaded.faults, ...faults], options, io);
  const { wishes, faults: more } = wishesOf(loaded, asked, options);
  if (faults.length + more.length > 0) return refuse([...faults, ...more], options, io);

  const written = withWishes(loaded, wishes);
  return withOutputs(options, io, async (outputs) => {
    const found = await compute(written, wishes, options, outputs.folder, io);
    const json = finiteJson(attractionData(written, found));
    const files = await writeAttraction(written, found, json, options, outputs);
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
  });
}

/** The problem with the wishes in it, so that what is written repeats the run. */
function withWishes(loaded: Valid, { data, sample }: Wishes): Valid & { readonly source: string } {
  const { raw, text } = loaded;
  const changed = sample ? raw : { ...(raw as object), attraction: data };
  return { ...loaded, raw: changed, source: rewriteProblem(text, changed) };
}

async function compute(
  loaded: Valid & { readonly source: string },
  wishes: Wishes,
  options: AttractionOptions,
  folder: OutputFolder | undefined,
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
      folder,
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
  readonly folder: OutputFolder | undefined;
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
  loaded: Valid & { readonly source: string },
  wishes: Wishes,
  options: AttractionOptions,
  work: Work,
): Promise<Parts> {
  const { raw } = loaded;
  const { data, tolerance } = wishes;
  const { executor, signal, folder } = work;
  let map: AttractionMap | undefined;
  let resumed = 0;
  if (!options.trace || options.map) {
    const starts = mapStarts(data.vary);
    const kept = folder && beginStarts(folder, loaded.source, settingsOf(wishes), starts);
    resumed = kept?.known ?? 0;
    const checkpoint = kept && { checkpoint: kept.checkpoint };
    map = await withBar(work, starts.count, (progress) =>
      attractionMap(raw, data, { executor, signal, starts, progress, ...checkpoint }),
    );
  } else if (folder) beginTrace(folder, loaded.source);
  const runs = map ? map.tally.points - map.tally.missing - resumed : 0;
  const stopped = map?.status === "cancelled";
  const trace =
    options.trace && !stopped
      ? await withBar(work, ESTIMATED_RUNS, (progress) =>
          traceBoundary(raw, data, { executor, signal, progress, ...(tolerance && { tolerance }) }),
        )
      : undefined;
  const shown = map ?? { starts: trace!.grid, tally: trace!.tally };
  return {
    status: stopped ? "cancelled" : (trace?.status ?? "done"),
    ...{ starts: shown.starts, tally: shown.tally, runs: runs + (trace?.runs ?? 0), resumed },
    ...(map ? { map } : {}),
    ...(trace ? { trace } : {}),
  };
}

/** Of a trace, for its bar. */
const ESTIMATED_RUNS = 4000;

async function judgeSample(
  loaded: Valid & { readonly source: string },
  wishes: Wishes,
  sample: Sample,
  work: Work,
): Promise<Parts> {
  const { starts } = sample;
  const kept = work.folder && beginStarts(work.folder, loaded.source, settingsOf(wishes), starts);
  const batch = openJudging(loaded.raw, starts.paths, { ...wishes.data, executor: work.executor });
  const status = await withBar(work, starts.count, (progress) =>
    judgeStarts(batch, starts, {
      ...{ signal: work.signal, progress },
      ...(kept && { checkpoint: kept.checkpoint }),
    }),
  );
  const found = tally(starts);
  const resumed = kept?.known ?? 0;
  return { status, sample, starts, tally: found, runs: found.points - found.missing - resumed, resumed };
}
