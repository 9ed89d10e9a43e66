import type { Paper } from "../experiment.ts";
import { errata } from "./errata.ts";
import { figures } from "./figures.ts";
import { tables } from "./tables.ts";
import { text } from "./text.ts";

export const gk95: Paper = {
  id: "gk95",
  authors: "R. Glowinski, A. J. Kearsley",
  title: "On the simulation and control of some friction constrained motions",
  where: "SIAM J. Optim. 5 (1995) 681-694",
  experiments: [...tables, ...figures, ...text],
  errata,
};
