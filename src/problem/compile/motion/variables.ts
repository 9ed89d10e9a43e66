/** Positions and velocities as variables of formulas, under names that no file can write: x:3, v:3. A state is a velocity. */
import { variable } from "../../../expression/fold.ts";
import { substitute, variablesOf } from "../../../expression/substitute.ts";
import { type Node, postorder } from "../../../expression/syntax.ts";
import type { Path } from "../../faults.ts";
import type { Quantity } from "../../schema/schema.ts";
import type { Scope } from "../scope.ts";
import { type Symbols, variableNames } from "../system/affine.ts";

export const positionName = (index: number): string => `x:${index}`;
export const velocityName = (index: number): string => `v:${index}`;

export const isMotion = (name: string): boolean => name.startsWith("x:") || name.startsWith("v:");

export interface MotionVariable {
  readonly name: string;
  readonly kind: "position" | "velocity";
  readonly index: number;
}

/** Those that formulas use. */
export function motionVariables(nodes: readonly Node[]): MotionVariable[] {
  return [...variablesOf(postorder(nodes))].filter(isMotion).map((name) => ({
    name,
    kind: name.startsWith("x:") ? "position" : "velocity",
    index: Number(name.slice(2)),
  }));
}

export const followsMotion = (node: Node): boolean => [...variablesOf(postorder([node]))].some(isMotion);

/** The formula with the variables of the motion in place of the file's names; `count`: coordinates, which states come after. */
export function inMotion(node: Node, symbols: Symbols, count: number): Node {
  const names = [...variablesOf(postorder([node]))].filter((name) => symbols.has(name));
  const replacements = names.map((name): [string, Node] => {
    const { kind, index } = symbols.get(name)!;
    if (kind === "position") return [name, variable(positionName(index))];
    return [name, variable(velocityName(kind === "state" ? count + index : index))];
  });
  return substitute([node], new Map(replacements))[0]!;
}

/** A formula in t, signals, the motion and states; one of time alone is looked at over the run. */
export function motionFormula(
  scope: Scope,
  path: Path,
  text: Quantity,
  symbols: Symbols,
  count: number,
): Node | undefined {
  const node = scope.formula(path, text, variableNames(scope, symbols));
  return node && inMotion(node, symbols, count);
}
