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
  negative,
  type Pair,
  pair,
  perform,
  repeat,
  type Statement,
  select,
  sequence,
  subtract,
  timesWhole,
  type Whole,
  when,
  whole,
  without,
} from "../../../numeric/wasm/code.ts";
import { call, type FunctionCode, type Variable } from "../../../numeric/wasm/module.ts";
import { OF_TIME } from "../modes.ts";
import { DIGITS } from "../residuals.ts";
import { checkBox, keepBooks } from "./books-code.ts";
import { boundedCode, freeCode } from "./group-code.ts";
import { carry, knownForce, limitsOf, readLimits } from "./limits-code.ts";
import { balanceSteps } from "./loose-code.ts";
import type { Matrices, Places } from "./places.ts";
import { impulse, readForces, readSlips, readStep } from "./reading-code.ts";
import { ROW_NAMES, rowWidth } from "./row-records.ts";
import { leaveNearRest, readSoft, softFunctions, withSoft } from "./soft-code.ts";
import { type Column, meanOf, type StepParts } from "./step-parts.ts";
import { balanceExact } from "./strict-code.ts";
import { at, type Index, type Loop, newLoop, newOver, pairsOf, put, slotsOf, whenSome } from "./vector-code.ts";

/** The functions of the kernel; those that solve for groups of rows stand behind the steps. */
export function functionsOf(
  places: Places,
  matricesIn: (loop: Loop) => Matrices,
  exact: boolean,
  order: number,
): FunctionCode[] {
  const { ofForces, ofMoments } = places;
  const solving = [
    ...ofForces.groups.map((group, g) => boundedCode(`forces${g}`, group, places)),
    ...(ofMoments?.groups.map((group, g) => freeCode(`moments${g}`, group, places)) ?? []),
  ];
  const soft = softFunctions(places, 1 + solving.length);
  return [stepsCode(places, matricesIn, exact, order, solving.length + soft.length), ...solving, ...soft];
}

/**
 * Goes through the states from the address of one's time to another, whose loads begin at a third and follow each other at a distance, and whose drives and limits begin at a fourth;
 * `order` of the scheme; `soft`: place of the function that finds soft forces.
 */
function stepsCode(
  places: Places,
  matricesIn: (loop: Loop) => Matrices,
  exact: boolean,
  order: number,
  soft: number,
): FunctionCode {
  return {
    name: "steps",
    parameters: 5,
    body([record, end, loads, loadsNext, rows], variables) {
      const { n, m } = places;
      const [ofCoordinates, ofRows] = [pairsOf(n), pairsOf(m)];
      const { x, v, force, limit, width, gap, next } = places.records;
      const inRow =
        (row: Whole, start: number): Column =>
        (k) =>
          typeof k === "number" ? loadPair(row, start + 16 * k) : loadPair(addWhole(row, k.bytes), start);
      /** Of the states; two neighboring columns of them. */
      const column = (start: number): Column =>
        gap === 1
          ? inRow(record!, 8 * start)
          : (k) =>
              typeof k === "number"
                ? loadTwo(record!, 8 * (start + 2 * k * gap), 8 * (start + (2 * k + 1) * gap))
                : loadTwo(addWhole(record!, timesWhole(k.bytes, whole(gap))), 8 * start, 8 * (start + gap));
      const [line, point] = [8 * rowWidth(m), 4 * rowWidth(m)];
      const table: StepParts["table"] = (at, name, k) => {
        const offset = (at - 1) * point + 16 * ofRows * ROW_NAMES.indexOf(name);
        return typeof k === "number" ? loadPair(rows!, offset + 16 * k) : loadPair(addWhole(rows!, k.bytes), offset);
      };
      const over = newOver(variables);
      const { slots } = places;
      const parts: StepParts = {
        ...{ places, variables, ofCoordinates, ofRows },
        ...{ over, table, limits: limitsOf(places) },
        matrices: matricesIn(newLoop(variables, over)),
        state: {
          ...{ time: loadTwice(record!, 0), x: column(x), v: column(v), force: column(force), limit: column(limit) },
          ...{ middleLoad: inRow(loads!, 0), load: inRow(loads!, 4 * width) },
        },
        ...{ h: variables.pair(), time: variables.pair(), late: variables.pair() },
        sums: slotsOf(Math.max(ofCoordinates, ofRows), slots.sums, variables),
        ...{ a: variables.pair(), b: variables.pair() },
        forwards: slotsOf(ofRows, slots.forwards, variables),
        backwards: slotsOf(ofRows, slots.backwards, variables),
        unknown: slotsOf(ofRows, slots.unknown, variables),
      };
      const grown = variables.whole(); // whether the largest forces have grown since `push` was derived
      const step = sequence(
        leaveNearRest(parts, record!),
        readStep(parts, exact || places.limits !== undefined),
        readLimits(parts),
        readSlips(parts),
        carry(parts),
        readForces(parts, grown),
        readSoft(parts, soft),
        impulse(parts),
        readPush(parts, grown),
        (exact ? balanceExact : balanceSteps)(parts, order, grown),
        checkBox(parts),
        keepBooks(parts),
        record!.set(addWhole(record!, whole(8 * next))),
        loads!.set(addWhole(loads!, loadsNext!)),
        places.limits ? rows!.set(addWhole(rows!, whole(line))) : sequence(),
      );
      return {
        statement: sequence(grown.set(whole(1)), weigh(parts), repeat(step, less(record!, end!))),
        result: record!,
      };
    },
  };
}

