/**
 * The steps of steps.ts with the active set as WebAssembly: the same operations in the same order, and so the same digits. Up to
 * `MOST_LOCKSTEP` coordinates two runs are stepped side by side, a coordinate of both in one pair of doubles; above, the coordinates
 * of one run are paired. The code depends on sizes alone: the numbers of a problem are data in its memory.
 */
import type { Vector } from "../../numeric/vector.ts";
import {
  add,
  addWhole,
  andWhole,
  bitsOf,
  each,
  less,
  loadBoth,
  loadPair,
  multiply,
  orWhole,
  type Pair,
  pair,
  repeat,
  type Statement,
  sequence,
  shiftLeft,
  shiftRight,
  subtract,
  subtractWhole,
  type Whole,
  whole,
} from "../../numeric/wasm/code.ts";
import { call, type FunctionCode, type Instance, instantiate, type Variable } from "../../numeric/wasm/module.ts";
import { blendTableaux } from "../../step/kernels/blended-tableaux.ts";
import { at, boxCode, put, type TableauCode } from "../../step/kernels/box-code.ts";
import { findTableau, slotBits } from "../../step/kernels/kept-tableaux.ts";
import { plus, productCode } from "../../step/kernels/product-code.ts";
import type { CoordinateBox } from "../../step/solvers/coordinate-box.ts";
import { allTableaux, PATIENCE, slackOf } from "../../step/solvers/tableau.ts";
import type { AlphaMatrices } from "./steps.ts";

const MOST_LOCKSTEP = 6;

/** Runs side by side, and what changes of each. */
export interface AlphaKernel {
  readonly box: CoordinateBox;
  /** Runs that are stepped at the same time. */
  readonly lanes: number;
  /** Component i of a run. */
  readonly place: (lane: number, i: number) => number;
  readonly x: Vector;
  readonly ahead: Vector;
  readonly dz: Vector;
  readonly friction: Vector;
  /** A^{-1} B u */
  readonly push: Vector;
  /** 0 stuck, -1 at the lower, +1 at the upper bound; what only fills a pair is stuck. */
  readonly side: Vector;
  /** So many steps of all lanes, the first of each ends at its node; linear solves, or -1 if one of them must be stepped otherwise. */
  advance(nodes: Int32Array, count: number): number;
}

/** Undefined where the host has no WebAssembly. */
export function alphaKernel(matrices: AlphaMatrices): AlphaKernel | undefined {
  const { size: n, swing, load } = matrices;
  const lockstep = n <= MOST_LOCKSTEP;
  const count = lockstep ? n : Math.ceil(n / 2); // pairs
  const place = lockstep ? (lane: number, i: number) => 2 * i + lane : (_: number, i: number) => i;
  const layout = layoutOf(n, count, lockstep, load.length / n);
  const { box } = matrices.solver;
  const mixed = box.lower.some((low, i) => low === box.upper[i]);
  const code = lockstep ? together(n, mixed, swing, layout) : alone(n, count, mixed, swing, layout);
  const instance = instantiate(code, layout.end);
  if (!instance) return undefined;
  fill(instance, matrices, layout, lockstep, count);
  const memory = new Float64Array(instance.memory);
  const view = (start: number) => memory.subarray(start / 8, start / 8 + 2 * count);
  const { steps } = instance.functions;
  const stride = lockstep ? 8 * n : 16 * count;
  return {
    box,
    lanes: lockstep ? 2 : 1,
    place,
    x: view(layout.x),
    ahead: view(layout.ahead),
    dz: view(layout.dz),
    friction: view(layout.friction),
    push: view(layout.push),
    side: view(layout.side),
    advance: (nodes, steps_) =>
      steps!(layout.load + stride * nodes[0]!, layout.load + stride * nodes[nodes.length - 1]!, steps_),
  };
}

type Layout = ReturnType<typeof layoutOf>;

