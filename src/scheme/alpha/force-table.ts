/** A load at the nodes of a grid, made once for many runs. */
import { type Load, manyValues } from "../../model/load.ts";
import { isFiniteVector, type Vector } from "../../numeric/vector.ts";

export interface ForceTable {
  /** N, component i at node k at k * size + i. */
  readonly values: Vector;
  /** Least and largest values at this node and all later ones. */
  readonly least: Vector;
  readonly most: Vector;
}

/** Numbers that a table may hold. */
const LARGEST = 1 << 20;

/** Undefined when it would be too large, or the load is not finite everywhere. */
export function forceTable(load: Load, size: number, nodes: Vector): ForceTable | undefined {
  if (nodes.length * size > LARGEST) return undefined;
  const values = new Float64Array(nodes.length * size);
  const at = new Float64Array(2 * nodes.length);
  nodes.forEach((time, k) => {
    at.fill(time, 2 * k, 2 * k + 2);
  });
  manyValues(load, size)(at, nodes.length, values, size);
  if (!isFiniteVector(values)) return undefined;
  const least = Float64Array.from(values);
  const most = Float64Array.from(values);
  for (let at = values.length - size - 1; at >= 0; at--) {
    least[at] = Math.min(least[at]!, least[at + size]!);
    most[at] = Math.max(most[at]!, most[at + size]!);
  }
  return { values, least, most };
}