/** |M| |v| of the largest velocities. */
export function weigh({ places, over, matrices, sums, ofCoordinates }: StepParts): Statement {
  const { largest, carried, scratch, limits } = places;
  return sequence(
    limits
      ? over(ofCoordinates, (k) => put(scratch.reach, k, add(at(largest.velocity, k), at(carried.ofCoordinates, k))))
      : sequence(),
    matrices.massSizes.into(sums, limits ? scratch.reach : largest.velocity),
    over(ofCoordinates, (k) => put(places.scratch.heft, k, sums.at(k))),
  );
}

/** What the largest forces would do to the rows' rates, where they have grown. */
function readPush({ places, over, matrices, sums, ofRows }: StepParts, grown: Variable<"i32">): Statement {
  return when(
    isOther(grown, whole(0)),
    matrices.inverseSizes.into(sums, places.largest.force),
    over(ofRows, (k) => put(places.ofRows.push, k, sums.at(k))),
    grown.set(whole(0)),
  );
}

/** The forces of the rows: from their laws, or the admissible ones that come nearest; and what they leave of the residual. */
export function solveForces(parts: StepParts): Statement {
  const { places, over, matrices, sums, a, ofRows, ofCoordinates, unknown } = parts;
  const { forces, lower, upper } = places;
  const { own, alone } = places.ofForces;
  return sequence(
    over(ofRows, (k) => put(forces.force, k, select(unknown.at(k), at(forces.force, k), knownForce(parts, k)))),
    whenSome(
      over,
      a,
      ofRows,
      (k) => unknown.at(k),
      matrices.ofForces.into(sums, forces.residual),
      over(ofRows, (k) =>
        sequence(
          put(places.target, k, sums.at(k)),
          a.set(divide(sums.at(k), at(own, k))),
          a.set(select(below(a, at(lower, k)), at(lower, k), select(above(a, at(upper, k)), at(upper, k), a))),
          put(forces.force, k, select(both(unknown.at(k), above(at(alone, k), pair(0))), a, at(forces.force, k))),
        ),
      ),
      callForces(parts),
    ),
    over(ofCoordinates, (k) => sums.set(k, at(forces.residual, k))),
    matrices.onto.into(sums, forces.force, true, subtract),
    over(ofCoordinates, (k) => put(forces.residual, k, sums.at(k))),
  );
}

/** Forces of rows that depend on each other; their first moments. */
const callForces = ({ places: { ofForces } }: StepParts): Statement =>
  each(ofForces.groups.length, (g) => perform(call(1 + g)));

export const callMoments = ({ places: { ofForces, ofMoments } }: StepParts): Statement =>
  each(ofMoments!.groups.length, (g) => perform(call(1 + ofForces.groups.length + g)));

