/**
 * Blocks of steps as WebAssembly: the operations of a scheme's single steps and of active-set.ts in the same order, and so the same digits. A
 * step that is not ordinary is not begun: the state is what it was, and single steps take it.
 */
import { isFriction } from "../../model/rows/law.ts";
import { rowValues } from "../../model/rows/row-values.ts";
import type { Vector } from "../../numeric/vector.ts";
import {
  absolute,
  add,
  addWhole,
  andWhole,
  below,
  bitsOf,
  choose,
  type Double,
  double,
  each,
  half,
  isAbove,
  isBelow,
  isOther,
  isZero,
  leave,
  less,
  load,
  loadByte,
  loadPair,
  loadWhole,
  multiply,
  NOTHING,
  negative,
  type Pair,
  pair,
  pairOf,
  perform,
  repeat,
  type Statement,
  select,
  sequence,
  shiftLeft,
  store,
  storeByte,
  storeHalf,
  storePair,
  storeWhole,
  subtract,
  subtractWhole,
  timesWhole,
  toDouble,
  type Whole,
  when,
  whole,
  without,
} from "../../numeric/wasm/code.ts";
import type { Layout } from "../../numeric/wasm/memory.ts";
import { call, type FunctionCode, type Variable, type Variables } from "../../numeric/wasm/module.ts";
import { factorCode } from "../../step/kernels/factor-code.ts";
import { type Held, held } from "../../step/kernels/held-code.ts";
import { type SetPlaces, setPlaces } from "../../step/kernels/kept-sets.ts";
import { manyRows } from "../../step/kernels/many-rows-code.ts";
import { MOST_PAIRED, matrixCode } from "../../step/kernels/matrix-code.ts";
import { modeOf, oneRow, type RowPlaces, type RowsCode, writeModes } from "../../step/kernels/rows-code.ts";
import { echelonSlips, findSet, innerForces } from "../../step/kernels/set-code.ts";
import { jumpCode, softCode, solveByLaws } from "./laws.ts";
import type { KernelMachine } from "./machine.ts";
import { CAPACITY, type Places, readPair, writePair } from "./places.ts";
import type { SchemeCode, StatePairs } from "./scheme-code.ts";

/** How a call ends: all steps are taken, a set must be prepared, or the next step must be taken singly. */
export const STATUS = { done: 0, missing: 1, odd: 2 } as const;
/** Larger numbers are left to single steps, which say that a motion diverges. */
const BOUND = 1e90;

const FIND = 0;
const INNER = 1;
const ECHELON = 2;
const MODES = 4;
const SOFT = 5;
const at = readPair;

export interface StepsCode {
  readonly functions: readonly FunctionCode[];
  readonly sets: SetPlaces;
}

