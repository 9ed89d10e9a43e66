/** Figures 1 to 16: displacements, velocities and multipliers of both test problems, without and with control. */
import type { Experiment, Quantity, Value } from "../experiment.ts";
import { at, event, largest, over } from "../values.ts";
import { exact, OPTIMAL, stepped, swept } from "./runs.ts";

const MASSES = [0, 1, 2];

interface Case {
  readonly problem: "tp1" | "tp2";
  readonly controlled: boolean;
  /** Number of its first figure. */
  readonly first: number;
  readonly end: number;
  readonly target: readonly number[];
  /** All that sticks does so before, s. */
  readonly rested: number;
}

const CASES: readonly Case[] = [
  { problem: "tp1", controlled: false, first: 1, end: 5, target: [2, 0, -2], rested: 1.5 },
  { problem: "tp1", controlled: true, first: 5, end: 5, target: [2, 0, -2], rested: 4 },
  { problem: "tp2", controlled: false, first: 9, end: 10, target: [5, 10, 15], rested: 5 },
  { problem: "tp2", controlled: true, first: 13, end: 10, target: [5, 10, 15], rested: 9 },
];

const size = (of: string, column: string, from: number): Value =>
  largest(...MASSES.map((i) => over(of, `${column}(${i})`, "size", { from })));
const flutter = (of: string, from: number): Value =>
  largest(...MASSES.map((i) => over(of, `lambda(${i})`, "jump", { from })));

/** Where the masses are at the end. */
function displacements({ controlled, end, target, rested }: Case): Quantity[] {
  if (!controlled) {
    return [
      {
        name: "largest displacement at the end",
        unit: "m",
        printed: "friction damped the displacements to zero",
        value: size("run", "x", end),
        rule: { atMost: 0.01 },
        reason: "velocities vanish, displacements do not: the masses stay where friction stops and holds them",
        evidence: "test/scheme/gk95.test.ts: ends TP1 at the reference, with one linear solve a step",
      },
      {
        name: `largest change of a displacement after ${rested} s`,
        unit: "m",
        printed: "comes to rest",
        value: largest(...MASSES.map((i) => over("run", `x(${i})`, "span", { from: rested }))),
        rule: { atMost: 1e-3 },
      },
    ];
  }
  return MASSES.map((i) => ({
    ...{ name: `mass ${i + 1} at the end`, unit: "m", printed: target[i]! },
    ...{ value: at("run", `x(${i})`, end), rule: { within: 1e-5 } },
  }));
}

function velocities({ problem, controlled, end }: Case): Quantity[] {
  const rest: Quantity = {
    ...{ name: "largest velocity at the end", unit: "m/s", printed: 0 },
    ...{ value: size("run", "v", end), rule: { within: 1e-9 } },
  };
  if (controlled && problem === "tp1") {
    return [
      {
        name: "velocity of mass 2 in the last second",
        unit: "m/s",
        printed: 0,
        value: over("run", "v(1)", "size", { from: end - 1 }),
        rule: { within: 1e-9 },
      },
      {
        name: "slowest of the other two at the end",
        unit: "m/s",
        printed: "one component whose velocity vanishes",
        value: { kind: "least", parts: [0, 2].map((i) => over("run", `v(${i})`, "size", { from: end })) },
        rule: { atLeast: 0.01 },
      },
    ];
  }
  if (controlled) return [rest];
  const last: Value = largest(
    ...MASSES.map((i) => event("exact", "stick", `lambda${i + 1}`, problem === "tp2" && i === 1 ? 2 : 1)),
  );
  return [
    rest,
    {
      ...{ name: "the last mass stops at", unit: "s", printed: "vanish quite rapidly" },
      ...{ value: last, rule: { atMost: 0.5 * end } },
    },
  ];
}

function figuresOf(one: Case): Experiment[] {
  const { problem, controlled, first, rested } = one;
  const system = controlled ? "controlled" : "uncontrolled";
  const name = problem.toUpperCase();
  const nr = swept(problem, { controlled });
  const solved = stepped(problem, controlled);
  const r = swept(problem, { controlled, regularized: true });
  const id = (k: number) => `gk95/figure-${first + k}`;
  const title = (k: number, what: string) => `Figure ${first + k}: ${what} of the ${system} system, ${name}`;
  const picture = (k: number, show: "displacement" | "velocity" | "multiplier", caption: string) => ({
    figures: [{ name: `Figure ${first + k}`, caption, drawing: { show, of: "run" } }],
  });
  const steered = controlled ? { "control.value": OPTIMAL[problem] } : {};
  return [
    {
      ...{ id: id(0), title: title(0, "displacements"), runs: { run: solved } },
      quantities: displacements(one),
      ...picture(
        0,
        "displacement",
        `Displacements of the ${system} system (${name}); bars: when a mass is held by friction.`,
      ),
    },
    {
      ...{ id: id(1), title: title(1, "velocities"), runs: { run: solved, exact: exact(problem, steered) } },
      quantities: velocities(one),
      ...picture(1, "velocity", `Velocities of the ${system} system (${name}): centered differences.`),
    },
    {
      ...{ id: id(2), title: title(2, "multipliers (NR)"), runs: { run: nr } },
      quantities: [
        {
          name: `largest change of a multiplier in a step after ${rested} s`,
          printed: "violent oscillations",
          value: flutter("run", rested),
          rule: { atLeast: 0.05 },
        },
      ],
      ...picture(
        2,
        "multiplier",
        `Multipliers of the ${system} system (${name}) without regularization: in stick they jump to and fro with every step.`,
      ),
    },
    {
      ...{ id: id(3), title: title(3, "multipliers (R)"), runs: { run: r } },
      quantities: [
        {
          name: `largest change of a multiplier in a step after ${rested} s`,
          printed: "virtually extinguished",
          value: flutter("run", rested),
          rule: { atMost: 0.01 },
        },
      ],
      ...picture(
        3,
        "multiplier",
        `Regularized multipliers of the ${system} system (${name}), (1.19): the oscillation is gone.`,
      ),
    },
  ];
}

export const figures: readonly Experiment[] = CASES.flatMap(figuresOf);
