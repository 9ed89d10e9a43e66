import { rebuild } from "./fold.ts";
import { mapTree, type Node } from "./syntax.ts";

/** The formulas with some of their variables replaced, folded again. */
export function substitute(roots: readonly Node[], replacements: ReadonlyMap<string, Node>): Node[] {
  const results = mapTree<Node>(roots, (node, done) =>
    node.kind === "variable" ? (replacements.get(node.name) ?? node) : rebuild(node, done),
  );
  return roots.map((root) => results.get(root)!);
}

/** Names of the variables in the formulas. */
export function variablesOf(order: readonly Node[]): Set<string> {
  return new Set(order.flatMap((node) => (node.kind === "variable" ? [node.name] : [])));
}
