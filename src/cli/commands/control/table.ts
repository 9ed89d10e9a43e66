/**
 * `stickslip control --table`: the rows of Tables 2 and 4 of Glowinski and Kearsley (1995) for each problem: both penalty
 * functions, constant and dynamic, without and with regularized multipliers, by parallel direct search under the scheme alpha.
 */

import { type Steerable, steerable } from "../../../api/control.ts";
import { type ControlTableResult, solveTable, variantOptions } from "../../../api/control-table.ts";
import { type ChunkStore, identityOf } from "../../../batch/chunk-store.ts";
import { TABLE_VARIANTS, type TableRow, type TableVariant } from "../../../results/control-table.ts";
import { finiteJson } from "../../../results/json.ts";
import { EXIT } from "../../exit.ts";
import { type Input, type LocatedFault, machineLoader } from "../../files/load.ts";
import { outputFaults } from "../../files/output-faults.ts";
import { withOutputs } from "../../files/outputs.ts";
import { refuse } from "../../files/refuse.ts";
import { resumeFaults, withChunks } from "../../files/resume.ts";
import { type Io, paintFor } from "../../io.ts";
import type { ControlCommandOptions } from "../../options.ts";
import { plainText, shortNumber } from "../../terminal/text.ts";
import { textTable } from "../../terminal/text-table.ts";
import { threadFaults, watched } from "./control.ts";
import { beginTable, tableFiles, writeTable } from "./table-files.ts";

const HEADER = [
  "penalty",
  "parameters",
  "multipliers",
  "simplexes",
  "runs",
  "error (4.1)",
  "effort J",
  "seconds",
  "status",
];

export async function tableCommand(paths: readonly string[], options: ControlCommandOptions, io: Io): Promise<number> {
  const unusable = (["start", "method", "solver"] as const).filter((key) => options[key] !== undefined);
  const faults: LocatedFault[] = unusable.map((key) => ({
    source: `--${key}`,
    path: "",
    message: "cannot be used with --table, which fixes it. Leave it out",
  }));
  faults.push(...threadFaults(options), ...resumeFaults(options));
  const problems: Steerable[][] = [];
  const inputs: Input[] = [];
  const repeated = rereadable(io);
  for (const path of paths) {
    const variants: Steerable[] = [];
    const load = await machineLoader(path, options, repeated);
    for (const variant of TABLE_VARIANTS) {
      const loaded = steerable(load(adapted(options, variant)));
      if (loaded.faults) faults.push(...loaded.faults.filter((fault) => !faults.some((told) => isSame(told, fault))));
      else variants.push(loaded);
      if (variant === TABLE_VARIANTS[0]) inputs.push(...loaded.inputs);
    }
    problems.push(variants);
  }
  faults.push(...outputFaults(inputs, options, tableFiles(paths.length)));
  if (faults.length > 0) return refuse(faults, options, io);
  const raws = problems.map((variants) => variants.map(({ raw }) => raw));
  return withOutputs(options, io, ({ folder }) => {
    const refused = (why: readonly LocatedFault[]) => refuse(why, options, io);
    return withChunks(folder, identityOf("control-table", raws, null), options, refused, async (run) => {
      if (folder) beginTable(problems, folder, run);
      const result = await solveAll(problems, options, run.store, io);
      const cancelled = result.status === "cancelled";
      const json = finiteJson(result);
      if (folder) writeTable(result.rows, json, folder);
      if (!cancelled) run.finish();
      if (options.json) io.stdout.write(json);
      if (cancelled) return EXIT.interrupted;
      return result.status === "reached" ? EXIT.done : EXIT.failed;
    });
  });
}

function isSame(one: LocatedFault, other: LocatedFault): boolean {
  return one.source === other.source && one.path === other.path && one.message === other.message;
}

/** Standard input that is there for each problem, one after the other. */
function rereadable(io: Io): Io {
  const chunks: Uint8Array[] = [];
  let begun = false;
  return {
    ...io,
    stdin: async function* () {
      yield* chunks;
      if (begun) return;
      begun = true;
      for await (const chunk of io.stdin()) {
        chunks.push(chunk);
        yield chunk;
      }
    },
  };
}

function adapted(options: ControlCommandOptions, variant: TableVariant): ControlCommandOptions {
  const { values, ...fixed } = variantOptions(variant, options.scheme);
  const method = Object.entries(values).map(([path, value]) => `${path}=${value}`);
  return { ...options, ...fixed, set: [...method, ...(options.set ?? [])] };
}

/** Solves all rows on one executor, with a live line and Ctrl-C, and tells of each problem when its rows are there. */
function solveAll(
  problems: readonly Steerable[][],
  options: ControlCommandOptions,
  store: ChunkStore | undefined,
  io: Io,
): Promise<ControlTableResult> {
  const count = TABLE_VARIANTS.length;
  const tells = !options.json && !options.quiet;
  const cells: string[][] = [];
  let told = 0;
  const tell = (row: TableRow) => {
    told++;
    if (!tells) return;
    cells.push(cellsOf(row));
    if (told % count !== 0 && row.status !== "cancelled") return;
    const title = paintFor(io.stdout, io.env).bold(plainText(row.name));
    const lines = [title, ...textTable(HEADER, cells.splice(0), new Set([3, 4, 5, 6, 7]))];
    io.stdout.write(`${lines.join("\n")}\n\n`);
  };
  return watched(options, io, (show, work) =>
    solveTable(problems.flat(), {
      ...work,
      ...(store && { store }),
      found(row) {
        show();
        tell(row);
      },
      progress: (best, row) => show(best, `row ${(row % count) + 1} of ${count}, `),
    }),
  );
}

function cellsOf(row: TableRow): string[] {
  const { penalty, update, multipliers, simplexes, runs, error, objective, seconds, status } = row;
  const numbers = [String(simplexes), String(runs), (error.position ?? error.velocity ?? 0).toExponential(2)];
  return [penalty, update, multipliers, ...numbers, shortNumber(objective, 7), shortNumber(seconds, 3), status];
}
