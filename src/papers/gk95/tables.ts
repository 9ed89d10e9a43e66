/** Tables 1 to 5. */
import type { Experiment, Quantity, Run } from "../experiment.ts";
import { distance, number, ratio } from "../values.ts";
import { four, searched, swept, type TestProblem } from "./runs.ts";

const CASES = [
  { run: "nr", name: "not regularized, no control" },
  { run: "nrControlled", name: "not regularized, control" },
  { run: "r", name: "regularized, no control" },
  { run: "rControlled", name: "regularized, control" },
] as const;

/** Counts of Tables 1 and 3; with `steps` their averages over the steps too, as printed. */
function counts(
  printed: readonly number[],
  near: number,
  why: Partial<Quantity>,
  { steps, cases = CASES }: { steps?: number; cases?: readonly (typeof CASES)[number][] } = {},
): Quantity[] {
  return cases.flatMap((each): Quantity[] => {
    const { run, name } = each;
    const count = printed[CASES.indexOf(each)]!;
    const iterations = number(run, "stats.iterations");
    const whole = { name: `sweeps, ${name}`, printed: count, rule: { near }, value: iterations, ...why };
    if (steps === undefined) return [whole];
    const value = ratio(iterations, number(run, "stats.steps"));
    return [whole, { name: `sweeps a step, ${name}`, printed: count / steps, rule: { near }, value, ...why }];
  });
}

const IMPOSSIBLE = {
  otherwise: "inconsistent-in-print",
  reason:
    "at the printed r an error of the multipliers shrinks to 1/3 in a sweep (not regularized) or to 0.235 (regularized), so a step ends after 13 or 10 sweeps: at most 5200 or 4000 in 400 steps",
  evidence: "test/step/uzawa.test.ts: contracts by $factor a pass with the automatic $called",
} as const;

const TABLE_1 = [35633, 16676, 5135, 4184];
const TABLE_3 = [20876, 11517, 3238, 3142];

const OTHER_START = {
  reason: "the start of an iteration is not printed; this is not the one that gives the printed counts",
  evidence: "gk95/table-3",
} as const;
const PREVIOUS = four("springs", "previous");
const regularizedFrom = (problem: TestProblem) => {
  const { r, rControlled } = four(problem, "previous");
  return { r, rControlled };
};
const OTHER_MATRIX = {
  reason: "the printed stiffness contradicts the printed springs; the counts are those of the springs",
  evidence: "gk95/table-3",
} as const;

const PENALTIES = ["P", "Pi"] as const;
const UPDATES = ["constant", "dynamic"] as const;

interface Row {
  readonly name: string;
  readonly key: string;
  readonly run: Run;
}

function rowsOf(problem: TestProblem): Row[] {
  return PENALTIES.flatMap((penalty) =>
    UPDATES.flatMap((update) =>
      [false, true].map((regularized) => ({
        name: `${penalty}, ${update}, ${regularized ? "regularized" : "not regularized"}`,
        key: `${penalty}-${update}-${regularized ? "r" : "nr"}`,
        run: searched(problem, penalty, update, regularized),
      })),
    ),
  );
}

const FIRST_SIMPLEX = {
  reason:
    "neither the first simplex nor the first dynamic penalty is printed; from u = 0 with edges of 1 N the search takes a few simplexes more to shrink to 1e-10",
  evidence: "gk95/first-simplex",
} as const;

/** Simplexes, initial value problems and error of the eight searches. */
function searches(problem: TestProblem, printed: readonly { simplexes: number; error: number }[]): Quantity[] {
  return rowsOf(problem).flatMap(({ name, key }, k): Quantity[] => {
    const { simplexes, error } = printed[k]!;
    return [
      {
        ...{ name: `simplexes, ${name}`, printed: simplexes, rule: { near: 0.15 } },
        ...{ value: number(key, "simplexes"), ...FIRST_SIMPLEX },
      },
      {
        ...{ name: `initial value problems, ${name}`, printed: 1744 * simplexes, rule: { near: 0.15 } },
        ...{ value: number(key, "runs"), ...FIRST_SIMPLEX },
      },
      {
        ...{ name: `error (4.1), ${name}`, printed: error, rule: { atMost: error } },
        ...{ value: number(key, "error.position"), keeps: 10 },
      },
    ];
  });
}

const same = (simplexes: number, errors: readonly number[]) => errors.map((error) => ({ simplexes, error }));
const runsOf = (problem: TestProblem) => Object.fromEntries(rowsOf(problem).map(({ key, run }) => [key, run]));

