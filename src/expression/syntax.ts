/**
 * The tree of a formula: plain immutable data, no behavior.
 *
 * Trees may share subtrees by reference (derivatives do), and a sum of two thousand terms is a chain two thousand
 * deep. So no pass over a tree calls itself: each one loops over `postorder`, which visits every shared node once.
 */

export type ArithmeticOperator = "+" | "-" | "*" | "/" | "^";
export type ComparisonOperator = "<" | "<=" | ">" | ">=" | "==" | "!=";

/** Functions that are smooth inside their domain. */
export const smoothFunctions = [
  "sin",
  "cos",
  "tan",
  "asin",
  "acos",
  "atan",
  "sinh",
  "cosh",
  "tanh",
  "exp",
  "log",
  "sqrt",
] as const;

export type SmoothFunction = (typeof smoothFunctions)[number];
export type FunctionName = SmoothFunction | "abs" | "sign";

export type Node =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "unary"; readonly op: "-"; readonly operand: Node }
  | { readonly kind: "binary"; readonly op: ArithmeticOperator; readonly left: Node; readonly right: Node }
  | { readonly kind: "comparison"; readonly op: ComparisonOperator; readonly left: Node; readonly right: Node }
  | { readonly kind: "call"; readonly name: FunctionName; readonly argument: Node }
  | { readonly kind: "extremum"; readonly name: "min" | "max"; readonly left: Node; readonly right: Node }
  | { readonly kind: "conditional"; readonly condition: Node; readonly yes: Node; readonly no: Node }
  | PiecewiseNode;

/** values[i] holds where breaks[i - 1] <= of < breaks[i]; there is one more value than breaks. */
export interface PiecewiseNode {
  readonly kind: "piecewise";
  readonly of: Node;
  readonly breaks: readonly number[];
  readonly values: readonly Node[];
}

export function children(node: Node): readonly Node[] {
  switch (node.kind) {
    case "number":
    case "variable":
      return [];
    case "unary":
      return [node.operand];
    case "call":
      return [node.argument];
    case "conditional":
      return [node.condition, node.yes, node.no];
    case "piecewise":
      return [node.of, ...node.values];
    default:
      return [node.left, node.right];
  }
}

/** Every node below and including the roots, once, each after its children. */
export function postorder(roots: readonly Node[]): Node[] {
  const order: Node[] = [];
  const seen = new Set<Node>();
  const stack: { node: Node; pending: readonly Node[]; next: number }[] = [];
  const enter = (node: Node) => {
    if (seen.has(node)) return;
    seen.add(node);
    stack.push({ node, pending: children(node), next: 0 });
  };
  for (const root of roots) {
    enter(root);
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const child = top.pending[top.next++];
      if (child) enter(child);
      else order.push(stack.pop()!.node);
    }
  }
  return order;
}

/** One result per node, computed children first; `visit` reads the children's results from `done`. */
export function mapTree<Result>(
  roots: readonly Node[],
  visit: (node: Node, done: (child: Node) => Result) => Result,
): Map<Node, Result> {
  const results = new Map<Node, Result>();
  const done = (child: Node) => results.get(child)!;
  for (const node of postorder(roots)) results.set(node, visit(node, done));
  return results;
}
