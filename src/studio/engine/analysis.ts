/** What is asked of a machine beside its motion: where it rests, and how it is steered. */
import { control } from "../../api/control.ts";
import { equilibrium } from "../../api/equilibrium.ts";
import type { LoadedProblem } from "../../api/load.ts";
import { resultData } from "../../results/simulate.ts";
import type { ControlStep, ControlView, EquilibriumView } from "./messages.ts";
import { viewOf, type Watch } from "./run.ts";

export async function restOfProblem(problem: LoadedProblem): Promise<EquilibriumView> {
  const rest = equilibrium(problem);
  if (rest.section) return { message: rest.message, conditions: [] };
  const { verdict, reason, remedy, conditions, rho, extents, maxEnergy } = rest;
  return {
    message: rest.message,
    ...{ verdict, reason, remedy: remedy ?? "", extents, maxEnergy, guaranteed: rho.exact },
    conditions: conditions.map(({ name, holds, detail }) => ({ name, holds, detail })),
  };
}

export async function steer(
  problem: LoadedProblem,
  { signal }: Watch,
  partial: (step: ControlStep) => void,
): Promise<ControlView> {
  const found = await control(problem, {
    signal,
    progress: ({ runs, error, objective, part }) => partial({ runs, error, objective, part }),
  });
  const data = resultData(problem.simulation, found.run, found.seconds);
  return {
    ...{ status: found.status, message: found.message, control: found.control, objective: found.objective },
    ...{ runs: found.runs, error: found.error },
    history: found.search.history.map(({ runs, error, objective }) => ({ runs, error, objective })),
    curve: found.curve,
    view: viewOf(problem, found.run, data),
  };
}
