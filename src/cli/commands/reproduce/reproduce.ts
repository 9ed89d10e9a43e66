/** `stickslip reproduce`: the papers' experiments, what is printed beside what is computed. */
import { join } from "node:path";
import { threadFault } from "../../../node/create-executor.ts";
import { galleryText } from "../../../node/gallery.ts";
import { createRunner } from "../../../node/runner.ts";
import { makeFolder } from "../../../node/write-text.ts";
import { findExperiments, type ReproduceResult, reproduce } from "../../../papers/reproduce.ts";
import { finiteJson } from "../../../results/json.ts";
import { EXIT } from "../../exit.ts";
import type { LocatedFault } from "../../files/load.ts";
import { outputFaults } from "../../files/output-faults.ts";
import { withOutputs } from "../../files/outputs.ts";
import { refuse } from "../../files/refuse.ts";
import { type Io, paintFor } from "../../io.ts";
import type { ReproduceOptions } from "../../options.ts";
import { progressBar } from "../../terminal/progress.ts";
import { REPRODUCE_FILES, writeReproduction } from "./files.ts";
import { experimentList, reproduceSummary } from "./summary.ts";

export async function reproduceCommand(ids: readonly string[], options: ReproduceOptions, io: Io): Promise<number> {
  const faults = wrong(ids, options);
  if (faults.length > 0) return refuse(faults, options, io);
  const { quick = false, json = false } = options;
  if (options.list) {
    io.stdout.write(json ? finiteJson({ experiments: listData(ids, quick) }) : experimentList(ids, quick));
    return EXIT.done;
  }
  return withOutputs(options, io, async ({ folder }) => {
    folder?.begin([REPRODUCE_FILES.report]);
    const result = await compute(ids, options, io);
    const data = finiteJson(reproduceData(result));
    const written = folder && (await writeReproduction(result, data, folder));
    if (json) io.stdout.write(data);
    else io.stdout.write(reproduceSummary(result, paintFor(io.stdout, io.env)));
    if (written && !json) io.stdout.write(`\nWrote ${written}\n`);
    if (result.status === "cancelled") return EXIT.interrupted;
    return result.status === "done" ? EXIT.done : EXIT.failed;
  });
}

function wrong(ids: readonly string[], options: ReproduceOptions): LocatedFault[] {
  const faults = findExperiments(ids).unknown.map((id) => ({
    ...{ source: "", path: id },
    message: "unknown experiment. `stickslip reproduce --list` shows all",
  }));
  const { threads } = options;
  const fault = threads === undefined ? undefined : threadFault(Number(threads || Number.NaN), threads);
  if (fault) faults.push({ source: "--threads", path: "", message: fault });
  const { problems, ...files } = REPRODUCE_FILES;
  const unwritable = outputFaults([], options, Object.values(files));
  if (options.out === undefined || faults.length + unwritable.length > 0) return [...faults, ...unwritable];
  const obstacle = makeFolder(join(options.out, problems));
  return obstacle === undefined ? [] : [{ source: "--out", path: "", message: obstacle }];
}

async function compute(
  ids: readonly string[],
  { quick = false, threads, json }: ReproduceOptions,
  io: Io,
): Promise<ReproduceResult> {
  const runner = createRunner(threads === undefined ? undefined : Number(threads));
  const bar = io.stderr.isTty && !json ? progressBar(io.stderr, 100, undefined, "%") : undefined;
  const controller = new AbortController();
  const unlisten = io.onInterrupt(() => controller.abort());
  try {
    const watch = { signal: controller.signal, progress: (part: number) => bar?.show(part) };
    return await reproduce({ ids, quick, open: galleryText, runner, ...watch });
  } finally {
    bar?.clear();
    unlisten();
    await runner.close();
  }
}

/** What --json prints: its fields are stable. */
function reproduceData({ status, message, experiments, beside, seconds }: ReproduceResult) {
  const withoutRuns = <T extends { readonly runs: unknown }>({ runs: _, ...row }: T) => row;
  return { status, message, seconds, experiments: experiments.map(withoutRuns), beside: beside.map(withoutRuns) };
}

function listData(ids: readonly string[], quick: boolean) {
  return findExperiments(ids, quick).found.map(({ id, title, quantities, slow = false }) => ({
    ...{ id, title, slow },
    quantities: quantities.map(({ name, unit = "", printed }) => ({ quantity: name, unit, printed })),
  }));
}
