/** `parameters:` in order; each may use those above it. */

import type { Problem } from "../schema/schema.ts";
import { nameFault } from "./names.ts";
import type { Scope } from "./scope.ts";

/** Those of them that mean a number, which a parameter must not hide. */
const BUILT_IN = new Set(["t", "pi", "e"]);

export function compileParameters(
  scope: Scope,
  parameters: Readonly<Record<string, Problem["parameters"][string] | undefined>> | undefined,
): void {
  for (const [name, entry] of Object.entries(parameters ?? {})) {
    const path = ["parameters", name];
    const misnamed = nameFault("parameter", name);
    if (misnamed) scope.faults.add(path, misnamed);
    const ranged = typeof entry === "object";
    const value = scope.number(ranged ? [...path, "value"] : path, ranged ? entry.value : entry);
    if (ranged) {
      const from = scope.number([...path, "from"], entry.from);
      const to = scope.number([...path, "to"], entry.to);
      if (from !== undefined && to !== undefined && !(from < to)) {
        scope.faults.add(path, `invalid range; from is not below to: ${from}, ${to}`);
      }
    }
    if (BUILT_IN.has(name)) continue;
    if (value === undefined || misnamed) scope.damaged.add(name);
    else scope.constants.set(name, value);
  }
}
