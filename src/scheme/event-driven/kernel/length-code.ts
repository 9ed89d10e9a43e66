/**
 * How far the series may be trusted, as in trust.ts, by rough logarithms: the high word of a double is one, to 0.09, and its root of
 * order 15 or more hardly feels that. Where sizes vanish or underflow it does not answer: the general rule must.
 */
import {
  absolute,
  add,
  addWhole,
  andWhole,
  choose,
  type Double,
  divide,
  double,
  each,
  floorOf,
  isAbove,
  isAtLeast,
  isAtMost,
  isBelow,
  isEqual,
  isSame,
  largest,
  least,
  leave,
  less,
  load,
  loadWhole,
  multiply,
  orWhole,
  repeat,
  type Statement,
  sequence,
  shiftLeft,
  store,
  storeWhole,
  subtract,
  timesWhole,
  toDouble,
  toWhole,
  type Whole,
  when,
  whole,
} from "../../../numeric/wasm/code.ts";
import type { FunctionCode, Variables } from "../../../numeric/wasm/module.ts";
import { type FixedPlaces, type Layout, LOW, type Shape } from "./layout.ts";
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

/** Lowers the best logarithm to what the sizes allow by their two last ones, of the motion (parameter 0) or of a load (1); 0: no answer. */
export function trustCode({ sizes, best, scratch, roots }: FixedPlaces): FunctionCode {
  return {
    parameters: 1,
    body([isLoad], variables) {
      const [last, by, reached] = [variables.double(), variables.double(), variables.double()];
      const [which, root] = [variables.whole(), variables.whole()];
      function roughLog(of: Double, then: (log: Double) => Statement) {
        return sequence(
          store(NOWHERE, scratch, of),
          then(subtract(multiply(toDouble(loadWhole(NOWHERE, scratch + 4)), double(1 / 1048576)), double(1023))),
        );
      }
      const byLast = sequence(
        last.set(load(which, sizes + 8 * LOW)),
        when(
          isAbove(last, double(0)),
          when(isBelow(last, double(SMALLEST)), leave(whole(0))),
          by.set(divide(choose(isLoad!, double(LOAD), double(MOTION)), last)),
          reached.set(double(-1e9)),
          each(LOW, (b) =>
            roughLog(multiply(by, read(sizes + 8 * b)), (log) =>
              reached.set(largest(reached, multiply(log, load(root, roots + 8 * b)))),
            ),
          ),
          store(NOWHERE, best, least(read(best), reached)),
        ),
        root.set(addWhole(root, whole(8 * LOW))),
        which.set(addWhole(which, whole(8))),
      );
      return {
        statement: sequence(
          which.set(whole(0)),
          root.set(timesWhole(isLoad!, whole(16 * LOW))),
          repeat(byLast, less(which, whole(16))),
        ),
        result: whole(1),
      };
    },
  };
}

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
  function hidden(between: Double): Statement {
    return when(
      isEqual(add(read(sizes + 8 * LOW), read(sizes + 8 * (LOW + 1))), double(0)),
      when(isAbove(between, double(0)), leave(whole(0))),
    );
  }

  /** All loads; many are the same on several coordinates. */
  function ofLoads(variables: Variables): Statement {
    const at = variables.whole(); // bytes of the coordinate
    const term = (k: number) => absolute(load(at, loads + 8 * k * n));
    const between = sum(Array.from({ length: order - LOW - 3 }, (_, k) => term(LOW + k)));
    const isTwin = [0, 1, order - 3, order - 2]
      .map((k) => isEqual(load(at, loads + 8 * k * n), load(at, loads + 8 * (k * n - 1))))
      .reduce((all, same) => andWhole(all, same), isAtLeast(load(at, floor), load(at, floor - 8)));
    return sequence(
      at.set(whole(0)),
      repeat(
        sequence(
          when(
            orWhole(isSame(at, whole(0)), isSame(isTwin, whole(0))),
            each(LOW, (b) => store(NOWHERE, sizes + 8 * b, b === 0 ? largest(load(at, floor), term(0)) : term(b))),
            store(NOWHERE, sizes + 8 * LOW, term(order - 2)),
            store(NOWHERE, sizes + 8 * (LOW + 1), term(order - 3)),
            hidden(between),
            ask(trust.load),
          ),
          at.set(addWhole(at, whole(8))),
        ),
        less(at, whole(8 * n)),
      ),
    );
  }

  return {
    parameters: 0,
    body(_, variables) {
      const [whole_, part] = [variables.double(), variables.double()];
      return {
        statement: sequence(
          store(NOWHERE, best, double(LONGEST)),
          ...parts.map(ofPart),
          ...(varies ? [measureRows(shape, layout, variables, trust.load)] : []),
          ...(loaded ? [ofLoads(variables)] : []),
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
