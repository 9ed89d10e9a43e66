/** K x + D v and springs along a motion that is a Taylor series, and along changes of it. */
import type { Matrix } from "../../numeric/matrix.ts";
import { rowsAddTransposed, rowsMultiply } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { ForceSeries } from "../system.ts";
import type { LinearParts } from "./linear.ts";

/** `empty`: makes matrices of the system's structure. */
export function linearSeries(
  { stiffness, damping, damped, springs }: LinearParts,
  empty: () => Matrix,
  order: number,
): ForceSeries {
  const n = stiffness.size;
  const width = order + 1;
  const count = springs?.directions.count ?? 0;
  const expandSprings = springs?.expansion(order);
  const expandSlopes = springs?.slopes(order);
  const level = new Float64Array(count);
  const bend = new Float64Array(count * width);
  const along = new Float64Array(count * width); // deformations of the motion whose slopes are known
  const slopes = new Float64Array(count * width);
  const column = new Float64Array(n);
  const rate = new Float64Array(n);
  const product = new Float64Array(n);
  const stiffnessSizes = sizesOf(stiffness, empty());
  const dampingSizes = sizesOf(damping, empty());

  /** Puts coefficient k of the springs' deformations at its place in `into`. */
  function deform(k: number, x: Vector, into: Vector): void {
    for (let i = 0; i < n; i++) column[i] = x[k * n + i]!;
    rowsMultiply(springs!.directions, column, level);
    for (let j = 0; j < count; j++) into[j * width + k] = level[j]!;
  }

  return {
    subtract(k, x, out, magnitude) {
      for (let i = 0; i < n; i++) {
        column[i] = -x[k * n + i]!;
        rate[i] = -(k + 1) * x[(k + 1) * n + i]!;
      }
      stiffness.multiply(column, product);
      add(product, out, magnitude);
      if (damped) {
        damping.multiply(rate, product);
        add(product, out, magnitude);
      }
      if (!expandSprings) return;
      deform(k, x, bend);
      expandSprings(bend, k, level);
      for (let j = 0; j < count; j++) level[j] = -level[j]!;
      rowsAddTransposed(springs!.directions, level, out);
    },
    addTermSizes(k, x, out) {
      for (let i = 0; i < n; i++) {
        column[i] = Math.abs(x[k * n + i]!);
        rate[i] = (k + 1) * Math.abs(x[(k + 1) * n + i]!);
      }
      stiffnessSizes.multiplyAdd(column, out);
      if (damped) dampingSizes.multiplyAdd(rate, out);
    },
    expandSlopes(x, levels) {
      if (!expandSlopes) return;
      for (let k = 0; k < levels; k++) {
        deform(k, x, along);
        expandSlopes(along, k, level);
        for (let j = 0; j < count; j++) slopes[j * width + k] = level[j]!;
      }
    },
    change() {
      const stretch = new Float64Array(count * width);
      const pull = new Float64Array(count);
      const term = new Float64Array(n);

      /** Coefficient k of the product of slope and deformation of a spring. */
      function pulled(at: number, k: number): number {
        let sum = 0;
        for (let j = 0; j <= k; j++) if (slopes[at + j] !== 0) sum += slopes[at + j]! * stretch[at + k - j]!;
        return sum;
      }

      return (k, dx, out) => {
        for (let i = 0; i < n; i++) term[i] = -dx[k * n + i]!;
        stiffness.multiplyAdd(term, out);
        if (springs) {
          deform(k, dx, stretch);
          for (let j = 0; j < count; j++) pull[j] = -pulled(j * width, k);
          rowsAddTransposed(springs.directions, pull, out);
        }
        if (!damped) return;
        for (let i = 0; i < n; i++) term[i] = -(k + 1) * dx[(k + 1) * n + i]!;
        damping.multiplyAdd(term, out);
      };
    },
  };
}

function add(part: Vector, out: Vector, magnitude: Vector): void {
  for (let i = 0; i < out.length; i++) {
    magnitude[i] = Math.max(magnitude[i]!, Math.abs(part[i]!));
    out[i]! += part[i]!;
  }
}

/** Absolute values, into an empty matrix. */
function sizesOf(matrix: Matrix, sizes: Matrix): Matrix {
  const { size } = matrix;
  for (let i = 0; i < size; i++) {
    for (let j = matrix.firstIn(i); j < matrix.lastIn(i); j++) sizes.add(i, j, Math.abs(matrix.at(i, j)));
  }
  return sizes;
}
