/**
 * Blocks of steps as WebAssembly: the operations of a scheme's single steps and of active-set.ts in the same order, and so the same digits. A
 * step that is not ordinary is not begun: the state is what it was, and single steps take it.
 */
import { isFriction } from "../../model/rows/law.ts";
import {
  add,
  addWhole,
  below,
  bitsOf,
  each,
  isOther,
  leave,
  less,
  load,
  loadByte,
  loadPair,
  loadWhole,
  NOTHING,
  pair,
  pairOf,
  perform,
  repeat,
  type Statement,
  sequence,
  shiftLeft,
  store,
  storeByte,
  storePair,
  storeWhole,
  subtractWhole,
  timesWhole,
  toDouble,
  type Whole,
  when,
  whole,
} from "../../numeric/wasm/code.ts";
import type { Layout } from "../../numeric/wasm/memory.ts";
import { call, type FunctionCode, type Variable, type Variables } from "../../numeric/wasm/module.ts";
import { factorCode } from "../../step/kernels/factor-code.ts";
import { type Held, held } from "../../step/kernels/held-code.ts";
import type { SetPlaces } from "../../step/kernels/kept-sets.ts";
import { manyRows } from "../../step/kernels/many-rows-code.ts";
import { type MatrixCode, MOST_PAIRED, matrixCode } from "../../step/kernels/matrix-code.ts";
import { oneRow, type RowsCode, writeModes } from "../../step/kernels/rows-code.ts";
import { echelonSlips, findSet, innerForces } from "../../step/kernels/set-code.ts";
import { endCode } from "./end-code.ts";
import { jumpCode, softCode, solveByLaws } from "./laws.ts";
import type { KernelMachine } from "./machine.ts";
import { CAPACITY, type Places, readPair, writePair } from "./places.ts";
import type { SchemeCode } from "./scheme-code.ts";
import { startCode } from "./start-code.ts";
import { ORIGIN, stepParts, stepVectors } from "./step-parts.ts";

/** How a call ends: all steps are taken, a set must be prepared, or the next step must be taken singly. */
export const STATUS = { done: 0, missing: 1, odd: 2 } as const;
/** Larger numbers are left to single steps, which say that a motion diverges. */
const BOUND = 1e90;

const FIND = 0;
const INNER = 1;
const ECHELON = 2;
const MODES = 4;
const SOFT = 5;

export interface StepsCode {
  readonly functions: readonly FunctionCode[];
  readonly sets: SetPlaces;
}

