/**
 * Where the kernel of a compiled problem is kept: made when a run first asks, and used by all runs of the problem under any load. Problems that
 * differ in numbers share a place: their code is the same, and its memory is filled anew when another one's turn comes.
 */
import type { System } from "../../model/system.ts";
import type { Instance } from "../../numeric/wasm/module.ts";
import type { Solver } from "../../step/step.ts";
import type { RowStart } from "../common/start.ts";
import type { Flow } from "../event-driven/flow/flow.ts";
import type { RunKernel } from "../event-driven/kernel/kernel.ts";
import type { Scheme, Stepper } from "../scheme.ts";
import type { StepKernel } from "./kernel.ts";

export interface KernelSlot {
  made?: Made;
  shared?: SharedCode | undefined;
  /** Of event-driven runs under loads that are constant, and under others. */
  runs?: { readonly still: RunKernel; readonly loaded: RunKernel };
  /** Of the last machine whose changes were carried along; no flow: none is made for it. */
  flow?: { readonly of: System; readonly flow: Flow | undefined };
  /** What stepped a run that is over, for the next one (simulate/run/lent-stepper.ts). */
  idle?: { readonly of: StepperOf; readonly stepper: Stepper } | undefined;
}

/** The runs that a stepper can begin anew for. */
export interface StepperOf {
  readonly system: System;
  readonly scheme: Scheme;
  readonly solver: Solver;
  readonly step: number;
  readonly time: number;
  readonly end: number;
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

/** What runs of one problem share; its loads may differ, since they come with every start and step. */
interface Made extends Told {
  kernel?: { readonly made: StepKernel | undefined };
  start?: RowStart;
  /** Steps of the runs so far. */
  steps?: number;
}

/** What a problem is told by. */
interface Told {
  /** With its numbers. */
  readonly scheme: string;
  readonly system: System;
  readonly solver: Solver;
  readonly dt: number;
}

export function keptKernel(slot: KernelSlot, of: Told, make: () => StepKernel | undefined): StepKernel | undefined {
  const made = madeFor(slot, of);
  made.kernel ??= { made: make() };
  return made.kernel.made;
}

/** How runs begin; without a slot it is made for this one. */
export function keptStart(slot: KernelSlot | undefined, of: Told, make: () => RowStart): RowStart {
  if (!slot) return make();
  const made = madeFor(slot, of);
  made.start ??= make();
  return made.start;
}

function madeFor(slot: KernelSlot, of: Told): Made {
  if (!slot.made || !fits(slot.made, of)) slot.made = { ...of };
  return slot.made;
}

function fits(made: Made, { scheme, system, solver, dt }: Told): boolean {
  const { linear, rows, rowFunctions, rowMotion, controllers } = made.system;
  return (
    linear !== undefined &&
    linear === system.linear &&
    made.scheme === scheme &&
    (made.solver.of ?? made.solver) === (solver.of ?? solver) &&
    made.dt === dt &&
    rows === system.rows &&
    rowFunctions === system.rowFunctions &&
    rowMotion === system.rowMotion &&
    controllers === system.controllers
  );
}
