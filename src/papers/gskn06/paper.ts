import type { Paper } from "../experiment.ts";
import { errata } from "./errata.ts";
import { oneMass } from "./one-mass.ts";
import { string } from "./string.ts";
import { text } from "./text.ts";
import { printedForce, threeMasses } from "./three-masses.ts";
import { twoMasses } from "./two-masses.ts";

export const gskn06: Paper = {
  id: "gskn06",
  authors: "R. Glowinski, L. Shiau, Y. M. Kuo, G. Nasser",
  title: "On the numerical simulation of friction constrained motions",
  where: "Nonlinearity 19 (2006) 195-216",
  experiments: [...oneMass, ...twoMasses, ...threeMasses, printedForce, ...text, string],
  errata,
};