/** Places in bytes. */
function layoutOf(n: number, count: number, lockstep: boolean, nodes: number) {
  let end = 0;
  const room = (bytes: number): number => {
    const start = end;
    end += 16 * Math.ceil(bytes / 16);
    return start;
  };
  const pairs = () => room(16 * count);
  const matrix = () => room(16 * count * n);
  const slots = lockstep ? 0 : 1 << slotBits(n);
  return {
    ...{
      x: pairs(),
      ahead: pairs(),
      dz: pairs(),
      friction: pairs(),
      push: pairs(),
      side: pairs(),
      rough: pairs(),
      sign: pairs(),
    },
    ...{ lower: pairs(), upper: pairs(), least: pairs(), most: pairs(), given: pairs(), change: pairs() },
    ...{ elastic: matrix(), swing: matrix(), blended: matrix() },
    tableaux: room(lockstep ? 8 * n * n * (1 << n) : 16 * count * n), // of all sets, or of the empty one
    ...{ factor: pairs(), tags: room(4 * slots), slots: room(slots * 16 * count * n) },
    load: room(nodes * (lockstep ? 8 * n : 16 * count)),
    end,
  };
}

/** The numbers of the problem. */
function fill(
  { memory: buffer }: Instance,
  matrices: AlphaMatrices,
  layout: Layout,
  lockstep: boolean,
  count: number,
): void {
  const { size: n, swing, elastic, load, solver } = matrices;
  const memory = new Float64Array(buffer);
  const { box } = solver;
  const slack = slackOf(box);
  const vector = (start: number, of: (i: number) => number) => {
    for (let i = 0; i < n; i++) {
      for (let lane = 0; lane < (lockstep ? 2 : 1); lane++) memory[start / 8 + (lockstep ? 2 * i + lane : i)] = of(i);
    }
  };
  vector(layout.lower, (i) => box.lower[i]!);
  vector(layout.upper, (i) => box.upper[i]!);
  vector(layout.least, (i) => box.lower[i]! - slack[i]!);
  vector(layout.most, (i) => box.upper[i]! + slack[i]!);
  const masks = new BigInt64Array(buffer);
  for (let k = 0; k < 2 * count; k++) {
    const i = lockstep ? k >> 1 : k;
    const rough = i < n && box.lower[i]! < box.upper[i]!;
    masks[layout.rough / 8 + k] = rough ? -1n : 0n;
    masks[layout.sign / 8 + k] = rough ? -1n : ~(1n << 63n);
  }
  /** Rows of pairs of equal numbers, or columns. */
  const matrix = (start: number, of: Vector) => {
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        if (lockstep) memory.fill(of[i * n + j]!, start / 8 + 2 * (i * n + j), start / 8 + 2 * (i * n + j) + 2);
        else memory[start / 8 + j * 2 * count + i] = of[i * n + j]!;
      }
    }
  };
  matrix(layout.elastic, elastic);
  if (swing) matrix(layout.swing, swing);
  if (lockstep) memory.set(allTableaux(box), layout.tableaux / 8);
  else matrix(layout.tableaux, box.inverse);
  const stride = lockstep ? n : 2 * count;
  for (let k = 0; k < load.length / n; k++) memory.set(load.subarray(k * n, (k + 1) * n), layout.load / 8 + k * stride);
}

