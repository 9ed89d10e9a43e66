import type { Paper } from "../experiment.ts";
import { fifth, fifthFigures, fifthMultipliers, fifthPositions, fifthVelocities } from "./three-masses.ts";

/** Shows the fifth test problem of the paper above. */
export const shiau06: Paper = {
  id: "shiau06",
  authors: "L. Shiau",
  title: "Computational methods in non-smooth mechanics: applications to dry friction constrained motions",
  where: "Institute for Space Systems Operations, annual report (2006)",
  experiments: [
    {
      id: "shiau06/figure-1",
      title: "Figure 1: positions",
      ...{ runs: fifth, quantities: fifthPositions, figures: [fifthFigures.x("Figure 1")] },
    },
    {
      id: "shiau06/figure-2",
      title: "Figure 2: velocities",
      ...{ runs: fifth, quantities: fifthVelocities, figures: [fifthFigures.v("Figure 2")] },
    },
    {
      id: "shiau06/figure-3",
      title: "Figure 3: multipliers",
      ...{ runs: fifth, quantities: fifthMultipliers, figures: [fifthFigures.lambda("Figure 3")] },
    },
  ],
  errata: [],
};
