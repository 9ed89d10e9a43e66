/** Steppers that runs of one problem hand on: to prepare an event-driven one takes longer than many a run. */
import type { Tangents } from "../../scheme/common/tangent.ts";
import type { Stepper } from "../../scheme/scheme.ts";
import type { Solver } from "../../step/step.ts";
import type { Simulation } from "./simulation.ts";

/** A stepper at the start of a simulation, and how to say that its run is over and nobody asks it any more: the next run of the problem begins with it anew. */
export function lentStepper(
  simulation: Simulation,
  solver: Solver,
  tangents: Tangents | undefined,
): { readonly stepper: Stepper; giveBack(): void } {
  const { system, scheme, initial, grid, kernels } = simulation;
  const start = () => scheme.start(system, solver, initial, grid.step, tangents, kernels);
  if (!kernels || tangents || scheme.stepsEnd !== "events") return { stepper: start(), giveBack() {} };
  const of = { system, scheme, solver, step: grid.step, time: initial.time, end: initial.end };
  const { idle } = kernels;
  const fits = idle && (Object.keys(of) as (keyof typeof of)[]).every((key) => idle.of[key] === of[key]);
  let stepper: Stepper;
  if (fits) {
    kernels.idle = undefined;
    stepper = idle.stepper;
    stepper.restart!(initial.position, initial.velocity);
  } else stepper = start();
  return {
    stepper,
    giveBack() {
      if (stepper.restart) kernels.idle = { of, stepper };
    },
  };
}
