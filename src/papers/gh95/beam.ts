/** Section 4: a beam that hangs between two hinges and is let go at one end. */
import type { Experiment, Quantity, Run } from "../experiment.ts";
import { at, difference, largest, over, ratio, times } from "../values.ts";

const falling = (inextensible?: Readonly<Record<string, unknown>>): Run => ({
  ...{ do: "simulate", problem: "gh95-beam", seconds: 15 },
  set: inextensible ? { "system.inextensible": inextensible } : {},
});
const keeping = falling();
const printed = falling({ direction: "new" });
const penalty = falling({ method: "penalty", epsilon: 1.5e-4 });

/** Coordinates of the free end, and the height of the middle. */
const [X, Y, MIDDLE] = ["x(80)", "x(81)", "x(41)"];
const SMOOTH = {
  reason:
    "(97) takes the constraint's direction at the new position and loses energy; in the middle of both it keeps it, and the tip is that of the converged motion",
  evidence: "test/beam/motion.test.ts",
} as const;

function tip(run: string, time: number, to: readonly [number, number], within: number): Quantity[] {
  return [X, Y].map((column, k) => ({
    ...{ name: `tip ${k === 0 ? "x" : "y"} at ${time} s`, unit: "m", printed: "figures 9 and 10" },
    ...{ value: at(run, column!, time), rule: { within, to: to[k]! } },
  }));
}
const fastest = (run: string) => largest(...["v(80)", "v(81)"].map((column) => over(run, column, "size", { from: 7 })));

export const beam: readonly Experiment[] = [
  {
    id: "gh95/beam-static",
    title: "Section 4.2: the beam between two hinges",
    note: "The starting position of figures 9 and 10, with 20 elements; the elastica sags by 11.6104240647 m.",
    runs: { rest: { ...keeping, set: { "time.end": 0.01 } } as Run },
    quantities: [
      {
        ...{ name: "sag of the middle", unit: "m", printed: "the elastica, 11.6104" },
        ...{ value: times(-1, at("rest", MIDDLE!, 0)), rule: { within: 1e-3, to: 11.6104240647 } },
      },
    ],
  },
  {
    id: "gh95/figure-9",
    title: "Figure 9: the falling beam by the penalty method, and without a penalty",
    note: "The penalty (93) with epsilon = 1.5e-4, and the constraint solved with each step in the form that keeps energy.",
    runs: { keeping, penalty },
    quantities: [
      ...tip("keeping", 1, [19.9695, -5.7327], 0.001),
      ...tip("keeping", 3, [-12.5592, -23.341], 0.01),
      {
        ...{
          name: "fastest the free end gets after 7 s, over its speed until 5 s",
          printed: "a shock wave after about seven seconds",
        },
        value: ratio(
          fastest("keeping"),
          largest(...["v(80)", "v(81)"].map((column) => over("keeping", column, "size", { to: 5 }))),
        ),
        rule: { atLeast: 1.2 },
      },
    ],
    figures: [
      {
        name: "Figure 9",
        caption: "The falling beam, constraint solved with each step.",
        drawing: { show: "shapes", of: "keeping" },
      },
    ],
    slow: true,
  },
  {
    id: "gh95/figure-10",
    title: "Figure 10: the falling beam by the augmented Lagrangian, (97)",
    note: "Solved by Newton's method, whose answer Uzawa's iteration tends to.",
    runs: { keeping, printed },
    quantities: [
      ...tip("printed", 1, [19.9703, -5.7288], 0.001),
      {
        ...{ name: "energy lost until 3 s", unit: "J", printed: "energy-preserving scheme" },
        ...{ value: difference(at("printed", "energy", 0), at("printed", "energy", 3)), rule: { atMost: 1 } },
        ...SMOOTH,
      },
      {
        ...{ name: "energy lost until 3 s, energy-keeping form", unit: "J", printed: "(not in the paper) 0" },
        ...{
          value: difference(at("keeping", "energy", 0), at("keeping", "energy", 3)),
          rule: { within: 60, to: 0 },
          keeps: 0.01,
        },
      },
      {
        ...{
          name: "fastest the free end gets after 7 s, over that of the energy-keeping form",
          printed: "the violent motion does not appear",
        },
        ...{ value: ratio(fastest("printed"), fastest("keeping")), rule: { atMost: 0.9 } },
      },
    ],
    figures: [
      {
        name: "Figure 10",
        caption: "The falling beam by (97): smoother, because energy is lost.",
        drawing: { show: "shapes", of: "printed" },
      },
    ],
    slow: true,
  },
];
