/**
 * Solvers that iterate give way within a solve: their step is then left, and begun again from its state later. What it had solved until then it is told
 * again, and the solve that was left goes on where it was, so that the digits are those of a step that was not left.
 */
import { copy, type Vector } from "../numeric/vector.ts";
import type { Solver, Stats, StepSolver } from "./step.ts";

export interface GivingWay {
  /** To take in the place of the one that it was made of. */
  readonly solver: Solver;
  /** A step, or a part of one that is not taken back, begins. */
  begin(stats: Stats): void;
  /** The one that was left begins again. */
  again(): void;
  /** Whether a solve was left; the work that the step has counted is taken back, since it will be counted again. */
  leaves(stats: Stats): boolean;
  /** Asked between passes; absent: no solve is left. */
  pause: (() => boolean) | undefined;
}

/** What a solve found, and what it counted. */
interface Answer {
  status: string;
  readonly dz: Vector;
  readonly force: Vector;
  readonly set: Int8Array;
  readonly work: Vector;
}

/** What solves count; steps count themselves. */
const COUNTS = ["solves", "iterations", "nonUnique", "multipliers"] as const;

/** Terms that are summed between two questions: about a tenth of a millisecond. */
const TERMS = 1 << 16;

/** Answers that are kept of a step; one that asks for more takes its time. */
const MOST_ANSWERS = 64;

/** Passes over so many terms each between two questions. */
export function passesAtOnce(terms: number): number {
  return Math.max(1, Math.floor(TERMS / Math.max(1, terms)));
}

export function givingWay(solver: Solver): GivingWay {
  const answers: Answer[] = []; // of the present step, and room for more
  const before = new Float64Array(COUNTS.length); // a solve
  const part = new Float64Array(COUNTS.length); // what one that was left has counted
  const start = new Float64Array(COUNTS.length); // of the step
  let known = 0; // answers of the step
  let told = 0; // answers that it has been told since it began again
  let left = false;

  function keep(status: string, dz: Vector, force: Vector, set: Int8Array, stats: Stats): void {
    if (answers[known]?.dz.length !== dz.length || answers[known]!.force.length !== force.length) {
      answers[known] = {
        status,
        dz: new Float64Array(dz.length),
        force: new Float64Array(force.length),
        set: new Int8Array(set.length),
        work: new Float64Array(COUNTS.length),
      };
    }
    const answer = answers[known]!;
    answer.status = status;
    copy(dz, answer.dz);
    copy(force, answer.force);
    answer.set.set(set);
    for (let k = 0; k < COUNTS.length; k++) answer.work[k] = stats[COUNTS[k]!] - before[k]!;
    told = ++known;
  }

  function wrap<S extends string>({ set, solve }: StepSolver<S>): StepSolver<S> {
    return {
      set,
      solve(dz, force, stats) {
        if (told < known) {
          const answer = answers[told++]!;
          copy(answer.dz, dz);
          copy(answer.force, force);
          set.set(answer.set);
          add(answer.work, stats);
          return answer.status as S;
        }
        read(stats, before);
        add(part, stats);
        part.fill(0);
        const leaves = known < MOST_ANSWERS ? way.pause : undefined;
        const status = solve(dz, force, stats, leaves);
        if (status === "paused") {
          left = true;
          for (let k = 0; k < COUNTS.length; k++) part[k] = stats[COUNTS[k]!] - before[k]!;
        } else if (leaves) keep(status, dz, force, set, stats);
        return status;
      },
    };
  }

  const way: GivingWay = {
    solver: { ...solver, of: solver, prepare: (step) => wrap(solver.prepare(step)), wrap },
    pause: undefined,
    begin(stats) {
      read(stats, start);
      known = told = 0;
      left = false;
    },
    again() {
      told = 0;
      left = false;
    },
    leaves(stats) {
      if (left) for (let k = 0; k < COUNTS.length; k++) stats[COUNTS[k]!] = start[k]!;
      return left;
    },
  };
  return way;
}

function read(stats: Stats, into: Vector): void {
  for (let k = 0; k < COUNTS.length; k++) into[k] = stats[COUNTS[k]!];
}

function add(work: Vector, stats: Stats): void {
  for (let k = 0; k < COUNTS.length; k++) stats[COUNTS[k]!] += work[k]!;
}
