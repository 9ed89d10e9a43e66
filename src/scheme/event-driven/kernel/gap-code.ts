/** Gaps of stops: where they begin, and along the present expansion. */
import {
  absolute,
  add,
  andWhole,
  double,
  each,
  isOther,
  load,
  multiply,
  type Statement,
  sequence,
  shiftLeft,
  store,
  timesWhole,
  type Whole,
  whole,
} from "../../../numeric/wasm/code.ts";
import type { FunctionCode } from "../../../numeric/wasm/module.ts";
import { type Layout, type Shape, TERMS } from "./layout.ts";
import { alongRow, NOWHERE, read } from "./product-code.ts";

export const isStop = ({ stops }: Shape, i: number): boolean => (stops & (1 << i)) !== 0;

/** Whether a set of bits has a row. */
export const isIn = (set: number, i: Whole): Whole => isOther(andWhole(shiftLeft(whole(1), i), whole(set)), whole(0));

/** Numbers of the rows that a set of bits has. */
export const rowsOf = (set: number): number[] => Array.from({ length: 32 }, (_, i) => i).filter((i) => set & (1 << i));

export const frictionRows = ({ m, joints, stops }: Shape): number[] =>
  Array.from({ length: m }, (_, i) => i).filter((i) => !((joints | stops) & (1 << i)));

/** The gaps of stops at a position, and sizes of what they are summed from. */
export function gapsAt(shape: Shape, layout: Layout, position: number): Statement {
  return sequence(
    ...rowsOf(shape.stops).map((i) => {
      const gap = read(layout.gaps + 8 * i);
      return sequence(
        store(NOWHERE, layout.open + 8 * i, add(gap, alongRow(shape, layout, i, position))),
        store(NOWHERE, layout.grains + 8 * i, add(absolute(gap), alongRow(shape, layout, i, position, true))),
      );
    }),
  );
}

/** Coefficients of the gap of a stop, the parameter, into `way`: its rate's integral. What is beyond them there is zero. */
export function gapCode({ open, way, slip, width }: Layout): FunctionCode {
  return {
    parameters: 1,
    body([i], variables) {
      const at = variables.whole();
      return {
        statement: sequence(
          at.set(timesWhole(i!, whole(8 * width))),
          store(NOWHERE, way, load(timesWhole(i!, whole(8)), open)),
          each(TERMS - 1, (k) =>
            store(NOWHERE, way + 8 * (k + 1), multiply(load(at, slip + 8 * k), double(1 / (k + 1)))),
          ),
        ),
        result: whole(1),
      };
    },
  };
}
