/**
 * Random machines (a thousand in `npm run torture`) against `balanced`, which finds its modes in another way: its error must fall with the
 * step, and the modes that last must come in the same order.
 */
import { expect, it } from "vitest";
import { columns } from "../../../src/simulate/record/columns.ts";
import type { Trajectory } from "../../../src/simulate/record/trajectory.ts";
import { startRun } from "../../../src/simulate/run/run.ts";
import { seeded } from "../../support/random.ts";
import { cases } from "../../support/torture.ts";
import { energyFault, type Machine, run, simulationOf } from "./machine.ts";
import { type RandomProblem, randomProblem } from "./random-problem.ts";

const COUNT = cases(10, 1000);
const END = 0.4;
const OUTPUTS = 4;
const STEPS = 200;
/** Steps that a mode must last to be compared; one that lasts nearly as long may be missing in the other run. */
const LASTING = 10;
const NEARLY = 5;

function timeStepping(problem: RandomProblem, steps: number, outputs: number): Trajectory {
  const time = { end: END, step: END / steps, output: END / outputs };
  const simulation = simulationOf({ ...problem, time, scheme: { type: "balanced" } } as Machine);
  const record = columns(simulation, outputs + 1);
  const stepping = startRun(simulation, [record]);
  stepping.advance(Number.POSITIVE_INFINITY);
  expect(stepping.finish().status).toBe("done");
  return record.trajectory();
}

/** Largest difference at the common times, relative to the motion; velocities jump in slope, so they count less. */
function difference(exact: Trajectory, other: Trajectory): number {
  let worst = 0;
  let size = 1e-9;
  const stride = (exact.time.length - 1) / (other.time.length - 1);
  for (let i = 0; i < exact.position.length; i++) {
    for (let k = 1; k < other.time.length; k++) {
      const [x, v] = [exact.position[i]![k * stride]!, exact.velocity[i]![k * stride]!];
      worst = Math.max(worst, Math.abs(x - other.position[i]![k]!), 0.1 * Math.abs(v - other.velocity[i]![k]!));
      size = Math.max(size, Math.abs(x), Math.abs(v));
    }
  }
  return worst / size;
}

/** The modes of a row that last more than so many samples, one after the other. */
function lasting(mode: Int8Array, samples: number): number[] {
  const sequence: number[] = [];
  for (let from = 0, k = 1; k <= mode.length; k++) {
    if (k < mode.length && mode[k] === mode[from]) continue;
    if (k - from > samples && sequence.at(-1) !== mode[from]) sequence.push(mode[from]!);
    from = k;
  }
  return sequence;
}

function isWithin(sequence: readonly number[], longer: readonly number[]): boolean {
  let found = 0;
  for (const mode of longer) if (mode === sequence[found]) found++;
  return found === sequence.length;
}

function sameModes(exact: Trajectory, other: Trajectory, problem: RandomProblem): boolean {
  return problem.system.friction.every(({ limit }, row) => {
    if (limit === 0) return true;
    const [a, b] = [exact.mode[row]!, other.mode[row]!];
    return isWithin(lasting(a, LASTING), lasting(b, NEARLY)) && isWithin(lasting(b, LASTING), lasting(a, NEARLY));
  });
}

it("agree with balanced under step refinement, and keep their books", () => {
  const failures: string[] = [];
  const ratios: number[] = [];
  const again: number[] = [];
  for (let seed = 0; seed < COUNT; seed++) {
    const problem = randomProblem(seeded(seed));
    const result = run({ ...problem, time: { end: END, step: END / STEPS } } as Machine);
    const { audit, outcome, trajectory } = result;
    if (outcome.status !== "done") failures.push(`${seed}: ${outcome.message}`);
    // where rows depend on each other the audit cannot know which of them carries the load
    if (outcome.stats.nonUnique === 0 && audit.stickSpeed > 1e-12)
      failures.push(`${seed}: creeps at ${audit.stickSpeed}`);
    if (audit.boxResidual > 1e-9) failures.push(`${seed}: leaves its limits by ${audit.boxResidual}`);
    if (energyFault(result) > 1e-9) failures.push(`${seed}: loses energy ${energyFault(result)}`);
    // coarse steps can stick where a row nearly stops: then finer ones tell
    const finer = [1, 10].find((times) => sameModes(trajectory, timeStepping(problem, times * STEPS, STEPS), problem));
    if (finer === undefined) failures.push(`${seed}: other modes`);
    const errorAt = (counts: readonly number[]) =>
      Math.max(...counts.map((steps) => difference(trajectory, timeStepping(problem, steps, OUTPUTS))));
    const coarse = errorAt([48, 60, 72]);
    const fine = errorAt([380]);
    if (fine > 0.01) failures.push(`${seed}: far away, ${fine}`);
    if (coarse > 1e-5) ratios.push(coarse / fine);
    if (fine <= Math.max(coarse / 2, 1e-6)) continue;
    // coarse steps can be lucky, or an output time lie just behind an event: many fine steps tell
    again.push(seed);
    const finest = errorAt([3040, 3800, 4560]);
    if (finest > Math.max(fine, errorAt([320, 456])) / 2)
      failures.push(`${seed}: does not converge, ${fine} ${finest}`);
  }
  expect(failures).toEqual([]);
  expect(again.length).toBeLessThan(Math.max(2, COUNT / 50));
  // on the whole six times smaller steps make an error six times smaller
  ratios.sort((a, b) => a - b);
  expect(ratios.length).toBeGreaterThan(COUNT / 3);
  expect(ratios[Math.floor(ratios.length / 2)]).toBeGreaterThan(5);
});
