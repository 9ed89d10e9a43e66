/** What must hold of any problem whatever: it is refused with faults, or runs to a status with numbers. */

import { compile } from "../../src/problem/compile/compile.ts";
import { SURPRISE } from "../../src/problem/compile/guarded.ts";
import { MOST_FAULTS } from "../../src/problem/schema/limits.ts";
import { finiteJson } from "../../src/results/json.ts";
import { resultData } from "../../src/results/simulate.ts";
import { STATUSES } from "../../src/simulate/run/status.ts";
import { startSession } from "../../src/simulate/simulate.ts";
import { spent } from "../support/spent.ts";

/** Steps that are taken of a run, and the time that a case may take, ms of the processor: other programs do not count. */
const STEPS = 12;
export const LONGEST_CASE = 5000;
/** ms after which a run is left: what is asked is whether it gives way, not whether it comes to an end. */
const RUN = 20;

/** What is wrong with how a problem was handled; nothing when all is well. */
export function complaint(raw: unknown): { ran: boolean; wrong?: string } {
  const begin = spent();
  try {
    const { faults, simulation } = compile(raw);
    if (faults) return { ran: false, ...wrongIf(faultsWrong(faults) ?? tooLong(begin)) };
    const { run, finish } = startSession(simulation, { samples: 100 });
    const late = performance.now() + RUN;
    const isLate = () => performance.now() > late;
    for (let k = 0; k < STEPS && run.advance(1, isLate) && !isLate(); ) k++;
    const result = finish();
    const { status, message } = result.outcome;
    finiteJson(resultData(simulation, result, 0));
    const { time, position, velocity, multiplier, energy } = result.trajectory;
    const bad = [time, ...position, ...velocity, ...multiplier, energy].find(
      (column) => !column.every(Number.isFinite),
    );
    if (bad) return { ran: true, wrong: `${status} with a column of ${bad.find((value) => !Number.isFinite(value))}` };
    if (!STATUSES.includes(status) || message === "") return { ran: true, wrong: `status ${status}` };
    return { ran: true, ...wrongIf(tooLong(begin)) };
  } catch (error) {
    return { ran: true, wrong: `${(error as Error).stack}` };
  }
}

const wrongIf = (wrong: string | undefined) => (wrong === undefined ? {} : { wrong });

function faultsWrong(faults: readonly { path: string; message: string }[]): string | undefined {
  if (faults.length === 0 || faults.length > MOST_FAULTS + 1) return `${faults.length} faults`;
  const odd = faults.find(
    ({ path, message }) =>
      message.startsWith(SURPRISE) || message.length > 1500 || /\[object|\bundefined\b/.test(path + message),
  );
  return odd && `${odd.path}: ${odd.message}`;
}

function tooLong(begin: number): string | undefined {
  const took = spent() - begin;
  return took > LONGEST_CASE ? `${Math.round(took)} ms` : undefined;
}
