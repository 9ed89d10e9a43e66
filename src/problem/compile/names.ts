/** Names in formulas: those that they know already, and what the file may add. */
import { printValue } from "../faults.ts";

/** Names that a formula already knows. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set(
  "t pi e x v a slip force multiplier dissipation constraint tip energy piecewise sin cos tan asin acos atan sinh cosh tanh exp log sqrt abs sign min max delta".split(
    " ",
  ),
);

/** Why a parameter or a signal cannot have this name. */
export function nameFault(what: "parameter" | "signal" | "state", name: string): string | undefined {
  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) {
    return `invalid ${what} name; not letters, digits and _: ${printValue(name)}`;
  }
  if (!RESERVED_NAMES.has(name)) return undefined;
  return `invalid ${what} name; the formula language uses it: ${printValue(name)}. Take another one`;
}
