/**
 * What workers have in the place of simulate/record/lent-columns.ts and simulate/measure/lent-stick.ts (scripts/build-studio.mjs puts it there): all runs there are
 * looked at, and most are of a problem that has just changed.
 */
import { watchStick } from "../../simulate/measure/of-rows.ts";
import { columns } from "../../simulate/record/columns.ts";
import type { Trajectory } from "../../simulate/record/trajectory.ts";
import type { Simulation } from "../../simulate/run/simulation.ts";

export const lentColumns = (...run: Parameters<typeof columns>) => {
  const record = columns(...run);
  let found: Trajectory | undefined;
  return { record, finish: () => () => (found ??= record.trajectory()) };
};

export const lentStick = (simulation: Simulation) => ({
  watch: watchStick(
    simulation,
    simulation.system.rows.map(({ name }, row) => ({
      ...{ name, kind: "time" as const, row },
      from: simulation.grid.start,
      to: simulation.grid.end,
    })),
  ),
  giveBack() {},
});
