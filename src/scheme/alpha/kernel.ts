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

/** Coordinates up to which so many groups of two runs are stepped together. */
const GROUPS = [
  { most: 3, groups: 2 },
  { most: 6, groups: 1 },
];

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
  /** 0 stuck, -1 at the lower, +1 at the upper bound; what only fills a pair is stuck. */
  readonly side: Vector;
  /** So many steps of all lanes, the first of each ends at its node; linear solves, or -1 if one of them must be stepped otherwise. */
  advance(nodes: Int32Array, count: number): number;
}

/** Undefined where the host has no WebAssembly. */
export function alphaKernel(matrices: AlphaMatrices): AlphaKernel | undefined {
  const { size: n, swing, load, solver } = matrices;
  const { box } = solver;
  const form = formOf(n, GROUPS.find(({ most }) => n <= most)?.groups ?? 0);
  const layout = layoutOf(form, load.length / n);
  const mixed = box.lower.some((low, i) => low === box.upper[i]);
  const code = (form.groups > 0 ? lockstepCode : pairedCode)(form, layout, mixed, swing !== undefined);
  const instance = instantiate(code, layout.end);
  if (!instance) return undefined;
  fillMemory(instance.memory, matrices, form, layout);
  const memory = new Float64Array(instance.memory);
  const view = (start: number) => memory.subarray(start / 8, start / 8 + 2 * form.pairs);
  const { steps } = instance.functions as { steps: (...given: number[]) => number };
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
    side: view(layout.side),
    advance(nodes, count) {
      if (form.lanes === 1) return steps(address(nodes[0]!), count);
      if (form.lanes === 2) return steps(address(nodes[0]!), address(nodes[1]!), count);
      return steps(address(nodes[0]!), address(nodes[1]!), address(nodes[2]!), address(nodes[3]!), count);
    },
  };
}
