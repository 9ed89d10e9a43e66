/**
 * The factorization of banded-factors.ts as WebAssembly, operation by operation: two entries of a row at a time, which has the digits of one after the
 * other. For matrices that are factored over and over, as in every round of a beam's steps.
 */
import type { Band } from "./banded.ts";
import type { Vector } from "./vector.ts";
import {
  absolute,
  addWhole,
  type Double,
  divide,
  double,
  half,
  isAbove,
  isUnequal,
  isZero,
  largest,
  leave,
  less,
  load,
  loadPair,
  multiply,
  type Pair,
  pair,
  type Real,
  type Statement,
  sequence,
  shiftLeft,
  splat,
  store,
  storePair,
  storeWhole,
  subtract,
  subtractWhole,
  type Value,
  type Whole,
  when,
  whole,
} from "./wasm/code.ts";
import { choose, whilst } from "./wasm/flow.ts";
import { type FunctionCode, instantiate, type Variable, type Variables } from "./wasm/module.ts";

export interface BandedCode {
  /** As banded-factors.ts has them. */
  readonly factors: Vector;
  readonly scale: Vector;
  readonly pivots: Int32Array;
  readonly reach: Int32Array;
  /** Factors entries, with `scale` as it is; false where a pivot falls below a part of the largest one. */
  factor(entries: Vector, threshold: number): boolean;
}

/** Where the numbers of a matrix stand, in bytes, and its widths, in entries. */
type Places = ReturnType<typeof placesOf>;

/** Undefined where the host has no WebAssembly, or no memory for it. */
export function bandedCode(size: number, band: Band): BandedCode | undefined {
  const places = placesOf(size, band);
  const instance = instantiate([loadFactors(places), eliminate(places)], places.end);
  if (!instance) return undefined;
  const { memory, functions } = instance;
  const { load: fill, eliminate: run } = functions as Record<"load" | "eliminate", () => number>;
  const doubles = (at: number, count: number) => new Float64Array(memory, at, count);
  const entries = doubles(places.entries, size * places.width);
  const threshold = doubles(places.threshold, 1);
  return {
    factors: doubles(places.factors, size * places.factorWidth),
    scale: doubles(places.scale, size),
    pivots: new Int32Array(memory, places.pivots, size),
    reach: new Int32Array(memory, places.reach, size),
    factor(given, part) {
      entries.set(given);
      threshold[0] = part;
      fill();
      return run() === 1;
    },
  };
}

function placesOf(size: number, { below, above }: Band) {
  let end = 0;
  const room = (bytes: number): number => {
    const start = end;
    end += 16 * Math.ceil(bytes / 16);
    return start;
  };
  const width = below + above + 1;
  const factorWidth = width + below;
  return {
    ...{ size, below, above, width, factorWidth },
    entries: room(8 * size * width),
    factors: room(8 * size * factorWidth),
    scale: room(8 * (below + size + above)) + 8 * below, // zeros on either side, for entries that are none
    pivots: room(4 * size),
    reach: room(4 * size),
    threshold: room(8),
    smallest: room(8),
    get end() {
      return end;
    },
  };
}

/** So many doubles one after the other: pairs, and the one that is left. */
function along(count: number, two: (at: number) => Statement, one: (at: number) => Statement): Statement {
  const pairs = Array.from({ length: count >> 1 }, (_, k) => two(16 * k));
  return sequence(...pairs, ...(count % 2 === 1 ? [one(8 * (count - 1))] : []));
}

/** The scaled entries, zeros for what exchanges bring in, and the largest of them. */
function loadFactors({ size, width, factorWidth, entries, factors, scale, below, ...at }: Places): FunctionCode {
  return {
    name: "load",
    parameters: 0,
    body(_, variables) {
      const [from, to, by, row] = wholes(variables);
      const [own, entry, most] = [variables.pair(), variables.pair(), variables.pair()];
      const [single, top] = [variables.double(), variables.double()];
      const scaled = <K extends Real>(factor: Scaling<K>, offset: number) =>
        multiply(
          multiply(factor.own, factor.entry(from, entries + offset)),
          factor.entry(by, scale - 8 * below + offset),
        );
      const two = (offset: number): Statement =>
        sequence(
          entry.set(scaled({ own, entry: loadPair }, offset)),
          storePair(to, factors + offset, entry),
          most.set(largest(most, absolute(entry as Pair))),
        );
      const one = (offset: number): Statement =>
        sequence(
          single.set(scaled({ own: half(own, 0), entry: load }, offset)),
          store(to, factors + offset, single),
          top.set(largest(top, absolute(single as Double))),
        );
      return {
        statement: sequence(
          most.set(pair(0)),
          top.set(double(0)),
          whilst(
            less(row, whole(8 * size)),
            own.set(splat(load(row, scale))),
            along(width, two, one),
            along(
              factorWidth - width,
              (offset) => storePair(to, factors + 8 * width + offset, pair(0)),
              (offset) => store(to, factors + 8 * width + offset, double(0)),
            ),
            onTo(from, 8 * width),
            onTo(to, 8 * factorWidth),
            onTo(by, 8),
            onTo(row, 8),
          ),
          top.set(largest(top, largest(half(most, 0), half(most, 1)))),
          store(whole(0), at.smallest, multiply(top, load(whole(0), at.threshold))),
        ),
        result: whole(1),
      };
    },
  };
}

