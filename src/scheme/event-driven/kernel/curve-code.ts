/**
 * Weakening curves along a motion, as in model/rows/curve-jets.ts: coefficients of what a curve gives back of a row's force, from those of its
 * slip; values for decisions; and whether the series is what the curve says at the end of an expansion.
 */
import { ROUNDER } from "../../../numeric/elementary/binary.ts";
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
  isAtMost,
  isBelow,
  isOther,
  isSame,
  largest,
  leave,
  less,
  load,
  loadByte,
  multiply,
  negative,
  perform,
  repeat,
  root,
  type Statement,
  sequence,
  shiftLeft,
  store,
  storeWhole,
  subtract,
  subtractWhole,
  timesWhole,
  toDouble,
  toWhole,
  type Whole,
  when,
  whenElse,
  whole,
} from "../../../numeric/wasm/code.ts";
import { call, type FunctionCode, type Variables } from "../../../numeric/wasm/module.ts";
import type { Layout, Shape } from "./layout.ts";
import { NOWHERE, read } from "./product-code.ts";
import { limitTerm, slipForceAt } from "./row-code.ts";

/** As numeric/elementary/exp.ts; below the last exponent it is as good as zero. */
const [STEPS_PER_UNIT, STEP_HEAD, STEP_TAIL] = [92.33248261689366, 0.010830424696223417, 2.572804622327669e-14];
const LEAST_EXPONENT = -700;
/** Largest error of a curve along an expansion, as in propagation.ts. */
const MATCH = 1e-12;
/** Halvings in which the time of the lowest slip is found, as there. */
const HALVINGS = 20;

/** Rows with a curve. */
export const curvedRows = ({ curves }: Shape): number[] => curves.flatMap((kind, i) => (kind === "none" ? [] : [i]));

/** exp of `argument`, which is not positive, in its place. */
export function expCode({ argument, powersOfTwo, scratch }: Layout): FunctionCode {
  return {
    parameters: 0,
    body(_, variables) {
      const [n, r, p, head] = Array.from({ length: 4 }, variables.double);
      const entry = variables.whole();
      const x = read(argument);
      const taylor = [1 / 720, 1 / 120, 1 / 24, 1 / 6, 1 / 2]
        .map((value): Double => double(value))
        .reduce((sum, value) => add(value, multiply(r!, sum)));
      return {
        statement: sequence(
          when(isBelow(x, double(LEAST_EXPONENT)), store(NOWHERE, argument, double(0)), leave(whole(1))),
          // a slip that has got lost on its way: the general way says of what comes of it that it is no number
          when(isAbove(x, double(-LEAST_EXPONENT)), store(NOWHERE, argument, double(Number.NaN)), leave(whole(1))),
          n!.set(subtract(add(multiply(x, double(STEPS_PER_UNIT)), double(ROUNDER)), double(ROUNDER))),
          r!.set(subtract(subtract(x, multiply(n!, double(STEP_HEAD))), multiply(n!, double(STEP_TAIL)))),
          p!.set(add(r!, multiply(multiply(r!, r!), taylor))),
          entry.set(timesWhole(andWhole(toWhole(n!), whole(63)), whole(16))),
          head!.set(load(entry, powersOfTwo)),
          p!.set(add(head!, add(load(entry, powersOfTwo + 8), multiply(head!, p!)))),
          storeWhole(NOWHERE, scratch, whole(0)),
          storeWhole(
            NOWHERE,
            scratch + 4,
            shiftLeft(addWhole(toWhole(floorOf(multiply(n!, double(1 / 64)))), whole(1023)), whole(20)),
          ),
          store(NOWHERE, argument, multiply(p!, read(scratch))),
        ),
        result: whole(1),
      };
    },
  };
}

