/** x = A^{-1} x with the factors of a dense matrix, unrolled: the operations of numeric/lu.ts in the same order, without those on zeros. */
import type { Dense } from "../../numeric/matrix.ts";
import {
  type Double,
  divide,
  double,
  load,
  loadWhole,
  multiply,
  pairOf,
  type Statement,
  sequence,
  storePair,
  subtract,
  when,
  whole,
} from "../../numeric/wasm/code.ts";
import type { Layout } from "../../numeric/wasm/memory.ts";
import type { Variable, Variables } from "../../numeric/wasm/module.ts";

/** Coordinates below which the whole solution fits into registers. */
const SMALL = 5;

export interface FactorCode {
  /** From the doubles at `from` to those at `to`, and to variables. */
  solve(from: number, to: number, y: readonly Variable<"f64">[], variables: Variables): Statement;
}

/** Where entry i of an exchanged vector was before. */
export function sourceOf(pivots: Int32Array, n: number): Int32Array {
  const source = Int32Array.from({ length: n }, (_, i) => i);
  for (let k = 0; k < n; k++) {
    const other = source[pivots[k]!]!;
    source[pivots[k]!] = source[k]!;
    source[k] = other;
  }
  return source;
}

export function factorCode(layout: Layout, matrix: Dense): FactorCode {
  const n = matrix.size;
  const { factors, pivots, scale } = matrix.factorization;
  const source = sourceOf(pivots, n);
  const sources = layout.wholes(source.map((i) => 8 * i));
  const before = layout.data(Float64Array.from(source, (i) => scale[i]!));
  const after = layout.data(scale);
  const table = layout.data(factors);
  const one = layout.wholes([1]);
  const number = (address: number): Double => load(whole(0), address);
  const entry = (i: number, j: number) => number(table + 8 * (i * n + j));
  layout.structure.push(Array.from(factors, (value) => (value === 0 ? 0 : 1)).join(""));
  const present = (i: number, j: number) => factors[i * n + j] !== 0;
  return {
    solve(from, to, y, variables) {
      const eliminated = (i: number, columns: readonly number[]): Double =>
        columns.reduce<Double>((sum, j) => (present(i, j) ? subtract(sum, multiply(entry(i, j), y[j]!)) : sum), y[i]!);
      const all = Array.from({ length: n }, (_, j) => j);
      const always = variables.whole();
      // a host reads at once what stands between two jumps, more than it has registers for
      const apart = (...row: readonly Statement[]): Statement => (n < SMALL ? sequence(...row) : when(always, ...row));
      const code: Statement[] = [always.set(loadWhole(whole(0), one))];
      for (let i = 0; i < n; i++) {
        const given = load(loadWhole(whole(0), sources + 4 * i), from);
        code.push(apart(y[i]!.set(multiply(given, number(before + 8 * i))), y[i]!.set(eliminated(i, all.slice(0, i)))));
      }
      for (let i = n - 1; i >= 0; i--) {
        code.push(apart(y[i]!.set(divide(eliminated(i, all.slice(i + 1)), entry(i, i)))));
      }
      // pairs are written at once: who reads a pair of two that were just written alone waits
      for (let i = 0; i < n; i++) code.push(y[i]!.set(multiply(y[i]!, number(after + 8 * i))));
      for (let i = 0; i < n; i += 2) code.push(storePair(whole(0), to + 8 * i, pairOf(y[i]!, y[i + 1] ?? double(0))));
      return sequence(...code);
    },
  };
}
