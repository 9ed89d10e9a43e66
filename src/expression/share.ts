import { rebuild } from "./fold.ts";
import { children, type Node, postorder } from "./syntax.ts";

/**
 * The same formulas with every subexpression that occurs more than once, in whichever of them, as one node
 * (hash-consing). What is done once per node is then done once per subexpression.
 */
export function share(roots: readonly Node[]): Node[] {
  const canonical = new Map<Node, { node: Node; id: number }>();
  const byKey = new Map<string, { node: Node; id: number }>();
  for (const node of postorder(roots)) {
    const parts = children(node).map((child) => canonical.get(child)!);
    const key = `${label(node)} ${parts.map((part) => part.id).join()}`;
    let entry = byKey.get(key);
    if (!entry) {
      const unchanged = children(node).every((child) => canonical.get(child)!.node === child);
      const shared = unchanged ? node : rebuild(node, (child) => canonical.get(child)!.node);
      entry = { node: shared, id: byKey.size };
      byKey.set(key, entry);
    }
    canonical.set(node, entry);
  }
  return roots.map((root) => canonical.get(root)!.node);
}

/** All that tells a node from others with the same children. */
function label(node: Node): string {
  switch (node.kind) {
    case "number":
      return `${node.value}`;
    case "variable":
      return `variable ${node.name}`;
    case "piecewise":
      return `piecewise ${node.breaks.join()}`;
    case "call":
    case "extremum":
      return node.name;
    case "conditional":
      return node.kind;
    case "unary":
      return "negative";
    default:
      return node.op;
  }
}
