/**
 * The steps of steps.ts with the active set as WebAssembly: the same operations in the same order, and so the same digits. Machines
 * of few coordinates are stepped several runs side by side; of others the coordinates of one run are paired. The code depends on
 * sizes alone: the numbers of a problem are data in its memory.
 */
import type { Vector } from "../../numeric/vector.ts";
import { instantiate } from "../../numeric/wasm/module.ts";
import type { CoordinateBox } from "../../step/solvers/coordinate-box.ts";
import { fillMemory, formOf, layoutOf, placeIn } from "./kernel-memory.ts";
import { lockstepCode } from "./lockstep-code.ts";
import { pairedCode } from "./paired-code.ts";
import type { AlphaMatrices } from "./steps.ts";

/** Runs side by side, and what changes of each. */
export interface AlphaKernel {
  readonly box: CoordinateBox;
  /** Runs that are stepped at the same time. */
  readonly lanes: number;
  /** Component i of a run. */
  readonly place: (lane: number, i: number) => number;
  readonly x: Vector;
  readonly ahead: Vector;
  readonly dz: Vector;
  readonly friction: Vector;
  /** A^{-1} B u */
  readonly push: Vector;
  /** 0 stuck, -1 at the lower, +1 at the upper bound, of both guesses; what only fills a pair is stuck. */
  readonly sides: readonly [Vector, Vector];
  /** After a lane has got new sides. */
  begin(): void;
  /**
   * Up to so many steps of all lanes, the first of each ends at its node; linear solves, or -1 if one of them must be stepped otherwise. Every
   * `between` steps it looks whether a lane stands still, or is beyond all bounds, and leaves the rest then.
   */
  advance(nodes: Int32Array, count: number, between: number): number;
  /** Steps that the last call has left. */
  left(): number;
}

/** Undefined where the host has no WebAssembly. */
export function alphaKernel(matrices: AlphaMatrices): AlphaKernel | undefined {
  const { size: n, swing, load, solver } = matrices;
  const { box } = solver;
  const form = formOf(n);
  const layout = layoutOf(form, load.length / n);
  const mixed = box.lower.some((low, i) => low === box.upper[i]);
  const code = (form.lockstep ? lockstepCode : pairedCode)(form, layout, mixed, swing !== undefined);
  const instance = instantiate(code, layout.end);
  if (!instance) return undefined;
  fillMemory(instance.memory, matrices, form, layout);
  const memory = new Float64Array(instance.memory);
  const wholes = new Int32Array(instance.memory);
  const view = (start: number) => memory.subarray(start / 8, start / 8 + 2 * form.pairs);
  const { steps, begin } = instance.functions as Record<"steps" | "begin", (...given: number[]) => number>;
  const address = (node: number) => layout.load + 8 * form.row * node;
  return {
    box,
    lanes: form.lanes,
    place: (lane, i) => placeIn(form, lane, i),
    x: view(layout.x),
    ahead: view(layout.ahead),
    dz: view(layout.dz),
    friction: view(layout.friction),
    push: view(layout.push),
    sides: [view(layout.guesses[0]), view(layout.guesses[1])],
    begin: () => void begin(),
    advance(nodes, count, between) {
      if (form.lockstep) return steps(address(nodes[0]!), address(nodes[1]!), count, between);
      return steps(address(nodes[0]!), count, between);
    },
    left: () => wholes[layout.left / 4]!,
  };
}
