/** Whole runs beside one of gk95-tp1 in 400 steps by plain C, in turn: event-driven ones, starts of a map, and what `simulate` adds. */

import { simulate } from "../src/simulate/simulate.ts";
import { dense, galleryProblem, prepare } from "./problems.ts";
import { compileScalar } from "./scalar.ts";

export interface WholeRun {
  readonly what: string;
  /** Least time, us. */
  readonly time: number;
  /** Of C on the steps that it is compared with, us: the same steps, or gk95-tp1 in 400. */
  readonly scalar: number | undefined;
}

const STEPS = 400;
/** Of a run beside whose steps its start and its results cost nothing. */
const LONG = 20_000;
const ROUNDS = 10;
const WITHIN = 1.5e8; // ns of a case in a round

export function measureWholeRuns(): WholeRun[] {
  const tp1 = galleryProblem("gk95-tp1");
  const stepped = [tp1, dense(8), dense(20)].map((raw) => prepare(raw, STEPS, { type: "alpha" }));
  const long = [tp1, dense(8), dense(20)].map((raw) => prepare(raw, LONG, { type: "alpha" }));
  const cases = [
    ...stepped.map((simulation, of) => ({
      what: `${simulation.system.size} coordinates, simulate with trajectory and audit`,
      of,
      call: () => simulate(simulation),
    })),
    ...long.map((simulation, of) => ({
      what: `${simulation.system.size} coordinates, the same in ${LONG} steps, ${STEPS} of them`,
      of,
      share: STEPS / LONG,
      call: () => simulate(simulation),
    })),
  ];
  const programs = stepped.map((simulation) => compileScalar(simulation));
  const least = cases.map(() => Number.POSITIVE_INFINITY);
  const scalars = programs.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round++) {
    cases.forEach(({ call }, k) => {
      for (let spent = 0; spent < WITHIN; ) {
        const start = process.hrtime.bigint();
        call();
        const time = Number(process.hrtime.bigint() - start);
        spent += time;
        least[k] = Math.min(least[k]!, time);
      }
    });
    programs.forEach((program, k) => {
      if (program) scalars[k] = Math.min(scalars[k]!, program.run(20).timePerStep * STEPS);
    });
  }
  for (const program of programs) program?.close();
  return cases.map(({ what, of, share = 1 }: { what: string; of: number; share?: number }, k) => ({
    what,
    time: (share * least[k]!) / 1000,
    scalar: programs[of] ? scalars[of]! / 1000 : undefined,
  }));
}
