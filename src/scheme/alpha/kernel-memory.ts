/** The memory of a kernel: what changes of its runs, and the numbers of the problem. */
import type { Vector } from "../../numeric/vector.ts";
import { slotBits } from "../../step/kernels/kept-tableaux.ts";
import { allTableaux, slackOf } from "../../step/solvers/tableau.ts";
import type { AlphaMatrices } from "./steps.ts";

/** How doubles are paired. */
export interface Form {
  /** Coordinates. */
  readonly n: number;
  /** Of two runs each, a coordinate of both in a pair; 0: the coordinates of one run are paired. */
  readonly groups: number;
  /** Pairs of a vector, and doubles of a node in the table of the load. */
  readonly pairs: number;
  readonly row: number;
  readonly lanes: number;
}

export function formOf(n: number, groups: number): Form {
  if (groups === 0) return { n, groups, pairs: Math.ceil(n / 2), row: 2 * Math.ceil(n / 2), lanes: 1 };
  return { n, groups, pairs: n * groups, row: n, lanes: 2 * groups };
}

/** Component i of a run, in doubles. */
export function placeIn({ n, groups }: Form, lane: number, i: number): number {
  return groups === 0 ? i : 2 * ((lane >> 1) * n + i) + (lane & 1);
}

export type Layout = ReturnType<typeof layoutOf>;

/** Places in bytes. */
export function layoutOf({ n, groups, pairs, row }: Form, nodes: number) {
  let end = 0;
  const room = (bytes: number): number => {
    const start = end;
    end += 16 * Math.ceil(bytes / 16);
    return start;
  };
  const vector = () => room(16 * pairs);
  const matrix = () => room(groups === 0 ? 16 * pairs * n : 16 * n * n);
  const slots = groups === 0 ? 1 << slotBits(n) : 0;
  return {
    ...{ x: vector(), ahead: vector(), dz: vector(), friction: vector(), push: vector(), side: vector() },
    ...{ rough: vector(), sign: vector(), lower: vector(), upper: vector(), least: vector(), most: vector() },
    ...{ given: vector(), change: vector(), factor: vector(), elastic: matrix(), swing: matrix() },
    blended: room(16 * n * n * groups),
    tableaux: groups === 0 ? matrix() : room(8 * n * n * (1 << n)), // of the empty set, or of all
    ...{ tags: room(4 * slots), slots: room(slots * 16 * pairs * n) },
    load: room(8 * nodes * row),
    end,
  };
}

export function fillMemory(buffer: ArrayBuffer, matrices: AlphaMatrices, form: Form, layout: Layout): void {
  const { n, groups, pairs, row, lanes } = form;
  const { swing, elastic, load, solver } = matrices;
  const { box } = solver;
  const memory = new Float64Array(buffer);
  const masks = new BigInt64Array(buffer);
  const slack = slackOf(box);
  for (let lane = 0; lane < lanes; lane++) {
    for (let i = 0; i < n; i++) {
      const at = placeIn(form, lane, i);
      const rough = box.lower[i]! < box.upper[i]!;
      memory[layout.lower / 8 + at] = box.lower[i]!;
      memory[layout.upper / 8 + at] = box.upper[i]!;
      memory[layout.least / 8 + at] = box.lower[i]! - slack[i]!;
      memory[layout.most / 8 + at] = box.upper[i]! + slack[i]!;
      masks[layout.rough / 8 + at] = rough ? -1n : 0n;
      masks[layout.sign / 8 + at] = rough ? -1n : ~(1n << 63n);
    }
  }
  /** Rows of pairs of equal numbers, or columns. */
  const matrix = (start: number, of: Vector) => {
    of.forEach((entry, k) => {
      if (groups > 0) memory.fill(entry, start / 8 + 2 * k, start / 8 + 2 * k + 2);
      else memory[start / 8 + (k % n) * 2 * pairs + Math.floor(k / n)] = entry;
    });
  };
  matrix(layout.elastic, elastic);
  if (swing) matrix(layout.swing, swing);
  if (groups > 0) memory.set(allTableaux(box), layout.tableaux / 8);
  else matrix(layout.tableaux, box.inverse);
  for (let k = 0; k * n < load.length; k++) memory.set(load.subarray(k * n, (k + 1) * n), layout.load / 8 + k * row);
}
