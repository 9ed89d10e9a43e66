/**
 * A step of the audit as WebAssembly, for plain machines (plain.ts): the operations of reading.ts, laws.ts, modes.ts, balance.ts,
 * residuals.ts, box.ts and ledger.ts in their order, and so their digits, with two coordinates or two rows in a pair. What is told
 * there is not told again here: the names are the same.
 */
import {
  above,
  absolute,
  add,
  addWhole,
  below,
  both,
  divide,
  each,
  either,
  equals,
  greater,
  isOther,
  less,
  loadPair,
  loadTwice,
  loadTwo,
  multiply,
  type Pair,
  pair,
  perform,
  repeat,
  type Statement,
  select,
  sequence,
  subtract,
  when,
  whole,
  without,
} from "../../../numeric/wasm/code.ts";
import { call, type FunctionCode, type Variable } from "../../../numeric/wasm/module.ts";
import { DIGITS } from "../residuals.ts";
import { checkBox, keepBooks } from "./books-code.ts";
import { boundedCode, freeCode } from "./group-code.ts";
import { balanceSteps } from "./loose-code.ts";
import type { Matrices, Places } from "./places.ts";
import { readForces, readSlips, readStep } from "./reading-code.ts";
import type { StepParts } from "./step-parts.ts";
import { balanceExact } from "./strict-code.ts";
import { at, type Loop, newLoop, pairsOf, put, whenAny } from "./vector-code.ts";

/** The functions of the kernel; those that solve for groups of rows stand behind the steps. */
export function functionsOf(
  places: Places,
  matricesIn: (loop: Loop) => Matrices,
  exact: boolean,
  order: number,
): FunctionCode[] {
  const { groups } = places;
  return [
    stepsCode(places, matricesIn, exact, order),
    ...groups.map((group, g) => boundedCode(`forces${g}`, group, places)),
    ...(exact ? groups.map((group, g) => freeCode(`moments${g}`, group, places)) : []),
  ];
}

/** Goes through the states from one address in the first column to another, whose loads begin at a third; `order` of the scheme. */
function stepsCode(places: Places, matricesIn: (loop: Loop) => Matrices, exact: boolean, order: number): FunctionCode {
  return {
    name: "steps",
    parameters: 3,
    body([record, end, loads], variables) {
      const { n, m } = places;
      const [ofCoordinates, ofRows] = [pairsOf(n), pairsOf(m)];
      const { x, v, force, limit, width, high } = places.columns;
      const column = (start: number) => (k: number) =>
        loadTwo(record!, 8 * (start + 2 * k * high), 8 * (start + (2 * k + 1) * high));
      const parts: StepParts = {
        ...{ places, variables, ofCoordinates, ofRows },
        matrices: matricesIn(newLoop(variables)),
        state: {
          ...{ time: loadTwice(record!, 0), x: column(x), v: column(v), force: column(force), limit: column(limit) },
          ...{ middleLoad: (k) => loadPair(loads!, 16 * k), load: (k) => loadPair(loads!, 4 * width + 16 * k) },
        },
        ...{ h: variables.pair(), time: variables.pair(), late: variables.pair() },
        sums: variables.pairs(Math.max(ofCoordinates, ofRows)),
        ...{ a: variables.pair(), b: variables.pair() },
        ...{ forwards: variables.pairs(ofRows), backwards: variables.pairs(ofRows), unknown: variables.pairs(ofRows) },
      };
      const grown = variables.whole(); // whether the largest forces have grown since `push` was derived
      const step = sequence(
        readStep(parts, exact),
        readSlips(parts),
        readForces(parts, grown),
        readPush(parts, grown),
        (exact ? balanceExact : balanceSteps)(parts, order, grown),
        checkBox(parts),
        keepBooks(parts),
        record!.set(addWhole(record!, whole(8))),
        loads!.set(addWhole(loads!, whole(8 * width))),
      );
      return {
        statement: sequence(grown.set(whole(1)), weigh(parts), repeat(step, less(record!, end!))),
        result: record!,
      };
    },
  };
}

/** |M| |v| of the largest velocities. */
export function weigh({ places, matrices, sums, ofCoordinates }: StepParts): Statement {
  return sequence(
    matrices.massSizes.into(sums, places.largest.velocity),
    each(ofCoordinates, (k) => put(places.scratch.heft, k, sums[k]!)),
  );
}

/** What the largest forces would do to the rows' rates, where they have grown. */
function readPush({ places, matrices, sums, ofRows }: StepParts, grown: Variable<"i32">): Statement {
  return when(
    isOther(grown, whole(0)),
    matrices.inverseSizes.into(sums, places.largest.force),
    each(ofRows, (k) => put(places.ofRows.push, k, sums[k]!)),
    grown.set(whole(0)),
  );
}

