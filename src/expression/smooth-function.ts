import { derivative } from "./derivative.ts";
import { constantValue } from "./fold.ts";
import { arithmeticOnRanges, hasZero, isEmpty, makeRanges, negated, type Operation, setExact } from "./interval.ts";
import { functionsOnRanges } from "./interval-functions.ts";
import { compileProgram } from "./program.ts";
import { share } from "./share.ts";
import { children, type Node, postorder, type SmoothFunction as SmoothName } from "./syntax.ts";

/**
 * What interval arithmetic shows of a function on an interval: its sign is fixed (or it has no value anywhere), it is
 * strictly monotone, all of it is zero up to rounding, or nothing.
 */
export type Proof = "fixed" | "monotone" | "vanishing" | "none";

/** A formula of one variable that makes no decisions, with its derivative. */
export interface SmoothFunction {
  readonly constant: boolean;
  /** A value at a point is paid for by whoever asks for many. */
  pay(values: number): void;
  value(t: number): number;
  slope(t: number): number;
  prove(from: number, to: number): Proof;
  /** 1 or -1 where rounding cannot change the sign of the value, else 0. */
  certainSign(t: number): number;
}

/** What a search may still use; it counts down. */
export interface Budget {
  /** Evaluations on intervals; a long formula counts once for every eight sums or products, or for each function. */
  evaluations: number;
  changes: number;
}

export const isSpent = (budget: Budget): boolean => budget.evaluations < 0 || budget.changes < 0;

/** A sum or product, a function, a corner of a power that is not whole, and a value at a point, in evaluations of about 0.1 us: as measured. */
const operationCost = 1 / 8;
const functionCost = 1;
const cornerCost = 1;
const valueCost = 1 / 4;

/** What it takes to compile a function, per operation, in evaluations. */
const compilation = 10;

export function smoothFunction(node: Node, variable: string, budget: Budget): SmoothFunction {
  const slope = derivative(node, variable);
  return {
    constant: constantValue(slope) === 0,
    value: evaluator(node, variable),
    slope: evaluator(slope, variable),
    ...prover(node, slope, variable, budget),
  };
}

function evaluator(node: Node, variable: string): (t: number) => number {
  const { registers, outputs, run } = compileProgram([node], [variable]);
  return (t) => {
    registers[0] = t;
    registers[1] = t;
    run();
    return registers[outputs[0]!]!;
  };
}

type Prover = Pick<SmoothFunction, "prove" | "certainSign" | "pay">;

function prover(node: Node, slope: Node, variable: string, budget: Budget): Prover {
  const roots = share([node, slope]);
  const order = postorder(roots);
  const index = new Map(order.map((each, i) => [each, i]));
  const [formula, rate] = roots.map((root) => index.get(root)!) as [number, number];
  const x = makeRanges(order.length);
  const steps: { operation: Operation; out: number; a: number; b: number }[] = [];
  let input = -1;
  let sum = 0;
  for (const [out, each] of order.entries()) {
    if (each.kind === "number") setExact(x, out, each.value, each.value);
    else if (each.kind === "variable" && each.name === variable) input = out;
    else {
      const [a = 0, b = a] = children(each).map((child) => index.get(child)!);
      steps.push({ operation: operationOf(each), out, a, b });
      sum += costOf(each);
    }
  }
  const cost = Math.max(1, sum);
  budget.evaluations -= compilation * order.length;
  const evaluate = (from: number, to: number) => {
    budget.evaluations -= cost;
    if (input >= 0) setExact(x, input, from, to);
    for (const { operation, out, a, b } of steps) operation(x, out, a, b);
  };

  const certainSign = (t: number) => {
    evaluate(t, t);
    if (!x.continuous[formula]) return 0;
    return x.low[formula]! > 0 ? 1 : x.high[formula]! < 0 ? -1 : 0;
  };

  /** By the value in the middle and the largest slope; the bound shrinks with the square of the width. */
  const proveByMeanValue = (from: number, to: number, reach: number): Proof => {
    const middle = from + (to - from) / 2;
    evaluate(middle, middle);
    const low = x.low[formula]!;
    const high = x.high[formula]!;
    if (low > reach || high < -reach) return "fixed";
    return reach < high - low ? "vanishing" : "none";
  };

  const prove = (from: number, to: number): Proof => {
    evaluate(from, to);
    if (isEmpty(x, formula)) return "fixed";
    if (!x.continuous[formula]) return "none";
    if (!hasZero(x, formula)) return "fixed";
    if (isEmpty(x, rate)) return "none";
    if (!hasZero(x, rate)) return "monotone";
    const reach = Math.max(-x.low[rate]!, x.high[rate]!) * (to - from) * 0.50001;
    const largest = Math.max(-x.low[formula]!, x.high[formula]!);
    return reach < largest ? proveByMeanValue(from, to, reach) : "none";
  };

  const pay = (values: number) => {
    budget.evaluations -= values * valueCost * cost;
  };

  return { prove, certainSign, pay };
}

function costOf(node: Node): number {
  if (node.kind === "call") return functionCost;
  if (node.kind !== "binary" || node.op !== "^") return operationCost;
  const [base, exponent] = [constantValue(node.left), constantValue(node.right)];
  if (Number.isInteger(exponent)) return functionCost;
  return cornerCost * (base === undefined && exponent === undefined ? 4 : 2);
}

function operationOf(node: Node): Operation {
  if (node.kind === "binary") return arithmeticOnRanges[node.op];
  if (node.kind === "unary") return negated;
  if (node.kind === "call" && node.name in functionsOnRanges) return functionsOnRanges[node.name as SmoothName];
  throw new Error(`formula is not smooth in one variable; found: ${node.kind}`);
}
