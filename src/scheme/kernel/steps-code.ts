/**
 * Blocks of steps as WebAssembly: the operations of a scheme's single steps and of active-set.ts in the same order, and so the same digits. A
 * step that is not ordinary is not begun: the state is what it was, and single steps take it.
 */
import { isFriction } from "../../model/rows/law.ts";
import { rowValues } from "../../model/rows/row-values.ts";
import {
  absolute,
  add,
  addWhole,
  andWhole,
  below,
  bitsOf,
  both,
  choose,
  type Double,
  double,
  each,
  isAbove,
  isBelow,
  isOther,
  isZero,
  leave,
  less,
  load,
  loadByte,
  loadWhole,
  multiply,
  NOTHING,
  type Pair,
  pair,
  pairOf,
  repeat,
  type Statement,
  sequence,
  shiftLeft,
  store,
  storeByte,
  storeHalf,
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
import { inverseCode } from "../../step/kernels/inverse-code.ts";
import { type SetPlaces, setPlaces } from "../../step/kernels/kept-sets.ts";
import { type MatrixCode, MOST_PAIRED, matrixCode } from "../../step/kernels/matrix-code.ts";
import { modeOf, type RowPlaces, rowsCode } from "../../step/kernels/rows-code.ts";
import { echelonSlips, findSet, innerForces } from "../../step/kernels/set-code.ts";
import { jumpCode, softCode, solveByLaws } from "./laws.ts";
import type { KernelMachine } from "./machine.ts";
import { CAPACITY, type Places, readPair, writePair } from "./places.ts";

/** How a call ends: all steps are taken, a set must be prepared, or the next step must be taken singly. */
export const STATUS = { done: 0, missing: 1, odd: 2 } as const;
/** Larger numbers are left to single steps, which say that a motion diverges. */
const BOUND = 1e90;

/** What a scheme does before and after the step problem. */
export interface SchemeCode {
  /** Fills `given` with -R from the state, or `base` and `drag` where rows weaken; and `slip` with r, where it `slips`: else r is minus the drives. */
  residual(variables: Variables, state: StatePairs, loadAt: Whole, rowsAt: Whole): Statement;
  readonly slips: boolean;
  /** Velocities are solved for: weakening acts by the trapezoidal rule, and the limits of a jump law begin anew in each solve. */
  readonly kicks: boolean;
  /** Where the velocity stands that a step begins with, and viscous forces, where `given` lacks them. */
  readonly velocity: number;
  readonly drag?: number | undefined;
  /** What the stuck rows shall hold still, from dz, pair k. */
  moved(k: number, dz: Pair): Pair;
  /** w. of it for a stuck row on what is driven. */
  target(drive: Double): Double;
  /** The state after the step from it: `other` is what is remembered beside the position. */
  after(
    k: number,
    moved: Pair,
    state: StatePairs,
  ): { readonly position: Pair; readonly velocity: Pair; readonly other: Pair };
}

/** Pair k of the position that a step begins with, and of what is remembered beside it. */
export interface StatePairs {
  x(k: number): Pair;
  other(k: number): Pair;
}

const FIND = 0;
const INNER = 1;
const ECHELON = 2;
const SOFT = 3;
const at = readPair;

export interface StepsCode {
  readonly functions: readonly FunctionCode[];
  readonly sets: SetPlaces;
}

export function stepsCode(layout: Layout, places: Places, machine: KernelMachine, scheme: SchemeCode): StepsCode {
  const { step, box, tangent, separate, varying, jumping } = machine;
  const { size: n, count: m } = step;
  const even = Array.from(step.lower, (low, i) => low === step.upper[i]);
  const wide = Array.from(step.lower, (low, i) => !varying && jumping.length === 0 && low < 0 && step.upper[i]! > 0);
  const stops = machine.system.rows.map(({ law }) => law.stop !== undefined);
  layout.structure.push(
    JSON.stringify([n, m, separate, varying, even, wide, stops, ...step.slipRows.start, ...step.slipRows.column]),
  );
  const sets = setPlaces(layout, n, m, !separate || varying);
  const factors = box.inverse ? inverseCode(layout, box.inverse, n) : factorCode(layout, tangent);
  const coupling = matrixCode(layout, m, m, (i, j) => box.G[i * m + j]!);
  const response = matrixCode(layout, n, m, (i, j) => box.columns[j * n + i]!);
  const slipValues = layout.data(step.slipRows.value);
  const weight = layout.data(sets.hasEchelon ? machine.stick.echelon!(new Int8Array(m).fill(1)).weight : []);
  const bounded = step.upper.every((high, i) => high - step.lower[i]! < Number.POSITIVE_INFINITY);
  const cap = varying || !bounded ? undefined : layout.data(capsOf(machine));
  const jumps = jumpCode(layout, places, machine, scheme);
  const soft = softCode(layout, places, machine, SOFT);
  const lawful = jumps !== undefined || soft !== undefined;
  const rowPlaces: RowPlaces = {
    ...{
      g: places.g,
      terms: places.terms,
      before: lawful ? places.guess : places.before,
      force: places.force,
      given: places.right,
    },
    cap,
    bounds: places.bounds,
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
      ...(soft?.functions ?? []),
      steps,
    ],
  };

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
    const leaveWith = (status: number): Statement =>
      sequence(storeWhole(whole(0), places.status, whole(status)), leave(done));
    const rows = rowsCode(
      {
        ...{ places: rowPlaces, sets, coupling, alone, rowsAt: boundsAt, passes, wide, find: FIND, inner: INNER },
        missing: (set) => sequence(storeWhole(whole(0), places.set, set), leaveWith(STATUS.missing)),
        odd: leaveWith(STATUS.odd),
      },
      variables,
    );
    const sums = variables.pairs(pairs);
    const solves = variables.whole();
    const fits = variables.pair();
    // small machines stay in registers from step to step: what is written and read again costs some nanoseconds each time
    const small = n <= MOST_PAIRED;
    const [x, other] = [variables.pairs(small ? pairs : 0), variables.pairs(small ? pairs : 0)];
    const state: StatePairs = {
      x: (k) => x[k] ?? at(places.x, k),
      other: (k) => other[k] ?? at(places.other, k),
    };
    const y = Array.from({ length: n }, () => variables.double());
    const drive = (i: number) => load(rowsAt, places.bounds.drive + 8 * i);

    /** g = r + D free and the sizes of its terms. */
    const sumsOf = Array.from({ length: m }, () => ({ g: variables.double(), terms: variables.double() }));
    const condensedRow = (i: number): Statement => {
      const { g, terms } = sumsOf[i]!;
      const slip: Double | undefined = scheme.slips
        ? load(whole(0), places.slip + 8 * i)
        : varying
          ? subtract(double(0), drive(i))
          : undefined;
      const first = step.slipRows.start[i]!;
      // sums begin with zero, which a first term need not wait for where a zero that is not negative is added at the end
      const begins = !scheme.slips && first < step.slipRows.start[i + 1]!;
      const code: Statement[] = [terms.set(slip ? absolute(slip) : double(0))];
      if (!begins) code.push(g.set(double(0)));
      for (let e = first; e < step.slipRows.start[i + 1]!; e++) {
        const place = step.slipRows.column[e]!;
        const free = small ? y[place]! : load(whole(0), places.free + 8 * place);
        const part = multiply(load(whole(0), slipValues + 8 * e), free);
        code.push(g.set(begins && e === first ? part : add(g, part)), terms.set(add(terms, absolute(part))));
      }
      return sequence(...code, g.set(add(g, slip ?? double(0))));
    };
    const condensed = sequence(
      each(m, condensedRow),
      each(Math.ceil(m / 2), (k) => {
        const [one, other] = [sumsOf[2 * k]!, sumsOf[2 * k + 1]];
        return sequence(
          writePair(places.g, k, pairOf(one.g, other?.g ?? double(0))),
          writePair(places.terms, k, pairOf(one.terms, other?.terms ?? double(0))),
        );
      }),
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

    const dz = variables.pairs(small && paired ? pairs : 0);

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
      const found = scheme.after(k, dz[k] ?? at(places.dz, k), state);
      const { position, velocity, other: next } = after[k]!;
      const fitting = (value: Pair) => below(absolute(value), pair(BOUND));
      const bounded = both(fitting(velocity), both(fitting(position), fitting(next)));
      return sequence(
        velocity.set(found.velocity),
        position.set(found.position),
        next.set(found.other),
        fits.set(k === 0 ? bounded : both(fits, bounded)),
      );
    };
    const columnsOf = (k: number): Statement => {
      const { position, velocity, other: next } = after[k]!;
      const write = (start: number, value: Pair): Statement =>
        each(Math.min(2, n - 2 * k), (h) => storeHalf(column, start + 8 * CAPACITY * (2 * k + h), value, h as 0 | 1));
      return sequence(
        write(places.columns.position, position),
        write(places.columns.velocity, velocity),
        small ? sequence(x[k]!.set(position), other[k]!.set(next)) : NOTHING,
        writePair(places.x, k, position),
        writePair(places.other, k, next),
        lawful ? writePair(places.velocity, k, velocity) : NOTHING,
      );
    };

    /** From the forces of the rows to what is asked for, with slips of stuck rows set to zero. */
    const moved = sequence(
      each(pairs, (k) => sums[k]!.set(at(places.free, k))),
      response.times(rows.forces, sums, add, false, variables),
      each(pairs, (k) => {
        const moved = scheme.moved(k, sums[k]!);
        const z = paired ? without(moved, rows.stuckPairs[k]!) : moved;
        return dz[k] ? sequence(dz[k]!.set(z), writePair(places.dz, k, dz[k]!)) : writePair(places.dz, k, z);
      }),
    );
    const stuck = paired ? NOTHING : stick();
    const free = sequence(factors.solve(places.given, places.free, y, variables), condensed);

    const oneStep = sequence(
      scheme.residual(variables, state, loadAt, rowsAt),
      lawful
        ? solveByLaws({
            ...{ places, scheme, state, rows, rowsAt, jumps, soft, free, moved, stuck, kicksInTurn, solves, variables },
            odd: leaveWith(STATUS.odd),
          })
        : sequence(free, rows.solve, moved, stuck),
      each(pairs, finish),
      when(isOther(bitsOf(fits), whole(3)), leaveWith(STATUS.odd)),
      each(pairs, columnsOf),
      each(m, (i) =>
        sequence(
          store(column, places.columns.force + 8 * CAPACITY * i, load(whole(0), places.force + 8 * i)),
          storeByte(done, places.columns.mode + CAPACITY * i, mode(i)),
          jumps && isFriction(machine.system.rows[i]!.law)
            ? store(whole(0), places.mode + 8 * i, toDouble(loadByte(done, places.columns.mode + CAPACITY * i)))
            : NOTHING,
        ),
      ),
      each(Math.ceil(m / 2), (k) => writePair(places.before, k, at(places.force, k))),
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
        each(x.length, (k) => sequence(x[k]!.set(at(places.x, k)), other[k]!.set(at(places.other, k)))),
        when(less(done, count), repeat(oneStep, less(done, count))),
      ),
      result: done,
    };
  }
}

/** Bounds of the sums of |G F| over each row, with room for round-off. */
function capsOf({ system, step, box }: KernelMachine): Float64Array {
  const m = step.count;
  const { kineticForward, kineticBackward } = rowValues(system);
  return Float64Array.from({ length: m }, (_, i) => {
    let sum = 0;
    for (let j = 0; j < m; j++)
      sum +=
        Math.abs(box.G[i * m + j]!) *
        Math.max(-step.lower[j]!, step.upper[j]!, kineticForward[j]!, kineticBackward[j]!);
    return sum;
  });
}

/** A constant matrix over the coordinates. */
export function coordinateMatrix(
  layout: Layout,
  matrix: { readonly size: number; at(i: number, j: number): number },
): MatrixCode {
  return matrixCode(layout, matrix.size, matrix.size, (i, j) => matrix.at(i, j));
}
