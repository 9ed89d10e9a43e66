/** `measures:`; their formulas may use the outputs by name. */
import { switchFunctions } from "../../../expression/decisions.ts";
import { call } from "../../../expression/fold.ts";
import { nearest } from "../../../expression/nearest.ts";
import { share } from "../../../expression/share.ts";
import { substitute, variablesOf } from "../../../expression/substitute.ts";
import { type Node, postorder } from "../../../expression/syntax.ts";
import type { FormulasBetween, Measure, Measures, Quantity } from "../../../simulate/measure/formulas.ts";
import { type Path, printValue } from "../../faults.ts";
import type { ProblemMeasure } from "../../schema/schema.ts";
import type { Scope } from "../scope.ts";
import type { SystemNames } from "../system/kind.ts";
import { timeBreakpoints } from "../time/time-breakpoints.ts";
import type { Signals } from "../time/time-inputs.ts";
import { compileFormulas } from "./outputs.ts";
import { placedFormula } from "./places.ts";

const OF_FORMULA = ["max", "min", "mean", "rms", "final"] as const;
const OF_EVENTS = ["first", "count"] as const;
const KINDS = [...OF_FORMULA, "time", ...OF_EVENTS] as const;

interface Context {
  readonly scope: Scope;
  readonly names: SystemNames;
  readonly rows: readonly string[];
  readonly controllers: readonly string[];
  readonly outputs: ReadonlyMap<string, Node | undefined>;
  readonly known: ReadonlyMap<string, Quantity>;
  readonly variables: readonly string[];
  /** The formulas found so far. */
  readonly nodes: Node[];
}

export function compileMeasures(
  scope: Scope,
  measures: Readonly<Record<string, ProblemMeasure | undefined>> | undefined,
  names: SystemNames,
  outputs: ReadonlyMap<string, Node | undefined>,
  known: ReadonlyMap<string, Quantity>,
): Measures | undefined {
  const { rows, controllers } = names;
  const context: Context = {
    ...{ scope, names, rows, controllers, outputs, known, nodes: [] },
    variables: [...known.keys(), ...outputs.keys()],
  };
  const entries = Object.entries(measures ?? {});
  const list = entries
    .map(([name, data]) => compileMeasure(context, name, data))
    .filter((found) => found !== undefined);
  if (list.length < entries.length) return undefined;
  return { list, formulas: formulasBetween(context.nodes, known, scope.signals) };
}

/** Decisions by time and signals alone are searched before the run, those by the motion along it. */
function formulasBetween(
  nodes: readonly Node[],
  known: ReadonlyMap<string, Quantity>,
  signals: Scope["signals"],
): FormulasBetween {
  const names = variablesOf(postorder(nodes));
  const used: Signals = new Map([...signals].filter(([name]) => names.has(name)));
  const switches = share(nodes.length > 0 ? postorder(share(nodes)).flatMap(switchFunctions) : []);
  const ofTime = (node: Node) => [...variablesOf(postorder([node]))].every((name) => name === "t" || used.has(name));
  const ofMotion = [...new Set(switches)].filter((node) => !ofTime(node));
  const timed = switches.filter(ofTime).map((node) => call("sign", node));
  return {
    ...compileFormulas([...nodes, ...ofMotion], known),
    count: nodes.length,
    breakpoints: (from, to) => timeBreakpoints(timed, used, from, to).times,
  };
}

/** `data` is missing where it is not even a measure by its structure, which is told already. */
function compileMeasure(context: Context, name: string, data: ProblemMeasure | undefined): Measure | undefined {
  if (!data) return undefined;
  const { scope } = context;
  const path = ["measures", name];
  const given = KINDS.filter((kind) => data[kind] !== undefined);
  const named = { name, ...compileSpan(scope, path, data) };
  const [kind] = given;
  if (kind === undefined || given.length > 1) {
    const got = kind === undefined ? "none" : given.join(" and ");
    scope.faults.add(path, `invalid measure; needs exactly one of ${KINDS.join(", ")}: ${got} given`);
    return undefined;
  }
  if (data.row !== undefined && kind !== "first" && kind !== "count") {
    scope.faults.add([...path, "row"], `invalid row; only for first and count: ${printValue(data.row)}. Leave it out`);
    return undefined;
  }
  if (kind === "time") {
    const row = placeIndex(scope, "row", context.rows, [...path, kind], data.time!);
    return row === undefined ? undefined : { ...named, kind, row };
  }
  if (kind !== "first" && kind !== "count") {
    const formula = compileFormula(context, [...path, kind], data[kind]!);
    return formula && { ...named, kind, ...formula };
  }
  const event = data[kind]!;
  if (data.row === undefined) return { ...named, kind, event };
  const ofController = event === "saturate" || event === "unsaturate";
  const names = ofController ? context.controllers : context.rows;
  const row = placeIndex(scope, ofController ? "controller" : "row", names, [...path, "row"], data.row);
  return row === undefined ? undefined : { ...named, kind, event, row: names[row]! };
}

function compileSpan(scope: Scope, path: Path, data: ProblemMeasure): { from: number; to: number } {
  const from = scope.number([...path, "from"], data.from) ?? Number.NEGATIVE_INFINITY;
  const to = scope.number([...path, "to"], data.to) ?? Number.POSITIVE_INFINITY;
  if (!(from < to)) scope.faults.add([...path, "to"], `invalid to; not after from = ${from}: ${to}`);
  return { from, to };
}

function compileFormula(
  { scope, names, variables, outputs, known, nodes }: Context,
  path: Path,
  text: string | number,
): { formula: number; between: boolean } | undefined {
  const parsed = placedFormula(scope, path, text, variables, names);
  if (!parsed) return undefined;
  const used = variablesOf(postorder([parsed]));
  const replacements = new Map<string, Node>();
  for (const name of used) {
    if (!outputs.has(name) || known.has(name)) continue;
    const node = outputs.get(name);
    if (!node) return undefined; // the output's own fault is told already
    replacements.set(name, node);
  }
  const node = substitute([parsed], replacements)[0]!;
  const between = [...variablesOf(postorder([node]))].every((name) => known.get(name)!.kind !== "dissipation");
  return { formula: nodes.push(node) - 1, between };
}

/** One of the names, by itself or by its index: of rows those of friction come first, then joints, then stops. */
function placeIndex(
  scope: Scope,
  what: string,
  names: readonly string[],
  path: Path,
  place: string | number,
): number | undefined {
  const index = typeof place === "number" ? place : names.indexOf(place);
  if (index >= 0 && index < names.length) return index;
  if (scope.damaged.has(String(place))) return undefined;
  const guess = nearest(String(place), names);
  const some = names.length === 0 ? "there is none" : `known: ${names.slice(0, 20).join(", ")}`;
  scope.faults.add(path, `unknown ${what} ${printValue(place)}; ${guess ? `did you mean ${guess}?` : some}`);
  return undefined;
}
