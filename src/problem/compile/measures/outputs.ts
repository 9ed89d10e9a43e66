/** `outputs:`, and what formulas of outputs and measures may name. */

import { compileProgram } from "../../../expression/program.ts";
import { variablesOf } from "../../../expression/substitute.ts";
import { type Node, postorder } from "../../../expression/syntax.ts";
import type { System } from "../../../model/system.ts";
import type { Formulas, Outputs, Quantity, QuantityKind } from "../../../simulate/measure/formulas.ts";
import { columnNames } from "../../../simulate/record/choice.ts";
import { type Path, printValue } from "../../faults.ts";
import type { PartialLinear, PartialProblem } from "../../read/salvage.ts";
import type { Quantity as Formula, ProblemFeedback } from "../../schema/schema.ts";
import { pidName } from "../feedback/pid.ts";
import type { Scope } from "../scope.ts";

/** Coordinates and rows of a system, also of one that has faults. */
export interface SystemNames {
  readonly coordinates: readonly string[];
  readonly states: readonly string[];
  readonly rows: readonly string[];
  readonly controllers: readonly string[];
}

export function systemNames(
  system: System | undefined,
  data: PartialProblem["system"],
  feedback: readonly (ProblemFeedback | undefined)[],
): SystemNames | undefined {
  const controllers = feedback.flatMap((entry, i) => (entry?.type === "pid" ? [pidName(entry, i)] : []));
  if (system) {
    const rows = system.rows.map(({ name }) => name);
    return { coordinates: system.names, states: system.states, rows, controllers };
  }
  if (data?.type !== "linear") return undefined;
  const { mass, coordinates, states, friction, joints, stops } = data as PartialLinear;
  const count = mass?.length ?? coordinates?.length;
  if (!count) return undefined; // nobody knows what can be named
  const named = (rows: readonly ({ name?: string | undefined } | undefined)[] | undefined, other: string) =>
    (rows ?? []).map((row, i) => row?.name ?? `${other}${i + 1}`);
  return {
    coordinates: Array.from({ length: count }, (_, i) => coordinates?.[i]?.name ?? `x${i + 1}`),
    states: [...(states ?? []).flatMap((state) => (state ? [state.name] : [])), ...controllers],
    rows: [...named(friction, "lambda"), ...named(joints, "joint"), ...named(stops, "stop")],
    controllers,
  };
}

/**
 * Everything that a formula over states may name: signals like "ag(t)", and coordinates and rows, by their index too where no
 * name is in the way.
 */
export function quantityNames(
  { coordinates, states, rows, controllers }: SystemNames,
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
  for (const kind of ["slip", "force", "multiplier", "dissipation"] as const) add(kind, kind, rows);
  for (const kind of ["reference", "measured", "error", "command", "control"] as const) add(kind, kind, controllers);
  return known;
}

/** One program for formulas over states, fed with the quantities that they use. */
export function compileFormulas(nodes: readonly Node[], known: ReadonlyMap<string, Quantity>): Formulas {
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
      return [name, text === undefined ? undefined : scope.formula(path, text, variables)];
    }),
  );
}

export function compileOutputs(
  nodes: ReadonlyMap<string, Node | undefined>,
  known: ReadonlyMap<string, Quantity>,
): Outputs | undefined {
  const formulas = [...nodes.values()].filter((node) => node !== undefined);
  if (formulas.length < nodes.size) return undefined;
  return { names: [...nodes.keys()], formulas: compileFormulas(formulas, known) };
}

function checkName(scope: Scope, path: Path, name: string, columns: ReadonlySet<string>): void {
  const refuse = (reason: string) =>
    scope.faults.add(path, `invalid output name; ${reason}: ${printValue(name)}. Take another one`);
  if (columns.has(name)) refuse("a column of the trajectory has it");
  else if (name === "pi" || name === "e") refuse("the formula language uses it");
  else if (scope.constants.has(name)) refuse("a parameter has it");
}
