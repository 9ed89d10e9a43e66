/**
 * What workers have in the place of simulate/measure/lent-stick.ts (scripts/build-studio.mjs puts it there): most runs there are of a problem that has just changed.
 */
import { watchStick } from "../../simulate/measure/of-rows.ts";
import type { Simulation } from "../../simulate/run/simulation.ts";

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
