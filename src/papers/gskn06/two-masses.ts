/** Figures 6 to 12: test problem 3, without and with weakening. */
import type { Experiment, Figure, Quantity, Run } from "../experiment.ts";
import { at, distance, event, number, order, over } from "../values.ts";
import { errorMeasures } from "./exact.ts";
import { refined, split } from "./runs.ts";

const plain = { run: split("tp3", 1e-3) };
const same = (scheme: string): Run => ({
  ...{ do: "simulate", problem: "gskn06-tp3-same-force", scheme, seconds: 1 },
  set: { "time.output": 0.01 },
});
const weak = { run: same("splitting"), exact: same("event-driven") };

/** Both coordinates side by side. */
function pair(name: string, caption: string, column: string, label: string): Figure {
  const panels = [0, 1].map((i) => ({
    ...{ label: label.replace("#", String(i + 1)), across: "t (s)" },
    curves: [{ of: "run", name: `${column}${i + 1}`, y: `${column}(${i})` }],
  }));
  return { name, caption, drawing: { columns: 2, panels } };
}

const NEAR = { within: 0.005 };
const value = (column: string, time: number, printed: number, name: string, unit = ""): Quantity => ({
  ...{ name, printed, rule: NEAR, value: at("run", column, time) },
  ...(unit === "" ? {} : { unit }),
});

/** As printed, for t > 2. */
const PRINTED_FORCE = [
  "piecewise(t, [1, 2, 3], 2*t - t^2 - 1, t - 1/2, 3*t^3 - 23*t^2 + 70*t - 238/3, t^3/3 - 3*t^2 + 6*t - 17/6)",
  "piecewise(t, [1, 2, 3], t^2/2 - 2*t, 1/2 - t, -2*t^3 + 16*t^2 - 36*t + 163/6, -2*t^3/3 + 6*t^2 - 20*t + 175/6)",
];
const orders = refined("tp3", { from: 120, time: 4 });
const weakOrders = refined("tp3", { from: 400, time: 4, file: "gskn06-tp3-weakening" });
const first: Pick<Quantity, "printed" | "rule"> = { printed: "first order", rule: { within: 0.15, to: 1 } };

