/** `outputs:`, and what formulas of outputs and measures may name. */

import { manyRows } from "../../../expression/many-rows.ts";
import { compileProgram, type Program } from "../../../expression/program.ts";
import { variablesOf } from "../../../expression/substitute.ts";
import { type Node, postorder } from "../../../expression/syntax.ts";
import type { Formulas, Outputs, Quantity, QuantityKind } from "../../../simulate/measure/formulas.ts";
import { columnNames } from "../../../simulate/record/choice.ts";
import { type Path, printValue } from "../../faults.ts";
import type { Quantity as Formula } from "../../schema/schema.ts";
import type { Scope } from "../scope.ts";
import type { SystemNames } from "../system/kind.ts";
import { placedFormula } from "./places.ts";

/**
 * Everything that a formula over states may name: signals like "ag(t)", and coordinates and rows, by their index too where no
 * name is in the way.
 */
export function quantityNames(
  { coordinates, states, rows, controllers, tip }: SystemNames,
  signals: Scope["signals"],
): ReadonlyMap<string, Quantity> {
  const known = new Map<string, Quantity>([
    ["t", { kind: "time", index: 0 }],
    ["energy", { kind: "energy", index: 0 }],
  ]);
  const add = (symbol: string, kind: QuantityKind, names: readonly string[]) => {
    for (const [index, name] of names.entries()) known.set(`${symbol}(${name})`, { kind, index });
    for (const index of names.keys()) {
      if (!known.has(`${symbol}(${index})`)) known.set(`${symbol}(${index})`, { kind, index });
    }
  };
  add("x", "position", coordinates);
  add("v", "velocity", coordinates);
  add("a", "acceleration", coordinates);
  for (const [i, name] of states.entries()) known.set(name, { kind: "velocity", index: coordinates.length + i });
  for (const [name, signal] of signals) known.set(name, { kind: "signal", signal });
  for (const kind of ["slip", "force", "multiplier", "dissipation", "constraint"] as const) add(kind, kind, rows);
  if (tip) for (const [index, name] of ["x", "y"].entries()) known.set(`tip(${name})`, { kind: "tip", index });
  for (const kind of ["reference", "measured", "error", "command", "control"] as const) add(kind, kind, controllers);
  return known;
}

/** One program for formulas over states, fed with the quantities that they use. */
export function compileFormulas(
  nodes: readonly Node[],
  known: ReadonlyMap<string, Quantity>,
): Formulas & { readonly program: Program } {
  const variables = [...variablesOf(postorder(nodes))];
  return { quantities: variables.map((name) => known.get(name)!), program: compileProgram(nodes, variables) };
}

/** The outputs' formulas; undefined where one has a fault. */
export function parseOutputs(
  scope: Scope,
  outputs: Readonly<Record<string, Formula | undefined>> | undefined,
  names: SystemNames,
  known: ReadonlyMap<string, Quantity>,
): Map<string, Node | undefined> {
  const columns = columnNames(names.coordinates, names.rows);
  const taken = new Set(["t", "energy", ...columns.position, ...columns.velocity, ...columns.multiplier]);
  const variables = [...known.keys()];
  return new Map(
    Object.entries(outputs ?? {}).map(([name, text]) => {
      const path = ["outputs", name];
      checkName(scope, path, name, taken);
      return [name, text === undefined ? undefined : placedFormula(scope, path, text, variables, names)];
    }),
  );
}

export function compileOutputs(
  nodes: ReadonlyMap<string, Node | undefined>,
  known: ReadonlyMap<string, Quantity>,
): Outputs | undefined {
  const given = [...nodes.values()].filter((node) => node !== undefined);
  if (given.length < nodes.size) return undefined;
  const { quantities, program } = compileFormulas(given, known);
  return { names: [...nodes.keys()], formulas: { quantities, program, rows: manyRows(program) } };
}

function checkName(scope: Scope, path: Path, name: string, columns: ReadonlySet<string>): void {
  const refuse = (reason: string) =>
    scope.faults.add(path, `invalid output name; ${reason}: ${printValue(name)}. Take another one`);
  if (columns.has(name)) refuse("a column of the trajectory has it");
  else if (name === "pi" || name === "e") refuse("the formula language uses it");
  else if (scope.constants.has(name)) refuse("a parameter has it");
}
