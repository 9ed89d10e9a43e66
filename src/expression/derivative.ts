import {
  add,
  call,
  choose,
  constant,
  divide,
  multiply,
  negate,
  one,
  piecewise,
  power,
  subtract,
  zero,
} from "./fold.ts";
import { mapTree, type Node, type SmoothFunction } from "./syntax.ts";

const two = constant(2);

/**
 * The derivative of a formula with respect to one variable, simplified.
 *
 * Where the formula chooses a branch, the derivative chooses the derivative of the same branch, so that the two agree
 * also in one-sided limits; the jumps of comparisons and of sign have derivative zero.
 */
export function derivative(node: Node, variable: string): Node {
  return mapTree<Node>([node], (each, slope) => derivativeOf(each, variable, slope)).get(node)!;
}

function derivativeOf(node: Node, variable: string, slope: (child: Node) => Node): Node {
  switch (node.kind) {
    case "number":
    case "comparison":
      return zero;
    case "variable":
      return node.name === variable ? one : zero;
    case "unary":
      return negate(slope(node.operand));
    case "binary":
      return ofArithmetic(node, slope(node.left), slope(node.right));
    case "call":
      return ofCall(node, slope(node.argument));
    case "extremum":
      return ofExtremum(node, slope(node.left), slope(node.right));
    case "conditional":
      return choose(node.condition, slope(node.yes), slope(node.no));
    case "piecewise":
      return piecewise(node.of, node.breaks, node.values.map(slope));
  }
}

function ofArithmetic(node: Node & { kind: "binary" }, leftSlope: Node, rightSlope: Node): Node {
  const { left, right } = node;
  switch (node.op) {
    case "+":
      return add(leftSlope, rightSlope);
    case "-":
      return subtract(leftSlope, rightSlope);
    case "*":
      return add(multiply(leftSlope, right), multiply(left, rightSlope));
    case "/":
      return divide(subtract(leftSlope, multiply(node, rightSlope)), right);
    case "^":
      return ofPower(node, leftSlope, rightSlope);
  }
}

/** (u^v)' = v u^(v-1) u' + u^v log(u) v'; the first form stays finite at u = 0 where v > 1. */
function ofPower(node: Node & { kind: "binary" }, baseSlope: Node, exponentSlope: Node): Node {
  const { left: base, right: exponent } = node;
  const byBase = multiply(multiply(exponent, power(base, subtract(exponent, one))), baseSlope);
  return add(byBase, multiply(multiply(node, call("log", base)), exponentSlope));
}

function ofCall(node: Node & { kind: "call" }, slope: Node): Node {
  const { name, argument } = node;
  if (name === "sign") return zero;
  if (name === "abs") {
    return choose({ kind: "comparison", op: "<", left: argument, right: zero }, negate(slope), slope);
  }
  return ofSmoothCall(name, node, argument, slope);
}

/** The chain rule for f = name(u), u' = slope; f itself is used again where that saves work. */
function ofSmoothCall(name: SmoothFunction, f: Node, u: Node, slope: Node): Node {
  switch (name) {
    case "sin":
      return multiply(call("cos", u), slope);
    case "cos":
      return multiply(negate(call("sin", u)), slope);
    case "tan":
      return multiply(add(one, power(f, two)), slope);
    case "asin":
      return divide(slope, call("sqrt", subtract(one, power(u, two))));
    case "acos":
      return divide(negate(slope), call("sqrt", subtract(one, power(u, two))));
    case "atan":
      return divide(slope, add(one, power(u, two)));
    case "sinh":
      return multiply(call("cosh", u), slope);
    case "cosh":
      return multiply(call("sinh", u), slope);
    case "tanh":
      return multiply(subtract(one, power(f, two)), slope);
    case "exp":
      return multiply(f, slope);
    case "log":
      return divide(slope, u);
    case "sqrt":
      return divide(slope, multiply(two, f));
  }
}

function ofExtremum(node: Node & { kind: "extremum" }, leftSlope: Node, rightSlope: Node): Node {
  const op = node.name === "min" ? "<=" : ">=";
  return choose({ kind: "comparison", op, left: node.left, right: node.right }, leftSlope, rightSlope);
}
