/**
 * Parts of a machine that nothing connects. How far a series may be trusted is judged by each part alone, in the norm of
 * its kinetic energy, so that neither units nor machines that stand beside it have a say.
 */
import { massWeights, type System } from "../../model/system.ts";
import type { Matrix } from "../../numeric/matrix.ts";
import type { Rows } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";

/** Roots of masses in one part that differ by more than this factor: the lighter coordinates are also judged by themselves. */
const LIGHT = 1e3;

export interface Components {
  /** Coordinates of each part; states are parts of their own. */
  readonly members: readonly Int32Array[];
  /** Coordinates to be judged by themselves as well, one by one. */
  readonly light: readonly Int32Array[];
  /** What makes coordinates of one part comparable: the root of the mass. */
  readonly weight: Vector;
}

/** `q`: where masses are compared, if they change. */
export function components(system: System, q: Vector): Components {
  const n = system.size;
  const { visible } = system;
  const group = Int32Array.from({ length: n }, (_, i) => i);

  function groupOf(i: number): number {
    let root = i;
    while (group[root] !== root) {
      group[root] = group[group[root]!]!;
      root = group[root]!;
    }
    return root;
  }

  function join(i: number, j: number): void {
    if (i < visible && j < visible) group[groupOf(i)] = groupOf(j);
  }

  function joinEntries(matrix: Matrix): void {
    for (let i = 0; i < visible; i++) {
      for (let j = matrix.firstIn(i); j < matrix.lastIn(i); j++) if (matrix.at(i, j) !== 0) join(i, j);
    }
  }

  function joinRows({ count, start, column }: Rows): void {
    for (let i = 0; i < count; i++) {
      for (let k = start[i]! + 1; k < start[i + 1]!; k++) join(column[start[i]!]!, column[k]!);
    }
  }

  const { linear } = system;
  if (linear) {
    joinEntries(linear.mass);
    joinEntries(linear.stiffness);
    joinEntries(linear.damping);
    joinRows(linear.directions);
    if (linear.springs) joinRows(linear.springs.directions);
  } else for (let i = 1; i < visible; i++) join(0, i);
  const lists = new Map<number, number[]>();
  for (let i = 0; i < n; i++) {
    const root = groupOf(i);
    const list = lists.get(root);
    if (list) list.push(i);
    else lists.set(root, [i]);
  }
  const weight = massWeights(system, q);
  const light = [...lists.values()].flatMap((list) => {
    const heaviest = list.reduce((most, i) => Math.max(most, weight[i]!), 0);
    return list.filter((i) => weight[i]! * LIGHT < heaviest);
  });
  return {
    members: [...lists.values()].map((list) => Int32Array.from(list)),
    light: light.map((i) => Int32Array.of(i)),
    weight,
  };
}
