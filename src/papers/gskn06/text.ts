/** Claims of the text, and what it does not say. */
import type { Experiment, Quantity, Run } from "../experiment.ts";
import { difference, distance, number, order, ratio } from "../values.ts";
import { PENALTY, refined } from "./runs.ts";

const held = (scheme: string): Run => ({ do: "simulate", problem: "held-mass", scheme, set: { "time.output": 0.1 } });

const CREEP: Pick<Quantity, "reason" | "evidence"> = {
  reason:
    "friction and elasticity act in turn and never balance: the elastic half moves a held mass by dt/2 M^-1 A X a step. The balanced splitting puts f - A X into the friction problem and holds",
  evidence: "test/scheme/held-mass.test.ts: creeps, and the audit says so",
};

const newton = (end: number): Run => ({
  ...{ do: "simulate", problem: "gskn06-tp5", scheme: "splitting" },
  set: { "time.step": 0.008, "time.end": end, solver: PENALTY },
});
const solvesBetween = (from: string, to: string) =>
  ratio(
    difference(number(to, "stats.iterations"), number(from, "stats.iterations")),
    difference(number(to, "stats.solves"), number(from, "stats.solves")),
  );

const uzawa = (rho?: number): Run => ({
  ...{ do: "simulate", problem: "gskn06-tp5", scheme: "splitting" },
  set: {
    "time.step": 0.01,
    solver: { type: "uzawa", tolerance: 1e-8, start: "zero", ...(rho === undefined ? {} : { rho }) },
  },
});
const sweeps = (run: string) => ratio(number(run, "stats.iterations"), number(run, "stats.solves"));

/** |W0| + |M^-1| (2 sqrt(d) |C| + |f|) t - |W|, without stiffness. */
const SLACK = "sqrt(3) + (2*sqrt(3)*10 + 20*sqrt(3))*t - sqrt(v(0)^2 + v(1)^2 + v(2)^2)";
const bounded = (P: number): Run => ({
  ...{ do: "simulate", problem: "gskn06-tp4" },
  set: { scheme: { type: "splitting", P, Q: 1 }, "time.step": 0.05, measures: { slack: { min: SLACK, from: 0.05 } } },
});

const smoothed = (eta?: number): Run => ({
  ...{ do: "simulate", problem: "coulomb-oscillator", scheme: "balanced" },
  set: {
    ...{ "time.end": 5, "time.step": 0.002, "time.output": 0.05, measures: {}, outputs: {} },
    "system.friction": [
      { name: "floor", on: 0, limit: "c", ...(eta === undefined ? {} : { weakening: { shape: "smoothed", eta } }) },
    ],
  },
});

