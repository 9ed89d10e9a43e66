/**
 * From expansion to expansion: to the end of the present one, what happens there, the next one. What is not clear is left as it was before
 * it, for the general scheme.
 */
import {
  add,
  addWhole,
  andWhole,
  choose,
  type Double,
  double,
  each,
  isAbove,
  isAtLeast,
  isAtMost,
  isEqual,
  isOther,
  isSame,
  leave,
  less,
  loadByte,
  loadPair,
  loadTwice,
  loadWhole,
  multiply,
  orWhole,
  pair,
  perform,
  repeat,
  sequence,
  shiftLeft,
  store,
  storeByte,
  storePair,
  storeWhole,
  subtract,
  timesWhole,
  toWhole,
  type Whole,
  when,
  whenElse,
  whole,
} from "../../../numeric/wasm/code.ts";
import { call, type FunctionCode, type Variables } from "../../../numeric/wasm/module.ts";
import { curvedRows } from "./curve-code.ts";
import { CLEAR, Decided, holds } from "./decide-code.ts";
import { stuckRows } from "./expand-code.ts";
import { gapsAt, isIn, isStop } from "./gap-code.ts";
import { EVENTS, type Layout, operatorPlaces, type Shape } from "./layout.ts";
import {
  addColumns,
  clearPairs,
  copyBytes,
  copyDoubles,
  fixed,
  loadPairs,
  NOWHERE,
  read,
  slipOf,
  storePairs,
} from "./product-code.ts";

/** Why it comes back. */
export const Back = {
  /** The present expansion reaches the time asked for, or ends at a breakpoint. */
  reached: 0,
  /** What happens at its end is not clear. */
  unclear: 1,
  /** The state at its end is known, and the load's coefficients there are wanted. */
  load: 2,
  /** Operators of a set of stuck rows are wanted. */
  operators: 3,
  /** A new expansion begins whose length is not clear: all of it is to be made anew. */
  expansion: 4,
  /** As many expansions as were asked for are made, or events are to be taken. */
  pause: 5,
} as const;

/** Where it goes on; `again`: the present expansion has become shorter, and what ends it is searched. */
export const Stage = { present: 0, arrived: 1, begin: 2, again: 3 } as const;

/** Which change of a row was noted. */
export const Noted = { stick: 0, slip: 1, reversal: 2, release: 3 } as const;

export interface Calls {
  readonly find: number;
  readonly expand: number;
  readonly decide: number;
  readonly measure: Whole;
  readonly search: Whole;
  /** Whether the series of curves are right; only where there are curves. */
  readonly match: Whole;
  readonly project: number;
}

/** speed = what has no slip of the rows whose operators are at an address. */
export function projectCode(shape: Shape, layout: Layout): FunctionCode {
  return {
    parameters: 1,
    body([slot], variables) {
      const sums = variables.pairs(layout.across / 2);
      const { project, carried } = operatorPlaces(shape, layout);
      const fixedDrives = shape.driven && !shape.varies;
      return {
        statement: sequence(
          fixedDrives ? loadPairs(sums, { base: slot!, offset: carried }) : clearPairs(sums),
          ...(shape.varies
            ? [addColumns(variables, shape.m, { base: slot!, offset: carried }, fixed(layout.drive), sums, add)]
            : []),
          addColumns(variables, shape.n, { base: slot!, offset: project }, fixed(layout.speed), sums, add),
          storePairs(sums, fixed(layout.speed)),
        ),
        result: whole(1),
      };
    },
  };
}

/** Position and velocity at tau in `next` of the present expansion, to two places given as addresses. */
export function evaluateCode({ n, order }: Shape, { x, next, across }: Layout): FunctionCode {
  return {
    parameters: 2,
    body([positions, velocities], variables) {
      const base = variables.whole();
      const [value, slope, tau] = [variables.pair(), variables.pair(), variables.pair()];
      return {
        statement: sequence(
          tau.set(loadTwice(NOWHERE, next)),
          base.set(whole(0)),
          repeat(
            sequence(
              value.set(loadPair(base, x + 8 * order * n)),
              slope.set(pair(0)),
              each(order, (k) =>
                sequence(
                  slope.set(add(multiply(slope, tau), value)),
                  value.set(add(multiply(value, tau), loadPair(base, x + 8 * (order - 1 - k) * n))),
                ),
              ),
              storePair(addWhole(base, positions!), 0, value),
              storePair(addWhole(base, velocities!), 0, slope),
              base.set(addWhole(base, whole(16))),
            ),
            less(base, whole(8 * across)),
          ),
        ),
        result: whole(1),
      };
    },
  };
}

