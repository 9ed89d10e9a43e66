/** Rows of a tridiagonal box problem that were found on the wrong side: repairs about them, as functions of WebAssembly. */
import {
  add,
  addWhole,
  double,
  isSame,
  leave,
  less,
  load,
  loadWhole,
  orWhole,
  repeat,
  sequence,
  store,
  storeWhole,
  subtractWhole,
  when,
  whole,
} from "../../numeric/wasm/code.ts";
import { branch, choose, exclusiveWhole, isEqual, isUnequal, isZero, whilst } from "../../numeric/wasm/flow.ts";
import { call, type FunctionCode } from "../../numeric/wasm/module.ts";
import { PATIENCE } from "../solvers/exchange.ts";
import {
  backwardCode,
  coefficients,
  doubles,
  type Five,
  type Four,
  forwardCode,
  JUDGED,
  judgeCode,
  pivotCode,
  wholes,
} from "./tridiagonal-code.ts";
import type { TridiagonalLayout } from "./tridiagonal-memory.ts";

/** Places of the functions in a module: the first two. */
const Judge = 0;
const Repair = 1;

/** judge(first, final, list): the rows from place to place; those that are wrong are appended at the address `list`; its new end. */
export function judgeFunction(layout: TridiagonalLayout): FunctionCode {
  return {
    name: "judge",
    parameters: 3,
    body([at, final, list], variables) {
      const given = coefficients(layout, variables, JUDGED);
      const [before, here, after] = [variables.double(), variables.double(), variables.double()];
      const wrong = sequence(storeWhole(list!, 0, at!), list!.set(addWhole(list!, whole(4))));
      const judge = judgeCode(layout, variables, given, wrong);
      return {
        statement: sequence(
          given.begin,
          before.set(load(at!, layout.dz - 8)),
          here.set(load(at!, layout.dz)),
          repeat(
            sequence(
              after.set(load(at!, layout.dz + 8)),
              judge(at!, before, here, after),
              before.set(here),
              here.set(after),
              at!.set(addWhole(at!, whole(8))),
            ),
            isZero(less(final!, at!)),
          ),
        ),
        result: list!,
      };
    },
  };
}

/**
 * repair(list, end, wrong): changes the rows in the list of places, which ascends; elimination and substitution from each on until all is as it
 * was; judges the rows in between. The places of wrong rows are appended at the address `wrong`; its new end.
 */
export function repairFunction(layout: TridiagonalLayout): FunctionCode {
  const lastPlace = whole(8 * (layout.size - 1));
  return {
    name: "repair",
    parameters: 3,
    body([list, end, wrong], variables) {
      const given = coefficients(layout, variables, ["below", "above", "diagonal", "push"]);
      const [first, last, at, ranges, range] = wholes(variables, 5) as Five<"i32">;
      const [changed, going, low, high] = wholes(variables, 4) as Four<"i32">;
      const [inverse, value, old, before] = doubles(variables, 4) as Four<"f64">;
      const forward = sequence(
        changed.set(whole(0)),
        when(
          less(list!, end!),
          when(
            isSame(loadWhole(list!, 0), at),
            changed.set(whole(1)),
            last.set(at),
            list!.set(addWhole(list!, whole(4))),
          ),
        ),
        old.set(load(at, layout.inverse)),
        inverse.set(
          pivotCode(given, at, exclusiveWhole(isEqual(old, double(0)), changed), load(at, layout.inverse - 8)),
        ),
        value.set(forwardCode(layout, given, at, inverse, load(at, layout.residual), load(at, layout.b - 8))),
        // as it was: nothing changes beyond
        going.set(
          orWhole(isZero(less(last, at)), orWhole(isUnequal(inverse, old), isUnequal(value, load(at, layout.b)))),
        ),
        store(at, layout.inverse, inverse),
        store(at, layout.b, value),
        when(going, at.set(addWhole(at, whole(8))), going.set(isZero(less(lastPlace, at)))),
      );
      const backward = sequence(
        value.set(add(backwardCode(layout, given, at, before), double(0))), // no -0
        going.set(orWhole(isZero(less(at, first)), isUnequal(value, load(at, layout.dz)))),
        when(
          going,
          store(at, layout.dz, value),
          before.set(value),
          at.set(subtractWhole(at, whole(8))),
          going.set(isZero(less(at, whole(0)))),
        ),
      );
      const addRange = sequence(
        // ranges ascend; those that meet are one
        whilst(
          choose(
            less(whole(layout.ranges), ranges),
            isZero(less(addWhole(loadWhole(ranges, 0), whole(8)), low)),
            whole(0),
          ),
          ranges.set(subtractWhole(ranges, whole(8))),
          when(less(loadWhole(ranges, 4), low), low.set(loadWhole(ranges, 4))),
          when(less(high, loadWhole(ranges, 8)), high.set(loadWhole(ranges, 8))),
        ),
        storeWhole(ranges, 4, low),
        storeWhole(ranges, 8, high),
        ranges.set(addWhole(ranges, whole(8))),
      );
      return {
        statement: sequence(
          given.begin,
          ranges.set(whole(layout.ranges)),
          whilst(
            less(list!, end!),
            first.set(loadWhole(list!, 0)),
            last.set(first),
            at.set(first),
            repeat(forward, going),
            when(less(lastPlace, at), at.set(lastPlace)),
            high.set(addWhole(at, whole(8))),
            when(less(lastPlace, high), high.set(lastPlace)),
            before.set(load(at, layout.dz + 8)),
            repeat(backward, going),
            low.set(choose(less(at, whole(0)), whole(0), at)),
            addRange,
          ),
          range.set(whole(layout.ranges)),
          whilst(
            less(range, ranges),
            wrong!.set(call(Judge, loadWhole(range, 4), loadWhole(range, 8), wrong!)),
            range.set(addWhole(range, whole(8))),
          ),
        ),
        result: wrong!,
      };
    },
  };
}

/** settle(end): repairs until no row of the list is wrong; how many passes that took, -1: they did not become fewer, and there is another way. */
export function settleFunction(layout: TridiagonalLayout): FunctionCode {
  return {
    name: "settle",
    parameters: 1,
    body([end], variables) {
      const [passes, fewest, patience, next, count] = wholes(variables, 5) as Five<"i32">;
      const list = variables.whole();
      return {
        statement: sequence(
          list.set(whole(layout.lists[0])),
          passes.set(whole(0)),
          fewest.set(whole(4 * (layout.size + 1))),
          patience.set(whole(PATIENCE)),
          next.set(whole(layout.lists[1])),
          whilst(
            less(list, end!),
            count.set(subtractWhole(end!, list)),
            branch(
              less(count, fewest),
              [patience.set(whole(PATIENCE)), fewest.set(count)],
              [patience.set(subtractWhole(patience, whole(1))), when(isZero(patience), leave(whole(-1)))],
            ),
            end!.set(call(Repair, list, end!, next)),
            list.set(next),
            // the other list
            next.set(subtractWhole(whole(layout.lists[0] + layout.lists[1]), next)),
            passes.set(addWhole(passes, whole(1))),
          ),
        ),
        result: passes,
      };
    },
  };
}
