/** `npm run bench -- performance`: the tables and the figure of docs/performance.md. */
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { measureBlocks } from "./blocks.ts";
import { measureEventDriven } from "./event-driven-runs.ts";
import { measureFirstRun } from "./first-run.ts";
import { type ManyRuns, measureManyRuns } from "./many-runs.ts";
import { paste, ratio, small, table } from "./markdown.ts";
import { PACKAGE } from "./problems.ts";
import { measureSearch } from "./search.ts";
import { sizesFigure } from "./sizes-figure.ts";
import { measureStartUp } from "./start-up.ts";
import { measureThreads } from "./threads.ts";
import { measureWholeRuns } from "./whole-runs.ts";

const DOCUMENT = "docs/performance.md";
const FIGURE = "docs/figures/performance.svg";
const RESULTS = "out/performance.json";
/** Sizes of the table; and those of the figure. */
const TABLE = [8, 20];
const SIZES = [1, 2, 3, 4, 6, 8, 12, 16, 20, 24, 30];

function publish(name: string, text: string): void {
  console.log(`\n${name}\n\n${text}`);
  paste(DOCUMENT, name, text);
}

/** `npm run bench -- blocks`: this table alone. */
export function publishBlocks(): ReturnType<typeof measureBlocks> {
  const blocks = measureBlocks();
  publish(
    "blocks",
    table(
      ["scheme", "coordinates", "one run, ns a step", "one of many", "by single steps", "C", "one run, C = 1"],
      blocks.map(({ scheme, size, blocks: ours, oneOfMany, single, scalar }) => [
        ...[scheme, String(size), ratio(ours), ratio(oneOfMany), ratio(single)],
        ...[scalar === undefined ? "no C compiler" : ratio(scalar), compared(ours, scalar)],
      ]),
    ),
  );
  return blocks;
}

export async function measurePerformance(): Promise<void> {
  publish(
    "machine",
    `Measured on ${process.platform}, ${process.arch}, ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? "unknown"}), Node ${process.versions.node.split(".")[0]}.`,
  );
  const many = measureManyRuns(TABLE);
  publish("many-runs", manyTable(many));
  const events = measureEventDriven();
  publish(
    "event-driven",
    table(
      ["run", "time, us", "C, us", "time, C = 1"],
      events.runs.map(({ what, time, scalar }) => [
        what,
        ratio(time),
        scalar === undefined ? "no C compiler" : ratio(scalar),
        compared(time, scalar),
      ]),
    ),
  );
  publish(
    "yardsticks",
    table(
      ["by C", "time, us", "time, 400 steps = 1"],
      events.yardsticks.map(({ what, time, scalar }) => [what, ratio(time), compared(time, scalar)]),
    ),
  );
  const first = measureFirstRun();
  publish(
    "first-run",
    table(
      ["in a fresh process, gk95-tp1", "time, ms"],
      first.map(({ what, time }) => [what, ratio(time)]),
    ),
  );
  const whole = measureWholeRuns();
  publish(
    "whole-runs",
    table(
      ["run", "time, us", "time, C = 1"],
      whole.map(({ what, time, scalar }) => [what, ratio(time), compared(time, scalar)]),
    ),
  );
  const threads = await measureThreads();
  publish(
    "threads",
    table(
      ["runs in a batch", "one thread, ms", "two threads, times faster"],
      threads.map(({ runs, time, gain }) => [String(runs), ratio(time), ratio(gain)]),
    ),
  );
  const search = await measureSearch();
  publish(
    "search",
    table(
      ["direct search on gk95-tp1", "runs", "us a run, two threads", "C, one core", "time, C = 1"],
      [
        [
          ...["alpha in 400 steps", String(search.runs), ratio(search.time)],
          ...[
            search.scalar === undefined ? "no C compiler" : ratio(search.scalar),
            compared(search.time, search.scalar),
          ],
        ],
      ],
    ),
  );
  const blocks = publishBlocks();
  const startUp = measureStartUp();
  publish(
    "start-up",
    table(
      ["command", "time, bare node = 1"],
      startUp.map(({ command, time }) => [command, ratio(time)]),
    ),
  );
  const sizes = measureManyRuns(SIZES).slice(1);
  publish("sizes", manyTable(sizes));
  mkdirSync(new URL("docs/figures/", PACKAGE), { recursive: true });
  mkdirSync(new URL("out/", PACKAGE), { recursive: true });
  writeFileSync(new URL(FIGURE, PACKAGE), sizesFigure(sizes));
  writeFileSync(
    new URL(RESULTS, PACKAGE),
    `${JSON.stringify({ many, events, first, whole, threads, search, blocks, startUp, sizes }, null, 2)}\n`,
  );
}

function compared(time: number, scalar: number | undefined): string {
  return scalar === undefined ? "no C compiler" : ratio(time / scalar);
}

function manyTable(measured: readonly ManyRuns[]): string {
  return table(
    ["problem", "coordinates", "ns a step and run", "C", "time, C = 1", "answers differ by"],
    measured.map(({ problem, size, ours, scalar, difference }) => [
      problem,
      String(size),
      ratio(ours),
      scalar === undefined ? "no C compiler" : ratio(scalar),
      compared(ours, scalar),
      difference === undefined ? "" : small(difference),
    ]),
  );
}
