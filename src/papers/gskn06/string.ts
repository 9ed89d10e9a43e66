/** Remark 2.4: the string with dry friction (23). */
import type { Experiment, Quantity, Run } from "../experiment.ts";
import { at, number, over } from "../values.ts";

const pulled = (scheme: string): Run => ({
  ...{ do: "simulate", problem: "string-parabola", scheme, seconds: 3 },
  set: { "time.output": 0.02 },
});

/** K^2 L^3/24 after each half swing, K = 6.5, -4.5, 2.5, -0.5. */
const ENERGIES = [6.5, -4.5, 2.5, -0.5].map((curvature) => (curvature * curvature) / 24);

export const string: Experiment = {
  id: "gskn06/string",
  title: "(23): a string that dry friction brings to rest",
  note: "Released as a parabola K x(L - x)/2 with K = 6.5 and g = 1, its motion is known: each half swing lasts L/c and takes K to -(K - 2 g sgn K). 50 elements.",
  runs: { run: pulled("balanced"), splitting: pulled("splitting") },
  quantities: [
    ...ENERGIES.map(
      (energy, k): Quantity => ({
        ...{ name: `energy after ${k} half swings`, unit: "J", printed: "K^2 L^3/24 (closed form)" },
        ...{ value: at("run", "energy", k), rule: { near: 0.02, to: energy } },
      }),
    ),
    {
      ...{ name: "curvature at the end", unit: "1/m", printed: "-1/2 (closed form)" },
      ...{ value: number("run", "measures.curvature"), rule: { within: 0.005, to: -0.5 } },
    },
    {
      ...{ name: "stops at", unit: "s", printed: "3 (closed form)" },
      ...{ value: number("run", "measures.stopped"), rule: { within: 0.05, to: 3 } },
    },
    {
      ...{ name: "way of the middle in the last 0.5 s, balanced", unit: "m", printed: 0 },
      ...{ value: over("run", "middle", "span", { from: 3.5 }), rule: { within: 1e-15 } },
    },
    {
      ...{ name: "way of the middle in the last 0.5 s, splitting", unit: "m", printed: 0 },
      ...{ value: over("splitting", "middle", "span", { from: 3.5 }), rule: { within: 1e-15 } },
      ...{ reason: "the printed splitting creeps: it never stops the string", evidence: "gskn06/creep" },
    },
  ],
  figures: [
    {
      name: "String",
      caption: "Shapes of the string over time: three half swings, each smaller by 2 g, then rest.",
      drawing: { show: "shapes", of: "run" },
    },
  ],
};
