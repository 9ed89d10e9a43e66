/** Drives and limits that change in time: coefficient k of function q of row i is at rows + 8 ((k RowValue.count + q) m + i), as in series.ts. */
import { RowValue } from "../../../model/system.ts";
import {
  absolute,
  add,
  addWhole,
  andWhole,
  choose,
  type Double,
  double,
  each,
  isAbove,
  isEqual,
  isSame,
  leave,
  less,
  load,
  loadByte,
  loadWhole,
  multiply,
  negative,
  repeat,
  type Statement,
  sequence,
  store,
  timesWhole,
  toDouble,
  type Whole,
  when,
  whole,
} from "../../../numeric/wasm/code.ts";
import type { FunctionCode, Variables } from "../../../numeric/wasm/module.ts";
import { type Layout, LOW, type Shape, TERMS } from "./layout.ts";
import { NOWHERE, read } from "./product-code.ts";

/** Bytes from one coefficient to the next. */
export const rowStride = ({ m }: Shape): number => 8 * RowValue.count * m;

/** Coefficient k of function q of row i; `base`: k times the stride. */
export const rowTerm = ({ m }: Shape, { rows }: Layout, q: number, i: number, base: Whole, ahead = 0): Double =>
  load(base, rows + 8 * (q * m + i + ahead * RowValue.count * m));

/** The same of the force in slip, by the mode of the row at a place. */
export function slipTerm(shape: Shape, layout: Layout, i: number, modes: number, base: Whole): Double {
  return choose(
    less(whole(0), loadByte(NOWHERE, modes + i)),
    negative(rowTerm(shape, layout, RowValue.kineticForward, i, base)),
    rowTerm(shape, layout, RowValue.kineticBackward, i, base),
  );
}

/** Whether drives change: their rates are what stuck rows follow. */
export const drivesMove = ({ moves }: Layout): Whole => loadWhole(NOWHERE, moves);

/** k + 1 times coefficient k + 1 of all drives into `rates`. */
export const ratesAt = (shape: Shape, layout: Layout, base: Whole, times: Double): Statement =>
  each(shape.m, (i) =>
    store(NOWHERE, layout.rates + 8 * i, multiply(times, rowTerm(shape, layout, RowValue.drive, i, base, 1))),
  );

/** Distance of a stuck row's force from its lower (sign 1) or upper bound (-1) along the expansion, into `way`; row and sign are given. */
export function distanceCode(shape: Shape, { rows, force, way, width }: Layout): FunctionCode {
  const { m } = shape;
  return {
    parameters: 2,
    body([i, sign], variables) {
      const [at, bound] = [variables.whole(), variables.whole()];
      const factor = variables.double();
      const backward = whole(8 * m * (RowValue.backward - RowValue.forward));
      return {
        statement: sequence(
          at.set(timesWhole(i!, whole(8 * width))),
          factor.set(toDouble(sign!)),
          bound.set(addWhole(timesWhole(i!, whole(8)), timesWhole(less(sign!, whole(0)), backward))),
          each(TERMS - 1, (k) =>
            store(
              NOWHERE,
              way + 8 * k,
              add(
                multiply(factor, load(at, force + 8 * k)),
                load(bound, rows + 8 * m * (k * RowValue.count + RowValue.forward)),
              ),
            ),
          ),
          store(NOWHERE, way + 8 * (TERMS - 1), double(0)),
        ),
        result: whole(1),
      };
    },
  };
}

/** How far their series may be trusted, each by itself; 0 is left where that is not told. */
export function measureRows(shape: Shape, layout: Layout, variables: Variables, trust: Whole): Statement {
  const { m, order } = shape;
  const { rows, sizes } = layout;
  const [j, at] = [variables.whole(), variables.whole()];
  const term = (k: number, back = 0) => load(at, rows + rowStride(shape) * k - back);
  const isTwin = [0, 1, order - 3, order - 2]
    .map((k) => isEqual(term(k), term(k, 8 * m)))
    .reduce((all, same) => andWhole(all, same), less(whole(m - 1), j));
  const between = Array.from({ length: order - LOW - 3 }, (_, k) => absolute(term(LOW + k))).reduce((a, b) =>
    add(a, b),
  );
  const last = [order - 2, order - 3];
  return sequence(
    j.set(whole(0)),
    at.set(whole(0)),
    repeat(
      sequence(
        when(
          isSame(isTwin, whole(0)),
          each(LOW, (b) => store(NOWHERE, sizes + 8 * b, absolute(term(b)))),
          ...last.map((k, which) => store(NOWHERE, sizes + 8 * (LOW + which), absolute(term(k)))),
          when(
            isEqual(add(read(sizes + 8 * LOW), read(sizes + 8 * (LOW + 1))), double(0)),
            when(isAbove(between, double(0)), leave(whole(0))),
          ),
          when(isSame(trust, whole(0)), leave(whole(0))),
        ),
        j.set(addWhole(j, whole(1))),
        at.set(addWhole(at, whole(8))),
      ),
      less(j, whole(RowValue.count * m)),
    ),
  );
}

/** The force in slip of a row at tau. */
export function slipForceAt(
  shape: Shape,
  layout: Layout,
  i: number,
  tau: Double,
  sum: ReturnType<Variables["double"]>,
): Statement {
  return sequence(
    sum.set(double(0)),
    each(shape.order - 1, (k) =>
      sum.set(
        add(
          multiply(sum, tau),
          slipTerm(shape, layout, i, layout.mode, whole(rowStride(shape) * (shape.order - 2 - k))),
        ),
      ),
    ),
    store(NOWHERE, layout.push + 8 * i, sum),
  );
}

/** limit(t) gamma(s(t)), coefficient k: the sum over j of the limit's j and gamma's k - j, both as bytes of j and k - j. */
export function limitTerm(shape: Shape, layout: Layout, i: number, bytes: Whole): Double {
  return slipTerm(shape, layout, i, layout.mode, timesWhole(bytes, whole(rowStride(shape) / 8)));
}
