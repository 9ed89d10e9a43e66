/** From what the rows' solve found to the state after the step: what moves, slips of stuck rows set to zero, modes. */
import {
  absolute,
  add,
  andWhole,
  choose,
  type Double,
  double,
  each,
  half,
  isAbove,
  isBelow,
  isZero,
  load,
  multiply,
  NOTHING,
  type Pair,
  pair,
  pairOf,
  perform,
  type Statement,
  select,
  sequence,
  store,
  storeHalf,
  subtract,
  subtractWhole,
  type Whole,
  when,
  whole,
  without,
} from "../../numeric/wasm/code.ts";
import { call, type Variables } from "../../numeric/wasm/module.ts";
import { modeOf, type RowsCode } from "../../step/kernels/rows-code.ts";
import { CAPACITY, writePair } from "./places.ts";
import { ORIGIN, type StepParts, type StepVectors } from "./step-parts.ts";

export interface EndCode {
  /** What moves, at `dz`; slips of stuck rows set to zero there. */
  readonly moved: Statement;
  readonly stuck: Statement;
  /** The state after it, also in column `column`; `sizes`: sums of its numbers. */
  finish(k: number, column: Whole): Statement;
  readonly sizes: Pair;
  mode(i: number): Whole;
}

/** `echelon`: place of the function that sets slips to zero. */
export function endCode(
  parts: StepParts,
  vectors: StepVectors,
  rows: RowsCode,
  echelon: number,
  variables: Variables,
): EndCode {
  const { places, machine, scheme, sets, stops, owned, lawful, paired, read, slipless, response, slipValues } = parts;
  const { x, other, state, free, dz, ways, forces, found, boundsAt, drive } = vectors;
  const { step, own, aligned, varying, jumping } = machine;
  const { size: n, count: m } = step;
  const sums = variables.pairs(parts.pairs);
  const isStuck = (i: number): Whole => andWhole(rows.stuck, whole(1 << i));

  const lane = (of: Pair, k: number): Double => half(of, (k & 1) as 0 | 1);
  const ownWay = (k: number): Double => {
    const row = own.row[k]!;
    if (!owned[k]) return lane(sums[k >> 1]!, k);
    const still = subtract(double(0), lane(ways.at(row >> 1), row));
    return choose(isStuck(row), still, add(lane(free.at(k >> 1), k), lane(found.at(row >> 1), row)));
  };
  const wayOf = (k: number): Pair => {
    if (aligned) {
      const moved = add(free.at(k), found.at(k));
      if (paired) return moved;
      return select(rows.stuckPair(k), slipless ? pair(0) : subtract(pair(0), ways.at(k)), moved);
    }
    if (!owned[2 * k] && !owned[2 * k + 1]) return sums[k]!;
    return pairOf(ownWay(2 * k), 2 * k + 1 < n ? ownWay(2 * k + 1) : double(0));
  };
  const way = (k: number): Pair => {
    const z = scheme.moved(k, wayOf(k), state);
    return paired ? without(z, rows.stuckPair(k)) : z;
  };
  const direct = paired && !read; // nobody asks for it but the end of the step
  const moved = sequence(
    each(response ? parts.pairs : 0, (k) => sums[k]!.set(free.at(k))),
    response?.times(forces.vector, sums, add, false, variables) ?? NOTHING,
    each(direct ? 0 : parts.pairs, (k) => dz.put(k, way(k))),
  );

  const stick = (): Statement => {
    if (sets.hasEchelon) {
      return when(
        rows.stuck,
        varying ? each(m, (i) => store(ORIGIN, places.target + 8 * i, scheme.target(drive(i)))) : NOTHING,
        perform(call(echelon, rows.slot)),
      );
    }
    const { column, start } = step.directions;
    return each(m, (i) => when(isStuck(i), store(ORIGIN, places.dz + 8 * column[start[i]!]!, double(0))));
  };

  const [z, velocity, position, next, sizes] = variables.pairs(5) as Five<ReturnType<Variables["pair"]>>;
  /** Both numbers of a pair, to their columns. */
  const halves = (column: Whole, start: number, k: number, most: number, value: Pair): Statement =>
    each(Math.min(2, most - 2 * k), (h) => storeHalf(column, start + 8 * CAPACITY * (2 * k + h), value, h as 0 | 1));
  const finish = (k: number, column: Whole): Statement => {
    if (k >= parts.pairs) return halves(column, places.columns.force, k, m, forces.at(k));
    const after = scheme.after(k, z, state);
    const size = add(absolute(velocity), absolute(scheme.kicks ? position : next));
    return sequence(
      z.set(direct ? way(k) : dz.at(k)),
      velocity.set(after.velocity),
      position.set(after.position),
      next.set(after.other),
      sizes.set(k === 0 ? size : add(sizes, size)),
      halves(column, places.columns.position, k, n, position),
      halves(column, places.columns.velocity, k, n, velocity),
      x.put(k, position),
      other.put(k, next),
      lawful ? writePair(places.velocity, k, velocity) : NOTHING,
      k < parts.rowPairs ? halves(column, places.columns.force, k, m, forces.at(k)) : NOTHING,
    );
  };

  /** A row whose bounds are one moves as its slip says. */
  const mode = (i: number): Whole => {
    if (stops[i]) return isZero(isStuck(i)); // closed or open
    const told = modeOf(i, rows.stuck, rows.low);
    if (!varying && jumping.length === 0 && step.lower[i]! < step.upper[i]!) return told;
    const { start, column: columns } = step.slipRows;
    let slip: Double = double(0);
    for (let e = start[i]!; e < start[i + 1]!; e++) {
      slip = add(slip, multiply(load(ORIGIN, slipValues + 8 * e), load(ORIGIN, places.dz + 8 * columns[e]!)));
    }
    if (varying) slip = subtract(slip, drive(i));
    const sign = subtractWhole(isAbove(slip, double(0)), isBelow(slip, double(0)));
    const free = isBelow(load(boundsAt, places.bounds.lower + 8 * i), load(boundsAt, places.bounds.upper + 8 * i));
    return choose(free, told, sign);
  };

  return { moved, stuck: paired ? NOTHING : stick(), finish, sizes, mode };
}

type Five<V> = [V, V, V, V, V];
