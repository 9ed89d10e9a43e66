/** Experiments whose runs are there: their quantities, computed and judged. */
import type { RunOutput } from "./compute.ts";
import type { Experiment, Quantity, Run, Verdict } from "./experiment.ts";
import { evaluate, runsOf } from "./value.ts";
import { ruleText, verdictOf } from "./verdict.ts";

/** A quantity with what was found; `ours` is null where a run failed, and `reason` says why. */
export interface Row {
  readonly id: string;
  readonly paper: string;
  readonly quantity: string;
  readonly unit: string;
  readonly printed: number | string;
  readonly ours: number | null;
  readonly verdict: Verdict | "failed";
  readonly reason: string;
  /** What the reason rests on: a test, or another experiment. */
  readonly evidence: string;
  /** When ours counts as agreeing. */
  readonly rule: string;
  /** Keys of the runs that it was taken of. */
  readonly runs: readonly string[];
}

/** What is shown and not judged. */
export type BesideRow = Pick<Row, "id" | "paper" | "quantity" | "unit" | "printed" | "ours" | "runs">;

/** What became of runs, by their keys. */
export interface Finished {
  readonly outputs: ReadonlyMap<string, RunOutput>;
  readonly failures: ReadonlyMap<string, string>;
}

/** Runs that are the same have the same key. */
export function keyOf({ seconds: _, ...run }: Run): string {
  return JSON.stringify(run);
}

export function keysOf({ runs }: Experiment): Record<string, string> {
  return Object.fromEntries(Object.entries(runs).map(([name, run]) => [name, keyOf(run)]));
}

/** What the runs of an experiment left, by their names. */
export function outputsOf(experiment: Experiment, known: Finished["outputs"]): Record<string, RunOutput> {
  const found = Object.entries(keysOf(experiment)).flatMap(([name, key]) => {
    const output = known.get(key);
    return output ? [[name, output] as const] : [];
  });
  return Object.fromEntries(found);
}

export function judge(experiment: Experiment, { outputs, failures }: Finished): { rows: Row[]; beside: BesideRow[] } {
  const { id, quantities, beside = [] } = experiment;
  const keys = keysOf(experiment);
  const known = outputsOf(experiment, outputs);
  const common = ({ name, unit = "", printed, value }: Pick<Quantity, "name" | "unit" | "printed" | "value">) => ({
    ...{ id, paper: id.split("/")[0]!, quantity: name, unit, printed },
    runs: runsOf(value).map((run) => keys[run]!),
  });
  const rows = quantities.map((quantity): Row => {
    const row = { ...common(quantity), rule: ruleText(quantity.rule) };
    const failed = row.runs.map((key) => failures.get(key)).find((why) => why !== undefined);
    if (failed !== undefined) return { ...row, ours: null, verdict: "failed", reason: failed, evidence: "" };
    return { ...row, ...judged(quantity, known) };
  });
  return { rows, beside: beside.map((each) => ({ ...common(each), ours: besides(each.value, known) })) };
}

function judged(quantity: Quantity, outputs: Readonly<Record<string, RunOutput>>) {
  try {
    const ours = evaluate(quantity.value, outputs);
    const verdict = verdictOf(quantity, ours);
    const { reason = "", evidence = "" } = verdict === "reproduced" ? {} : quantity;
    return { ours, verdict, reason, evidence };
  } catch (error) {
    return { ours: null, verdict: "failed", reason: (error as Error).message, evidence: "" } as const;
  }
}

function besides(value: Quantity["value"], outputs: Readonly<Record<string, RunOutput>>): number | null {
  try {
    return evaluate(value, outputs);
  } catch {
    return null;
  }
}
