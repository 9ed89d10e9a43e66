/** tanh as a function of a module, with the digits of elementary/hyperbolic.ts: its operations in the same order. */
import { ROUNDER } from "../elementary/binary.ts";
import { STEP_HEAD, STEP_TAIL, STEPS_PER_UNIT } from "../elementary/exp.ts";
import { EXP_TABLE } from "../elementary/exp-table.ts";
import { ONE_SIDED, SERIES_ONLY, TANH_SERIES, TINY } from "../elementary/hyperbolic.ts";
import {
  add,
  addWhole,
  andWhole,
  type Double,
  divide,
  double,
  isAtLeast,
  isAtMost,
  isBelow,
  leave,
  load,
  multiply,
  type Statement,
  sequence,
  shiftLeft,
  shiftRight,
  single,
  store,
  storeWhole,
  subtract,
  toWhole,
  when,
  whole,
} from "./code.ts";
import type { Data } from "./memory.ts";
import type { FunctionCode } from "./module.ts";

export interface TanhPlaces {
  /** Argument and result; scratch. */
  readonly number: number;
  readonly scratch: number;
  /** 2^(k/64) */
  readonly table: number;
}

export function tanhPlaces(layout: Data): TanhPlaces {
  return { number: layout.doubles(1), scratch: layout.doubles(1), table: layout.data(EXP_TABLE) };
}

/** Of the double at `number`, which is not negative, in its place. */
export function tanhCode({ number, scratch, table }: TanhPlaces): FunctionCode {
  return {
    name: "tanh",
    parameters: 0,
    body(_, variables) {
      const named = <K extends string>(...names: readonly K[]) =>
        Object.fromEntries(names.map((name) => [name, variables.double()])) as Record<
          K,
          ReturnType<typeof variables.double>
        >;
      const { x, z, n, r, p, head, power } = named("x", "z", "n", "r", "p", "head", "power");
      const { e, tail, sum, d, rest, quotient, q, f } = named("e", "tail", "sum", "d", "rest", "quotient", "q", "f");
      const k = variables.whole();
      const entry = variables.whole();
      const put = (value: Double): Statement => store(whole(0), number, value);
      const chain = (values: readonly number[], at: Double): Double =>
        values.map((value): Double => double(value)).reduce((last, value) => add(value, multiply(at, last)));
      const series = sequence(
        z.set(multiply(x, x)),
        put(add(x, multiply(multiply(x, z), chain(TANH_SERIES, z)))),
        leave(whole(1)),
      );
      return {
        statement: sequence(
          x.set(load(whole(0), number)),
          when(isBelow(x, double(TINY)), leave(whole(1))),
          when(isAtLeast(x, double(ONE_SIDED)), put(double(1)), leave(whole(1))),
          when(isAtMost(x, double(SERIES_ONLY)), series),
          // exp(2 x) as e + tail
          z.set(multiply(double(2), x)),
          n.set(subtract(add(multiply(z, double(STEPS_PER_UNIT)), double(ROUNDER)), double(ROUNDER))),
          r.set(subtract(subtract(z, multiply(n, double(STEP_HEAD))), multiply(n, double(STEP_TAIL)))),
          p.set(add(r, multiply(multiply(r, r), chain([1 / 720, 1 / 120, 1 / 24, 1 / 6, 1 / 2], r)))),
          k.set(toWhole(n)),
          entry.set(shiftLeft(andWhole(k, whole(63)), whole(4))),
          head.set(load(entry, table)),
          storeWhole(whole(0), scratch, whole(0)),
          storeWhole(whole(0), scratch + 4, shiftLeft(addWhole(shiftRight(k, whole(6)), whole(1023)), whole(20))),
          power.set(load(whole(0), scratch)),
          e.set(multiply(head, power)),
          tail.set(multiply(add(load(entry, table + 8), multiply(head, p)), power)),
          // 1 - 2/(exp(2 x) + 1)
          sum.set(add(e, double(1))),
          d.set(add(sum, tail)),
          rest.set(add(add(subtract(sum, d), tail), add(subtract(e, sum), double(1)))),
          quotient.set(divide(double(2), d)),
          q.set(single(quotient)),
          f.set(single(d)),
          r.set(subtract(quotient, q)),
          z.set(subtract(d, f)),
          p.set(subtract(subtract(double(2), multiply(q, f)), multiply(q, z))),
          p.set(subtract(subtract(p, multiply(r, f)), multiply(r, z))),
          p.set(divide(subtract(p, multiply(quotient, rest)), d)),
          n.set(subtract(double(1), quotient)),
          put(add(n, subtract(subtract(subtract(double(1), n), quotient), p))),
        ),
        result: whole(1),
      };
    },
  };
}
