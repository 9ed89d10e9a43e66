/** `npm run bench -- performance`: the tables and the figure of docs/performance.md. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { measureBlocks } from "./blocks.ts";
import { measureDerivatives } from "./derivatives.ts";
import { measureEventDriven } from "./event-driven-runs.ts";
import { measureFirstRun } from "./first-run.ts";
import { measureFullMatrices } from "./full-matrices.ts";
import { measureMachines } from "./machines.ts";
import { type ManyRuns, measureManyRuns } from "./many-runs.ts";
import { paste, ratio, small, table } from "./markdown.ts";
import type { PartGroup } from "./part.ts";
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

function publishMachine(): void {
  publish(
    "machine",
    `Measured on ${process.platform}, ${process.arch}, ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? "unknown"}), Node ${process.versions.node.split(".")[0]}.`,
  );
}

function publishMany(): unknown {
  publishMachine();
  const many = measureManyRuns(TABLE);
  publish("many-runs", manyTable(many));
  return many;
}

function publishEvents(): unknown {
  const events = measureEventDriven();
  publish(
    "event-driven",
    table(
      ["run", "time, us", "C, us", "time, C = 1"],
      events.runs.map(({ what, time, scalar }) => [what, ratio(time), plain(scalar), compared(time, scalar)]),
    ),
  );
  publish(
    "yardsticks",
    table(
      ["by C", "time, us", "time, 400 steps = 1"],
      events.yardsticks.map(({ what, time, scalar }) => [what, ratio(time), compared(time, scalar)]),
    ),
  );
  return events;
}

function publishDerivatives(): unknown {
  const measured = measureDerivatives();
  publish(
    "derivatives",
    table(
      ["problem", "directions", "the run, ms", "with derivatives, ms", "in plain TypeScript, ms", "times faster"],
      measured.map(({ problem, directions, alone, carried, plain: slow }) => [
        problem,
        String(directions),
        ...[alone, carried, slow, slow / carried].map(ratio),
      ]),
    ),
  );
  return measured;
}

function publishFirst(): unknown {
  const first = measureFirstRun();
  publish(
    "first-run",
    table(
      ["in a fresh process, gk95-tp1", "time, ms"],
      first.map(({ what, time }) => [what, ratio(time)]),
    ),
  );
  return first;
}

function publishWhole(): unknown {
  const whole = measureWholeRuns();
  publish(
    "whole-runs",
    table(
      ["run", "time, us", "time, C = 1"],
      whole.map(({ what, time, scalar }) => [what, ratio(time), compared(time, scalar)]),
    ),
  );
  return whole;
}

function publishMachines(): unknown {
  const measured = measureMachines();
  publish(
    "machines",
    table(
      ["problem", "with", "scheme", "coordinates", "run, ms", "with trajectory and audit, ms", "run = 1"],
      measured.map(({ problem, what, scheme, coordinates, alone, whole }) => [
        ...[problem, what, scheme, String(coordinates)],
        ...[alone, whole, whole / alone].map(ratio),
      ]),
    ),
  );
  return measured;
}

async function publishThreads(): Promise<unknown> {
  const threads = await measureThreads();
  publish(
    "threads",
    table(
      ["runs in a batch", "one thread, ms", "two threads, times faster"],
      threads.map(({ runs, time, gain }) => [String(runs), ratio(time), ratio(gain)]),
    ),
  );
  return threads;
}

async function publishSearch(): Promise<unknown> {
  const search = await measureSearch();
  const { runs, time, scalar } = search;
  publish(
    "search",
    table(
      ["direct search on gk95-tp1", "runs", "us a run, two threads", "C, one core", "time, C = 1"],
      [["alpha in 400 steps", String(runs), ratio(time), plain(scalar), compared(time, scalar)]],
    ),
  );
  return search;
}

function publishBlocks(): unknown {
  const blocks = measureBlocks();
  publish(
    "blocks",
    table(
      ["scheme", "coordinates", "one run, ns a step", "one of many", "by single steps", "C", "one run, C = 1"],
      blocks.map(({ scheme, size, blocks: ours, oneOfMany, single, scalar }) => [
        ...[scheme, String(size), ratio(ours), ratio(oneOfMany), ratio(single)],
        ...[plain(scalar), compared(ours, scalar)],
      ]),
    ),
  );
  return blocks;
}

function publishFull(): unknown {
  const full = measureFullMatrices();
  publish(
    "full-matrices",
    table(
      ["scheme", "coordinates", "one run, us a step", "by single steps", "with trajectory and audit"],
      full.map(({ scheme, coordinates, alone, single, whole }) => [
        scheme,
        String(coordinates),
        ...[alone, single, whole].map(ratio),
      ]),
    ),
  );
  return full;
}

function publishStartUp(): unknown {
  const startUp = measureStartUp();
  publish(
    "start-up",
    table(
      ["command", "time, bare node = 1"],
      startUp.map(({ command, time }) => [command, ratio(time)]),
    ),
  );
  return startUp;
}

function publishSizes(): unknown {
  const sizes = measureManyRuns(SIZES).slice(1);
  publish("sizes", manyTable(sizes));
  mkdirSync(new URL("docs/figures/", PACKAGE), { recursive: true });
  writeFileSync(new URL(FIGURE, PACKAGE), sizesFigure(sizes));
  return sizes;
}

export const performance: PartGroup = {
  name: "performance",
  document: DOCUMENT,
  parts: [
    { name: "many-runs", what: "batches beside C", measure: publishMany },
    { name: "event-driven", what: "event-driven runs beside C", measure: publishEvents },
    { name: "derivatives", what: "event-driven runs with derivatives", measure: publishDerivatives },
    { name: "first-run", what: "load and the first run of a process", measure: publishFirst },
    { name: "whole-runs", what: "simulate with trajectory and audit beside C", measure: publishWhole },
    { name: "machines", what: "machines of the gallery, alone and with their audit", measure: publishMachines },
    { name: "threads", what: "batches on two threads", measure: publishThreads },
    { name: "search", what: "a direct search beside C", measure: publishSearch },
    { name: "blocks", what: "steps by kernels, one run and many", measure: publishBlocks },
    { name: "full-matrices", what: "large machines with full matrices", measure: publishFull },
    { name: "start-up", what: "whole commands beside a bare node", measure: publishStartUp },
    { name: "sizes", what: "batches of 1 to 30 coordinates, with the figure", measure: publishSizes },
  ],
};

/** What parts found, beside what others have found before. */
export function writeResults(found: Readonly<Record<string, unknown>>): void {
  const file = new URL(RESULTS, PACKAGE);
  mkdirSync(new URL("out/", PACKAGE), { recursive: true });
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as object) : {};
  writeFileSync(file, `${JSON.stringify({ ...before, ...found }, null, 2)}\n`);
}

function plain(scalar: number | undefined): string {
  return scalar === undefined ? "no C compiler" : ratio(scalar);
}

function compared(time: number, scalar: number | undefined): string {
  return scalar === undefined ? "no C compiler" : ratio(time / scalar);
}

/** What not every processor has. */
function beside(time: number, other: number | undefined): string[] {
  return other === undefined ? ["none here", ""] : [ratio(other), ratio(time / other)];
}

function manyTable(measured: readonly ManyRuns[]): string {
  return table(
    [
      "problem",
      "coordinates",
      "ns a step and run",
      "C",
      "time, C = 1",
      "C by pairs",
      "time, C by pairs = 1",
      "by AVX-512",
      "time, AVX-512 = 1",
      "answers differ by",
    ],
    measured.map(({ problem, size, ours, scalar, pairs, wide, difference }) => [
      problem,
      String(size),
      ratio(ours),
      plain(scalar),
      compared(ours, scalar),
      ...beside(ours, pairs),
      ...beside(ours, wide),
      difference === undefined ? "" : small(difference),
    ]),
  );
}
