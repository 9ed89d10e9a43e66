/** What the formulas of a mechanism may name: t and signals, its positions and velocities, its states. */
import type { Node } from "../../../../expression/syntax.ts";
import type { Path } from "../../../faults.ts";
import type { Quantity } from "../../../schema/schema.ts";
import { inMotion } from "../../motion/variables.ts";
import type { Scope } from "../../scope.ts";
import { type Symbols, stateSymbols } from "../affine.ts";
import type { RowScope } from "../row-formulas.ts";

/** positions: x() alone; timed: with t; motion: x() and v(); all: all of them, and states. */
export type Names = "positions" | "timed" | "motion" | "all";

export interface MechanismNames extends RowScope {
  readonly symbols: Symbols;
  /** Coordinates. */
  readonly list: readonly string[];
  readonly count: number;
  /** Coordinates and states. */
  readonly size: number;
  /** A formula with the variables of the motion in it. */
  formula(scope: Scope, path: Path, text: Quantity, names: Names): Node | undefined;
}

export function mechanismNames(list: readonly string[], states: readonly string[]): MechanismNames {
  const symbols = stateSymbols(list, states);
  const kinds: Record<Names, readonly string[]> = {
    positions: ["position"],
    timed: ["position"],
    motion: ["position", "velocity"],
    all: ["position", "velocity", "state"],
  };
  return {
    symbols,
    list,
    count: list.length,
    size: list.length + states.length,
    formula(scope, path, text, names) {
      const known = [...symbols].filter(([, { kind }]) => kinds[names].includes(kind)).map(([name]) => name);
      const time = names === "all" ? ["t", ...scope.signals.keys()] : names === "timed" ? ["t"] : [];
      const node = scope.formula(path, text, [...time, ...known]);
      return node && inMotion(node, symbols, list.length);
    },
  };
}
