import { type FormulaError, parse } from "../../src/expression/parse.ts";
import { compileProgram } from "../../src/expression/program.ts";
import type { Node } from "../../src/expression/syntax.ts";

const constants = new Map([
  ["mu", 0.3],
  ["gravity", 9.81],
  ["broken", Number.NaN],
]);
const variables = ["t", "x(base)", "x(mid mass)", "z"];

export function formula(text: string): Node {
  const result = parse(text, { constants, variables });
  if ("error" in result) throw new Error(`${text.slice(0, 80)}: ${result.error.message}`);
  return result.node;
}

export function fault(text: string): FormulaError {
  const result = parse(text, { constants, variables });
  if ("node" in result) throw new Error(`${text.slice(0, 80)}: no error`);
  return result.error;
}

/** A formula's value at t, with the decisions made at `decision`; every other variable is 0. */
export function evaluate(node: Node, t = 0, decision = t): number {
  const { registers, outputs, run } = compileProgram([node], variables);
  registers[0] = t;
  registers[variables.length] = decision;
  run();
  return registers[outputs[0]!]!;
}
