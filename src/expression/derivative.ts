import {
  add,
  call,
  choose,
  constant,
  constantValue,
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
 * also in one-sided limits; the jumps of comparisons and of sign have derivative zero. `apart`: roots, powers and logarithms too have the
 * derivative zero on branches where their argument does not change, as a root of max(0, x) below zero; else that may be 0/0.
 */
export function derivative(node: Node, variable: string, apart = false): Node {
  return mapTree<Node>([node], (each, slope) => derivativeOf(each, variable, slope, apart)).get(node)!;
}

function derivativeOf(node: Node, variable: string, slope: (child: Node) => Node, apart: boolean): Node {
  switch (node.kind) {
    case "number":
    case "comparison":
      return zero;
    case "variable":
      return node.name === variable ? one : zero;
    case "unary":
      return negate(slope(node.operand));
    case "binary":
      return ofArithmetic(node, slope(node.left), slope(node.right), apart);
    case "call":
      return ofCall(node, slope(node.argument), apart);
    case "extremum":
      return ofExtremum(node, slope(node.left), slope(node.right));
    case "conditional":
      return choose(node.condition, slope(node.yes), slope(node.no));
    case "piecewise":
      return piecewise(node.of, node.breaks, node.values.map(slope));
  }
}

function ofArithmetic(node: Node & { kind: "binary" }, leftSlope: Node, rightSlope: Node, apart: boolean): Node {
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
      return ofPower(node, leftSlope, rightSlope, apart);
  }
}

/** (u^v)' = v u^(v-1) u' + u^v log(u) v'; the first form stays finite at u = 0 where v > 1. */
function ofPower(node: Node & { kind: "binary" }, baseSlope: Node, exponentSlope: Node, apart: boolean): Node {
  const { left: base, right: exponent } = node;
  const byBase = (slope: Node) => multiply(multiply(exponent, power(base, subtract(exponent, one))), slope);
  const parts = apart && !Number.isInteger(constantValue(exponent));
  return add(
    parts ? whereChanging(baseSlope, byBase) : byBase(baseSlope),
    multiply(multiply(node, call("log", base)), exponentSlope),
  );
}

/** f'(u) u' where f' may have no value at a u that does not change, as a root of max(0, x): on the branch where it changes. */
function whereChanging(slope: Node, product: (slope: Node) => Node): Node {
  if (slope.kind !== "conditional") return product(slope);
  const { condition, yes, no } = slope;
  if (constantValue(yes) === 0) return choose(condition, zero, whereChanging(no, product));
  if (constantValue(no) === 0) return choose(condition, whereChanging(yes, product), zero);
  return product(slope);
}

function ofCall(node: Node & { kind: "call" }, slope: Node, apart: boolean): Node {
  const { name, argument } = node;
  if (name === "sign") return zero;
  if (name === "abs") {
    return choose({ kind: "comparison", op: "<", left: argument, right: zero }, negate(slope), slope);
  }
  const product = (changing: Node) => ofSmoothCall(name, node, argument, changing);
  return apart && (name === "sqrt" || name === "log") ? whereChanging(slope, product) : product(slope);
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
