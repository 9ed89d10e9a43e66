/** Which machines alpha steps by tridiagonal-steps.ts, and their state there. */
import { isFriction } from "../../model/rows/law.ts";
import { linearOf, type System } from "../../model/system.ts";
import type { Matrix } from "../../numeric/matrix.ts";
import { copy, isFiniteVector, type Vector } from "../../numeric/vector.ts";
import { withMargins } from "../../step/kernels/tridiagonal-memory.ts";
import type { TridiagonalBox } from "../../step/solvers/tridiagonal-numbers.ts";
import type { Solver, Stats, Step } from "../../step/step.ts";
import type { State } from "../scheme.ts";
import { type TridiagonalSteps, tridiagonalSteps } from "./tridiagonal-steps.ts";

export interface TridiagonalRun {
  /** The state where the kernel has it, as it was given; the caller's state from now on. */
  readonly state: State;
  /** f, N: filled in for good where it is constant, otherwise by the caller before each step. */
  readonly load: Vector;
  /** Whether it is; several steps may be taken at once then. */
  readonly constant: boolean;
  /** So many steps; how many it took. Where it could not take one, the state is that before it. */
  advance(count: number, stats: Stats): number;
}

/** Undefined where the machine, its rows or the solver are not of this kind. */
export function tridiagonalRun(
  weight: number,
  system: System,
  solver: Solver,
  step: Step,
  given: State,
): TridiagonalRun | undefined {
  const { linear, rows, rowFunctions, rowMotion, controllers, load, size: n } = system;
  if (!linear || linear.springs || rowFunctions || rowMotion || controllers || rows.length === 0) return undefined;
  if (!rows.every(({ law }) => isFriction(law) && !law.jumps && !law.weakening && law.smoothing === 0))
    return undefined;
  const box = solver.tridiagonal?.(step);
  if (!box || !isFiniteVector(box.lower) || !isFiniteVector(box.upper)) return undefined;
  const constant = load.constant === true;
  const known = new Float64Array(n);
  if (constant) load.evaluate(Float64Array.of(given.time, given.time), known);
  if (!isFiniteVector(known)) return undefined;
  const values = { ...withMargins(box), ...matrices(system), load: known };
  const kernel = tridiagonalSteps(n, values, !constant, weight, step.duration);
  return kernel && runOf(kernel, box, given, known, constant);
}

function matrices(system: System) {
  const { mass, stiffness } = linearOf(system);
  const entries = (of: Matrix, shift: number) =>
    Float64Array.from({ length: of.size }, (_, j) => (j + shift < 0 || j + shift >= of.size ? 0 : of.at(j, j + shift)));
  return {
    ...{ massBelow: entries(mass, -1), mass: entries(mass, 0), massAbove: entries(mass, 1) },
    ...{ stiffBelow: entries(stiffness, -1), stiff: entries(stiffness, 0), stiffAbove: entries(stiffness, 1) },
  };
}

function runOf(
  kernel: TridiagonalSteps,
  box: TridiagonalBox,
  given: State,
  load: Vector,
  constant: boolean,
): TridiagonalRun {
  const { aligned, rowOf, size: n } = box;
  const state: State = {
    time: given.time,
    position: kernel.position,
    velocity: kernel.velocity,
    memory: kernel.ahead,
    limit: given.limit,
    force: aligned ? kernel.force : given.force,
    mode: aligned ? kernel.mode : given.mode,
  };
  copy(given.position, state.position);
  copy(given.velocity, state.velocity);
  copy(given.memory, state.memory);
  copy(given.force, state.force);
  state.mode.set(given.mode);
  const before = [kernel.position, kernel.ahead, kernel.force].map(
    (part) => [part, new Float64Array(n)] as [Vector, Vector],
  );

  /** Between rows and their coordinates, where these are not the same. */
  function gather(): void {
    for (let j = 0; j < n; j++) if (rowOf[j]! >= 0) kernel.force[j] = state.force[rowOf[j]!]!;
  }
  function scatter(): void {
    for (let j = 0; j < n; j++) {
      const i = rowOf[j]!;
      if (i < 0) continue;
      state.force[i] = kernel.force[j]!;
      state.mode[i] = kernel.mode[j]!;
    }
  }

  /** What failed left other numbers: those before are taken again. */
  function again(count: number): void {
    for (const [part, old] of before) copy(old, part);
    if (count > 0) kernel.advance(count);
  }

  return {
    state,
    load: kernel.load ?? load,
    constant,
    advance(count, stats) {
      if (!aligned) gather();
      for (let k = 0; k < before.length; k++) copy(before[k]![0], before[k]![1]);
      const taken = kernel.advance(count);
      if (taken < count) again(taken);
      if (!aligned && taken > 0) scatter();
      if (taken === 0) return 0;
      stats.solves += taken;
      stats.iterations += kernel.passes[0]!;
      stats.steps += taken;
      return taken;
    },
  };
}
