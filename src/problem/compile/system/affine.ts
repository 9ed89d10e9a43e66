/** Formulas that are affine in positions, velocities and states: their coefficients join the matrices. */
import { derivative } from "../../../expression/derivative.ts";
import { constant, constantValue } from "../../../expression/fold.ts";
import { substitute, variablesOf } from "../../../expression/substitute.ts";
import { type Node, postorder } from "../../../expression/syntax.ts";
import { type Path, printValue } from "../../faults.ts";
import type { Quantity } from "../../schema/schema.ts";
import type { Scope } from "../scope.ts";

/** What a force or rate may name, and where it stands: position i, velocity i, state i. */
export type Symbols = ReadonlyMap<string, { readonly kind: "position" | "velocity" | "state"; readonly index: number }>;

/** What formulas may name, by symbols: one list for all of them. */
const variableLists = new WeakMap<Symbols, { readonly signals: number; readonly names: readonly string[] }>();

export function variableNames(scope: Scope, symbols: Symbols): readonly string[] {
  const known = variableLists.get(symbols);
  if (known && known.signals === scope.signals.size) return known.names;
  const names = ["t", ...scope.signals.keys(), ...symbols.keys()];
  variableLists.set(symbols, { signals: scope.signals.size, names });
  return names;
}

/** rest(t) + sum of coefficients times positions, velocities, states. */
export interface AffineForm {
  readonly rest: Node;
  readonly terms: readonly {
    readonly kind: "position" | "velocity" | "state";
    readonly index: number;
    readonly value: number;
  }[];
}

/** Names of coordinates (also by index) and states. */
export function stateSymbols(coordinates: readonly string[], states: readonly string[]): Symbols {
  const symbols = new Map<string, { kind: "position" | "velocity" | "state"; index: number }>();
  coordinates.forEach((name, index) => {
    for (const key of [name, String(index)]) {
      if (!symbols.has(`x(${key})`)) symbols.set(`x(${key})`, { kind: "position", index });
      if (!symbols.has(`v(${key})`)) symbols.set(`v(${key})`, { kind: "velocity", index });
    }
  });
  states.forEach((name, index) => {
    symbols.set(name, { kind: "state", index });
  });
  return symbols;
}

const ROWS =
  "Dry friction is a row of friction:, a limit of the motion one of stops:; type: mechanism takes other forces";

/** A formula in t, signals and the symbols; refused with a remedy unless it is affine in all but t and signals. */
export function compileAffine(
  scope: Scope,
  path: Path,
  text: Quantity,
  symbols: Symbols,
  remedy = ROWS,
): AffineForm | undefined {
  const node = scope.formula(path, text, variableNames(scope, symbols));
  if (!node) return undefined;
  const form = affineForm(scope, path, node, symbols);
  if (typeof form !== "string") return form;
  const reason = `not affine in ${form} with a constant coefficient`;
  scope.faults.add(path, `invalid formula; ${reason}: ${printValue(text)}. ${remedy}`);
  return undefined;
}

/** The form of a formula, or the first name that it is not affine in. */
export function affineForm(scope: Scope, path: Path, node: Node, symbols: Symbols): AffineForm | string {
  const used = [...variablesOf(postorder([node]))].filter((name) => symbols.has(name));
  const terms: AffineForm["terms"][number][] = [];
  for (const name of used) {
    const value = constantValue(derivative(node, name));
    if (value === undefined || jumpsWith(node, name)) return name;
    if (value !== 0) terms.push({ ...symbols.get(name)!, value });
  }
  const [rest] = substitute([node], new Map(used.map((name) => [name, constant(0)])));
  if (constantValue(rest!) === undefined) scope.varying.push({ path, node: rest!, isForce: true });
  return { rest: rest!, terms };
}

/** Whether a branch is chosen by the name: such a jump does not show in the derivative. */
function jumpsWith(root: Node, name: string): boolean {
  const deciders = postorder([root]).flatMap((node) => {
    if (node.kind === "comparison") return [node.left, node.right];
    if (node.kind === "piecewise") return [node.of];
    return node.kind === "call" && node.name === "sign" ? [node.argument] : [];
  });
  return variablesOf(postorder(deciders)).has(name);
}
