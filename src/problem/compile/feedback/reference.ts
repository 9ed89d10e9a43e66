/**
 * The reference of a controller: r(t) + sum c_i z_i, with formulas of t and signals and with states z_i. Its derivative takes
 * the slopes of the signals, which must not jump, and the rates of the states.
 */
import { isContinuous } from "../../../expression/continuity.ts";
import { derivative } from "../../../expression/derivative.ts";
import { add, multiply, variable } from "../../../expression/fold.ts";
import { variablesOf } from "../../../expression/substitute.ts";
import { type Node, postorder } from "../../../expression/syntax.ts";
import { firstJump, slopeSignal } from "../../../model/control/signal.ts";
import { type Path, printValue } from "../../faults.ts";
import type { Quantity } from "../../schema/schema.ts";
import type { Scope } from "../scope.ts";
import { type AffineForm, compileAffine, stateSymbols } from "../system/affine.ts";

/** The times of a run, s. */
export interface RunTimes {
  readonly start: number;
  readonly end: number;
}

const filterOf = (name: string) =>
  `filter it through a state, as states: [{ name: soft, rate: "(${name} - soft)/0.1" }] and reference: soft`;

/** r(t) as `rest`, and the states as terms. */
export function compileReference(
  scope: Scope,
  path: Path,
  text: Quantity,
  states: readonly string[],
): AffineForm | undefined {
  const remedy = "A reference is a formula of t and signals plus constants times states";
  return compileAffine(scope, path, text, stateSymbols([], states), remedy);
}

/** r'(t), by the chain rule with the slopes of signals; undefined, with a fault, where r can jump. */
export function referenceSlope(
  scope: Scope,
  path: Path,
  reference: Node,
  span: RunTimes | undefined,
): Node | undefined {
  const nodes = postorder([reference]);
  const signals = [...variablesOf(nodes)].filter((name) => scope.signals.has(name));
  // branches chosen by time alone may meet where they change
  if (nodes.some(mayJump) && (signals.length > 0 || (span && !isContinuous(reference, "t", span.start, span.end)))) {
    scope.faults.add(
      path,
      `invalid kd; the reference can jump, and its derivative would be a shock. Write a ramp with min and max, or ${filterOf("...")}`,
    );
    return undefined;
  }
  for (const name of signals) {
    const samples = scope.samples.get(name)!;
    const jump = span && firstJump(samples, span.start, span.end);
    if (jump === undefined) continue;
    const first = samples.interpolation === "hold" ? "Take interpolation: linear" : "Take outside: hold";
    scope.faults.add(
      path,
      `invalid kd; the signal ${name} of the reference jumps, and its derivative would be a shock: at ${printValue(jump)} s. ${first}, or ${filterOf(name)}`,
    );
    return undefined;
  }
  return signals.reduce(
    (sum, name) => {
      const slope = `${name}'`;
      if (!scope.slopes.has(slope)) scope.slopes.set(slope, slopeSignal(scope.samples.get(name)!));
      return add(sum, multiply(derivative(reference, name), variable(slope)));
    },
    derivative(reference, "t"),
  );
}

/** Whether a part of a formula may jump, by itself. */
function mayJump(node: Node): boolean {
  if (node.kind === "call") return node.name === "sign";
  return node.kind === "comparison" || node.kind === "conditional" || node.kind === "piecewise";
}
