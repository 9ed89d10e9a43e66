import { constant, holds, negate, pieceOf, rebuild, subtract } from "./fold.ts";
import { mapTree, type Node } from "./syntax.ts";

/**
 * Decisions: the nodes that choose between branches. Between two changes of its decisions a formula is smooth.
 */

/** What a node's value is made of, and what only decides which of it. abs, min and max use the same for both. */
export function operandsOf(node: Node): { smooth: readonly Node[]; deciding: readonly Node[] } {
  switch (node.kind) {
    case "number":
    case "variable":
      return { smooth: [], deciding: [] };
    case "unary":
      return { smooth: [node.operand], deciding: [] };
    case "binary":
      return { smooth: [node.left, node.right], deciding: [] };
    case "comparison":
      return { smooth: [], deciding: [node.left, node.right] };
    case "extremum":
      return { smooth: [node.left, node.right], deciding: [node.left, node.right] };
    case "call":
      if (node.name === "sign") return { smooth: [], deciding: [node.argument] };
      return { smooth: [node.argument], deciding: node.name === "abs" ? [node.argument] : [] };
    case "conditional":
      return { smooth: [node.yes, node.no], deciding: [node.condition] };
    case "piecewise":
      return { smooth: node.values, deciding: [node.of] };
  }
}

/** The functions at whose sign changes the decision of a node can change; none for a node that decides nothing. */
export function switchFunctions(node: Node): Node[] {
  switch (node.kind) {
    case "comparison":
    case "extremum":
      return [subtract(node.left, node.right)];
    case "call":
      return [...operandsOf(node).deciding];
    case "conditional":
      return node.condition.kind === "comparison" ? [] : [node.condition];
    case "piecewise":
      return node.breaks.map((end) => subtract(node.of, constant(end)));
    default:
      return [];
  }
}

/** Which branch a node takes, as a number, given the values of its deciding operands. */
export function outcome(node: Node, valueAt: (operand: Node) => number): number {
  switch (node.kind) {
    case "comparison":
      return Number(holds(node.op, valueAt(node.left), valueAt(node.right)));
    case "extremum":
      return Number(holds(node.name === "min" ? "<=" : ">=", valueAt(node.left), valueAt(node.right)));
    case "call":
      return Math.sign(valueAt(node.argument));
    case "conditional":
      return Number(Math.abs(valueAt(node.condition)) > 0);
    case "piecewise":
      return pieceOf(valueAt(node.of), node.breaks);
    default:
      return 0;
  }
}

/** The smooth formula that is left when every decision has the given outcome. */
export function decided(root: Node, outcomes: ReadonlyMap<Node, number>): Node {
  return mapTree<Node>([root], (node, done) => {
    const taken = outcomes.get(node);
    return taken === undefined ? rebuild(node, done) : branch(node, taken, done);
  }).get(root)!;
}

function branch(node: Node, taken: number, done: (child: Node) => Node): Node {
  switch (node.kind) {
    case "extremum":
      return done(taken ? node.left : node.right);
    case "call":
      if (node.name === "sign") return constant(taken);
      return taken < 0 ? negate(done(node.argument)) : done(node.argument);
    case "conditional":
      return done(taken ? node.yes : node.no);
    case "piecewise":
      return done(node.values[taken]!);
    default:
      return constant(taken);
  }
}
