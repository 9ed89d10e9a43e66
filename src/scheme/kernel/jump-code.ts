/**
 * Limits of rows under the jump law in a kernel, as common/jump-limits.ts has them: those of slip for rows that slip, those of rest for others,
 * and another solve where a row passes rest or is not held. In `alpha` a step in which a row passes rest is not ordinary (alpha/arrest.ts).
 */
import { isFriction } from "../../model/rows/law.ts";
import {
  absolute,
  add,
  addWhole,
  andWhole,
  choose,
  type Double,
  double,
  each,
  equals,
  isAbove,
  isAtMost,
  isBelow,
  isEqual,
  isUnequal,
  isZero,
  less,
  load,
  loadPair,
  multiply,
  NOTHING,
  orWhole,
  pair,
  type Statement,
  select,
  sequence,
  shiftLeft,
  store,
  storePair,
  subtract,
  type Whole,
  when,
  whole,
} from "../../numeric/wasm/code.ts";
import type { Layout } from "../../numeric/wasm/memory.ts";
import type { Variable, Variables } from "../../numeric/wasm/module.ts";
import type { RowsCode } from "../../step/kernels/rows-code.ts";
import { RESTING } from "../common/rest-box.ts";
import type { KernelMachine } from "./machine.ts";
import { type Places, readPair, writePair } from "./places.ts";
import type { SchemeCode } from "./scheme-code.ts";

/** Solves of a step; more are left to single steps. */
const MOST_TRIES = 8;

export interface JumpCode {
  /** The modes that a step begins with. */
  readonly begin: Statement;
  /** Limits by these. */
  readonly reset: Statement;
  /** After a solve: whether rows have other limits now, so that it must be solved again. */
  readonly decide: Statement;
  readonly again: Variable<"i32">;
}

/** Undefined where no law jumps. */
export function jumpCode(
  layout: Layout,
  places: Places,
  { system, step, jumping, varying }: KernelMachine,
  scheme: SchemeCode,
): ((rows: RowsCode, rowsAt: Whole, odd: Statement, variables: Variables) => JumpCode) | undefined {
  if (jumping.length === 0) return undefined;
  layout.structure.push(JSON.stringify(["jumps", jumping]));
  const m = step.count;
  const pairs = Math.ceil(m / 2);
  const { mode, began, moving, limits, guess } = places;
  const { bounds } = places;
  const values = layout.data(step.slipRows.value);
  const friction = system.rows.flatMap(({ law }, i) => (isFriction(law) ? [i] : []));
  const number = (place: number, i: number): Double => load(whole(0), place + 8 * i);

  return (rows, rowsAt, odd, variables) => {
    const [slip, size, best] = [variables.double(), variables.double(), variables.double()];
    const [again, first, loose, tries] = [variables.whole(), variables.whole(), variables.whole(), variables.whole()];
    const drive = (i: number, start = 0): Double => load(rowsAt, start + bounds.drive + 8 * i);

    const setLimits = each(pairs, (k) =>
      each(4, (part) => {
        const at = part * bounds.upper + 16 * k; // lower, upper, least, most follow each other
        const found = select(
          equals(readPair(moving, k), pair(0)),
          loadPair(rowsAt, at),
          loadPair(rowsAt, bounds.slipping + at),
        );
        return storePair(whole(0), limits + at, found);
      }),
    );

    const setSlip = (i: number): Statement => {
      let sum: Double = double(0);
      for (let e = step.slipRows.start[i]!; e < step.slipRows.start[i + 1]!; e++) {
        sum = add(sum, multiply(load(whole(0), values + 8 * e), number(places.dz, step.slipRows.column[e]!)));
      }
      return slip.set(varying ? subtract(sum, drive(i)) : sum);
    };

    /** A row whose drive has jumped begins with another slip than it ended with. */
    const turn = (i: number): Statement => {
      const { start, column } = step.directions;
      const code: Statement[] = [slip.set(double(0)), size.set(absolute(drive(i, bounds.begin)))];
      for (let e = start[i]!; e < start[i + 1]!; e++) {
        const term = multiply(load(whole(0), values + 8 * e), number(scheme.velocity, column[e]!));
        code.push(best.set(term), slip.set(add(slip, best)), size.set(add(size, absolute(best))));
      }
      const sign = choose(isAbove(slip, double(0)), double(1), double(-1));
      return sequence(
        ...code,
        slip.set(subtract(slip, drive(i, bounds.begin))),
        when(isZero(isAtMost(absolute(slip), multiply(double(RESTING), size))), store(whole(0), began + 8 * i, sign)),
      );
    };

    const passes = (i: number): Whole =>
      andWhole(isUnequal(number(began, i), double(0)), isZero(isAbove(multiply(slip, number(began, i)), double(0))));
    const catchPassing = when(
      first,
      first.set(whole(0)),
      ...jumping.map((i) =>
        sequence(setSlip(i), when(passes(i), store(whole(0), moving + 8 * i, double(0)), again.set(whole(1)))),
      ),
    );
    const isStuck = (i: number): Whole => andWhole(rows.stuck, whole(1 << i));
    const leavePassing = sequence(
      ...friction.map((i) => sequence(setSlip(i), when(isStuck(i), slip.set(double(0))), when(passes(i), odd))),
    );

    const loosen = (i: number): Statement =>
      when(
        andWhole(
          andWhole(isEqual(number(moving, i), double(0)), isZero(andWhole(rows.stuck, whole(1 << i)))),
          isBelow(number(limits + bounds.lower, i), number(limits + bounds.upper, i)),
        ),
        setSlip(i),
        slip.set(absolute(slip)),
        when(orWhole(less(loose, whole(0)), isAbove(slip, best)), best.set(slip), loose.set(whole(i))),
      );
    const letLoose = sequence(
      loose.set(whole(-1)),
      ...jumping.map(loosen),
      when(
        less(whole(-1), loose),
        store(
          shiftLeft(loose, whole(3)),
          moving,
          choose(andWhole(rows.low, shiftLeft(whole(1), loose)), double(1), double(-1)),
        ),
        again.set(whole(1)),
      ),
    );

    return {
      again,
      begin: sequence(
        each(pairs, (k) => writePair(began, k, readPair(mode, k))),
        ...(scheme.kicks && varying ? jumping.map(turn) : []),
      ),
      reset: sequence(
        first.set(whole(1)),
        tries.set(whole(0)),
        each(pairs, (k) => writePair(moving, k, readPair(began, k))),
        setLimits,
      ),
      decide: sequence(
        again.set(whole(0)),
        scheme.kicks ? catchPassing : leavePassing,
        when(isZero(again), letLoose),
        when(
          again,
          tries.set(addWhole(tries, whole(1))),
          when(less(whole(MOST_TRIES), tries), odd),
          setLimits,
          // where velocities are solved for, the forces that were found are the next guess
          scheme.kicks ? each(pairs, (k) => writePair(guess, k, readPair(places.force, k))) : NOTHING,
        ),
      ),
    };
  };
}
