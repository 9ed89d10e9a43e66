import type { Paper } from "../experiment.ts";
import { errata } from "./errata.ts";
import { example } from "./example.ts";
import { feedback } from "./feedback.ts";

export const vl05: Paper = {
  id: "vl05",
  authors: "N. van de Wouw, R. I. Leine",
  title: "Stability properties of equilibrium sets of controlled linear mechanical systems with dry friction",
  where:
    "2005; based on Attractivity of equilibrium sets of systems with dry friction, Nonlinear Dynamics 35 (2004) 19-39",
  experiments: [...example, ...feedback],
  errata,
};
