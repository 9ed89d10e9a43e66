import type { Paper } from "../experiment.ts";
import { ellipse } from "./ellipse.ts";
import { errata } from "./errata.ts";
import { strings } from "./strings.ts";
import { wall } from "./wall.ts";

export const gh95: Paper = {
  id: "gh95",
  authors: "R. Glowinski, M. Holmstr\u00f6m",
  title: "Constrained motion problems with applications by nonlinear programming methods",
  where: "Surv. Math. Ind. (1995)",
  experiments: [...wall, ...ellipse, ...strings],
  errata,
};
