/** Section 4: equilibrium set, guaranteed and simulated region of attraction of the example. */
import type { Experiment } from "../experiment.ts";
import { is, number, times } from "../values.ts";
import { EXAMPLE, map, move, REMARK_3, rest } from "./runs.ts";

const FOUR = {
  otherwise: "inconsistent-in-print",
  reason: "(27) is 4 times too small: (7), from which it is said to follow, gives 2 m1 m2 gamma^2/(m1 + m2)",
  evidence: "test/stability/bounds.test.ts: rho is 16 J by all three bounds, (27) a quarter of it",
} as const;

export const example: readonly Experiment[] = [
  {
    id: "vl05/equilibrium-set",
    title: "(26): the equilibrium set",
    runs: { rest: rest(EXAMPLE) },
    quantities: [
      { name: "largest |x1|", unit: "m", printed: 1, value: number("rest", "extents[0][1]"), rule: { within: 1e-9 } },
      { name: "largest |x2|", unit: "m", printed: 1, value: number("rest", "extents[1][1]"), rule: { within: 1e-9 } },
      {
        ...{ name: "area of the set", unit: "m^2", printed: 4, value: number("rest", "area"), rule: { within: 1e-9 } },
        reason:
          "(26) is only the bounding box of (4): both friction forces act on both coordinates through K^-1, and the set is the parallelogram +-(1, 1), +-(1/3, -1/3)",
        evidence:
          "test/stability/equilibrium-set.test.ts: has the corners +-(1, 1), +-(1/3, -1/3), area 4/3 and greatest energy 1",
      },
    ],
    figures: [
      {
        name: "Beside figure 2",
        caption:
          "The equilibrium set, the box (26) about it, and the regions guaranteed by (7) and as printed in (27).",
        drawing: { show: "equilibrium", of: "rest" },
      },
    ],
  },
  {
    id: "vl05/theorem-1",
    title: "Theorem 1 and (27) for the example",
    runs: { rest: rest(EXAMPLE) },
    quantities: [
      { name: "rho* by (27)", unit: "J", printed: 4, value: number("rest", "paper.rho27"), rule: { within: 1e-9 } },
      {
        name: "rho* by (7)",
        unit: "J",
        printed: 4,
        value: number("rest", "rho.paper"),
        rule: { within: 1e-6 },
        ...FOUR,
      },
      {
        ...{ name: "largest rho of this energy function", unit: "J", printed: 4 },
        ...{ value: number("rest", "rho.exact"), rule: { within: 1e-6 }, ...FOUR },
      },
      {
        ...{ name: "greatest energy on E", unit: "J", printed: "E inside int(I_rho*)" },
        ...{ value: number("rest", "maxEnergy"), rule: { atMost: 4 } },
      },
      {
        ...{ name: "locally attractive", printed: "the local attractivity of E is ensured" },
        ...{ value: is("rest", "verdict", "local"), rule: { within: 0, to: 1 } },
      },
      {
        ...{ name: "C positive definite", printed: "the damping matrix is not positive definite" },
        ...{ value: is("rest", "conditions[2].holds", true), rule: { within: 0, to: 0 } },
      },
      {
        ...{ name: "Lyapunov stable (Remark 2)", printed: "(0, 0) is Lyapunov stable" },
        ...{ value: is("rest", "stability.lyapunov", true), rule: { within: 0, to: 1 } },
      },
    ],
  },
  {
    id: "vl05/figure-2",
    title: "Figure 2: cross-section of the region of attraction",
    note: "201 x 201 starts at rest; each is followed until its fate is proved. The region is unbounded along x1 = x2.",
    runs: { map: map(201) },
    quantities: [
      {
        ...{ name: "starts that come to rest", printed: "light area of figure 2" },
        ...{ value: number("map", "attracted"), rule: { within: 0, to: 23933 } },
      },
      { name: "starts that are undecided", printed: 0, value: number("map", "undecided"), rule: { within: 0 } },
      {
        ...{ name: "the slowest comes to rest at", unit: "s", printed: "a given time span T" },
        ...{ value: number("map", "slowest.time"), rule: { within: 0.1, to: 74.6 } },
      },
      {
        ...{ name: "share of the area", printed: "light area of figure 2" },
        ...{ value: number("map", "fraction"), rule: { within: 1e-6, to: 0.592386 } },
      },
    ],
    figures: [
      {
        name: "Figure 2",
        caption:
          "Starts at rest that come to rest (color: how long it takes) or escape (gray), with the equilibrium set and the guaranteed region.",
        drawing: { show: "attraction", of: "map" },
      },
    ],
    slow: true,
  },
  {
    id: "vl05/figure-2-coarse",
    title: "Figure 2 with 41 x 41 starts, and its boundary",
    runs: {
      map: map(41),
      inside: move(EXAMPLE, { "initial.position": [2.94, -2.94], "time.end": 120 }),
      outside: move(EXAMPLE, { "initial.position": [2.95, -2.95], "time.end": 120 }),
      cycle: { do: "cycle", problem: EXAMPLE, boundary: true },
    },
    quantities: [
      {
        ...{ name: "share of the area", printed: "light area of figure 2" },
        ...{ value: number("map", "fraction"), rule: { within: 0.02, to: 0.592386 } },
      },
      {
        ...{
          name: "B within A: energy at the end from (2.94, -2.94)",
          unit: "J",
          printed: "B is a conservative estimate",
        },
        ...{ value: number("inside", "energy"), rule: { atMost: 1 } },
      },
      {
        ...{ name: "energy at the end from (2.95, -2.95)", unit: "J", printed: "only local attractivity" },
        ...{ value: number("outside", "energy"), rule: { atLeast: 30 } },
      },
      {
        ...{
          name: "amplitude of the saddle cycle on the boundary",
          unit: "m",
          printed: "(p/k) coth(pi delta/(2 omega))",
        },
        ...{ value: number("cycle", "amplitudes[0]"), rule: { within: 1e-9, to: 2.945371329706 } },
      },
      {
        ...{ name: "its period", unit: "s", printed: "2 pi/omega" },
        ...{ value: number("cycle", "period"), rule: { within: 1e-8, to: 3.637082663 } },
      },
    ],
    figures: [
      {
        name: "Boundary",
        caption: "Two starts on either side of the boundary, x1 = -x2 = 2.94 m and 2.95 m.",
        drawing: {
          panels: [
            {
              ...{ label: "x1 (m)", across: "t (s)" },
              curves: [
                { of: "outside", name: "from 2.95", y: "x(0)", to: 60 },
                { of: "inside", name: "from 2.94", y: "x(0)", to: 60 },
              ],
            },
          ],
        },
      },
    ],
  },
  {
    id: "vl05/global",
    title: "Section 4: with C positive definite E is globally attractive",
    runs: {
      rest: rest(EXAMPLE, { "parameters.c2": -0.2 }),
      none: rest(EXAMPLE, { "parameters.c2": -0.2, "system.friction": [] }),
    },
    quantities: [
      {
        ...{ name: "global, c2 = -0.2 > -c1/2", printed: "the global attractivity of E is assured" },
        ...{ value: is("rest", "verdict", "global"), rule: { within: 0, to: 1 } },
      },
      {
        ...{ name: "global without friction", printed: "also when friction coefficients vanish" },
        ...{ value: is("none", "verdict", "global"), rule: { within: 0, to: 1 } },
      },
    ],
  },
  {
    id: "vl05/remark-3",
    title: "Remark 3: one sign vector for the greatest energy on E",
    runs: { rest: rest(REMARK_3) },
    quantities: [
      {
        ...{ name: "greatest energy on E, K = [[2, 1], [1, 2]]", unit: "J", printed: 1 / 3 },
        ...{ value: number("rest", "maxEnergy"), rule: { within: 1e-9 } },
        reason: "Remark 3 looks at all friction forces of one sign; here those of opposite signs store 1 J",
        evidence: "test/stability/certificate.test.ts: Remark 3's one corner is not the worst",
      },
      {
        ...{ name: "what Remark 3 gives", unit: "J", printed: 1 / 3 },
        ...{ value: times(1, number("rest", "paper.remark3")), rule: { within: 1e-9 } },
      },
    ],
  },
];
