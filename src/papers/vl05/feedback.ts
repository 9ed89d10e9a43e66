/** Section 5: feedback and figure 4, and claims that do not hold. */
import type { Experiment, Quantity, Run } from "../experiment.ts";
import { is, number, over, ratio } from "../values.ts";
import { ASYMMETRIC, CONTROLLED, INDEFINITE, move, rest, UNATTRACTED } from "./runs.ts";

const GAINS = [0.25, 0.4, 0.5, 0.6, 0.7];
const at = (d1: number, more: Readonly<Record<string, unknown>> = {}): Run =>
  rest(CONTROLLED, { "parameters.d1": d1, ...more });
const name = (d1: number) => `d1 = ${d1}`;
const curve: Run = { do: "gain", problem: CONTROLLED, vary: "parameters.d1=-0.4:0.85:26" };
const first = (of: string, path: string) => ratio(number("small", `${of}${path}`), number("large", `${of}${path}`));

const LEVELS: readonly Quantity[] = [
  {
    name: "by (27)",
    unit: "N s/m",
    printed: "a certain level",
    value: number("curve", "least.printed"),
    rule: { within: 1e-6, to: 0.25 },
  },
  {
    ...{ name: "by (7), from which (27) is said to follow", unit: "N s/m", printed: 0.25 },
    ...{ value: number("curve", "least.paper"), rule: { within: 1e-6 }, otherwise: "inconsistent-in-print" },
    ...{ reason: "(27) is 4 times less than (7)", evidence: "vl05/theorem-1" },
  },
  {
    ...{ name: "best for this energy function", unit: "N s/m", printed: 0.25 },
    ...{ value: number("curve", "least.exact"), rule: { within: 1e-6 } },
    ...{
      reason: "(7) with (9) is not the best bound; the exact one is",
      evidence: "test/stability/bounds.test.ts: at d1 = -0.1 the three differ: 0.34602, 1.10803, 1.38408",
    },
  },
];

