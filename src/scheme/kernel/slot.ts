/** Where the kernel of a compiled problem is kept: made when a run first asks, and used by all runs of the problem under any load. */
import type { System } from "../../model/system.ts";
import type { Solver } from "../../step/step.ts";
import type { StepKernel } from "./kernel.ts";

export interface KernelSlot {
  made?: Made;
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
