/** The memory of a kernel: what changes of its runs, and the numbers of the problem. */
import type { Vector } from "../../numeric/vector.ts";
import { guessParts } from "../../step/kernels/box-code.ts";
import { slotBits } from "../../step/kernels/kept-tableaux.ts";
import { ROUND_OFF } from "../../step/solvers/condensed.ts";
import { MOST_ALTERNATING, slackOf, turnedTableaux } from "../../step/solvers/tableau.ts";
import type { AlphaMatrices } from "./steps.ts";

/** How doubles are paired. */
export interface Form {
  /** Coordinates. */
  readonly n: number;
  /** Two runs side by side, a coordinate of both in a pair; or the coordinates of one run are paired. */
  readonly lockstep: boolean;
  readonly lanes: number;
  /** Pairs of a vector, and doubles of a node in the table of the load. */
  readonly pairs: number;
  readonly row: number;
}

/** Coordinates up to which two runs go in lockstep: there are 2^n sets of stuck ones, whose tableaux are all made. */
const MOST_LOCKSTEP = MOST_ALTERNATING;

/** All bits but the sign. */
const UNSIGNED = ~(1n << 63n);

export function formOf(n: number): Form {
  const half = Math.ceil(n / 2);
  if (n > MOST_LOCKSTEP) return { n, lockstep: false, lanes: 1, pairs: half, row: 2 * half };
  return { n, lockstep: true, lanes: 2, pairs: n, row: n };
}

/** Component i of a run, in doubles. */
export function placeIn({ lockstep }: Form, lane: number, i: number): number {
  return lockstep ? 2 * i + lane : i;
}

export type Layout = ReturnType<typeof layoutOf>;

/** Places in bytes. */
export function layoutOf({ n, lockstep, pairs, row }: Form, nodes: number) {
  let end = 0;
  const room = (bytes: number): number => {
    const start = end;
    end += 16 * Math.ceil(bytes / 16);
    return start;
  };
  const vector = () => room(16 * pairs);
  const matrix = () => room(16 * pairs * n);
  const slots = lockstep ? 0 : 1 << slotBits(n);
  return {
    ...{ x: vector(), ahead: vector(), dz: vector(), friction: vector(), push: vector() },
    ...{ rough: vector(), sign: vector(), lower: vector(), upper: vector(), least: vector(), most: vector() },
    ...{ unsigned: room(16), tie: room(16), two: room(16), sure: room(16), found: vector() },
    ...{ given: vector(), change: vector(), factor: room(32 * pairs), elastic: matrix(), swing: matrix() },
    /** Where guesses of the set are, for steps in turn, and the address of the next. */
    guesses: guessPlaces(n, lockstep, pairs, room),
    next: room(16),
    /** Steps that the last call has left. */
    left: room(16),
    tableaux: lockstep ? room(8 * n * n * (1 << n)) : matrix(), // of all sets, or of the empty one
    ...{ tags: room(4 * slots), slots: room(slots * 16 * pairs * n) },
    load: room(8 * nodes * row),
    end,
  };
}

/** With the tableau itself in lockstep, or its address; one place twice where there is one guess. */
function guessPlaces(n: number, lockstep: boolean, pairs: number, room: (bytes: number) => number): [number, number] {
  const bytes = guessParts(pairs).tableau + 16 * (lockstep ? n * n : 1);
  const first = room(bytes);
  return [first, n <= MOST_ALTERNATING ? room(bytes) : first];
}

export function fillMemory(buffer: ArrayBuffer, matrices: AlphaMatrices, form: Form, layout: Layout): void {
  const { n, lockstep, pairs, row, lanes } = form;
  const { swing, elastic, load, solver } = matrices;
  const { box } = solver;
  const memory = new Float64Array(buffer);
  const masks = new BigInt64Array(buffer);
  new Int32Array(buffer)[layout.next / 4] = layout.guesses[0];
  const slack = slackOf(box);
  for (let half = 0; half < 2; half++) {
    masks[layout.unsigned / 8 + half] = UNSIGNED;
    memory[layout.tie / 8 + half] = 4 * ROUND_OFF;
    memory[layout.two / 8 + half] = 2;
  }
  for (let lane = 0; lane < lanes; lane++) {
    for (let i = 0; i < n; i++) {
      const at = placeIn(form, lane, i);
      const rough = box.lower[i]! < box.upper[i]!;
      memory[layout.lower / 8 + at] = box.lower[i]!;
      memory[layout.upper / 8 + at] = box.upper[i]!;
      memory[layout.least / 8 + at] = box.lower[i]! - slack[i]!;
      memory[layout.most / 8 + at] = box.upper[i]! + slack[i]!;
      masks[layout.rough / 8 + at] = rough ? -1n : 0n;
      masks[layout.sign / 8 + at] = rough ? -1n : UNSIGNED;
    }
  }
  /** Rows of pairs of equal numbers, or columns. */
  const matrix = (start: number, of: Vector) => {
    of.forEach((entry, k) => {
      if (lockstep) memory.fill(entry, start / 8 + 2 * k, start / 8 + 2 * k + 2);
      else memory[start / 8 + (k % n) * 2 * pairs + Math.floor(k / n)] = entry;
    });
  };
  matrix(layout.elastic, elastic);
  if (swing) matrix(layout.swing, swing);
  if (lockstep) memory.set(turnedTableaux(box), layout.tableaux / 8);
  else matrix(layout.tableaux, box.inverse);
  for (let k = 0; k * n < load.length; k++) memory.set(load.subarray(k * n, (k + 1) * n), layout.load / 8 + k * row);
}
