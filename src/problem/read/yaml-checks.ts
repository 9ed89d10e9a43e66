/** What YAML allows and a problem does not have: keys that stand twice, tags of other programs, aliases of nothing or inside of what they name. */
import { isAlias, isCollection, isNode, isScalar, type Node, visit } from "yaml";

/** The first key that a mapping has already, and where it stands. */
export function repeatedKey(root: Node | null): { name: string; at: number } | undefined {
  let found: { name: string; at: number } | undefined;
  if (!root) return undefined;
  visit(root, {
    Map(_, { items }) {
      const seen = new Set<string>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        const name = String(key.value);
        if (seen.has(name)) found = { name, at: key.range?.[0] ?? 0 };
        if (found) return visit.BREAK;
        seen.add(name);
      }
      return undefined;
    },
  });
  return found;
}

/** The first tag that is not of the core of YAML: dates, sets, binary data and what other programs make of theirs. */
export function foreignTag(root: Node | null): { name: string; at: number } | undefined {
  let found: { name: string; at: number } | undefined;
  if (!root) return undefined;
  visit(root, (_, node) => {
    if (!isNode(node) || isAlias(node) || node.tag === undefined || CORE.test(node.tag)) return undefined;
    found = { name: node.tag.replace("tag:yaml.org,2002:", "!!").slice(0, 80), at: node.range?.[0] ?? 0 };
    return visit.BREAK;
  });
  return found;
}

const CORE = /^(!|tag:yaml\.org,2002:(str|int|float|bool|null|map|seq))$/;

/** The anchor that an alias inside of it names, if any. */
export function selfReference(root: Node | null): string | undefined {
  let found: string | undefined;
  if (!root) return undefined;
  visit(root, (_, node, ancestors) => {
    if (!isAlias(node)) return undefined;
    const inside = ancestors.some(
      (ancestor) => (isCollection(ancestor) || isScalar(ancestor)) && ancestor.anchor === node.source,
    );
    if (!inside) return undefined;
    found = node.source;
    return visit.BREAK;
  });
  return found;
}

/** The first alias of an anchor that does not stand before it. */
export function strayAlias(root: Node | null): { name: string; at: number } | undefined {
  const known = new Set<string>();
  let found: { name: string; at: number } | undefined;
  if (!root) return undefined;
  visit(root, (_, node) => {
    if (!isNode(node)) return undefined;
    if (!isAlias(node)) {
      if (node.anchor !== undefined) known.add(node.anchor);
      return undefined;
    }
    if (known.has(node.source)) return undefined;
    found = { name: node.source.slice(0, 80), at: node.range?.[0] ?? 0 };
    return visit.BREAK;
  });
  return found;
}
