/**
 * `stickslip control --table`: the rows of Tables 2 and 4 of Glowinski and Kearsley (1995) for each problem: both penalty
 * functions, constant and dynamic, without and with regularized multipliers, by parallel direct search under the scheme alpha.
 */

import { EXIT } from "../../exit.ts";
import type { LocatedFault } from "../../files/load.ts";
import { refuse } from "../../files/refuse.ts";
import { type Io, paintFor } from "../../io.ts";
import type { ControlCommandOptions } from "../../options.ts";
import { plainText, shortNumber } from "../../terminal/text.ts";
import { textTable } from "../../terminal/text-table.ts";
import { finiteJson } from "../simulate/result.ts";
import { loadSteerable, type Steerable, search, threadFaults } from "./control.ts";

interface Variant {
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
  const unusable = (["start", "out", "method", "solver"] as const).filter((key) => options[key] !== undefined);
  const faults: LocatedFault[] = unusable.map((key) => ({
    source: `--${key}`,
    path: "",
    message: "cannot be used with --table, which fixes it. Leave it out",
  }));
  faults.push(...threadFaults(options));
  const problems: Steerable[][] = [];
  const repeated = rereadable(io);
  for (const path of paths) {
    const variants: Steerable[] = [];
    for (const variant of VARIANTS) {
      const loaded = await loadSteerable(path, adapted(options, variant), repeated);
      if (loaded.faults) faults.push(...loaded.faults.filter((fault) => !faults.some((told) => isSame(told, fault))));
      else variants.push(loaded);
    }
    problems.push(variants);
  }
  if (faults.length > 0) return refuse(faults, options, io);
  const rows = await solveAll(problems, options, io);
  const cancelled = rows.some(({ status }) => status === "cancelled");
  const reached = rows.every(({ status }) => status === "reached");
  const status = cancelled ? "cancelled" : reached ? "reached" : "target-missed";
  if (options.json) io.stdout.write(finiteJson({ status, rows }));
  if (cancelled) return EXIT.interrupted;
  return reached ? EXIT.done : EXIT.failed;
}

function isSame(one: LocatedFault, other: LocatedFault): boolean {
  return one.source === other.source && one.path === other.path && one.message === other.message;
}

/** Standard input that is there for each row, one after the other. */
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

async function solveAll(problems: readonly Steerable[][], options: ControlCommandOptions, io: Io) {
  const rows = [];
  const tells = !options.json && !options.quiet;
  for (const variants of problems) {
    const { name } = variants[0]!.simulation;
    const cells: string[][] = [];
    for (const [k, loaded] of variants.entries()) {
      const variant = VARIANTS[k]!;
      const { result, seconds } = await search(loaded, options, io, undefined, `row ${k + 1} of 8, `);
      const { status, runs, simplexes = 0, error, objective } = result;
      const control = Array.from(result.control);
      rows.push({ name, ...variant, status, simplexes, runs, error, objective, control, seconds });
      const numbers = [String(simplexes), String(runs), (error.position ?? error.velocity ?? 0).toExponential(2)];
      cells.push([...Object.values(variant), ...numbers, shortNumber(objective, 7), shortNumber(seconds, 3), status]);
      if (status === "cancelled") break;
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
  return rows;
}