/** The forces of the rows: from their laws, or the admissible ones that come nearest; and what they leave of the residual. */
export function solveForces(parts: StepParts): Statement {
  const { places, matrices, sums, a, ofRows, ofCoordinates, forwards, backwards, unknown } = parts;
  const { forces, onForward, onBackward, compliance, lower, upper, alone } = places;
  const known = (k: number): Pair =>
    either(both(forwards[k]!, at(onForward, k)), both(backwards[k]!, at(onBackward, k)));
  return sequence(
    each(ofRows, (k) => put(forces.force, k, select(unknown[k]!, at(forces.force, k), known(k)))),
    whenAny(
      unknown,
      matrices.inverseRows.into(sums, forces.residual),
      each(ofRows, (k) =>
        sequence(
          put(places.target, k, sums[k]!),
          a.set(divide(sums[k]!, at(compliance, k))),
          a.set(select(below(a, at(lower, k)), at(lower, k), select(above(a, at(upper, k)), at(upper, k), a))),
          put(forces.force, k, select(both(unknown[k]!, above(at(alone, k), pair(0))), a, at(forces.force, k))),
        ),
      ),
      callGroups(parts, 0),
    ),
    each(ofCoordinates, (k) => sums[k]!.set(at(forces.residual, k))),
    matrices.onto.into(sums, forces.force, true, subtract),
    each(ofCoordinates, (k) => put(forces.residual, k, sums[k]!)),
  );
}

/** Rows that act on each other: 0 their forces, 1 their first moments. */
export function callGroups({ places: { groups } }: StepParts, which: 0 | 1): Statement {
  return each(groups.length, (g) => perform(call(1 + which * groups.length + g)));
}

/** The largest residual so far, and the largest forces of the rows on the coordinates. */
export function noteErrors(parts: StepParts, grown: Variable<"i32">): Statement {
  const { places, matrices, sums, a, h, late, ofRows, ofCoordinates } = parts;
  const { forces, errors, largest, scratch } = places;
  const rowSize = (k: number) => absolute(at(forces.force, k));
  const ofRowsGrown = Array.from({ length: ofRows }, (_, k) => above(rowSize(k), at(errors.noted, k)));
  const off = (k: number): Pair =>
    subtract(
      absolute(at(forces.residual, k)),
      divide(multiply(pair(DIGITS), add(at(scratch.heft, k), multiply(late, at(largest.force, k)))), h),
    );
  const larger = Array.from({ length: ofCoordinates }, (_, k) => above(off(k), at(errors.balance, k)));
  return sequence(
    whenAny(
      ofRowsGrown,
      each(ofRows, (k) => put(errors.noted, k, greater(at(errors.noted, k), rowSize(k)))),
      each(ofCoordinates, (k) => sums[k]!.set(at(largest.force, k))),
      matrices.ontoSizes.into(sums, errors.noted, true, greater),
      each(ofCoordinates, (k) => put(largest.force, k, sums[k]!)),
      grown.set(whole(1)),
    ),
    whenAny(
      larger,
      weigh(parts),
      each(ofCoordinates, (k) => sequence(a.set(off(k)), put(errors.balance, k, greater(at(errors.balance, k), a)))),
    ),
  );
}

/** Where the rows are; leaves their places in `sums`. */
export function follow({ places, matrices, sums, a, ofRows, ofCoordinates }: StepParts): Statement {
  const { points, stick, scratch } = places;
  const shift = each(ofRows, (k) =>
    sequence(put(stick.place0, k, at(stick.place1, k)), put(stick.place1, k, at(stick.place2, k))),
  );
  const note = (k: number, size: Pair): Statement =>
    sequence(a.set(size), put(stick.terms, k, greater(at(stick.terms, k), a)));
  const sizes = matrices.single
    ? sequence()
    : sequence(
        each(ofCoordinates, (k) => put(scratch.sizes, k, absolute(at(points[2]!.x, k)))),
        matrices.directionSizes.into(sums, scratch.sizes),
        each(ofRows, (k) => note(k, sums[k]!)),
      );
  return sequence(
    shift,
    sizes,
    matrices.directions.into(sums, points[2]!.x),
    each(ofRows, (k) =>
      sequence(put(stick.place2, k, sums[k]!), matrices.single ? note(k, absolute(sums[k]!)) : sequence()),
    ),
  );
}

/** Slips below which rows are at rest. */
export function setStill({ places, h, a, ofRows }: StepParts, rest: number, roundOff: number): Statement {
  const { slips, mode, largestSpeed, ofRows: rows } = places;
  return each(ofRows, (k) => {
    const moves = without(
      multiply(multiply(pair(roundOff), h), at(rows.push, k)),
      both(equals(at(slips[0]!, k), pair(0)), equals(at(slips[2]!, k), pair(0))),
    );
    return sequence(a.set(multiply(pair(rest), at(largestSpeed, k))), put(mode.still, k, add(a, moves)));
  });
}

/** The masks as the parts keep them. */
export function putModes({ places, ofRows, forwards, backwards, unknown }: StepParts): Statement {
  const { forces } = places;
  return each(ofRows, (k) =>
    sequence(
      put(forces.sliding, k, either(both(forwards[k]!, pair(1)), both(backwards[k]!, pair(-1)))),
      put(forces.unknown, k, both(unknown[k]!, pair(1))),
    ),
  );
}
