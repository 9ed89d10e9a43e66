/** The steps of batch.ts in plain loops: the reference of emitted.ts. */
import type { Vector } from "../../numeric/vector.ts";
import type { CoordinateSolver } from "../../step/solvers/coordinate-box.ts";
import type { Stats } from "../../step/step.ts";

export interface AlphaMatrices {
  readonly size: number;
  /** A^{-1} S, row-major; undefined without damping, where it is 2. */
  readonly swing: Vector | undefined;
  /** A^{-1} K */
  readonly elastic: Vector;
  /** A^{-1} f at the nodes. */
  readonly load: Vector;
  readonly solver: CoordinateSolver;
}

export interface AlphaSteps {
  /** x at the node reached, x at the next one, and their change over two steps, m. */
  readonly x: Vector;
  readonly ahead: Vector;
  readonly dz: Vector;
  /** Of the coordinates, N. */
  readonly friction: Vector;
  /** A^{-1} B u */
  readonly push: Vector;
  /** Before the first step of a run: the friction at its start gives the first guess. */
  begin(): void;
  /** The steps that end at the nodes from .. to - 1; false: not to be done in this way. */
  advance(from: number, to: number, stats: Stats): boolean;
}

/** Larger positions are left to single steps, which say that a motion diverges, and when. */
export const BOUND = 1e90;
export function plainSteps({ size: n, swing, elastic, load, solver }: AlphaMatrices): AlphaSteps {
  const x = new Float64Array(n);
  const ahead = new Float64Array(n);
  const dz = new Float64Array(n);
  const friction = new Float64Array(n);
  const push = new Float64Array(n);
  const before = new Float64Array(n);
  const change = new Float64Array(n);
  const free = new Float64Array(n);
  return {
    x,
    ahead,
    dz,
    friction,
    push,
    begin: () => solver.begin(friction),
    advance(from, to, stats) {
      for (let k = from; k < to; k++) {
        for (let i = 0; i < n; i++) {
          before[i] = x[i]!;
          x[i] = ahead[i]!;
          change[i] = x[i]! - before[i]!;
        }
        for (let i = 0, at = 0; i < n; i++) {
          let sum = load[k * n + i]! + push[i]!;
          if (swing) for (let j = 0; j < n; j++) sum += swing[i * n + j]! * change[j]!;
          else sum += 2 * change[i]!;
          let held = elastic[at++]! * x[0]!;
          for (let j = 1; j < n; j++) held += elastic[at++]! * x[j]!;
          free[i] = sum - held; // two sums that a processor makes at the same time
        }
        if (!solver.solve(free, before, friction, dz, stats)) return false; // (1.1)-(1.3)
        for (let i = 0; i < n; i++) {
          ahead[i] = before[i]! + dz[i]!;
          if (!(Math.abs(ahead[i]!) < BOUND)) return false;
        }
      }
      return true;
    },
  };
}