export function stepsCode(layout: Layout, places: Places, machine: KernelMachine, scheme: SchemeCode): StepsCode {
  const { step, box, tangent, varying } = machine;
  const { matrices } = scheme;
  const { size: n, count: m } = step;
  const jumps = jumpCode(layout, places, machine, scheme);
  const soft = softCode(layout, places, machine, SOFT);
  const lawful = jumps !== undefined || soft !== undefined;
  const parts = stepParts(layout, places, machine, scheme, lawful);
  const { sets, pairs, rowPairs, steady, told, small, read } = parts;
  const inverse = matrices && matrixCode(layout, n, n, (i, j) => matrices.inverse[i * n + j]!);
  const factors = inverse ? undefined : factorCode(layout, tangent);
  const weight = layout.data(sets.hasEchelon ? machine.stick.echelon!(new Int8Array(m).fill(1)).weight : []);
  const alone = layout.data([box.G[0]!]);
  const rowPlaces = {
    ...{ g: places.g, terms: places.terms, before: lawful ? places.guess : places.before, force: places.force },
    ...{ right: places.right, bounds: places.bounds },
  };
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
      echelonSlips(sets, { z: places.dz, weight, target: varying ? places.target : undefined }, "echelonSlips"),
      pushLoads(places, inverse),
      writeModes(places.columns.mode, CAPACITY, m),
      ...(soft?.functions ?? []),
      steps,
    ],
  };

  function stepsBody(
    done: Variable<"i32">,
    count: Variable<"i32">,
    variables: Variables,
  ): { statement: Statement; result: Whole } {
    const wholes = Array.from({ length: 8 }, () => variables.whole());
    const [loadAt, rowAt, column, passes, solves, stuck, low, since] = wholes as Eight<Variable<"i32">>;
    const counted = variables.whole(); // passes of steps that are done
    const rowsAt: Whole = varying ? rowAt : whole(places.rows);
    const vectors = stepVectors(parts, rowsAt, jumps ? whole(places.limits) : rowsAt, variables);
    const { x, other, state, free, forces, found, g, boundsAt } = vectors;

    // modes that follow from the set alone are written when it changes
    const tellModes = told
      ? when(less(since, done), perform(call(MODES, since, done, stuck, low)), since.set(done))
      : NOTHING;
    const keepState =
      n <= MOST_PAIRED && !read
        ? each(pairs, (k) => sequence(writePair(places.x, k, x.at(k)), writePair(places.other, k, other.at(k))))
        : NOTHING;
    const end = sequence(tellModes, keepState, storeWhole(ORIGIN, places.passes, counted));
    const leaveWith = (status: number): Statement =>
      sequence(end, storeWhole(ORIGIN, places.status, whole(status)), leave(done));
    /** What is remembered beside the position, as it was before a step that does not count. */
    const restore = each(pairs, (k) => {
      const at = places.columns.velocity + 16 * CAPACITY * k - 8;
      const last = pairOf(load(column, at), load(column, 2 * k + 1 < n ? at + 8 * CAPACITY : at));
      return other.put(k, scheme.kicks ? last : x.at(k));
    });

    const start = startCode(parts, vectors, variables);
    const shared = {
      ...{ places: rowPlaces, sets, alone, rowsAt: boundsAt, passes, find: FIND, inner: INNER, forces, stuck, low },
      missing: (set: Whole) => sequence(storeWhole(ORIGIN, places.set, set), leaveWith(STATUS.missing)),
      odd: leaveWith(STATUS.odd),
    };
    const { coupling, reach, cap, wide } = parts;
    const rows: RowsCode =
      m === 1
        ? oneRow(shared, variables)
        : manyRows(
            {
              ...{ ...shared, coupling, reach, cap, wide, steady, small, found },
              ...{ g: g.at, terms: start.terms, changing: tellModes },
              scratch: { given: places.told, parts: places.parts },
            },
            variables,
          );
    const { moved, stuck: stick, finish, sizes, mode } = endCode(parts, vectors, rows, ECHELON, variables);

    const solved = Array.from({ length: factors ? n : 0 }, () => variables.double());
    const sums = variables.pairs(pairs);
    const solveFree = factors
      ? sequence(
          factors.solve(places.given, places.free, solved, variables),
          small ? each(pairs, (k) => free.put(k, readPair(places.free, k))) : NOTHING,
        )
      : soft
        ? inverse!.times(places.given, sums, add, true, variables, (k) =>
            free.put(k, add(readPair(places.base, k), add(sums[k]!, pair(0)))),
          )
        : NOTHING;
    const inMemory = (place: number): Held => held(place, pairs, false, true, variables);
    const given = soft ? inMemory(places.base) : matrices ? free : inMemory(places.given);
    const { kicksInTurn } = parts;

    const oneStep = sequence(
      scheme.residual(variables, state, loadAt, given),
      machine.aligned ? NOTHING : (scheme.slips?.(variables, rowsAt) ?? NOTHING),
      lawful
        ? solveByLaws({
            ...{
              places,
              scheme,
              state,
              rows,
              rowsAt,
              jumps,
              soft,
              moved,
              stuck: stick,
              kicksInTurn,
              solves,
              variables,
            },
            free: sequence(solveFree, start.condense),
            odd: leaveWith(STATUS.odd),
          })
        : sequence(solveFree, start.condense, rows.solve, moved, stick),
      each(m, (i) =>
        sequence(
          told ? NOTHING : storeByte(done, places.columns.mode + CAPACITY * i, mode(i)),
          jumps && isFriction(machine.system.rows[i]!.law)
            ? store(ORIGIN, places.mode + 8 * i, toDouble(loadByte(done, places.columns.mode + CAPACITY * i)))
            : NOTHING,
        ),
      ),
      each(Math.max(pairs, rowPairs), (k) => finish(k, column)),
      when(isOther(bitsOf(below(sizes, pair(BOUND))), whole(3)), restore, leaveWith(STATUS.odd)),
      lawful ? each(rowPairs, (k) => writePair(places.before, k, forces.at(k))) : NOTHING,
      counted.set(passes),
      lawful ? storeWhole(ORIGIN, places.solves, solves) : NOTHING,
      loadAt.set(addWhole(loadAt, loadWhole(ORIGIN, places.loadStride))),
      varying ? rowAt.set(addWhole(rowAt, loadWhole(ORIGIN, places.rowStride))) : NOTHING,
      column.set(addWhole(column, whole(8))),
      done.set(addWhole(done, whole(1))),
    );
    return {
      statement: sequence(
        storeWhole(ORIGIN, places.solves, whole(0)),
        storeWhole(ORIGIN, places.status, whole(STATUS.done)),
        loadAt.set(
          addWhole(loadWhole(ORIGIN, places.loadStart), timesWhole(done, loadWhole(ORIGIN, places.loadStride))),
        ),
        rowAt.set(addWhole(whole(places.rows), timesWhole(done, loadWhole(ORIGIN, places.rowStride)))),
        column.set(shiftLeft(done, whole(3))),
        n <= MOST_PAIRED
          ? each(pairs, (k) => sequence(x.put(k, readPair(places.x, k)), other.put(k, readPair(places.other, k))))
          : NOTHING,
        since.set(done),
        when(less(done, count), repeat(oneStep, less(done, count))),
        end,
      ),
      result: done,
    };
  }
}

/** From loads f at an address, so many of them, to A^{-1} f. */
function pushLoads(places: Places, inverse: MatrixCode | undefined): FunctionCode {
  return {
    name: "push",
    parameters: 2,
    body([address, count], variables) {
      if (!inverse) return { statement: NOTHING, result: count! };
      const pairs = places.coordinatePairs;
      const sums = variables.pairs(pairs);
      const one = sequence(
        each(pairs, (k) => writePair(places.given, k, loadPair(address!, 16 * k))),
        inverse.times(places.given, sums, add, true, variables, (k) =>
          storePair(address!, 16 * k, add(sums[k]!, pair(0))),
        ),
        address!.set(addWhole(address!, whole(8 * places.loadWidth))),
        count!.set(subtractWhole(count!, whole(1))),
      );
      return { statement: repeat(one, less(whole(0), count!)), result: count! };
    },
  };
}

type Eight<V> = [V, V, V, V, V, V, V, V];
