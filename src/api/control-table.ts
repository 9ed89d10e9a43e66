/** Parallel direct search in its eight variants, as Tables 2 and 4 of Glowinski and Kearsley (1995) compare them. */
import type { ChunkStore } from "../batch/chunk-store.ts";
import type { Milestone } from "../control/result.ts";
import { recompile } from "../problem/compile/compile.ts";
import { givenOverrides, type ProblemOptions } from "../problem/load/overrides.ts";
import { applyOverrides } from "../problem/paths/overrides.ts";
import {
  foundOf,
  numbersOf,
  TABLE_VARIANTS,
  type TableRow,
  type TableVariant,
  tableFound,
  tableMessage,
  tableStatus,
} from "../results/control-table.ts";
import { type ControlOptions, type Steerable, searchControl, steerable } from "./control.ts";
import type { LoadedProblem } from "./load.ts";
import { withExecutor } from "./with-executor.ts";
import { refuseFaults, refuseUnloaded } from "./work.ts";

export interface ControlTableOptions extends Omit<ControlOptions, "start" | "progress"> {
  /** That the rows are computed with; default "alpha", as in the paper. */
  readonly scheme?: string;
  /** Hears the best so far of a row, from 0. What it returns is waited for. */
  readonly progress?: (best: Milestone, row: number) => void | Promise<void>;
  /** Rows that it has are not computed, those that are go there. */
  readonly store?: ChunkStore;
}

/** What `control --table --json` prints. `status` is "reached" where every row reaches the target. */
export interface ControlTableResult {
  readonly status: ReturnType<typeof tableStatus>;
  readonly message: string;
  readonly rows: readonly TableRow[];
  /** Rows of the store that were not computed again. */
  readonly resumed: number;
}

/** Throws a ProblemError where there is nothing to reach, or where a row is refused. */
export async function controlTable(
  problem: LoadedProblem,
  { scheme, ...options }: ControlTableOptions = {},
): Promise<ControlTableResult> {
  refuseUnloaded(problem);
  const variants = TABLE_VARIANTS.map((variant) => asVariant(problem, variantOptions(variant, scheme)));
  return withExecutor(options.executor, (executor) => solveTable(variants, { ...options, executor }));
}

/** What a variant sets in a problem. */
export function variantOptions({ penalty, update, multipliers }: TableVariant, scheme = "alpha") {
  const solver = multipliers === "exact" ? "active-set" : "regularized";
  const values = { "control.method.penalty": penalty, "control.method.update": update };
  return { scheme, solver, method: "pds", values };
}

function asVariant(problem: LoadedProblem, options: ProblemOptions): Steerable {
  const { raw, faults } = applyOverrides(problem.raw, givenOverrides(options, problem.raw).overrides);
  refuseFaults(faults);
  const compiled = recompile(problem.compiled, raw);
  if (compiled.faults) refuseFaults(compiled.faults);
  const { goal: _, ...rest } = problem;
  const { problem: checked, simulation, goal } = compiled as typeof problem.compiled;
  const live = { ...rest, raw, problem: checked, simulation, compiled: compiled as typeof problem.compiled };
  const loaded = steerable(goal ? { ...live, goal } : live);
  if (loaded.faults) refuseFaults(loaded.faults);
  return loaded as Steerable;
}

/** The rows of problems that were made variants, one after the other; `found` hears of each. */
export async function solveTable(
  variants: readonly Steerable[],
  options: Omit<ControlTableOptions, "scheme"> & { readonly found?: (row: TableRow) => void },
): Promise<ControlTableResult> {
  const { store, progress, found: tell, ...others } = options;
  const known = new Map(Array.from(store?.finished() ?? [], ({ first, values }) => [first, values]));
  const rows: TableRow[] = [];
  for (const [k, loaded] of variants.entries()) {
    const numbers = known.get(k);
    const watch = progress && { progress: (best: Milestone) => progress(best, k) };
    const found = numbers ? foundOf(numbers) : await search(loaded, { ...others, ...watch });
    if (!numbers && found.status !== "cancelled") store?.put([{ first: k, count: 1, values: numbersOf(found) }]);
    rows.push({ name: loaded.simulation.name, ...TABLE_VARIANTS[k % TABLE_VARIANTS.length]!, ...found });
    tell?.(rows.at(-1)!);
    if (found.status === "cancelled") break;
  }
  return { status: tableStatus(rows), message: tableMessage(rows), rows, resumed: known.size };
}

async function search(loaded: Steerable, options: ControlOptions) {
  const { result, seconds } = await searchControl(loaded, options);
  return tableFound(result, seconds);
}