/** `stage`, and how many expansions at most. */
export function advanceCode(shape: Shape, layout: Layout, calls: Calls, evaluate: number): FunctionCode {
  const { n, m, loaded, jumps, joints, stops, varies } = shape;
  const { at, length, stop, breakTime, next, event, clear, mode, lead, trial, position, velocity } = layout;
  const { ahead, speed, expansions, decisions, noted, notes } = layout;
  const count = (place: number) => storeWhole(NOWHERE, place, addWhole(loadWhole(NOWHERE, place), whole(1)));
  const happened = loadWhole(NOWHERE, event);
  const isEvent = isOther(happened, whole(-1));
  const ownMode = (i: Whole) => loadByte(i, mode);

  /** Impacts are for the general scheme. */
  const leaveContacts = when(
    isEvent,
    when(andWhole(isIn(stops, happened), isOther(ownMode(happened), whole(0))), leave(whole(Back.unclear))),
  );

  /** To the end of the present expansion, in `ahead` and `speed`. */
  function arrive(slot: ReturnType<Variables["whole"]>) {
    return sequence(
      when(isAtLeast(add(read(at), read(length)), read(stop)), leave(whole(Back.reached))),
      when(isSame(loadWhole(NOWHERE, clear), whole(0)), leave(whole(Back.unclear))),
      when(isAtLeast(read(length), subtract(read(breakTime), read(at))), leave(whole(Back.reached))),
      ...(stops ? [leaveContacts] : []),
      slot.set(call(calls.find, stuckRows(m, mode))),
      when(isSame(slot, whole(0)), leave(whole(Back.operators))),
      store(NOWHERE, next, read(length)),
      perform(call(evaluate, whole(ahead), whole(speed))),
      ...(varies ? [] : [perform(call(calls.project, slot))]),
      store(NOWHERE, next, add(read(at), read(length))),
    );
  }

  /** Drives at the end of the expansion are known only with the coefficients there. */
  function followDrives(slot: ReturnType<Variables["whole"]>) {
    return sequence(
      slot.set(call(calls.find, stuckRows(m, mode))),
      when(isSame(slot, whole(0)), leave(whole(Back.operators))),
      perform(call(calls.project, slot)),
    );
  }

  /** What happens there: modes into `trial`, and how many coefficients of slips are zero. */
  function settle(slot: ReturnType<Variables["whole"]>, set: ReturnType<Variables["whole"]>) {
    return sequence(
      ...(varies ? [followDrives(slot)] : []),
      copyBytes(m, mode, trial),
      each(m, (i) => storeByte(NOWHERE, lead + i, whole(0))),
      when(
        isEvent,
        whenElse(
          isOther(ownMode(happened), whole(0)),
          sequence(
            set.set(orWhole(stuckRows(m, mode), shiftLeft(whole(1), happened))),
            slot.set(call(calls.find, set)),
            when(isSame(slot, whole(0)), leave(whole(Back.operators))),
            perform(call(calls.project, slot)),
            chooseModes(set),
          ),
          breakLoose(set),
        ),
      ),
    );
  }

  /** A row at its limit begins to slip, with no acceleration yet; where its force jumps it has one, and the others are asked again. */
  function breakLoose(set: ReturnType<Variables["whole"]>) {
    const begins = sequence(
      storeByte(happened, trial, toWhole(read(layout.side))),
      storeByte(happened, lead, stops ? addWhole(isIn(stops, happened), whole(2)) : whole(2)), // of a gap one more
    );
    if (jumps === 0) return begins;
    const own = shiftLeft(whole(1), happened);
    return sequence(
      begins,
      when(
        isOther(andWhole(own, whole(jumps)), whole(0)),
        set.set(stuckRows(m, mode)),
        storeByte(happened, lead, whole(1)),
        chooseModes(set, own),
      ),
    );
  }

  /** Decides on the rows in a set. */
  function chooseModes(set: Whole, loose: Whole = whole(0)) {
    return sequence(
      storeWhole(NOWHERE, layout.scratch, call(calls.decide, set, loose)),
      when(isSame(loadWhole(NOWHERE, layout.scratch), whole(Decided.wanting)), leave(whole(Back.operators))),
      when(isSame(loadWhole(NOWHERE, layout.scratch), whole(Decided.unclear)), leave(whole(Back.unclear))),
      count(decisions),
      each(m, (i) =>
        when(
          andWhole(holds(set, i), isOther(loadByte(NOWHERE, trial + i), whole(0))),
          storeByte(NOWHERE, lead + i, whole(isStop(shape, i) ? 2 : 1)),
        ),
      ),
    );
  }

  /** Changes of modes, in the order of the rows. */
  const note = each(m, (i) => {
    const [was, is] = [loadByte(NOWHERE, mode + i), loadByte(NOWHERE, trial + i)];
    const place = timesWhole(loadWhole(NOWHERE, noted), whole(16));
    const kind = choose(
      isSame(is, whole(0)),
      whole(Noted.stick),
      choose(isSame(was, whole(0)), whole(isStop(shape, i) ? Noted.release : Noted.slip), whole(Noted.reversal)),
    );
    return when(
      isOther(was, is),
      store(place, notes, read(next)),
      storeWhole(place, notes + 8, kind),
      storeWhole(place, notes + 12, whole(i)),
      count(noted),
    );
  });

  /** The state ahead becomes the present one, and the motion is expanded there. */
  function expand(slot: ReturnType<Variables["whole"]>, stage: Whole) {
    return sequence(
      slot.set(call(calls.find, stuckRows(m, trial))),
      when(isSame(slot, whole(0)), leave(whole(Back.operators))),
      when(isOther(stage, whole(Stage.begin)), note),
      copyBytes(m, trial, mode),
      copyDoubles(n, ahead, position),
      copyDoubles(n, speed, velocity),
      store(NOWHERE, at, read(next)),
      perform(call(calls.expand, slot)),
      count(expansions),
      when(isSame(calls.measure, whole(0)), leave(whole(Back.expansion))),
      search(slot),
    );
  }

  const search = (matches: ReturnType<Variables["whole"]>) =>
    curvedRows(shape).length === 0 ? perform(calls.search) : searchMatched(matches);

  /** The first event of an expansion that is as short as the curves need. */
  function searchMatched(matches: ReturnType<Variables["whole"]>) {
    return repeat(
      sequence(
        perform(calls.search),
        matches.set(calls.match),
        when(
          isSame(matches, whole(0)),
          store(NOWHERE, layout.natural, multiply(read(length), double(0.5))),
          // what is no number is not above either
          when(isSame(isAbove(read(layout.natural), read(layout.shortest)), whole(0)), leave(whole(Back.expansion))),
        ),
      ),
      isSame(matches, whole(0)),
    );
  }

  /** Modes at the start: rows without slip are at rest. */
  function begin(set: ReturnType<Variables["whole"]>, slip: ReturnType<Variables["double"]>) {
    return sequence(
      copyDoubles(n, position, ahead),
      copyDoubles(n, velocity, speed),
      store(NOWHERE, next, read(at)),
      gapsAt(shape, layout, position),
      set.set(whole(joints)),
      each(m, (i) => sequence(storeByte(NOWHERE, lead + i, whole(0)), beginRow(i, set, slip))),
      ...(joints ? [letJointsHold(set)] : []),
      when(isOther(set, whole(0)), chooseModes(set)),
    );
  }

  /** Velocities have no slip in the joints. */
  function letJointsHold(set: ReturnType<Variables["whole"]>) {
    return sequence(
      storeWhole(NOWHERE, layout.scratch, call(calls.find, set)),
      when(isSame(loadWhole(NOWHERE, layout.scratch), whole(0)), leave(whole(Back.operators))),
      perform(call(calls.project, loadWhole(NOWHERE, layout.scratch))),
    );
  }

  /** A row without slip is in the set of those at rest; a stop that is not clearly open is left. */
  function beginRow(i: number, set: ReturnType<Variables["whole"]>, slip: ReturnType<Variables["double"]>) {
    if (joints & (1 << i)) return sequence();
    const clearly = (value: Double, size: Double) =>
      when(isAtMost(multiply(value, value), squared(multiply(double(CLEAR), size))), leave(whole(Back.unclear)));
    if (isStop(shape, i)) {
      return sequence(
        slip.set(read(layout.open + 8 * i)),
        when(isAtMost(slip, double(0)), leave(whole(Back.unclear))),
        clearly(slip, read(layout.grains + 8 * i)),
        storeByte(NOWHERE, trial + i, whole(1)),
      );
    }
    return sequence(
      slip.set(slipOf(shape, layout, i, velocity)),
      whenElse(
        isEqual(slip, double(0)),
        set.set(orWhole(set, whole(1 << i))),
        sequence(
          clearly(slip, slipOf(shape, layout, i, velocity, true)),
          storeByte(NOWHERE, trial + i, choose(isAbove(slip, double(0)), whole(1), whole(-1))),
        ),
      ),
    );
  }

  return {
    name: "advance",
    parameters: 2,
    body([stage, most], variables) {
      const [slot, set] = [variables.whole(), variables.whole()];
      const slip = variables.double();
      const go = sequence(
        storeWhole(NOWHERE, layout.stage, stage!),
        whenElse(
          isSame(stage!, whole(Stage.present)),
          sequence(arrive(slot), ...(loaded ? [leave(whole(Back.load))] : [settle(slot, set)])),
          whenElse(isSame(stage!, whole(Stage.begin)), begin(set, slip), settle(slot, set)),
        ),
        expand(slot, stage!),
        stage!.set(whole(Stage.present)),
        most!.set(addWhole(most!, whole(-1))),
      );
      const again = when(isSame(stage!, whole(Stage.again)), search(slot), leave(whole(Back.pause)));
      return {
        statement: sequence(
          ...(loaded ? [again] : []),
          repeat(go, andWhole(less(whole(0), most!), less(loadWhole(NOWHERE, noted), whole(EVENTS - m)))),
        ),
        result: whole(Back.pause),
      };
    },
  };
}

const squared = (value: Double): Double => multiply(value, value);