interface Scaling<K extends Real> {
  readonly own: Value<K>;
  readonly entry: (address: Whole, offset: number) => Value<K>;
}

/** Entry (i, j) stands `line` bytes behind (i - 1, j), and an entry of the diagonal 8 more behind the one before. */
function eliminate({ size, below, above, factorWidth, factors, pivots, reach, smallest }: Places): FunctionCode {
  const line = 8 * (factorWidth - 1);
  return {
    name: "eliminate",
    parameters: 0,
    body(_, variables) {
      const [k, diagonal, right, last] = wholes(variables);
      const [row, i, pivot, column] = wholes(variables);
      const [beside, end] = wholes(variables);
      const [most, entry, factor] = [variables.double(), variables.double(), variables.double()];
      const both = variables.pair();
      /** The smaller of a row or column and the last one. */
      const within = (value: Whole): Whole => choose(less(value, whole(size - 1)), value, whole(size - 1));
      const behind = (of: Whole): Whole => addWhole(of, column);
      /** What is done for k + 1 up to `last`, with its entry of the column at `row`. */
      const eachBelow = (...body: readonly Statement[]): Statement =>
        sequence(i.set(k), row.set(diagonal), whilst(less(i, last), onTo(i, 1), onTo(row, line), ...body));
      const choosePivot = sequence(
        pivot.set(k),
        beside.set(whole(0)), // bytes to the entry of the pivot
        most.set(absolute(load(diagonal, factors))),
        eachBelow(
          entry.set(absolute(load(row, factors))),
          when(isAbove(entry, most), most.set(entry), pivot.set(i), beside.set(subtractWhole(row, diagonal))),
        ),
      );
      const exchange = sequence(
        column.set(diagonal),
        end.set(addWhole(end, diagonal)),
        whilst(
          less(column, end),
          entry.set(load(column, factors)),
          store(column, factors, load(addWhole(column, beside), factors)),
          store(addWhole(column, beside), factors, entry),
          onTo(column, 8),
        ),
        end.set(subtractWhole(end, diagonal)),
      );
      const reduce = sequence(
        both.set(splat(factor)),
        column.set(whole(8)),
        whilst(
          less(addWhole(column, whole(8)), end),
          storePair(
            behind(row),
            factors,
            subtract(loadPair(behind(row), factors), multiply(both, loadPair(behind(diagonal), factors))),
          ),
          onTo(column, 16),
        ),
        when(
          less(column, end),
          store(
            behind(row),
            factors,
            subtract(load(behind(row), factors), multiply(factor, load(behind(diagonal), factors))),
          ),
        ),
      );
      return {
        statement: sequence(
          diagonal.set(whole(8 * below)),
          whilst(
            less(k, whole(size)),
            last.set(within(addWhole(k, whole(below)))),
            choosePivot,
            storeWhole(shiftLeft(k, whole(2)), pivots, pivot),
            when(isZero(isAbove(most, load(whole(0), smallest))), leave(whole(0))),
            end.set(within(addWhole(pivot, whole(above)))),
            when(less(right, end), right.set(end)),
            storeWhole(shiftLeft(k, whole(2)), reach, right),
            end.set(shiftLeft(addWhole(subtractWhole(right, k), whole(1)), whole(3))), // bytes of the row from the diagonal on
            when(beside, exchange),
            eachBelow(
              factor.set(divide(load(row, factors), load(diagonal, factors))),
              store(row, factors, factor),
              when(isUnequal(factor, double(0)), reduce),
            ),
            onTo(k, 1),
            onTo(diagonal, line + 8),
          ),
        ),
        result: whole(1),
      };
    },
  };
}

const wholes = (variables: Variables) =>
  Array.from({ length: 4 }, () => variables.whole()) as [
    Variable<"i32">,
    Variable<"i32">,
    Variable<"i32">,
    Variable<"i32">,
  ];

const onTo = (variable: Variable<"i32">, by: number): Statement => variable.set(addWhole(variable, whole(by)));
