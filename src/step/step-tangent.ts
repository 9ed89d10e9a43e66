/**
 * The derivative of a solved step problem: rows at a bound keep their force, stuck rows keep their slip, so that
 *     A ddz + dR = W dF,   dr + D ddz + E dF = 0 for stuck rows,   dF = 0 for the others.
 * Of dependent stuck rows independent ones hold.
 */
import { luFactor, luSolve } from "../numeric/lu.ts";
import { rowsAddTransposed, rowsMultiply } from "../numeric/rows.ts";
import type { Vector } from "../numeric/vector.ts";
import { couplingScale, factorCoupled } from "./dependent.ts";
import type { Step } from "./step.ts";

export interface StepTangent {
  /** `set`: that of the solve, 0 stuck; dR and dr in, ddz out. */
  solve(set: Int8Array, residual: Vector, slip: Vector, dz: Vector): void;
}

export function stepTangent(step: Step): StepTangent {
  const n = step.size;
  const m = step.count;
  const matrix = new Float64Array(n * n);
  const pivots = new Int32Array(n);
  const responses = Array.from({ length: m }, () => new Float64Array(n)); // A^{-1} w
  const G = new Float64Array(m * m); // D A^{-1} W
  const held = new Int32Array(m);
  const factors = new Float64Array(m * m);
  const heldPivots = new Int32Array(m);
  const right = new Float64Array(m);
  const scale = new Float64Array(m);
  const last = new Int8Array(m).fill(9);
  const unit = new Float64Array(m);
  const response = new Float64Array(m);
  let version = -1;
  let count = 0;

  function factor(): void {
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) matrix[i * n + j] = step.tangent.at(i, j);
    luFactor(matrix, n, n, pivots);
    for (let j = 0; j < m; j++) {
      unit.fill(0);
      unit[j] = 1;
      responses[j]!.fill(0);
      rowsAddTransposed(step.directions, unit, responses[j]!);
      luSolve(matrix, n, n, pivots, responses[j]!);
      rowsMultiply(step.slipRows, responses[j]!, response);
      for (let i = 0; i < m; i++) G[i * m + j] = response[i]!;
    }
    for (let i = 0; i < m; i++) G[i * m + i]! += step.compliance[i]!;
    couplingScale(G, m, scale);
    version = step.version;
    last.fill(9);
  }

  const factorHeld = () => factorCoupled(G, m, scale, held, count, factors, heldPivots);

  /** Independent stuck rows. */
  function choose(set: Int8Array): void {
    last.set(set);
    count = 0;
    for (let i = 0; i < m; i++) {
      if (set[i] !== 0 || step.lower[i] === step.upper[i]) continue;
      held[count++] = i;
      if (!factorHeld()) count--;
    }
    factorHeld();
  }

  return {
    solve(set, residual, slip, dz) {
      if (version !== step.version) factor();
      for (let i = 0; i < m; i++) {
        if (set[i] === last[i]) continue;
        choose(set);
        break;
      }
      for (let k = 0; k < n; k++) dz[k] = -residual[k]!;
      luSolve(matrix, n, n, pivots, dz);
      rowsMultiply(step.slipRows, dz, response);
      for (let a = 0; a < count; a++) {
        const i = held[a]!;
        right[a] = -(slip[i]! + response[i]!) * scale[i]!;
      }
      luSolve(factors, count, m, heldPivots, right);
      for (let a = 0; a < count; a++) {
        const i = held[a]!;
        const force = right[a]! * scale[i]!;
        for (let k = 0; k < n; k++) dz[k]! += force * responses[i]![k]!;
      }
    },
  };
}
