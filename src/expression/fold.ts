import { acos, asin, atan, cos, cosh, exp, log, pow, sin, sinh, tan, tanh } from "../numeric/elementary.ts";
import type { ArithmeticOperator, ComparisonOperator, FunctionName, Node, PiecewiseNode } from "./syntax.ts";

/**
 * Constructors of nodes that fold constants and drop neutral elements. All trees are built through them.
 *
 * Folding gives the digits the register program would give. It stops at a result that is not finite: such a node
 * stays as it is, which is how the parser finds it. 0 * a is 0 whatever a is, so that derivatives stay small.
 */

const functions: Readonly<Record<FunctionName, (x: number) => number>> = {
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  sinh,
  cosh,
  tanh,
  exp,
  log,
  sqrt: Math.sqrt,
  abs: Math.abs,
  sign: Math.sign,
};

/** There is one zero: adding 0 turns -0 into it. */
export const constant = (value: number): Node => ({ kind: "number", value: value + 0 });
export const variable = (name: string): Node => ({ kind: "variable", name });

export const zero = constant(0);
export const one = constant(1);

/** The number a node is, or undefined when it depends on a variable. */
export function constantValue(node: Node): number | undefined {
  return node.kind === "number" ? node.value : undefined;
}

const is = (node: Node, value: number) => node.kind === "number" && node.value === value;

function foldedOr(value: number | undefined, node: () => Node): Node {
  return value !== undefined && Number.isFinite(value) ? constant(value) : node();
}

export function negate(operand: Node): Node {
  if (operand.kind === "number") return constant(-operand.value);
  if (operand.kind === "unary") return operand.operand;
  return { kind: "unary", op: "-", operand };
}

export function arithmetic(op: ArithmeticOperator, left: Node, right: Node): Node {
  if (left.kind === "number" && right.kind === "number") {
    const value = calculate(op, left.value, right.value);
    return foldedOr(value, () => ({ kind: "binary", op, left, right }));
  }
  return neutral(op, left, right) ?? { kind: "binary", op, left, right };
}

export const add = (left: Node, right: Node) => arithmetic("+", left, right);
export const subtract = (left: Node, right: Node) => arithmetic("-", left, right);
export const multiply = (left: Node, right: Node) => arithmetic("*", left, right);
export const divide = (left: Node, right: Node) => arithmetic("/", left, right);
export const power = (left: Node, right: Node) => arithmetic("^", left, right);

function calculate(op: ArithmeticOperator, a: number, b: number): number {
  switch (op) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return a / b;
    case "^":
      return powerValue(a, b);
  }
}

/** a^b with the small integer powers as the products that the program computes. */
function powerValue(a: number, b: number): number {
  if (b === 2) return a * a;
  if (b === 3) return a * a * a;
  if (b === 4) return a * a * (a * a);
  return pow(a, b);
}

/** What is left of an operation with a neutral or absorbing operand, or with a sign that can move outward. */
function neutral(op: ArithmeticOperator, left: Node, right: Node): Node | undefined {
  switch (op) {
    case "+":
      if (is(left, 0)) return right;
      if (is(right, 0)) return left;
      return right.kind === "unary" ? subtract(left, right.operand) : undefined;
    case "-":
      if (is(left, 0)) return negate(right);
      if (is(right, 0)) return left;
      return right.kind === "unary" ? add(left, right.operand) : undefined;
    case "*":
      if (is(left, 0) || is(right, 0)) return zero;
      if (is(left, 1)) return right;
      if (is(right, 1)) return left;
      if (is(left, -1)) return negate(right);
      return is(right, -1) ? negate(left) : undefined;
    case "/":
      if (is(left, 0) && right.kind !== "number") return zero;
      return is(right, 1) ? left : undefined;
    case "^":
      if (is(right, 0)) return one;
      return is(right, 1) ? left : undefined;
  }
}

export function compare(op: ComparisonOperator, left: Node, right: Node): Node {
  if (left.kind === "number" && right.kind === "number") return constant(Number(holds(op, left.value, right.value)));
  return { kind: "comparison", op, left, right };
}

/** Whether a comparison of two numbers is true. */
export function holds(op: ComparisonOperator, a: number, b: number): boolean {
  switch (op) {
    case "<":
      return a < b;
    case "<=":
      return a <= b;
    case ">":
      return a > b;
    case ">=":
      return a >= b;
    case "==":
      return a === b;
    case "!=":
      return a !== b;
  }
}

export function call(name: FunctionName, argument: Node): Node {
  const value = argument.kind === "number" ? functions[name](argument.value) : undefined;
  return foldedOr(value, () => ({ kind: "call", name, argument }));
}

export function extremum(name: "min" | "max", left: Node, right: Node): Node {
  if (left.kind === "number" && right.kind === "number") {
    const { value: a } = left;
    const { value: b } = right;
    return constant(name === "min" ? Math.min(a, b) : Math.max(a, b));
  }
  return { kind: "extremum", name, left, right };
}

export function choose(condition: Node, yes: Node, no: Node): Node {
  if (condition.kind === "number") return condition.value !== 0 ? yes : no;
  return sameNumber(yes, no) ? yes : { kind: "conditional", condition, yes, no };
}

export function piecewise(of: Node, breaks: readonly number[], values: readonly Node[]): Node {
  if (of.kind === "number") return values[pieceOf(of.value, breaks)]!;
  const first = values[0]!;
  return values.every((value) => sameNumber(value, first)) ? first : { kind: "piecewise", of, breaks, values };
}

/** The index of the piece that x lies in; a break belongs to the piece on its right. */
export function pieceOf(x: number, breaks: PiecewiseNode["breaks"]): number {
  const index = breaks.findIndex((end) => x < end);
  return index < 0 ? breaks.length : index;
}

function sameNumber(a: Node, b: Node): boolean {
  return a.kind === "number" && b.kind === "number" && a.value === b.value;
}

/** The node again with other children, folded. */
export function rebuild(node: Node, child: (old: Node) => Node): Node {
  switch (node.kind) {
    case "number":
    case "variable":
      return node;
    case "unary":
      return negate(child(node.operand));
    case "binary":
      return arithmetic(node.op, child(node.left), child(node.right));
    case "comparison":
      return compare(node.op, child(node.left), child(node.right));
    case "call":
      return call(node.name, child(node.argument));
    case "extremum":
      return extremum(node.name, child(node.left), child(node.right));
    case "conditional":
      return choose(child(node.condition), child(node.yes), child(node.no));
    case "piecewise":
      return piecewise(child(node.of), node.breaks, node.values.map(child));
  }
}