export const feedback: readonly Experiment[] = [
  {
    id: "vl05/figure-4",
    title: "Figure 4: guaranteed region for an increasing derivative gain",
    runs: { curve, ...Object.fromEntries(GAINS.map((d1) => [name(d1), at(d1)])), [name(0.75)]: at(0.7500001) },
    quantities: [
      ...GAINS.flatMap((d1): Quantity[] => [
        {
          ...{ name: `rho* by (27), ${name(d1)}`, unit: "J", printed: 0.25 / ((0.75 - d1) * (0.75 - d1)) },
          ...{ value: number(name(d1), "paper.rho27"), rule: { near: 1e-9 } },
        },
        {
          ...{ name: `rho* by (7), ${name(d1)}`, unit: "J", printed: 0.25 / ((0.75 - d1) * (0.75 - d1)) },
          ...{ value: number(name(d1), "rho.paper"), rule: { near: 1e-6 }, otherwise: "inconsistent-in-print" },
          ...{ reason: "(27) is 4 times less than (7)", evidence: "vl05/theorem-1" },
        },
      ]),
      {
        ...{ name: "global from d1 =", unit: "N s/m", printed: 0.75, value: number("curve", "global") },
        rule: { within: 1e-6 },
      },
      {
        ...{ name: "global just above it", printed: "at d1 = -2 c2 the attractivity becomes global" },
        ...{ value: is(name(0.75), "verdict", "global"), rule: { within: 0, to: 1 } },
      },
    ],
    figures: [
      {
        name: "Figure 4",
        caption:
          "Guaranteed energy over the gain d1: as printed in (27), by (7), weighted and exact; beside it the regions.",
        drawing: { show: "gain", of: "curve" },
      },
    ],
  },
  {
    id: "vl05/lowest-gain",
    title: "Section 5: below a certain gain E as a whole is not guaranteed",
    runs: { curve },
    quantities: LEVELS,
  },
  {
    id: "vl05/proportional-gain",
    title: "Section 5: the proportional gain shrinks E and the estimate",
    runs: { small: at(0.4), large: at(0.4, { "parameters.p1": 2 }) },
    quantities: [
      {
        ...{ name: "largest x1 of E, p1 = 1 over p1 = 2", printed: "E decreases" },
        ...{ value: first("extents[0]", "[1]"), rule: { atLeast: 1.01 } },
      },
      {
        ...{ name: "largest x1 of B, p1 = 1 over p1 = 2", printed: "B decreases" },
        ...{ value: first("region.position[0]", "[1]"), rule: { atLeast: 1.01 } },
      },
      {
        ...{ name: "rho*, p1 = 1 over p1 = 2", printed: "rho* remains unchanged" },
        ...{ value: ratio(number("small", "rho.paper"), number("large", "rho.paper")), rule: { within: 1e-9, to: 1 } },
      },
    ],
  },
  {
    id: "vl05/three-bounds",
    title: "(7) beside better bounds at a negative gain",
    note: "At d1 = -0.1 both eigenvalues of C are negative, and the ways to choose alpha in (9) part.",
    runs: { rest: at(-0.1) },
    quantities: [
      {
        name: "(7) with the best alpha of (9)",
        unit: "J",
        printed: "not printed",
        value: number("rest", "rho.paper"),
        rule: { near: 1e-4, to: 0.34602 },
      },
      {
        name: "weighted",
        unit: "J",
        printed: "not printed",
        value: number("rest", "rho.weighted"),
        rule: { near: 1e-4, to: 1.10803 },
      },
      {
        name: "exact",
        unit: "J",
        printed: "not printed",
        value: number("rest", "rho.exact"),
        rule: { near: 1e-4, to: 1.38408 },
      },
    ],
  },
  {
    id: "vl05/not-asymptotically-stable",
    title: "Section 3: C not positive definite, so not asymptotically stable without friction",
    runs: { run: move(INDEFINITE) },
    quantities: [
      {
        ...{ name: "energy after 100 s over that at the start", printed: "not asymptotically stable" },
        ...{ value: ratio(number("run", "energy"), over("run", "energy", "max", { to: 0 })), rule: { atLeast: 0.5 } },
        reason:
          "the coupling through K takes more out than the negative damper brings in: C = diag(0.5, -0.1), K = [[2, -1], [-1, 2]] decays",
        evidence:
          "test/stability/certificate.test.ts: C not positive definite, and yet asymptotically stable without friction",
      },
    ],
    figures: [
      {
        name: "Counterexample",
        caption: "A machine with indefinite damping and no friction: it decays.",
        drawing: { show: "energy", of: "run" },
      },
    ],
  },
  {
    id: "vl05/stable-linear-part",
    title: "Section 6: a stable linear part makes E attractive",
    note: "The same machine with friction on mass 1.",
    runs: { run: move(UNATTRACTED), rest: rest(UNATTRACTED) },
    quantities: [
      {
        ...{ name: "energy after 200 s over that at the start", printed: "E will always be attractive" },
        ...{ value: ratio(number("run", "energy"), over("run", "energy", "max", { to: 0 })), rule: { atMost: 1 } },
        reason:
          "stuck, mass 1 takes the damper away: mass 2 alone has negative damping and swings up from ever so near to E",
        evidence:
          "test/stability/certificate.test.ts: a stable linear part does not make E attractive: friction on mass 1 takes the damping away from mass 2",
      },
    ],
    figures: [
      {
        name: "Counterexample",
        caption: "The machine of the figure before with friction on mass 1: it leaves its rest.",
        drawing: { show: "displacement", of: "run" },
      },
    ],
  },
  {
    id: "vl05/theorem-2",
    title: "Theorem 2: the LMI for F1",
    runs: { design: { do: "design", problem: ASYMMETRIC, set: {} } },
    quantities: [
      {
        ...{
          name: "a feedback exists for K = [[1, 10], [0, 1]], S = 0",
          printed: "the LMI has the solution A = -K^T",
        },
        ...{ value: is("design", "status", "done"), rule: { within: 0, to: 1 } },
        reason:
          "the LMI asks only for K A + (K A)^T < 0 with A Hurwitz and forgets that K + S F1 must be symmetric; without an actuator it stays as it is",
        evidence:
          "test/stability/design.test.ts: none exists where no actuator reaches: too soft, or not symmetric, shown by directions",
      },
    ],
  },
  {
    id: "vl05/condition-15",
    title: "(15) is not necessary",
    note: "One friction row: the eigencolumn of the negative eigenvalue is not in its span, yet C is positive where it does not act.",
    runs: { rest: rest("two-masses-one-row") },
    quantities: [
      {
        ...{ name: "guaranteed energy", unit: "J", printed: "the crucial condition (15) is not satisfied: 0" },
        ...{ value: number("rest", "rho.exact"), rule: { within: 1e-9, to: 0 } },
        ...{
          reason: "C > 0 on ker W^T suffices",
          evidence:
            "test/stability/certificate.test.ts: friction on mass 1 alone: (15) fails and the weaker condition holds for c1 = 0.5; both fail for c1 = 0.3",
        },
      },
    ],
  },
];
