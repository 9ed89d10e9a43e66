/** Figure 7: two strings that collide. */
import type { Experiment, Run } from "../experiment.ts";
import { at, number, over, ratio } from "../values.ts";

const run: Run = {
  ...{ do: "simulate", problem: "gh95-strings", seconds: 20 },
  set: {
    outputs: { a: "u(0.25)", b: "v(0.75)", c: "u(0.5)", d: "v(0.5)" },
    measures: { touch: { first: "impact" } },
  },
};

export const strings: readonly Experiment[] = [
  {
    id: "gh95/figure-7",
    title: "Figure 7: colliding strings",
    note: "(63) with the printed parameters (66), (67). Equal strings have the exact solution u = max(a, b), v = min(a, b) with a and b the motions of each alone.",
    runs: { run },
    quantities: [
      {
        ...{ name: "first contact", unit: "s", printed: 0.35 },
        ...{ value: number("run", "measures.touch"), rule: { within: 0.02 } },
      },
      {
        ...{ name: "first contact, by the caption of figure 7b", unit: "s", printed: 0.36 },
        ...{ value: number("run", "measures.touch"), rule: { within: 0.02 }, otherwise: "inconsistent-in-print" },
        ...{
          reason: "the text has 0.35 for the same picture; it is 1/3",
          evidence: "test/simulate/strings.test.ts: touch first at t = 1/3 beside the left end",
        },
      },
      {
        ...{ name: "first contact, exact", unit: "s", printed: "1/3 (closed form)" },
        ...{ value: number("run", "measures.touch"), rule: { within: 0.002, to: 1 / 3 } },
      },
      {
        ...{ name: "u at x = 1/4, 0.5 s", unit: "m", printed: "0.01 (total symmetry)" },
        ...{ value: at("run", "a", 0.5), rule: { within: 2e-4, to: 0.01 } },
      },
      {
        ...{ name: "v at x = 3/4, 0.5 s", unit: "m", printed: "-0.01 (total symmetry)" },
        ...{ value: at("run", "b", 0.5), rule: { within: 2e-4, to: -0.01 } },
      },
      {
        ...{ name: "v at x = 1/2, 1 s", unit: "m", printed: "-0.02 (V has the largest displacement now)" },
        ...{ value: at("run", "d", 1), rule: { within: 2e-4, to: -0.02 } },
      },
      {
        ...{ name: "largest penetration", unit: "m", printed: 1.0e-5 },
        ...{ value: number("run", "audit.penetration"), rule: { near: 0.5 } },
        reason: "with the printed epsilon, step and elements it is six times that; a smaller epsilon brings it down",
        evidence: "gh95/figure-7-finer",
      },
      {
        ...{ name: "largest penetration over largest displacement", printed: 5e-4 },
        ...{ value: ratio(number("run", "audit.penetration"), { kind: "constant", value: 0.02 }), rule: { near: 0.5 } },
        ...{ reason: "as above", evidence: "gh95/figure-7-finer" },
      },
      {
        ...{
          name: "change of the energy of both strings, without that of the penalty",
          unit: "J",
          printed: "collisions are elastic",
        },
        ...{ value: over("run", "energy", "span"), rule: { atMost: 5e-5 } },
      },
    ],
    figures: [
      {
        name: "Figure 7",
        caption: "Both strings: at the start, touching from 1/3 s on, and after 1 s with exchanged roles.",
        drawing: { show: "shapes", of: "run" },
      },
    ],
    slow: true,
  },
  {
    id: "gh95/figure-7-finer",
    title: "Figure 7: penetration over the penalty constant",
    runs: {
      printed: run,
      stiffer: { ...run, set: { ...run.set, "parameters.epsilon": 1e-7 } },
    },
    quantities: [
      {
        ...{ name: "penetration at epsilon = 1e-6 over that at 1e-7", printed: "(not printed)" },
        ...{
          value: ratio(number("printed", "audit.penetration"), number("stiffer", "audit.penetration")),
          rule: { atLeast: 1.5 },
        },
      },
    ],
    slow: true,
  },
];