/** Coefficient k, the parameter, of the soft force of row i, which slips; `exp`: of `argument`. */
export function curveCode(shape: Shape, layout: Layout, i: number, exp: Whole): FunctionCode {
  const kind = shape.curves[i]!;
  const { width, mode, slip, soft, push, share, paces, argument } = layout;
  const place = (start: number) => start + 8 * i * width;
  const [s, u, p, e] = [slip, layout.ratio, layout.power, layout.fallen].map(place) as [number, number, number, number];
  return {
    parameters: 1,
    body([k], variables) {
      const [at, j, back] = Array.from({ length: 3 }, variables.whole);
      const sum = variables.double();
      const first = isSame(k!, whole(0));
      /** Adds term(j, k - j), given as bytes, for j from a first one up to a last one. */
      const convolve = (from: number, to: Whole, term: (j: Whole, back: Whole) => Double) =>
        when(
          less(whole(from - 1), to),
          j!.set(whole(from)),
          repeat(
            sequence(
              back!.set(timesWhole(subtractWhole(k!, j!), whole(8))),
              sum.set(add(sum, term(timesWhole(j!, whole(8)), back!))),
              j!.set(addWhole(j!, whole(1))),
            ),
            less(j!, addWhole(to, whole(1))),
          ),
        );
      const [ofRow, scale] = [read(share + 8 * i), read(paces + 8 * i)];
      const force = read(push + 8 * i);
      const product = (a: number, b: number) => (left: Whole, right: Whole) => multiply(load(left, a), load(right, b));
      /** Coefficient k of the force from that of gamma. */
      const give = (factor: Double, value: Double, even = true) => {
        const into = soft + 8 * i * width;
        if (!shape.varies) return store(at!, into, multiply(factor, value));
        const gamma = layout.gamma + 8 * i * width;
        const limit = (bytes: Whole) => limitTerm(shape, layout, i, bytes);
        return sequence(
          store(at!, gamma, value),
          sum.set(double(0)),
          convolve(0, k!, (left, right) => multiply(limit(left), load(right, gamma))),
          // an odd curve has the sign of the slip itself
          store(at!, into, even ? negative(sum) : multiply(negative(toDouble(loadByte(NOWHERE, mode + i))), sum)),
        );
      };
      const ratio = store(at!, u, divide(multiply(toDouble(loadByte(NOWHERE, mode + i)), load(at!, s)), scale));
      const stribeck = (power: number) =>
        sequence(
          ratio,
          ...(power === p ? [sum.set(double(0)), convolve(0, k!, product(u, u)), store(at!, p, sum)] : []),
          whenElse(
            first,
            sequence(store(NOWHERE, argument, negative(read(power))), perform(exp), store(at!, e, read(argument))),
            sequence(
              sum.set(double(0)),
              convolve(1, k!, (left, right) => multiply(multiply(toDouble(j!), load(left, power)), load(right, e))),
              store(at!, e, divide(negative(sum), toDouble(k!))),
            ),
          ),
          give(negative(force), multiply(ofRow, subtract(choose(first, double(1), double(0)), load(at!, e)))),
        );
      const hyperbolic = sequence(
        ratio,
        sum.set(double(0)),
        convolve(0, subtractWhole(k!, whole(1)), product(e, u)),
        store(at!, e, divide(subtract(multiply(ofRow, load(at!, u)), sum), add(double(1), read(u)))),
        give(negative(force), load(at!, e)),
      );
      const square = multiply(scale, scale);
      const smooth = sequence(
        sum.set(choose(first, square, double(0))),
        convolve(0, k!, product(s, s)),
        whenElse(
          first,
          store(NOWHERE, p, root(sum)),
          sequence(
            sum.set(negative(sum)),
            convolve(1, subtractWhole(k!, whole(1)), product(p, p)),
            store(at!, p, divide(negative(sum), add(read(p), read(p)))),
          ),
        ),
        sum.set(double(0)),
        convolve(0, subtractWhole(k!, whole(1)), product(e, p)),
        store(at!, e, divide(subtract(multiply(ofRow, load(at!, s)), sum), read(p))),
        give(absolute(force), load(at!, e), false),
      );
      const kinds = { stribeck1: () => stribeck(u), stribeck2: () => stribeck(p), hyperbolic: () => hyperbolic };
      return {
        statement: sequence(
          at!.set(timesWhole(k!, whole(8))),
          kind === "smooth" ? smooth : kinds[kind as keyof typeof kinds](),
        ),
        result: whole(1),
      };
    },
  };
}