const NO_EFFECT = {
  otherwise: "inconsistent-in-print",
  reason:
    "velocities are centered differences of positions, so a difference of positions d allows one of d/dt between velocities: the printed velocity column exceeds that of its own position column; and (1.19) with epsilon = dt^(6/5) is a law of its own that moves the masses",
  evidence:
    "test/scheme/gk95.test.ts: regularization moves the end by about a centimeter: it does affect the displacement",
} as const;

const TABLE_5 = [
  { problem: "tp1", name: "TP1, control", controlled: true, printed: [4.4e-8, 2.8e-5] },
  { problem: "tp1", name: "TP1, no control", controlled: false, printed: [1.4e-7, 3.8e-4] },
  { problem: "tp2", name: "TP2, control", controlled: true, printed: [6.1e-7, 5.7e-2] },
  { problem: "tp2", name: "TP2, no control", controlled: false, printed: [8.9e-8, 3.2e-3] },
] as const;

export const tables: readonly Experiment[] = [
  {
    id: "gk95/table-1",
    title: "Table 1: fixed-point iterations of test problem 1",
    note: "Linear solves (1.13) until (1.15), each iteration from zero.",
    runs: four("tp1", "zero"),
    quantities: counts(TABLE_1, 0.05, IMPOSSIBLE, { steps: 400 }),
  },
  {
    id: "gk95/table-1-previous",
    title: "Table 1, each iteration from the previous multiplier",
    runs: four("tp1", "previous"),
    quantities: counts(TABLE_1, 0.05, IMPOSSIBLE),
  },
  {
    id: "gk95/table-2",
    title: "Table 2: direct search for the control of test problem 1",
    note: "1728 points a simplex until its edges are below 1e-10. Elapsed times are not compared.",
    runs: runsOf("tp1"),
    quantities: searches("tp1", [
      ...same(21, [7.82e-8, 7.82e-8, 7.79e-8, 7.8e-8]),
      ...same(19, [2.01e-8, 1.99e-8, 2.08e-8, 1.94e-8]),
    ]),
    slow: true,
  },
  {
    id: "gk95/table-3",
    title: "Table 3: fixed-point iterations of test problem 2 with the stiffness of its springs",
    note: "The start of an iteration is not printed: zero without regularization, the previous multiplier with it come near.",
    runs: { ...four("springs", "zero"), r: PREVIOUS.r, rControlled: PREVIOUS.rControlled },
    quantities: counts(TABLE_3, 0.2, {}, { steps: 1000 }),
  },
  {
    id: "gk95/table-3-starts",
    title: "Table 3 with the other starts",
    note: "The previous multiplier without regularization, zero with it.",
    runs: { ...four("springs", "zero"), nr: PREVIOUS.nr, nrControlled: PREVIOUS.nrControlled },
    quantities: counts(TABLE_3, 0.2, OTHER_START),
  },
  {
    id: "gk95/table-3-printed",
    title: "Table 3 with the stiffness as printed",
    runs: { ...four("tp2", "zero"), ...regularizedFrom("tp2") },
    quantities: counts(TABLE_3, 0.2, OTHER_MATRIX),
  },
  {
    id: "gk95/table-4",
    title: "Table 4: direct search for the control of test problem 2",
    note: "With the stiffness as printed. 1728 points a simplex until its edges are below 1e-10. Elapsed times are not compared.",
    runs: runsOf("tp2"),
    quantities: searches("tp2", [
      ...same(23, [2.54e-9, 2.54e-9, 2.56e-9, 2.56e-9]),
      ...same(20, [6.03e-8, 6.02e-8, 6.11e-8, 6.11e-8]),
    ]),
    slow: true,
  },
  {
    id: "gk95/table-5",
    title: "Table 5: difference between regularization and none",
    runs: Object.fromEntries(
      TABLE_5.flatMap(({ problem, name, controlled }) => [
        [`${name}, NR`, swept(problem, { controlled })],
        [`${name}, R`, swept(problem, { controlled, regularized: true })],
      ]),
    ),
    quantities: TABLE_5.flatMap(({ name, printed }) =>
      (["position", "velocity"] as const).map((family, k) => ({
        ...{ name: `${family}, ${name}`, printed: printed[k]!, rule: { near: 0.5 } },
        value: distance([`${name}, NR`, `${name}, R`], family, { relative: true }),
        ...NO_EFFECT,
      })),
    ),
  },
];
