/** Everything that a run would refuse, without a run. */
import type { LocatedFault, Valid } from "../problem/load/load.ts";
import { pathFaults } from "../problem/paths/variation.ts";
import { faultData } from "../results/faults.ts";
import { count } from "../results/text.ts";
import { type LoadedProblem, type LoadOptions, tryLoad } from "./load.ts";

export interface CheckResult {
  readonly status: "valid" | "invalid";
  /** A sentence. */
  readonly message: string;
  /** As `stickslip check --json` prints it. */
  readonly valid: boolean;
  /** `line`: 1-based, null where it is not known. */
  readonly faults: readonly { readonly path: string; readonly message: string; readonly line: number | null }[];
  readonly warnings: readonly string[];
}

/** Never throws: what `load` would throw are the faults. Takes a loaded problem too. */
export function check(source: string | object | LoadedProblem, options: LoadOptions = {}): CheckResult {
  const loaded = isLoaded(source) ? source : tryLoad(source, options);
  const faults = loaded.faults ?? axisFaults(loaded);
  if (loaded.faults || faults.length > 0) {
    const message = `${count(faults.length, "fault")}.`;
    return { status: "invalid", message, valid: false, faults: faultData(faults), warnings: [] };
  }
  const { warnings } = loaded.simulation;
  const message = warnings.length > 0 ? `Valid, with ${count(warnings.length, "warning")}.` : "Valid.";
  return { status: "valid", message, valid: true, faults: [], warnings };
}

function isLoaded(source: string | object): source is LoadedProblem {
  return typeof source === "object" && "compiled" in source && "simulation" in source;
}

/** Axes of a map that lead nowhere: a run does not mind them. */
export function axisFaults({ compiled, problem, file }: Valid): LocatedFault[] {
  const paths = problem.attraction?.vary.map(({ path }) => path) ?? [];
  return pathFaults(compiled, paths).map((fault) => ({ ...fault, source: file }));
}