/** The largest residual so far, and the largest forces of the rows on the coordinates. */
export function noteErrors(parts: StepParts, grown: Variable<"i32">): Statement {
  const { places, over, matrices, sums, a, h, late, ofRows, ofCoordinates } = parts;
  const { forces, errors, largest, scratch } = places;
  const rowSize = (k: Index) => withSoft(parts, absolute(at(forces.force, k)), k);
  const residual = (k: Index): Pair => absolute(at(forces.residual, k));
  const off = (k: Index): Pair =>
    subtract(
      residual(k),
      divide(multiply(pair(DIGITS), add(at(scratch.heft, k), multiply(late, at(largest.force, k)))), h),
    );
  return sequence(
    whenSome(
      over,
      a,
      ofRows,
      (k) => above(rowSize(k), at(errors.noted, k)),
      over(ofRows, (k) => put(errors.noted, k, greater(at(errors.noted, k), rowSize(k)))),
      over(ofCoordinates, (k) => sums.set(k, at(largest.force, k))),
      matrices.ontoSizes.into(sums, errors.noted, true, greater),
      over(ofCoordinates, (k) => put(largest.force, k, sums.at(k))),
      grown.set(whole(1)),
    ),
    whenSome(
      over,
      a,
      ofCoordinates,
      (k) => above(residual(k), at(errors.balance, k)), // else what is off by less is not above either
      whenSome(
        over,
        a,
        ofCoordinates,
        (k) => above(off(k), at(errors.balance, k)),
        weigh(parts),
        over(ofCoordinates, (k) => sequence(a.set(off(k)), put(errors.balance, k, greater(at(errors.balance, k), a)))),
      ),
    ),
  );
}

/** Where the rows are; leaves their places in `sums`. */
export function follow(parts: StepParts): Statement {
  const { places, over, matrices, sums, a, h, ofRows, ofCoordinates } = parts;
  const { points, stick, scratch, limits } = places;
  const shift = over(ofRows, (k) =>
    sequence(put(stick.place0, k, at(stick.place1, k)), put(stick.place1, k, at(stick.place2, k))),
  );
  const note = (k: Index, size: Pair): Statement =>
    sequence(a.set(size), put(stick.terms, k, greater(at(stick.terms, k), a)));
  const single = matrices.single && !limits;
  const drive = (point: 0 | 1 | 2, k: Index): Pair => at(limits![point]!.drive, k);
  const travel = limits
    ? over(ofRows, (k) => {
        const way = multiply(h, meanOf(drive(0, k), drive(1, k), drive(2, k)));
        return sequence(a.set(add(at(stick.travel, k), way)), put(stick.travel, k, a), sums.set(k, absolute(a)));
      })
    : sequence();
  const sizes = single
    ? sequence()
    : sequence(
        over(ofCoordinates, (k) => put(scratch.sizes, k, absolute(at(points[2]!.x, k)))),
        travel,
        matrices.directionSizes.into(sums, scratch.sizes, limits !== undefined),
        over(ofRows, (k) => note(k, sums.at(k))),
        limits ? over(ofRows, (k) => sums.set(k, negative(at(stick.travel, k)))) : sequence(),
      );
  return sequence(
    shift,
    sizes,
    matrices.directions.into(sums, points[2]!.x, limits !== undefined),
    over(ofRows, (k) =>
      sequence(put(stick.place2, k, sums.at(k)), single ? note(k, absolute(sums.at(k))) : sequence()),
    ),
  );
}

/** Slips below which rows are at rest. */
export function setStill({ places, over, h, late, a, ofRows }: StepParts, rest: number, roundOff: number): Statement {
  const { slips, mode, largestSpeed, limits, carried, ofRows: rows } = places;
  return over(ofRows, (k) => {
    const moves = without(
      multiply(add(multiply(pair(roundOff), h), multiply(pair(OF_TIME), late)), at(rows.push, k)),
      both(equals(at(slips[0]!, k), pair(0)), equals(at(slips[2]!, k), pair(0))),
    );
    return sequence(
      a.set(multiply(pair(rest), at(largestSpeed, k))),
      limits ? a.set(add(a, multiply(pair(DIGITS), at(carried.ofRows, k)))) : sequence(),
      put(mode.still, k, add(a, moves)),
    );
  });
}

/** The masks as the parts keep them. */
export function putModes({ places, over, ofRows, forwards, backwards, unknown }: StepParts): Statement {
  const { forces } = places;
  return over(ofRows, (k) =>
    sequence(
      put(forces.sliding, k, either(both(forwards.at(k), pair(1)), both(backwards.at(k), pair(-1)))),
      put(forces.unknown, k, both(unknown.at(k), pair(1))),
    ),
  );
}