export const text: readonly Experiment[] = [
  {
    id: "gskn06/creep",
    title: "Sections 2 to 5: no word on stick",
    note: "m = k = c = 1, x = 0.5 m at rest: the spring pulls with 0.5 N, friction holds 1 N, nothing may move. 20 s at 0.01 s.",
    runs: {
      splitting: held("splitting"),
      strang: held("strang"),
      balanced: held("balanced"),
      exact: held("event-driven"),
    },
    quantities: [
      {
        ...{ name: "drift under the splitting (9)-(13)", unit: "m", printed: 0 },
        ...{
          value: difference(number("splitting", "position[0]"), number("exact", "position[0]")),
          rule: { within: 1e-12 },
        },
        ...CREEP,
      },
      {
        ...{ name: "drift under the symmetrized variant (16)-(22)", unit: "m", printed: 0 },
        ...{
          value: difference(number("strang", "position[0]"), number("exact", "position[0]")),
          rule: { within: 1e-12 },
        },
        ...CREEP,
      },
      {
        ...{ name: "drift under the balanced splitting", unit: "m", printed: 0 },
        ...{
          value: difference(number("balanced", "position[0]"), number("exact", "position[0]")),
          rule: { within: 1e-12 },
        },
      },
    ],
    figures: [
      {
        name: "Creep",
        caption: "A mass that must not move, under the printed splitting and under the balanced one.",
        drawing: {
          panels: [
            {
              ...{ label: "x (m)", across: "t (s)" },
              curves: [
                { of: "splitting", name: "splitting", y: "x(0)" },
                { of: "balanced", name: "balanced", y: "x(0)" },
              ],
            },
          ],
        },
      },
    ],
  },
  {
    id: "gskn06/strang",
    title: "Remark 2.2: the variant symmetrized in the sense of Strang",
    runs: {
      tp3: refined("tp3", { from: 120, time: 4, scheme: "strang" }),
      tp5: refined("tp5", { from: 300, time: 4, scheme: "strang" }),
      balanced: refined("tp3", { from: 100, time: 4, scheme: "balanced" }),
    },
    quantities: [
      ...(["tp3", "tp5"] as const).map((run) => ({
        ...{ name: `order of x, ${run.toUpperCase()}`, printed: "symmetrized in the sense of Strang: 2" },
        ...{ value: order(run, "ex"), rule: { within: 0.3, to: 2 } },
        reason:
          "the friction half steps (26) take f at the end of sub-steps and friction implicitly: of first order, which symmetry does not raise",
        evidence: "test/scheme/convergence.test.ts: strang as printed stays at order 1 on %s",
      })),
      {
        ...{ name: "order of x of the balanced splitting, TP3", printed: "(not in the paper) 2" },
        ...{ value: order("balanced", "ex"), rule: { within: 0.3, to: 2 } },
      },
    ],
    figures: [
      {
        name: "Orders",
        caption: "L2 error of x on test problem 3: the symmetrized variant and the balanced splitting.",
        drawing: {
          panels: [
            {
              ...{ label: "L2 error of x (m)", across: "dt (s)", log: true },
              curves: [
                { of: "tp3", name: "strang", x: "time.step", y: "ex" },
                { of: "balanced", name: "balanced", x: "time.step", y: "ex" },
              ],
            },
          ],
        },
      },
    ],
    slow: true,
  },
  {
    id: "gskn06/newton-iterations",
    title: "Section 6.4: no more than 4 Newton iterations at each time step",
    note: "Means over the friction sub-problems of a span, with tolerance 1e-6 and the printed epsilon = 1e-4.",
    runs: { early: newton(0.24), first: newton(1.04), second: newton(1.96), all: newton(4) },
    quantities: [
      {
        ...{ name: "iterations a sub-problem until 0.24 s, all sliding or held", printed: 4 },
        ...{ value: ratio(number("early", "stats.iterations"), number("early", "stats.solves")), rule: { atMost: 4 } },
      },
      {
        ...{ name: "iterations a sub-problem from 1.04 to 1.96 s, two masses held", printed: 4 },
        ...{ value: solvesBetween("first", "second"), rule: { atMost: 4 } },
        reason:
          "true in continuing slip only; where a multiplier comes to lie inside its interval Newton's method crosses the kink of the penalty many times",
        evidence:
          "test/scheme/references.test.ts: holds while masses keep sliding or stay held, and not where one comes to rest",
      },
      {
        ...{ name: "iterations a sub-problem, whole run", printed: 4 },
        ...{ value: sweeps("all"), rule: { atMost: 4 } },
        reason: "a mean above 4 leaves no room for a maximum of 4",
        evidence:
          "test/scheme/references.test.ts: holds while masses keep sliding or stay held, and not where one comes to rest",
      },
    ],
  },
  {
    id: "gskn06/uzawa-iterations",
    title: "Section 5.5: more than one hundred iterations of (39)-(41) are not uncommon",
    runs: { good: uzawa(), bad: uzawa(3) },
    quantities: [
      {
        ...{ name: "sweeps a sub-problem, rho = 2/(tau1 (smallest + largest eigenvalue))", printed: 100 },
        ...{ value: sweeps("good"), rule: { atLeast: 100 } },
        ...{
          reason: "slow only with a badly chosen rho, as the row below",
          evidence: "test/scheme/references.test.ts: holds only for a badly chosen rho",
        },
      },
      {
        ...{ name: "sweeps a sub-problem, rho = 3", printed: 100 },
        ...{ value: sweeps("bad"), rule: { atLeast: 100 } },
      },
    ],
  },
  {
    id: "gskn06/bound-35",
    title: "(35): a bound on the velocities of the friction motion",
    runs: { one: bounded(1), ten: bounded(10), hundred: bounded(100) },
    quantities: (["one", "ten", "hundred"] as const).map((run) => ({
      ...{ name: `least of bound minus |W|, P = ${{ one: 1, ten: 10, hundred: 100 }[run]}`, unit: "m/s" },
      ...{ printed: "holds for every P", value: number(run, "measures.slack"), rule: { atLeast: -1e-12 } },
    })),
  },
  {
    id: "gskn06/smoothed-law",
    title: "(5), (6): the smoothed law tends to the exact one",
    runs: { exact: smoothed(), a: smoothed(0.1), b: smoothed(0.02), c: smoothed(0.004) },
    quantities: (["position", "velocity"] as const).flatMap((family) => [
      {
        ...{ name: `distance in ${family}, eta = 0.1 over eta = 0.02`, printed: "X_eta tends to X in C1" },
        ...{ value: ratio(distance(["a", "exact"], family), distance(["b", "exact"], family)), rule: { atLeast: 2 } },
      },
      {
        ...{ name: `distance in ${family}, eta = 0.02 over eta = 0.004`, printed: "X_eta tends to X in C1" },
        ...{ value: ratio(distance(["b", "exact"], family), distance(["c", "exact"], family)), rule: { atLeast: 2 } },
      },
    ]),
  },
];
