/** `parameters:` in order; each may use those above it. */
import { printValue } from "./faults.ts";
import type { Problem } from "./schema.ts";
import type { Scope } from "./scope.ts";

/** Names that a formula already knows. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set(
  "t pi e x v a slip force multiplier dissipation energy piecewise sin cos tan asin acos atan sinh cosh tanh exp log sqrt abs sign min max delta".split(
    " ",
  ),
);

/** Those of them that mean a number, which a parameter must not hide. */
const BUILT_IN = new Set(["t", "pi", "e"]);

/** Why a parameter or a signal cannot have this name. */
export function nameFault(what: "parameter" | "signal" | "state", name: string): string | undefined {
  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) {
    return `invalid ${what} name; not letters, digits and _: ${printValue(name)}`;
  }
  if (!RESERVED_NAMES.has(name)) return undefined;
  return `invalid ${what} name; the formula language uses it: ${printValue(name)}. Take another one`;
}

export function compileParameters(scope: Scope, parameters: Problem["parameters"] | undefined): void {
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
    // a faulty parameter is known all the same, so that formulas that use it are not called faulty too
    if (!BUILT_IN.has(name)) scope.constants.set(name, value ?? 1);
  }
}
