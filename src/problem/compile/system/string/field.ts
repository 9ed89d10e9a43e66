/** Formulas of the place x along a string: numbers at its points, and forces that are formulas of time there. */
import { switchFunctions } from "../../../../expression/decisions.ts";
import { constant, constantValue, multiply } from "../../../../expression/fold.ts";
import { compileProgram } from "../../../../expression/program.ts";
import { share } from "../../../../expression/share.ts";
import { substitute, variablesOf } from "../../../../expression/substitute.ts";
import { type Node, postorder } from "../../../../expression/syntax.ts";
import { LARGEST, type Load } from "../../../../model/load.ts";
import { spread } from "../../../../model/shape.ts";
import type { Vector } from "../../../../numeric/vector.ts";
import { labelOf, type Path, printValue } from "../../../faults.ts";
import type { Quantity } from "../../../schema/schema.ts";
import type { Scope } from "../../scope.ts";
import { compileTimeFunctions } from "../../time/time-functions.ts";

/** Limits of a number, of those that fields have. */
export interface FieldRange {
  readonly above?: number;
  readonly from?: number;
}

/** Values of a formula in x (of beams: in s) at the points (m); undefined where it has a fault, which names the first bad place. */
export function compileField(
  scope: Scope,
  path: Path,
  text: Quantity,
  points: Vector,
  range: FieldRange = {},
  along = "x",
): Vector | undefined {
  const node = scope.formula(path, text, [along]);
  if (!node) return undefined;
  const value = constantValue(node);
  if (value !== undefined) {
    return scope.within(path, text, value, range) === undefined
      ? undefined
      : new Float64Array(points.length).fill(value);
  }
  const { registers, outputs, run } = compileProgram([node], [along]);
  const values = points.map((x) => {
    registers[0] = x;
    registers[1] = x;
    run();
    return registers[outputs[0]!]!;
  });
  const bad = values.findIndex((each) => brokenRange(each, range) !== undefined);
  if (bad < 0) return values;
  const place = `at ${along} = ${Number(points[bad]!.toPrecision(9))}`;
  const reason = brokenRange(values[bad]!, range);
  scope.faults.add(path, `invalid ${labelOf(path)}; ${reason} ${place}: ${printValue(text)} = ${values[bad]}`);
  return undefined;
}

function brokenRange(value: number, { above, from }: FieldRange): string | undefined {
  if (!Number.isFinite(value)) return "not a finite number";
  if (Math.abs(value) >= LARGEST) return `not below ${LARGEST} in size`;
  if (above !== undefined && !(value > above)) return `not above ${above}`;
  return from !== undefined && !(value >= from) ? `below ${from}` : undefined;
}

/** f(x, t) dx at the points, each a formula of t and signals; `lengths`: dx, m. */
export function compileForceField(
  scope: Scope,
  path: Path,
  text: Quantity,
  points: Vector,
  lengths: Vector,
): Node[] | undefined {
  const node = scope.formula(path, text, ["x", "t", ...scope.signals.keys()]);
  if (!node) return undefined;
  const used = variablesOf(postorder([node]));
  const timed = used.has("x") ? used.size > 1 : used.size > 0;
  if (!timed) {
    const values = compileField(scope, path, text, points);
    return values && Array.from(values, (value, j) => constant(value * lengths[j]!));
  }
  const nodes = Array.from(points, (x, j) => {
    const [here] = used.has("x") ? substitute([node], new Map([["x", constant(x)]])) : [node];
    return multiply(constant(lengths[j]!), here!);
  });
  for (const j of spread(points.length, LOOKED_AT)) {
    if (constantValue(nodes[j]!) === undefined) scope.varying.push({ path, node: nodes[j]!, isForce: true });
  }
  return nodes;
}

/** So many places stand for all where formulas are searched over the run: each costs as much as a force of its own. */
const LOOKED_AT = 33;

/** A load of many formulas that differ by their place: searched for jumps and short changes at some places. */
export function compileFieldLoad(scope: Scope, nodes: readonly Node[]): Load {
  const load = compileTimeFunctions(nodes, scope.timeSignals);
  if (nodes.length <= LOOKED_AT) return load;
  const some = compileTimeFunctions(
    spread(nodes.length, LOOKED_AT).map((j) => nodes[j]!),
    scope.timeSignals,
  );
  const same = decidesEverywhereAtOnce(nodes);
  return {
    ...load,
    breakpoints(from, to) {
      const { times, complete } = some.breakpoints(from, to);
      return { times, complete: complete && same };
    },
    ...(some.detail ? { detail: some.detail } : {}),
  };
}

/** Whether no jump or kink wanders along the string. */
function decidesEverywhereAtOnce(nodes: readonly Node[]): boolean {
  const varying = nodes.filter((node) => constantValue(node) === undefined);
  const switches = new Set(varying.length > 0 ? postorder(share(varying)).flatMap(switchFunctions) : []);
  return share([...switches]).length <= 1 + LOOKED_AT && switches.size <= LOOKED_AT;
}