export function stepsCode(layout: Layout, places: Places, machine: KernelMachine, scheme: SchemeCode): StepsCode {
  const { step, box, tangent, separate, varying, jumping, own, aligned } = machine;
  const { matrices } = scheme;
  const { size: n, count: m } = step;
  const even = Array.from(step.lower, (low, i) => low === step.upper[i]);
  const wide = Array.from(step.lower, (low, i) => !varying && jumping.length === 0 && low < 0 && step.upper[i]! > 0);
  const stops = machine.system.rows.map(({ law }) => law.stop !== undefined);
  layout.structure.push(
    JSON.stringify([n, m, separate, varying, even, wide, stops, ...step.slipRows.start, ...step.slipRows.column]),
    JSON.stringify([aligned, [...own.row], own.alone]),
  );
  const sets = setPlaces(layout, n, m, !separate || varying);
  const inverse = matrices && matrixCode(layout, n, n, (i, j) => matrices.inverse[i * n + j]!);
  const factors = inverse ? undefined : factorCode(layout, tangent);
  const unit = m === 1 ? Float64Array.of(1) : own.unit;
  const isOwn = (coordinate: number) => m > 1 && own.row[coordinate]! >= 0;
  const coupling = matrixCode(layout, m, m, (i, j) => unit[i]! * box.G[i * m + j]!);
  const owned = Array.from({ length: n }, (_, k) => isOwn(k));
  const response = owned.every((is) => is)
    ? undefined
    : matrixCode(layout, n, m, (i, j) => (owned[i] ? 0 : box.columns[j * n + i]!));
  const units = layout.data(unit);
  const slipValues = layout.data(step.slipRows.value);
  const weight = layout.data(sets.hasEchelon ? machine.stick.echelon!(new Int8Array(m).fill(1)).weight : []);
  const bounded = step.upper.every((high, i) => high - step.lower[i]! < Number.POSITIVE_INFINITY);
  const cap = varying || !bounded ? undefined : layout.data(capsOf(machine, unit));
  const reach = layout.data(reachesOf(machine, unit));
  const jumps = jumpCode(layout, places, machine, scheme);
  const soft = softCode(layout, places, machine, SOFT);
  const lawful = jumps !== undefined || soft !== undefined;
  const rowPlaces: RowPlaces = {
    ...{ g: places.g, terms: places.terms, before: lawful ? places.guess : places.before, force: places.force },
    ...{ right: places.right, bounds: places.bounds },
  };
  const alone = layout.data([box.G[0]!]);
  const pairs = Math.ceil(n / 2);
  const target = varying ? places.target : undefined;
  const steps: FunctionCode = {
    name: "steps",
    parameters: 2,
    body: ([done, count], variables) => stepsBody(done!, count!, variables),
  };
  return {
    sets,
    functions: [
      findSet(sets),
      innerForces(sets, { given: places.right, force: places.force, scratch: places.scratch }, "innerForces"),
      echelonSlips(sets, { z: places.dz, weight, target }, "echelonSlips"),
      pushLoads(),
      writeModes(places.columns.mode, CAPACITY, m),
      ...(soft?.functions ?? []),
      steps,
    ],
  };

  /** From loads f at an address, so many of them, to A^{-1} f. */
  function pushLoads(): FunctionCode {
    return {
      name: "push",
      parameters: 2,
      body([address, count], variables) {
        const sums = variables.pairs(pairs);
        const one = sequence(
          each(pairs, (k) => writePair(places.given, k, loadPair(address!, 16 * k))),
          inverse?.times(places.given, sums, add, true, variables, (k) =>
            storePair(address!, 16 * k, add(sums[k]!, pair(0))),
          ) ?? NOTHING,
          address!.set(addWhole(address!, whole(8 * places.loadWidth))),
          count!.set(subtractWhole(count!, whole(1))),
        );
        return { statement: inverse ? repeat(one, less(whole(0), count!)) : NOTHING, result: count! };
      },
    };
  }

  function stepsBody(
    done: Variable<"i32">,
    count: Variable<"i32">,
    variables: Variables,
  ): { statement: Statement; result: Whole } {
    const [loadAt, rowsAt, column, passes, ended] = Array.from({ length: 5 }, () => variables.whole()) as [
      Variable<"i32">,
      Variable<"i32">,
      Variable<"i32">,
      Variable<"i32">,
      Variable<"i32">,
    ];
    const boundsAt: Whole = jumps ? whole(places.limits) : rowsAt;
    const [stuckRows, lowRows, since] = [variables.whole(), variables.whole(), variables.whole()];
    const steady = !varying && !lawful && !machine.stops;
    // modes follow from the set alone, and are written when it changes
    const told = m > 1 && steady && !even.includes(true);
    const tellModes = told
      ? when(less(since, done), perform(call(MODES, since, done, stuckRows, lowRows)), since.set(done))
      : NOTHING;
    const leaveWith = (status: number): Statement =>
      sequence(tellModes, storeWhole(whole(0), places.status, whole(status)), leave(done));
    const solves = variables.whole();
    const sizes = variables.pair();
    // small machines stay in registers from step to step
    const small = Math.max(n, m) <= MOST_PAIRED;
    const read = !(steady && aligned && !even.includes(true)); // somebody looks into the memory
    const rowPairs = Math.ceil(m / 2);
    const x = held(places.x, pairs, n <= MOST_PAIRED, true, variables);
    const other = held(places.other, pairs, n <= MOST_PAIRED, true, variables);
    const state: StatePairs = { x: x.at, other: other.at, others: other.vector };
    const free = held(places.free, pairs, small, read, variables);
    const found = held(places.found, rowPairs, small, read, variables);
    const forces = held(places.force, rowPairs, small, read, variables);
    const drive = (i: number) => load(rowsAt, places.bounds.drive + 8 * i);

    /** What slips there are at the start, in the rows' units; g and the sizes of its terms. */
    const slipless = !scheme.rate && !varying;
    const ways = held(places.way, rowPairs, small, read, variables);
    const g = aligned && slipless ? free : held(places.g, rowPairs, small, read, variables);
    const terms = (k: number): Pair => {
      if (!aligned) return at(places.terms, k);
      return slipless ? absolute(free.at(k)) : add(absolute(ways.at(k)), absolute(free.at(k)));
    };
    const startSlip = (k: number): Pair => {
      const driven = loadPair(rowsAt, places.bounds.drive + 16 * k);
      const rate = scheme.rate?.(k, state);
      const slip = !varying ? rate! : rate ? subtract(rate, driven) : negative(driven);
      return multiply(loadPair(whole(0), units + 16 * k), slip);
    };
    const numbers = Array.from({ length: m }, () => ({
      g: variables.double(),
      terms: variables.double(),
      way: variables.double(),
    }));
    const condensedRow = (i: number): Statement => {
      const { g, terms, way } = numbers[i]!;
      const slip = scheme.slips
        ? load(whole(0), places.slip + 8 * i)
        : varying
          ? subtract(double(0), drive(i))
          : undefined;
      const { start, column } = step.slipRows;
      const freeOf = (k: number): Double => half(free.at(k >> 1), (k & 1) as 0 | 1);
      if (m > 1 && own.alone[i]) {
        const moved = freeOf(column[start[i]!]!);
        return sequence(
          way.set(slip ? multiply(load(whole(0), units + 8 * i), slip) : double(0)),
          g.set(slip ? add(way, moved) : moved),
          terms.set(slip ? add(absolute(way), absolute(moved)) : absolute(moved)),
        );
      }
      const code: Statement[] = [terms.set(slip ? absolute(slip) : double(0)), g.set(double(0)), way.set(double(0))];
      for (let e = start[i]!; e < start[i + 1]!; e++) {
        const part = multiply(load(whole(0), slipValues + 8 * e), freeOf(column[e]!));
        code.push(g.set(add(g, part)), terms.set(add(terms, absolute(part))));
      }
      return sequence(...code, g.set(add(g, slip ?? double(0))));
    };
    const pairFrom = (k: number, of: "g" | "terms" | "way"): Pair =>
      pairOf(numbers[2 * k]![of], numbers[2 * k + 1]?.[of] ?? double(0));
    const condensed = aligned
      ? each(slipless ? 0 : rowPairs, (k) => sequence(ways.put(k, startSlip(k)), g.put(k, add(ways.at(k), free.at(k)))))
      : sequence(
          each(m, condensedRow),
          each(rowPairs, (k) =>
            sequence(
              g.put(k, pairFrom(k, "g")),
              writePair(places.terms, k, pairFrom(k, "terms")),
              ways.put(k, pairFrom(k, "way")),
            ),
          ),
        );

    const shared = {
      ...{ places: rowPlaces, sets, alone, rowsAt: boundsAt, passes, find: FIND, inner: INNER, forces },
      ...{ stuck: stuckRows, low: lowRows },
      missing: (set: Whole) => sequence(storeWhole(whole(0), places.set, set), leaveWith(STATUS.missing)),
      odd: leaveWith(STATUS.odd),
    };
    const rows: RowsCode =
      m === 1
        ? oneRow(shared, variables)
        : manyRows(
            {
              ...{ ...shared, coupling, terms, reach, cap, wide, steady, small, found, g: g.at, changing: tellModes },
              scratch: { given: places.told, guess: places.parts },
            },
            variables,
          );

    /** Slips of stuck rows are zero to the last bit. */
    const stick = (): Statement => {
      if (sets.hasEchelon) {
        return when(
          rows.stuck,
          varying ? each(m, (i) => store(whole(0), places.target + 8 * i, scheme.target(drive(i)))) : NOTHING,
          ended.set(call(ECHELON, rows.slot)),
        );
      }
      return each(m, (i) =>
        when(
          andWhole(rows.stuck, whole(1 << i)),
          store(whole(0), places.dz + 8 * step.directions.column[step.directions.start[i]!]!, double(0)),
        ),
      );
    };
    const kicksInTurn = scheme.kicks && jumping.length > 0; // slips decide before they are set to zero
    const paired = !kicksInTurn && !sets.hasEchelon && n === m && step.directions.column.every((j, i) => j === i);

    const dz = held(places.dz, pairs, small && paired, read, variables);

    /** A row whose bounds are one moves as its slip says. */
    const mode = (i: number): Whole => {
      if (stops[i]) return isZero(andWhole(rows.stuck, whole(1 << i))); // closed or open
      const told = modeOf(i, rows.stuck, rows.low);
      if (!varying && jumping.length === 0 && step.lower[i]! < step.upper[i]!) return told;
      const { start, column: columns } = step.slipRows;
      let slip: Double = double(0);
      for (let e = start[i]!; e < start[i + 1]!; e++) {
        slip = add(slip, multiply(load(whole(0), slipValues + 8 * e), load(whole(0), places.dz + 8 * columns[e]!)));
      }
      if (varying) slip = subtract(slip, drive(i));
      const sign = subtractWhole(isAbove(slip, double(0)), isBelow(slip, double(0)));
      const free = isBelow(load(boundsAt, places.bounds.lower + 8 * i), load(boundsAt, places.bounds.upper + 8 * i));
      return choose(free, told, sign);
    };

    const after = Array.from({ length: pairs }, () => ({
      position: variables.pair(),
      velocity: variables.pair(),
      other: variables.pair(),
    }));
    const finish = (k: number): Statement => {
      const found = scheme.after(k, dz.at(k), state);
      const { position, velocity, other: next } = after[k]!;
      const size = add(absolute(velocity), absolute(scheme.kicks ? position : next));
      return sequence(
        velocity.set(found.velocity),
        position.set(found.position),
        next.set(found.other),
        sizes.set(k === 0 ? size : add(sizes, size)),
      );
    };
    const columnsOf = (k: number): Statement => {
      const { position, velocity, other: next } = after[k]!;
      return sequence(
        halves(places.columns.position, k, n, position),
        halves(places.columns.velocity, k, n, velocity),
        x.put(k, position),
        other.put(k, next),
        lawful ? writePair(places.velocity, k, velocity) : NOTHING,
      );
    };
    /** Both numbers of a pair, to their columns. */
    const halves = (start: number, k: number, most: number, value: Pair): Statement =>
      each(Math.min(2, most - 2 * k), (h) => storeHalf(column, start + 8 * CAPACITY * (2 * k + h), value, h as 0 | 1));

    /** From what the rows found to what is asked for, with slips of stuck rows set to zero. */
    const sums = variables.pairs(pairs);
    const ownWay = (k: number): Double => {
      const [row, lane] = [own.row[k]!, (k & 1) as 0 | 1];
      if (!owned[k]) return half(sums[k >> 1]!, lane);
      const moved = add(half(free.at(k >> 1), lane), half(found.at(row >> 1), (row & 1) as 0 | 1));
      const still = subtract(double(0), half(ways.at(row >> 1), (row & 1) as 0 | 1));
      return choose(andWhole(rows.stuck, whole(1 << row)), still, moved);
    };
    const wayOf = (k: number): Pair => {
      if (aligned) {
        const moved = add(free.at(k), found.at(k));
        if (paired) return moved;
        return select(rows.stuckPair(k), slipless ? pair(0) : subtract(pair(0), ways.at(k)), moved);
      }
      if (!owned[2 * k] && !owned[2 * k + 1]) return sums[k]!;
      return pairOf(ownWay(2 * k), 2 * k + 1 < n ? ownWay(2 * k + 1) : double(0));
    };
    const moved = sequence(
      response
        ? sequence(
            each(pairs, (k) => sums[k]!.set(free.at(k))),
            response.times(forces.vector, sums, add, false, variables),
          )
        : NOTHING,
      each(pairs, (k) => {
        const z = scheme.moved(k, wayOf(k), state);
        return dz.put(k, paired ? without(z, rows.stuckPair(k)) : z);
      }),
    );
    const stuck = paired ? NOTHING : stick();
    const solved = Array.from({ length: factors ? n : 0 }, () => variables.double());
    const solveFree = factors
      ? sequence(
          factors.solve(places.given, places.free, solved, variables),
          small ? each(pairs, (k) => free.put(k, at(places.free, k))) : NOTHING,
        )
      : soft
        ? inverse!.times(places.given, sums, add, true, variables, (k) =>
            free.put(k, add(at(places.base, k), add(sums[k]!, pair(0)))),
          )
        : NOTHING;
    const inMemory = (place: number): Held => held(place, pairs, false, true, variables);
    const given = soft ? inMemory(places.base) : matrices ? free : inMemory(places.given);

    const oneStep = sequence(
      scheme.residual(variables, state, loadAt, given),
      aligned ? NOTHING : (scheme.slips?.(variables, rowsAt) ?? NOTHING),
      lawful
        ? solveByLaws({
            ...{ places, scheme, state, rows, rowsAt, jumps, soft, moved, stuck, kicksInTurn, solves, variables },
            free: sequence(solveFree, condensed),
            odd: leaveWith(STATUS.odd),
          })
        : sequence(solveFree, condensed, rows.solve, moved, stuck),
      each(pairs, finish),
      when(isOther(bitsOf(below(sizes, pair(BOUND))), whole(3)), leaveWith(STATUS.odd)),
      each(pairs, columnsOf),
      each(m, (i) =>
        sequence(
          told ? NOTHING : storeByte(done, places.columns.mode + CAPACITY * i, mode(i)),
          jumps && isFriction(machine.system.rows[i]!.law)
            ? store(whole(0), places.mode + 8 * i, toDouble(loadByte(done, places.columns.mode + CAPACITY * i)))
            : NOTHING,
        ),
      ),
      each(rowPairs, (k) =>
        sequence(halves(places.columns.force, k, m, forces.at(k)), writePair(places.before, k, forces.at(k))),
      ),
      storeWhole(whole(0), places.passes, passes),
      lawful ? storeWhole(whole(0), places.solves, solves) : NOTHING,
      loadAt.set(addWhole(loadAt, loadWhole(whole(0), places.loadStride))),
      rowsAt.set(addWhole(rowsAt, loadWhole(whole(0), places.rowStride))),
      column.set(addWhole(column, whole(8))),
      done.set(addWhole(done, whole(1))),
    );
    return {
      statement: sequence(
        storeWhole(whole(0), places.passes, whole(0)),
        storeWhole(whole(0), places.solves, whole(0)),
        storeWhole(whole(0), places.status, whole(STATUS.done)),
        loadAt.set(
          addWhole(loadWhole(whole(0), places.loadStart), timesWhole(done, loadWhole(whole(0), places.loadStride))),
        ),
        rowsAt.set(addWhole(whole(places.rows), timesWhole(done, loadWhole(whole(0), places.rowStride)))),
        column.set(shiftLeft(done, whole(3))),
        n <= MOST_PAIRED
          ? each(pairs, (k) => sequence(x.put(k, at(places.x, k)), other.put(k, at(places.other, k))))
          : NOTHING,
        since.set(done),
        when(less(done, count), repeat(oneStep, less(done, count))),
        tellModes,
      ),
      result: done,
    };
  }
}

/** The largest of |G| in each row. */
function reachesOf({ step: { count: m }, box }: KernelMachine, unit: Vector): Float64Array {
  return Float64Array.from({ length: m }, (_, i) => {
    let most = 0;
    for (let j = 0; j < m; j++) most = Math.max(most, Math.abs(box.G[i * m + j]!));
    return unit[i]! * most;
  });
}

/** Bounds of the sums of |G F| over each row, with room for round-off. */
function capsOf({ system, step, box }: KernelMachine, unit: Vector): Float64Array {
  const m = step.count;
  const { kineticForward, kineticBackward } = rowValues(system);
  return Float64Array.from({ length: m }, (_, i) => {
    let sum = 0;
    for (let j = 0; j < m; j++)
      sum +=
        Math.abs(box.G[i * m + j]!) *
        Math.max(-step.lower[j]!, step.upper[j]!, kineticForward[j]!, kineticBackward[j]!);
    return unit[i]! * sum;
  });
}