export const twoMasses: readonly Experiment[] = [
  {
    id: "gskn06/figure-6",
    title: "Figure 6: positions of test problem 3, no weakening",
    runs: plain,
    quantities: [
      value("x(0)", 1.5, 0.5, "x1 at 1.5 s", "m"),
      value("x(0)", 4, -1 / 6, "x1 at 4 s", "m"),
      value("x(1)", 1.5, 0, "x2 at 1.5 s", "m"),
      value("x(1)", 4, 4 / 3, "x2 at 4 s", "m"),
    ],
    figures: [pair("Figure 6", "Positions of test problem 3 without weakening, dt = 1e-3 s.", "x", "x# (m)")],
  },
  {
    id: "gskn06/figure-7",
    title: "Figure 7: velocities of test problem 3, no weakening",
    runs: plain,
    quantities: [
      { name: "least v1", unit: "m/s", printed: -1, rule: NEAR, value: over("run", "v(0)", "min") },
      { name: "largest v2", unit: "m/s", printed: 1, rule: NEAR, value: over("run", "v(1)", "max") },
      value("v(0)", 1.5, 0, "v1 at 1.5 s", "m/s"),
    ],
    figures: [pair("Figure 7", "Velocities of test problem 3 without weakening, dt = 1e-3 s.", "v", "v# (m/s)")],
  },
  {
    id: "gskn06/figure-8",
    title: "Figure 8: multipliers of test problem 3, no weakening",
    runs: plain,
    quantities: [
      value("lambda(0)", 0.5, 1, "lambda1 at 0.5 s"),
      value("lambda(0)", 1.5, 0, "lambda1 at 1.5 s"),
      value("lambda(0)", 2.5, -1, "lambda1 at 2.5 s"),
      value("lambda(0)", 3.5, -0.5, "lambda1 at 3.5 s"),
      value("lambda(1)", 1, 0, "lambda2 at 1 s"),
      value("lambda(1)", 3, 1, "lambda2 at 3 s"),
      {
        ...{ name: "largest change of lambda1 in a step, from 3.1 to 4 s", printed: "no spurious oscillation" },
        ...{ value: over("run", "lambda(0)", "jump", { from: 3.1 }), rule: { atMost: 0.001 } },
      },
    ],
    figures: [pair("Figure 8", "Multipliers of test problem 3 without weakening, dt = 1e-3 s.", "lambda", "\u03bb#")],
  },
  {
    id: "gskn06/figure-9",
    title: "Figure 9: positions of test problem 3 with weakening",
    note: "The paper keeps the force of the problem without weakening: there is no closed form, and the event-driven motion stands in for it.",
    runs: weak,
    quantities: [
      {
        ...{
          name: "distance from the event-driven positions",
          unit: "m",
          printed: "the solutions visualized in figures 9-11",
        },
        ...{ value: distance(["run", "exact"], "position"), rule: { atMost: 0.01 } },
      },
      {
        ...{ name: "mass 1 sticks at", unit: "s", printed: "figures alone" },
        ...{ value: event("exact", "stick", "lambda1"), rule: { within: 1e-9, to: 1.22648781137855 } },
      },
    ],
    figures: [pair("Figure 9", "Positions of test problem 3 with weakening, dt = 1e-3 s.", "x", "x# (m)")],
  },
  {
    id: "gskn06/figure-10",
    title: "Figure 10: velocities of test problem 3 with weakening",
    runs: weak,
    quantities: [
      {
        ...{
          name: "distance from the event-driven velocities",
          unit: "m/s",
          printed: "the solutions visualized in figures 9-11",
        },
        ...{ value: distance(["run", "exact"], "velocity"), rule: { atMost: 0.02 } },
      },
    ],
    figures: [pair("Figure 10", "Velocities of test problem 3 with weakening, dt = 1e-3 s.", "v", "v# (m/s)")],
  },
  {
    id: "gskn06/figure-11",
    title: "Figure 11: multipliers of test problem 3 with weakening",
    runs: weak,
    quantities: [
      {
        ...{ name: "largest change of lambda1 in 0.01 s, from 3.6 to 3.95 s", printed: "no spurious oscillation" },
        ...{ value: over("run", "lambda(0)", "jump", { from: 3.6, to: 3.95 }), rule: { atMost: 0.02 } },
      },
    ],
    figures: [pair("Figure 11", "Multipliers of test problem 3 with weakening, dt = 1e-3 s.", "lambda", "\u03bb#")],
  },
  {
    id: "gskn06/figure-12",
    title: "Figure 12: errors over the step, test problem 3 with weakening",
    note: "With a force that makes up for the weakening along the closed form, so that errors can be measured.",
    runs: { weak: weakOrders, plain: orders },
    quantities: [
      { name: "order of V", ...first, value: order("weak", "ev") },
      { name: "order of X", ...first, value: order("weak", "ex") },
      {
        ...{ name: "order of the multipliers", printed: "a line in log-scale" },
        ...{ value: order("weak", "el"), rule: { within: 0.25, to: 0.5 } },
      },
      { name: "order of V without weakening", ...first, value: order("plain", "ev") },
      { name: "order of X without weakening", ...first, value: order("plain", "ex") },
    ],
    figures: [
      {
        name: "Figure 12",
        caption: "L2 errors of velocities, positions and multipliers over the step, test problem 3 with weakening.",
        drawing: {
          columns: 3,
          panels: (["ev", "ex", "el"] as const).map((measure, k) => ({
            ...{ label: ["V (m/s)", "X (m)", "\u03bb"][k]!, across: "dt (s)", log: true },
            curves: [{ of: "weak", name: measure, x: "time.step", y: measure }],
          })),
        },
      },
    ],
    slow: true,
  },
  {
    id: "gskn06/printed-force-3",
    title: "Section 5.3: the force of test problem 3 as printed",
    runs: {
      printed: {
        ...{ do: "simulate", problem: "gskn06-tp3", scheme: "event-driven" },
        set: { "system.force": PRINTED_FORCE, measures: { mx: errorMeasures("tp3").mx } },
      },
      corrected: {
        ...{ do: "simulate", problem: "gskn06-tp3", scheme: "event-driven" },
        set: { measures: { mx: errorMeasures("tp3").mx } },
      },
    },
    quantities: [
      {
        ...{ name: "largest distance from the printed solution, printed force", unit: "m", printed: 0 },
        ...{ value: number("printed", "measures.mx"), rule: { within: 1e-6 }, otherwise: "inconsistent-in-print" },
        reason:
          "the constants of the force after 2 s do not satisfy the equations with the printed motion; the row below has those that do",
        evidence: "gskn06/figure-6",
      },
      {
        ...{ name: "the same, corrected force", unit: "m", printed: 0 },
        ...{ value: number("corrected", "measures.mx"), rule: { within: 1e-6 }, keeps: 1e3 },
      },
    ],
  },
];
