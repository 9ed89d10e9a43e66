/** What of the steps of a block depends on time: loads as a scheme takes them, limits and drives. Steps are told by the times of their ends. */
import { manyValues } from "../../model/load.ts";
import { type RowValues, rowValues } from "../../model/rows/row-values.ts";
import { RowValue, type System } from "../../model/system.ts";
import type { Vector } from "../../numeric/vector.ts";
import { GAUSS_OFFSET } from "../scheme.ts";
import { CAPACITY } from "./places.ts";

export interface TimeFunctions {
  /** Whose loads they are: what is known of them is known for all that have the same; undefined: they are other ones in each run. */
  readonly of: object | undefined;
  /** The load is the same in all steps. */
  readonly constant: boolean;
  /** Loads of so many steps, component i of step k at out[k * stride + i]; how many are finite, from the first on. */
  loads(times: Vector, count: number, out: Vector, stride: number): number;
  /** Evaluates limits and drives of so many steps, of which the first begins at a time; `rowsOf` hands them out, before anything else is evaluated. */
  readRows(times: Vector, count: number, begin: number): void;
  rowsOf(k: number): RowValues;
  /** Those of where a step begins, where the scheme needs them; absent: the same. */
  begunOf?(k: number): RowValues;
}

/** Scratch of one call, for all runs: instants, and loads or values of rows at them. */
const at = new Float64Array(6 * CAPACITY);
let values: Vector = new Float64Array(0);

function scratch(count: number): Vector {
  if (values.length < count) values = new Float64Array(count);
  return values;
}

/** Loads and rows at the nodes. */
export function nodeFunctions(system: System): TimeFunctions {
  const evaluate = manyValues(system.load, system.size);
  const rows = rowTable(system, 1);
  const setTimes = (times: Vector, count: number) => {
    for (let k = 0; k < count; k++) {
      at[2 * k] = times[k]!;
      at[2 * k + 1] = times[k]!;
    }
  };
  return {
    of: system.load.changes ? undefined : system.load,
    constant: system.load.constant === true,
    loads(times, count, out, stride) {
      setTimes(times, count);
      evaluate(at, count, out, stride);
      return finiteRows(out, count, system.size, stride);
    },
    readRows(times, count) {
      setTimes(times, count);
      rows.evaluate(at, count);
    },
    rowsOf: rows.limits,
  };
}

/** The mean load over steps of equal length h, limits at their middle and drives at their end; soft forces need both where a step begins too. */
export function meanFunctions(system: System, h: number): TimeFunctions {
  const n = system.size;
  const evaluate = manyValues(system.load, n);
  const begins = system.rows.some(({ law }) => law.weakening || law.jumps);
  const each = begins ? 3 : 2; // middle, end, begin
  const rows = rowTable(system, each);
  return {
    of: system.load.changes ? undefined : system.load,
    constant: system.load.constant === true,
    loads(times, count, out, stride) {
      for (let k = 0; k < count; k++) {
        const middle = times[k]! - h / 2;
        at[4 * k] = middle - GAUSS_OFFSET * h;
        at[4 * k + 1] = middle;
        at[4 * k + 2] = middle + GAUSS_OFFSET * h;
        at[4 * k + 3] = middle;
      }
      const both = scratch(2 * CAPACITY * n);
      evaluate(at, 2 * count, both, n);
      for (let k = 0; k < count; k++) {
        const [first, second] = [2 * k * n, (2 * k + 1) * n];
        for (let i = 0; i < n; i++) out[k * stride + i] = (both[first + i]! + both[second + i]!) / 2;
      }
      return finiteRows(out, count, n, stride);
    },
    readRows(times, count, begin) {
      for (let k = 0; k < count; k++) {
        const middle = times[k]! - h / 2;
        for (let j = 0; j < each; j++) {
          at[2 * (each * k + j)] = j === 0 ? middle : j === 1 ? times[k]! : k === 0 ? begin : times[k - 1]!;
          at[2 * (each * k + j) + 1] = middle;
        }
      }
      rows.evaluate(at, each * count);
    },
    rowsOf(k) {
      const limits = rows.limits(each * k);
      rows.drives(each * k + 1, limits.drive);
      return limits;
    },
    ...(begins ? { begunOf: (k: number) => rows.begun(each * k + 2) } : {}),
  };
}

/** Values of the rows at so many instants a step. */
function rowTable(system: System, instants: number) {
  const { rowFunctions, rows } = system;
  const m = rows.length;
  const width = RowValue.count * m;
  const evaluate = rowFunctions && manyValues(rowFunctions, width);
  let told: RowValues | undefined; // of few machines
  let toldBefore: RowValues | undefined;
  let table = values;
  return {
    evaluate(at: Vector, count: number): void {
      table = scratch(instants * CAPACITY * width);
      evaluate?.(at, count, table, width);
    },
    limits(instant: number): RowValues {
      told ??= rowValues(system);
      if (rowFunctions) told.accept(table, instant * width);
      return told;
    },
    begun(instant: number): RowValues {
      toldBefore ??= rowValues(system);
      if (rowFunctions) toldBefore.accept(table, instant * width);
      return toldBefore;
    },
    drives(instant: number, out: Vector): void {
      for (let i = 0; i < m; i++) out[i] = table[instant * width + RowValue.drive * m + i]!;
    },
  };
}

function finiteRows(values: Vector, count: number, n: number, stride: number): number {
  for (let k = 0; k < count; k++) {
    for (let i = k * stride; i < k * stride + n; i++) if (!(Math.abs(values[i]!) < Number.POSITIVE_INFINITY)) return k;
  }
  return count;
}
