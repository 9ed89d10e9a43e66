/**
 * `stickslip control --table`: the rows of Tables 2 and 4 of Glowinski and Kearsley (1995) for each problem: both penalty
 * functions, constant and dynamic, without and with regularized multipliers, by parallel direct search under the scheme alpha.
 */

import { type Steerable, steerable } from "../../../api/control.ts";
import { type ChunkStore, identityOf } from "../../../batch/chunk-store.ts";
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
import { search, threadFaults } from "./control.ts";
import {
  beginTable,
  foundOf,
  numbersOf,
  type TableFound,
  type TableRow,
  tableFiles,
  writeTable,
} from "./table-files.ts";

export interface Variant {
  readonly penalty: "P" | "Pi";
  readonly update: "constant" | "dynamic";
  readonly multipliers: "exact" | "regularized";
}

const VARIANTS: readonly Variant[] = (["P", "Pi"] as const).flatMap((penalty) =>
  (["constant", "dynamic"] as const).flatMap((update) =>
    (["exact", "regularized"] as const).map((multipliers) => ({ penalty, update, multipliers })),
  ),
);

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
    for (const variant of VARIANTS) {
      const loaded = steerable(load(adapted(options, variant)));
      if (loaded.faults) faults.push(...loaded.faults.filter((fault) => !faults.some((told) => isSame(told, fault))));
      else variants.push(loaded);
      if (variant === VARIANTS[0]) inputs.push(...loaded.inputs);
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
      const { rows, resumed } = await solveAll(problems, options, run.store, io);
      const cancelled = rows.some(({ status }) => status === "cancelled");
      const reached = rows.every(({ status }) => status === "reached");
      const status = cancelled ? "cancelled" : reached ? "reached" : "target-missed";
      const json = finiteJson({ status, rows, resumed });
      if (folder) writeTable(rows, json, folder);
      if (!cancelled) run.finish();
      if (options.json) io.stdout.write(json);
      if (cancelled) return EXIT.interrupted;
      return reached ? EXIT.done : EXIT.failed;
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

function adapted(options: ControlCommandOptions, { penalty, update, multipliers }: Variant): ControlCommandOptions {
  const method = [`control.method.penalty=${penalty}`, `control.method.update=${update}`];
  const solver = multipliers === "exact" ? "active-set" : "regularized";
  return {
    ...options,
    scheme: options.scheme ?? "alpha",
    solver,
    method: "pds",
    set: [...method, ...(options.set ?? [])],
  };
}

async function solveAll(
  problems: readonly Steerable[][],
  options: ControlCommandOptions,
  store: ChunkStore | undefined,
  io: Io,
): Promise<{ rows: TableRow[]; resumed: number }> {
  const known = new Map(Array.from(store?.finished() ?? [], ({ first, values }) => [first, values]));
  const rows: TableRow[] = [];
  const tells = !options.json && !options.quiet;
  for (const variants of problems) {
    const { name } = variants[0]!.simulation;
    const cells: string[][] = [];
    for (const [k, loaded] of variants.entries()) {
      const variant = VARIANTS[k]!;
      const numbers = known.get(rows.length);
      const found = numbers ? foundOf(numbers) : await solve(loaded, k, options, io);
      if (!numbers && found.status !== "cancelled") {
        store?.put([{ first: rows.length, count: 1, values: numbersOf(found) }]);
      }
      rows.push({ name, ...variant, ...found });
      cells.push(cellsOf(variant, found));
      if (found.status === "cancelled") break;
    }
    if (tells) {
      const lines = [
        paintFor(io.stdout, io.env).bold(plainText(name)),
        ...textTable(HEADER, cells, new Set([3, 4, 5, 6, 7])),
      ];
      io.stdout.write(`${lines.join("\n")}\n\n`);
    }
    if (rows.at(-1)?.status === "cancelled") break;
  }
  return { rows, resumed: known.size };
}

async function solve(loaded: Steerable, k: number, options: ControlCommandOptions, io: Io): Promise<TableFound> {
  const { result, seconds } = await search(loaded, options, io, undefined, `row ${k + 1} of 8, `);
  const { status, runs, simplexes = 0, error, objective } = result;
  const control = Array.from(result.control);
  return foundOf(numbersOf({ status, simplexes, runs, error, objective, control, seconds })); // as a row that was kept
}

function cellsOf(variant: Variant, { simplexes, runs, error, objective, seconds, status }: TableFound): string[] {
  const numbers = [String(simplexes), String(runs), (error.position ?? error.velocity ?? 0).toExponential(2)];
  return [...Object.values(variant), ...numbers, shortNumber(objective, 7), shortNumber(seconds, 3), status];
}