/** Two runs side by side. */
function together(n: number, mixed: boolean, swing: Vector | undefined, layout: Layout): FunctionCode[] {
  const stepping: FunctionCode = {
    name: "steps",
    parameters: 3,
    body([one, other, rest], variables) {
      const before = variables.pairs(n);
      const x = variables.pairs(n);
      const ahead = variables.pairs(n);
      const free = variables.pairs(n);
      const passes = variables.whole();
      const sets = [variables.whole(), variables.whole()] as const;
      const entry = (start: number, i: number, j: number) => at(start + 16 * (i * n + j));
      const tableau: TableauCode = {
        product: (given, found) =>
          each(n, (i) => {
            const terms = given.map((value, j): Pair => multiply(entry(layout.blended, i, j), value));
            return found[i]!.set(terms.reduce(plus));
          }),
        choose: (stuck) => {
          const bit = (k: number, lane: number): Whole =>
            shiftLeft(andWhole(shiftRight(bitsOf(stuck[k]!), whole(lane)), whole(1)), whole(k));
          const setOf = (lane: number) => stuck.map((_, k) => bit(k, lane)).reduce((sum, each) => orWhole(sum, each));
          return sequence(sets[0].set(setOf(0)), sets[1].set(setOf(1)), sets[0].set(call(BLEND, sets[0], sets[1])));
        },
      };
      const box = boxCode(n, mixed, layout, variables, free, passes, PATIENCE, tableau);
      const freeOf = (i: number): Pair => {
        const change = (j: number) => subtract(x[j]!, before[j]!);
        let sum = add(loadBoth(one!, other!, 8 * i), at(layout.push + 16 * i));
        if (!swing) sum = add(sum, multiply(pair(2), change(i)));
        else for (let j = 0; j < n; j++) sum = add(sum, multiply(entry(layout.swing, i, j), change(j)));
        for (let j = 0; j < n; j++) sum = subtract(sum, multiply(entry(layout.elastic, i, j), x[j]!));
        return sum;
      };
      const step = sequence(
        each(n, (i) => sequence(before[i]!.set(x[i]!), x[i]!.set(ahead[i]!))),
        each(n, (i) => free[i]!.set(freeOf(i))),
        box.solve,
        each(n, (i) => ahead[i]!.set(add(before[i]!, free[i]!))),
        one!.set(addWhole(one!, whole(8 * n))),
        other!.set(addWhole(other!, whole(8 * n))),
        rest!.set(subtractWhole(rest!, whole(1))),
      );
      const kept = (names: readonly Variable<"v128">[], start: number, write: boolean): Statement =>
        each(n, (i) => (write ? put(start + 16 * i, names[i]!) : names[i]!.set(at(start + 16 * i))));
      return {
        statement: sequence(
          kept(x, layout.x, false),
          kept(ahead, layout.ahead, false),
          box.begin,
          repeat(step, less(whole(0), rest!)),
          kept(x, layout.x, true),
          kept(ahead, layout.ahead, true),
          box.end,
        ),
        result: passes,
      };
    },
  };
  return [blendTableaux(n, layout.tableaux, layout.blended), stepping];
}

/** The first function of a module finds the tableaux of the second. */
const BLEND = 0;
const FIND = 0;

/** The coordinates of one run in pairs. */
function alone(n: number, count: number, mixed: boolean, swing: Vector | undefined, layout: Layout): FunctionCode[] {
  const stepping: FunctionCode = {
    name: "steps",
    parameters: 3,
    body([node, , rest], variables) {
      const before = variables.pairs(count);
      const free = variables.pairs(count);
      const passes = variables.whole();
      const found = variables.whole();
      const origin = whole(0);
      const tableau: TableauCode = {
        product: (given, sums) =>
          sequence(
            each(count, (k) => put(layout.given + 16 * k, given[k]!)),
            productCode(
              { n, base: found, offset: 0, vector: layout.given, sums, combine: plus, fresh: true },
              variables,
            ),
          ),
        choose: (stuck) => {
          const bits = stuck.map((mask, k) => shiftLeft(bitsOf(mask), whole(2 * k)));
          return found.set(
            call(
              FIND,
              bits.reduce((sum, each) => orWhole(sum, each)),
            ),
          );
        },
      };
      const box = boxCode(count, mixed, layout, variables, free, passes, PATIENCE, tableau);
      const step = sequence(
        each(count, (k) =>
          sequence(
            before[k]!.set(at(layout.x + 16 * k)),
            put(layout.x + 16 * k, at(layout.ahead + 16 * k)),
            free[k]!.set(add(loadPair(node!, 16 * k), at(layout.push + 16 * k))),
            ...changed(k, before[k]!, free[k]!),
          ),
        ),
        swing
          ? productCode(
              { n, base: origin, offset: layout.swing, vector: layout.change, sums: free, combine: plus },
              variables,
            )
          : () => {},
        productCode(
          { n, base: origin, offset: layout.elastic, vector: layout.x, sums: free, combine: subtract },
          variables,
        ),
        box.solve,
        each(count, (k) => put(layout.ahead + 16 * k, add(before[k]!, free[k]!))),
        node!.set(addWhole(node!, whole(16 * count))),
        rest!.set(subtractWhole(rest!, whole(1))),
      );
      return {
        statement: sequence(box.begin, repeat(step, less(whole(0), rest!)), box.end),
        result: passes,
      };
    },
  };
  const places = { n, inverse: layout.tableaux, factor: layout.factor, tags: layout.tags, slots: layout.slots };
  return [findTableau(places), stepping];

  function changed(k: number, before: Variable<"v128">, free: Variable<"v128">): Statement[] {
    const change = subtract(at(layout.x + 16 * k), before);
    return swing ? [put(layout.change + 16 * k, change)] : [free.set(add(free, multiply(pair(2), change)))];
  }
}
