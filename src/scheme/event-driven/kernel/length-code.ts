/**
 * How far the series may be trusted, as in trust.ts, by rough logarithms: the high word of a double is one, to 0.09, and its root of
 * order 15 or more hardly feels that. Where sizes vanish or underflow it does not answer: the general rule must.
 */
import {
  absolute,
  add,
  addWhole,
  andWhole,
  type Double,
  divide,
  double,
  each,
  floorOf,
  isAbove,
  isAtMost,
  isBelow,
  isEqual,
  isOther,
  largest,
  least,
  leave,
  load,
  loadWhole,
  multiply,
  orWhole,
  type Statement,
  sequence,
  shiftLeft,
  store,
  storeWhole,
  subtract,
  toDouble,
  toWhole,
  type Whole,
  when,
  whole,
} from "../../../numeric/wasm/code.ts";
import type { FunctionCode } from "../../../numeric/wasm/module.ts";
import { type Layout, LOW, type Shape } from "./layout.ts";
import { NOWHERE, read } from "./product-code.ts";
import { measureRows } from "./row-code.ts";

/** Truncation error, relative to the motion, and the load's last term; as in propagation.ts. */
const MOTION = 1e-17;
const LOAD = 1e-13;
/** Below this a coefficient may have lost its digits. */
const SMALLEST = 1e-280;
/** Rounded up: logarithms beyond are as good as infinite. */
const LONGEST = 900;
/** 2^f on [0, 1) is 1 + f (a + (1 - a) f) to 0.2 %. */
const BEND = 0.6565;

/** Lowers the best logarithm to what the sizes allow by their two last ones, `roots`: where 1 / (k - b) stand; 0: no answer. */
export function trustCode(
  { sizes, best, scratch }: Layout,
  tolerance: number,
  roots: number,
  name: string,
): FunctionCode {
  return {
    name,
    parameters: 0,
    body(_, variables) {
      const [last, by, reached] = [variables.double(), variables.double(), variables.double()];
      const roughLog = (of: Double, then: (log: Double) => Statement) =>
        sequence(
          store(NOWHERE, scratch, of),
          then(subtract(multiply(toDouble(loadWhole(NOWHERE, scratch + 4)), double(1 / 1048576)), double(1023))),
        );
      const byLast = (which: number) =>
        sequence(
          last.set(read(sizes + 8 * (LOW + which))),
          when(
            isAbove(last, double(0)),
            when(isBelow(last, double(SMALLEST)), leave(whole(0))),
            by.set(divide(double(tolerance), last)),
            reached.set(double(-1e9)),
            each(LOW, (b) =>
              roughLog(multiply(by, read(sizes + 8 * b)), (log) =>
                reached.set(largest(reached, multiply(log, read(roots + 8 * (which * LOW + b))))),
              ),
            ),
            store(NOWHERE, best, least(read(best), reached)),
          ),
        );
      return { statement: sequence(byLast(0), byLast(1)), result: whole(1) };
    },
  };
}

export const TRUST = { motion: MOTION, load: LOAD } as const;

/** The natural length of the present expansion; 0: no answer. `trust`: calls of the two functions above. */
export function lengthCode(
  shape: Shape,
  layout: Layout,
  trust: { readonly motion: Whole; readonly load: Whole },
): FunctionCode {
  const { n, order, loaded, parts, varies } = shape;
  const { x, load: loads, sizes, best, weight, floor, natural, span, shortest, scratch } = layout;
  const entry = (from: number, k: number, i: number) => absolute(load(NOWHERE, from + 8 * (k * n + i)));
  const most = (values: Double[]) => values.reduce((a, b) => largest(a, b));
  const sum = (values: Double[]) => values.reduce((a, b) => add(a, b));
  const ask = (what: Parameters<typeof leave>[0]) => when(isSameZero(what), leave(whole(0)));

  function ofPart(members: readonly number[]): Statement {
    const size = (k: number) => most(members.map((i) => multiply(read(weight + 8 * i), entry(x, k, i))));
    const between = sum(
      Array.from({ length: order - LOW - 1 }, (_, k) => sum(members.map((i) => entry(x, LOW + k, i)))),
    );
    return sequence(
      each(LOW, (b) => store(NOWHERE, sizes + 8 * b, b === 0 ? double(0) : size(b))),
      store(NOWHERE, sizes + 8 * LOW, size(order)),
      store(NOWHERE, sizes + 8 * (LOW + 1), size(order - 1)),
      hidden(between),
      ask(trust.motion),
    );
  }

  /** Both last terms are zero and others are not. */
  const hidden = (between: Double): Statement =>
    when(
      isEqual(add(read(sizes + 8 * LOW), read(sizes + 8 * (LOW + 1))), double(0)),
      when(isAbove(between, double(0)), leave(whole(0))),
    );

  /** Whether a load is another one than that on the coordinate before; many have the same on all. */
  const isOwn = (i: number): Whole =>
    [0, 1, order - 3, order - 2]
      .map((k) =>
        isOther(isEqual(load(NOWHERE, loads + 8 * (k * n + i)), load(NOWHERE, loads + 8 * (k * n + i - 1))), whole(1)),
      )
      .reduce((some, other) => orWhole(some, other), isBelow(read(floor + 8 * i), read(floor + 8 * (i - 1))));

  function ofLoad(i: number): Statement {
    const between = sum(Array.from({ length: order - LOW - 3 }, (_, k) => entry(loads, LOW + k, i)));
    return sequence(
      each(LOW, (b) =>
        store(NOWHERE, sizes + 8 * b, b === 0 ? largest(read(floor + 8 * i), entry(loads, 0, i)) : entry(loads, b, i)),
      ),
      store(NOWHERE, sizes + 8 * LOW, entry(loads, order - 2, i)),
      store(NOWHERE, sizes + 8 * (LOW + 1), entry(loads, order - 3, i)),
      hidden(between),
      ask(trust.load),
    );
  }

  return {
    name: "measure",
    parameters: 0,
    body(_, variables) {
      const [whole_, part] = [variables.double(), variables.double()];
      return {
        statement: sequence(
          store(NOWHERE, best, double(LONGEST)),
          ...parts.map(ofPart),
          ...(varies ? [measureRows(shape, layout, variables, trust.load)] : []),
          ...(loaded ? Array.from({ length: n }, (_, i) => (i === 0 ? ofLoad(i) : when(isOwn(i), ofLoad(i)))) : []),
          whole_.set(floorOf(largest(read(best), double(-LONGEST)))),
          part.set(subtract(read(best), whole_)),
          storeWhole(NOWHERE, scratch, whole(0)),
          storeWhole(NOWHERE, scratch + 4, shiftLeft(addWhole(toWhole(whole_), whole(1023)), whole(20))),
          part.set(add(double(1), multiply(part, add(double(BEND), multiply(double(1 - BEND), part))))),
          store(NOWHERE, natural, least(multiply(read(scratch), part), read(span))),
        ),
        // no number is not above either
        result: andWhole(isAbove(read(natural), read(shortest)), isAtMost(read(natural), read(span))),
      };
    },
  };
}

const isSameZero = (value: Parameters<typeof leave>[0]) => isEqual(toDouble(value), double(0));
