/** Claims of the text. */
import type { Experiment, Run } from "../experiment.ts";
import { at, constant, difference, distance, gap, largest, number, ratio, times } from "../values.ts";
import { exact, newton, OPTIMAL, searched, stepped, swept } from "./runs.ts";

/** 2/(delta dt), delta = 24.999756 the largest eigenvalue of (M + dt^2/4 A)^-1 C^2. */
const RATE = 6.400062464609676;

const atRate = (factor: number): Run => ({
  ...{ do: "simulate", problem: "gk95-tp1", scheme: "alpha" },
  set: { solver: { type: "uzawa", start: "zero", r: factor * RATE } },
});

const refined = (steps: number): Run => ({
  ...{ do: "simulate", problem: "gk95-tp1", scheme: "alpha" },
  set: { "time.step": 5 / steps, "time.output": 0.05 },
});
const fine = exact("tp1", { "time.output": 0.05 });

/** The control next to the optimal one, in its first component. */
const pushed = (by: number): Run => {
  const [first, ...others] = [12.0201629009736, -6.99989288340897, -9.53717906340457];
  return exact("tp1", { "control.value": [first! + by, ...others] });
};
const NUDGE = 1e-4;
const end = (run: string) => number(run, "position[0]");
const fromBelow = difference(end("here"), end("below"));
const fromAbove = difference(end("above"), end("here"));

const SMOOTH = {
  reason:
    "it is differentiable there: the events move smoothly with the control. In discrete time the end is piecewise affine, on pieces as short as 1e-6 N whose slopes scatter about that derivative",
  evidence: "test/control/newton.test.ts: has one slope from both sides: the events move smoothly",
} as const;

