/** Event-driven runs and starts of a map beside the same ones by plain C, in turn. */

import { compileOrThrow } from "../src/problem/compile/compile.ts";
import { endRuns } from "../src/simulate/run/ends.ts";
import { runToEnd } from "../src/simulate/run/final.ts";
import { type FateResult, fates } from "../src/stability/fate/fate.ts";
import { compileEventDriven, type EventDrivenRun } from "./event-driven.ts";
import { galleryProblem, prepare, uniform } from "./problems.ts";
import { compileScalar } from "./scalar.ts";

export interface EventDrivenTime {
  readonly what: string;
  /** Least time, us. */
  readonly time: number;
  /** Of C on the same, us. */
  readonly scalar: number | undefined;
}

export interface EventDrivenTimes {
  readonly runs: readonly EventDrivenTime[];
  /** The event-driven programs in C beside 400 steps of gk95-tp1 by C. */
  readonly yardsticks: readonly EventDrivenTime[];
}

const STEPS = 400;
const ROUNDS = 20;
/** Starts of the map, anywhere in it: a start costs what the mean of them does. */
const STARTS = 50;
const WITHIN = 1.5e8; // ns of a case in a round

export function measureEventDriven(): EventDrivenTimes {
  const tp1 = galleryProblem("gk95-tp1");
  const exact = compileOrThrow(tp1).simulation;
  const map = compileOrThrow(galleryProblem("vl05-two-masses")).simulation;
  const stepped = prepare(tp1, STEPS, { type: "alpha" });
  const ends = endRuns(exact)!;
  const [control, end] = [new Float64Array(3), new Float64Array(6)];
  const judge = fates();
  const next = uniform(3);
  const starts = Array.from({ length: STARTS }, () => Float64Array.from(map.initial.position, () => 16 * next() - 8));
  const fated = starts.map((position) => ({ ...map, initial: { ...map.initial, position } }));
  const span = map.initial.end - map.initial.time;
  const ofRun = compileEventDriven(exact, [exact.initial.position], { rate: -10 });
  const ofMap = compileEventDriven(map, starts, { horizon: { look: span / 32, end: 200 * span } });
  if (ofRun && ofMap) {
    const { status, state } = runToEnd(exact);
    if (status !== "done") throw new Error("run failed; gk95-tp1");
    compareEnds(ofRun.run(1), state.position);
    compareFates(
      ofMap.run(1),
      fated.map((start) => judge(start)),
    );
  }
  const cases = [
    { what: "gk95-tp1, event-driven, one run", of: 1, calls: [() => runToEnd(exact)] },
    { what: "gk95-tp1, event-driven, one of many", of: 1, calls: [() => ends(control, end)] },
    {
      what: "vl05-two-masses, a start of its map",
      of: 2,
      calls: fated.map((simulation) => () => judge(simulation)),
    },
  ];
  const steps = compileScalar(stepped);
  const programs = [
    steps && { run: () => steps.run(20).timePerStep * STEPS, close: steps.close },
    ofRun && { run: () => ofRun.run(200).time, close: ofRun.close },
    ofMap && { run: () => ofMap.run(10).time, close: ofMap.close },
  ];
  const least = cases.map(({ calls }) => calls.map(() => Number.POSITIVE_INFINITY));
  const scalars = programs.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round++) {
    cases.forEach(({ calls }, k) => {
      for (let spent = 0, turn = 0; spent < WITHIN; turn++) {
        const which = turn % calls.length;
        const start = process.hrtime.bigint();
        calls[which]!();
        const time = Number(process.hrtime.bigint() - start);
        spent += time;
        least[k]![which] = Math.min(least[k]![which]!, time);
      }
    });
    programs.forEach((program, k) => {
      if (program) scalars[k] = Math.min(scalars[k]!, program.run());
    });
  }
  for (const program of programs) program?.close();
  const scalar = (of: number) => (programs[of] ? scalars[of]! / 1000 : undefined);
  const mean = (times: readonly number[]) => times.reduce((sum, time) => sum + time) / times.length;
  const yardstick = (what: string, of: number) =>
    programs[of] ? [{ what, time: scalars[of]! / 1000, scalar: scalar(0) }] : [];
  return {
    runs: cases.map(({ what, of }, k) => ({ what, time: mean(least[k]!) / 1000, scalar: scalar(of) })),
    yardsticks: [
      ...yardstick("gk95-tp1, 400 steps", 0),
      ...yardstick("gk95-tp1, event-driven", 1),
      ...yardstick("vl05-two-masses, a start of its map", 2),
    ],
  };
}

/** What end positions, and times, may differ by. */
const SAME = 1e-9;

function compareEnds({ ends }: EventDrivenRun, position: Float64Array): void {
  const off = Math.max(...ends[0]!.position.map((x, i) => Math.abs(x - position[i]!)));
  if (!(off <= SAME))
    throw new Error(`answers differ; gk95-tp1, event-driven and C: ${off}. Neither time means anything`);
}

function compareFates({ ends }: EventDrivenRun, fates: readonly FateResult[]): void {
  ends.forEach(({ how, when }, k) => {
    const { fate, time } = fates[k]!;
    if (HOW[fate] === how && (how === 0 || Math.abs(when - time) <= SAME * (1 + time))) return;
    throw new Error(`answers differ; start ${k} of the map: ${fate} after ${time} s, by C ${how} after ${when} s`);
  });
}

const HOW = { attracted: 1, escaped: 2, undecided: 0 } as const;