/** The soft force of row i at the slip in `argument`, in its place, by its hard force in `push`. */
export function softCode(shape: Shape, layout: Layout, i: number, exp: Whole): FunctionCode {
  const kind = shape.curves[i]!;
  const { push, share, paces, argument } = layout;
  return {
    parameters: 0,
    body(_, variables) {
      const s = variables.double();
      const u = variables.double();
      const [ofRow, scale] = [read(share + 8 * i), read(paces + 8 * i)];
      const force = read(push + 8 * i);
      const put = (value: Double) => store(NOWHERE, argument, value);
      const fallen = sequence(
        u.set(divide(absolute(s), scale)),
        put(negative(kind === "stribeck2" ? multiply(u, u) : u)),
        perform(exp),
        put(multiply(negative(force), multiply(ofRow, subtract(double(1), read(argument))))),
      );
      const gained = multiply(absolute(force), multiply(ofRow, s));
      const values: Record<string, Statement> = {
        hyperbolic: put(divide(gained, add(scale, absolute(s)))),
        smooth: put(divide(gained, root(add(multiply(scale, scale), multiply(s, s))))),
      };
      return { statement: sequence(s.set(read(argument)), values[kind] ?? fallen), result: whole(1) };
    },
  };
}

/**
 * Whether the curves of all rows that slip are what their series say at the end of the present expansion, and where a row that gets
 * slower and then faster is slowest: as in propagation.ts.
 */
export function matchCode(shape: Shape, layout: Layout, softIndex: (i: number) => number): FunctionCode {
  const { width, mode, slip, soft, push, length, argument } = layout;
  const order = shape.order;
  return {
    parameters: 0,
    body(_, variables: Variables) {
      const [s, p, tau, rate, from, to] = Array.from({ length: 6 }, variables.double);
      const k = variables.whole();
      /** The larger one of its hard forces at both ends: a limit may end at zero. */
      const sizeOf = (i: number) => {
        const atEnd = absolute(read(push + 8 * i));
        if (!shape.varies) return atEnd;
        const slipsOn = less(whole(0), loadByte(NOWHERE, mode + i));
        const atStart = choose(slipsOn, read(layout.pushBack + 8 * i), read(layout.pushOn + 8 * i));
        return largest(atEnd, absolute(atStart));
      };
      const of = (i: number) => {
        const coefficient = (level: number) => 8 * (i * width + level);
        const check = sequence(
          s!.set(double(0)),
          p!.set(double(0)),
          each(order - 1, (j) => {
            const at = coefficient(order - 2 - j);
            return sequence(
              s!.set(add(multiply(s!, tau!), read(slip + at))),
              p!.set(add(multiply(p!, tau!), read(soft + at))),
            );
          }),
          store(NOWHERE, argument, s!),
          ...(shape.varies ? [slipForceAt(shape, layout, i, tau!, s!)] : []),
          perform(call(softIndex(i))),
          when(
            isSame(isAtMost(absolute(subtract(p!, read(argument))), multiply(sizeOf(i), double(MATCH))), whole(0)),
            leave(whole(0)),
          ),
        );
        const sign = toDouble(loadByte(NOWHERE, mode + i));
        /** rate: at which the row gets faster. */
        const quicken = sequence(
          rate!.set(double(0)),
          each(order - 2, (j) => {
            const level = order - 2 - j;
            return rate!.set(add(multiply(rate!, tau!), multiply(double(level), read(slip + coefficient(level)))));
          }),
          rate!.set(multiply(sign, rate!)),
        );
        const halve = sequence(
          tau!.set(multiply(add(from!, to!), double(0.5))),
          quicken,
          whenElse(isBelow(rate!, double(0)), from!.set(tau!), to!.set(tau!)),
          k.set(addWhole(k, whole(1))),
        );
        const dips = sequence(
          tau!.set(read(length)),
          quicken,
          when(
            isBelow(double(0), rate!),
            from!.set(double(0)),
            to!.set(tau!),
            k.set(whole(0)),
            repeat(halve, less(k, whole(HALVINGS))),
            tau!.set(to!),
            check,
          ),
        );
        return when(
          isOther(loadByte(NOWHERE, mode + i), whole(0)),
          tau!.set(read(length)),
          check,
          when(isBelow(multiply(sign, read(slip + coefficient(1))), double(0)), dips),
        );
      };
      return { statement: sequence(...curvedRows(shape).map(of)), result: whole(1) };
    },
  };
}