export const text: readonly Experiment[] = [
  {
    id: "gk95/best-rate",
    title: "Section 1: r = 2/(delta dt) yields the best results",
    runs: {
      half: atRate(0.5),
      less: atRate(0.9),
      printed: atRate(1),
      more: atRate(1.1),
      most: atRate(1.3),
      limit: atRate(1.95),
    },
    quantities: [
      {
        ...{ name: "sweeps at 0.5 r over those at r", printed: "r is best" },
        ...{
          value: ratio(number("half", "stats.iterations"), number("printed", "stats.iterations")),
          rule: { atLeast: 1 },
        },
      },
      {
        ...{ name: "sweeps at 1.1 r over those at r", printed: "r is best" },
        ...{
          value: ratio(number("more", "stats.iterations"), number("printed", "stats.iterations")),
          rule: { atLeast: 1 },
        },
        reason:
          "r is good, not best: it makes the fastest mode vanish in one sweep and leaves 1/3 of the slowest; 2/(smallest + largest eigenvalue) treats both alike",
        evidence: "test/step/uzawa.test.ts: the best rate takes fewer passes than half the bound",
      },
      {
        ...{ name: "sweeps at 1.3 r over those at r", printed: "r is best" },
        ...{
          value: ratio(number("most", "stats.iterations"), number("printed", "stats.iterations")),
          rule: { atLeast: 1 },
        },
      },
      {
        ...{ name: "share of the way to the end at 1.95 r", printed: "r below 4/(delta dt) converges" },
        ...{ value: times(0.2, number("limit", "time")), rule: { within: 1e-12, to: 1 } },
      },
    ],
  },
  {
    id: "gk95/fewer-sweeps",
    title: "Section 4: regularization decreases the number of sweeps drastically",
    note: "From the previous multiplier, for which the gain is largest; the paper's elapsed times are those of its searches.",
    runs: {
      nr: swept("tp1", { start: "previous" }),
      r: swept("tp1", { start: "previous", regularized: true }),
      nrControlled: swept("tp1", { start: "previous", controlled: true }),
      rControlled: swept("tp1", { start: "previous", regularized: true, controlled: true }),
    },
    quantities: [
      {
        ...{ name: "sweeps with over without regularization", printed: "decreases drastically" },
        ...{ value: ratio(number("r", "stats.iterations"), number("nr", "stats.iterations")), rule: { atMost: 0.5 } },
      },
    ],
    beside: [
      {
        ...{ name: "with over without regularization, under control: their time, our sweeps", printed: 0.61 },
        value: ratio(number("rControlled", "stats.iterations"), number("nrControlled", "stats.iterations")),
      },
    ],
  },
  {
    id: "gk95/stopping-rule",
    title: "Section 4: iterations stop at (1.15) with eta = 1.5e-8",
    note: "The stopping rule looks at x, of which a sweep changes only dt^2: what it leaves adds up over the steps.",
    runs: {
      swept: swept("tp1", { controlled: true }),
      solved: stepped("tp1", true),
      swept2: swept("tp2", { controlled: true }),
      solved2: stepped("tp2", true),
    },
    quantities: [
      {
        ...{ name: "TP1, distance of x from exact solves", unit: "m", printed: "convergence was detected" },
        ...{ value: distance(["swept", "solved"], "position"), rule: { atMost: 1e-5 }, keeps: 1e-3 },
      },
      {
        ...{ name: "TP2, distance of x from exact solves", unit: "m", printed: "convergence was detected" },
        ...{ value: distance(["swept2", "solved2"], "position"), rule: { atMost: 1e-5 }, keeps: 1e-3 },
        reason:
          "the rule leaves up to 1.5e-8 (|x| + 1) m in a step, with |x| = 19 m and 1000 steps as much as 3e-4 m at the end: an error (4.1) of 2.54e-9 needs controls found with this very error",
        evidence:
          "test/scheme/gk95.test.ts: sweeps that stop by (1.15) leave an error that grows over the steps of TP2, and goes with eta",
      },
      {
        ...{ name: "TP2, largest velocity at the end", unit: "m/s", printed: "satisfied exactly" },
        ...{
          value: largest(...[0, 1, 2].map((i) => at("swept2", `v(${i})`, 10))),
          rule: { within: 1e-12, to: 0 },
          keeps: 1e-3,
        },
        reason: "exact only where step problems are solved to the end (figure 14); stopped sweeps leave a velocity",
        evidence: "gk95/figure-14",
      },
    ],
  },
  {
    id: "gk95/time-averages",
    title: "Section 4: regularized multipliers are close to time averages of those that are not",
    runs: {
      nr: swept("tp1"),
      r: swept("tp1", { regularized: true }),
      tp2nr: swept("tp2"),
      tp2r: swept("tp2", { regularized: true }),
    },
    quantities: [
      {
        ...{ name: "mean of two steps against regularized, TP1, at rest", printed: "always close" },
        ...{
          value: distance(["nr", "r"], "multiplier", { averaged: true, from: 1.5, to: 4.9 }),
          rule: { atMost: 0.01 },
        },
      },
      {
        ...{ name: "without the mean, TP1, at rest", printed: "violent oscillations" },
        ...{ value: distance(["nr", "r"], "multiplier", { from: 1.5, to: 4.9 }), rule: { atLeast: 0.1 } },
      },
      {
        ...{ name: "mean of two steps against regularized, TP2, at rest", printed: "always close" },
        ...{
          value: distance(["tp2nr", "tp2r"], "multiplier", { averaged: true, from: 5, to: 9.9 }),
          rule: { atMost: 0.01 },
        },
      },
    ],
    figures: [
      {
        name: "Beside figures 3 and 4",
        caption: "A multiplier of TP1 with and without regularization, from 1.5 to 2 s.",
        drawing: {
          panels: [
            {
              ...{ label: "multiplier of mass 1", across: "t (s)" },
              curves: [
                { of: "nr", name: "NR", y: "lambda(0)", from: 1.5, to: 2 },
                { of: "r", name: "R", y: "lambda(0)", from: 1.5, to: 2 },
              ],
            },
          ],
        },
      },
    ],
  },
  {
    id: "gk95/theorem-1.1",
    title: "Theorem 1.1: positions and velocities converge in the maximum norm, multipliers weakly",
    note: "Against the event-driven motion, at 400 and 6400 steps.",
    runs: { exact: fine, coarse: refined(400), fine: refined(6400) },
    quantities: [
      {
        ...{ name: "error of x at 400 over that at 6400 steps", printed: "converge in the maximum norm" },
        ...{
          value: ratio(distance(["coarse", "exact"], "position"), distance(["fine", "exact"], "position")),
          rule: { atLeast: 4 },
        },
      },
      {
        ...{ name: "error of v at 400 over that at 6400 steps", printed: "converge in the maximum norm" },
        ...{
          value: ratio(distance(["coarse", "exact"], "velocity"), distance(["fine", "exact"], "velocity")),
          rule: { atLeast: 4 },
        },
      },
      {
        ...{ name: "error of x at the printed step", unit: "m", printed: "very good convergence" },
        ...{ value: distance(["coarse", "exact"], "position"), rule: { atMost: 0.02 } },
      },
      {
        ...{ name: "error of multipliers at 6400 steps, at rest", printed: "only weak convergence" },
        ...{ value: distance(["fine", "exact"], "multiplier", { from: 2 }), rule: { atLeast: 0.05 } },
      },
    ],
  },
  {
    id: "gk95/not-differentiable",
    title: "Section 3: the constraints are not differentiable at v*",
    note: "The end of mass 1 under controls next to v*, by the event-driven scheme, against the derivative that it carries along.",
    runs: {
      here: { ...pushed(0), do: "simulate", sensitivity: ["control.value[0]"] },
      below: pushed(-NUDGE),
      above: pushed(NUDGE),
      newton: newton("tp1", "event-driven"),
    },
    quantities: [
      {
        ...{ name: "slope from below and from above, relative difference", printed: "not differentiable" },
        ...{ value: gap(ratio(fromBelow, fromAbove), constant(1)), rule: { atLeast: 0.01 }, keeps: 0.1 },
        ...SMOOTH,
      },
      {
        ...{ name: "derivative through the events and slope, relative difference", printed: "does not exist" },
        value: gap(
          ratio(times(2 * NUDGE, number("here", "sensitivity[0].position[0]")), difference(end("above"), end("below"))),
          constant(1),
        ),
        ...{ rule: { atLeast: 0.01 }, keeps: 0.1 },
        ...SMOOTH,
      },
      {
        ...{ name: "initial value problems from u = 0 to an error below 7.8e-8", printed: 36624 },
        ...{ value: number("newton", "runs"), rule: { near: 0.5 } },
        reason: "with the derivative that exists Newton's method is far faster than direct search",
        evidence: "gk95/table-2",
      },
      {
        ...{ name: "error (4.1) of that search", printed: 7.82e-8 },
        ...{ value: number("newton", "error.position"), rule: { atMost: 7.82e-8 }, keeps: 10 },
      },
    ],
  },
  {
    id: "gk95/optimum",
    title: "The controls that the other experiments use",
    note: "Newton's method under the paper's scheme, in discrete time. Both targets can be reached, so J(v*) is the least; the paper does not print v*.",
    runs: { tp1: newton("tp1", "alpha"), tp2: newton("tp2", "alpha"), springs: newton("springs", "alpha") },
    quantities: (["tp1", "tp2", "springs"] as const).flatMap((problem) =>
      OPTIMAL[problem].map((to, i) => ({
        ...{ name: `v${i + 1}, ${problem}`, unit: "N", printed: "used in the figures" },
        ...{ value: number(problem, `control[${i}]`), rule: { within: 1e-7, to } },
      })),
    ),
  },
  {
    id: "gk95/first-simplex",
    title: "Tables 2 and 4: the first simplex is not printed",
    note: "The same search of TP1 from first edges of 1, 4 and 10 N.",
    runs: {
      one: searched("tp1", "P", "constant", false),
      four: searched("tp1", "P", "constant", false, 4),
      ten: searched("tp1", "P", "constant", false, 10),
    },
    quantities: [
      { name: "simplexes, first edge 4 N", printed: 21, value: number("four", "simplexes"), rule: { within: 0 } },
      {
        ...{ name: "initial value problems, first edge 4 N", printed: 36624 },
        ...{ value: number("four", "runs"), rule: { near: 0.02 } },
      },
      {
        ...{ name: "simplexes, first edge 10 N, less those of 1 N", printed: "(not printed)" },
        value: difference(number("ten", "simplexes"), number("one", "simplexes")),
        rule: { atLeast: 1 },
      },
    ],
    slow: true,
  },
  {
    id: "gk95/direct-search",
    title: "Section 4: what the searches of Tables 2 and 4 have in common",
    runs: {
      constant: searched("tp1", "P", "constant", false),
      dynamic: searched("tp1", "P", "dynamic", false),
      other: searched("tp1", "Pi", "constant", false),
      regularized: searched("tp1", "P", "constant", true),
    },
    quantities: [
      {
        ...{ name: "initial value problems a simplex", printed: 1744 },
        ...{ value: ratio(number("constant", "runs"), number("constant", "simplexes")), rule: { near: 0.02 } },
      },
      {
        ...{ name: "simplexes, dynamic over constant penalty", printed: 1 },
        ...{ value: ratio(number("dynamic", "simplexes"), number("constant", "simplexes")), rule: { near: 0.05 } },
      },
      {
        ...{ name: "simplexes, regularized over not", printed: 1 },
        ...{ value: ratio(number("regularized", "simplexes"), number("constant", "simplexes")), rule: { near: 0.05 } },
      },
      {
        ...{ name: "simplexes, Pi over P", printed: "consistently fewer simplexes with Pi" },
        ...{ value: ratio(number("other", "simplexes"), number("constant", "simplexes")), rule: { atMost: 0.96 } },
        reason:
          "from our first simplex (the paper's is not printed) both penalties order the points nearly alike and the searches shrink together",
        evidence: "gk95/table-2",
      },
    ],
    slow: true,
  },
];
