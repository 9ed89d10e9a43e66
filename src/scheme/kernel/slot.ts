/**
 * Where the kernel of a compiled problem is kept: made when a run first asks, and used by all runs of the problem under any load. Problems that
 * differ in numbers share a place: their code is the same, and its memory is filled anew when another one's turn comes.
 */
import type { System } from "../../model/system.ts";
import type { Instance } from "../../numeric/wasm/module.ts";
import type { Solver } from "../../step/step.ts";
import type { StepKernel } from "./kernel.ts";

export interface KernelSlot {
  made?: Made;
  shared?: SharedCode | undefined;
}

/** Emitted code and its memory, and whose numbers are in it. */
export interface SharedCode {
  readonly structure: string;
  readonly instance: Instance;
  owner: object | undefined;
}

/** The code for a structure: the one that is there, or another one in its place. Undefined where the host makes none. */
export function sharedCode(
  slot: KernelSlot,
  structure: string,
  make: () => Instance | undefined,
): SharedCode | undefined {
  if (slot.shared?.structure === structure) return slot.shared;
  const instance = make();
  slot.shared = instance && { structure, instance, owner: undefined };
  return slot.shared;
}

interface Made {
  readonly system: System;
  readonly solver: Solver;
  readonly dt: number;
  readonly kernel: StepKernel | undefined;
}

export function keptKernel(
  slot: KernelSlot,
  system: System,
  solver: Solver,
  dt: number,
  make: () => StepKernel | undefined,
): StepKernel | undefined {
  if (!slot.made || !fits(slot.made, system, solver, dt)) slot.made = { system, solver, dt, kernel: make() };
  return slot.made.kernel;
}

/** Loads may differ: they come with every step. */
function fits(made: Made, system: System, solver: Solver, dt: number): boolean {
  const { linear, rows, rowFunctions, rowMotion, controllers } = made.system;
  return (
    made.solver === solver &&
    made.dt === dt &&
    linear === system.linear &&
    rows === system.rows &&
    rowFunctions === system.rowFunctions &&
    rowMotion === system.rowMotion &&
    controllers === system.controllers
  );
}
