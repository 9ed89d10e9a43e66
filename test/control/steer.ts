/** Control problems of the gallery, solved in this thread. */
import { inlineExecutor } from "../../src/batch/executor.ts";
import { FINAL_TASK, finalTask } from "../../src/batch/final-task.ts";
import { findControl } from "../../src/control/control.ts";
import type { ControlResult, SearchOptions } from "../../src/control/result.ts";
import type { TangentRunner } from "../../src/control/shot.ts";
import { compileOrThrow } from "../../src/problem/compile/compile.ts";
import { controlled } from "../../src/simulate/run/controlled.ts";
import { runToEnd } from "../../src/simulate/run/final.ts";
import { type Changes, rawProblem } from "../support/run.ts";

export interface SteerOptions extends SearchOptions {
  readonly start?: readonly number[];
  readonly tangents?: TangentRunner;
}

export function steer(file: string, changes: Changes = {}, options: SteerOptions = {}): Promise<ControlResult> {
  return steerRaw(rawProblem(file, changes), options);
}

export async function steerRaw(raw: unknown, { start, ...options }: SteerOptions = {}): Promise<ControlResult> {
  const { simulation, goal } = compileOrThrow(raw);
  if (!goal) throw new Error("no target");
  const executor = inlineExecutor({ [FINAL_TASK]: finalTask });
  const open = () => executor.open({ task: FINAL_TASK, spec: { raw } });
  return findControl(simulation, goal, { ...options, open, ...(start ? { start: Float64Array.from(start) } : {}) });
}

/** Central differences in the place of tangents: slow, and independent of them. */
export function differences(h: number): TangentRunner {
  return (simulation, directions) => {
    const { matrix, values } = simulation.control!;
    const inputs = matrix[0]!.length;
    const endAt = (place: number, change: number) => {
      const moved = values.map((entry, i) => (i === place ? entry + change : entry));
      const { position, velocity } = runToEnd(controlled(simulation, moved)).state;
      return [...position, ...velocity];
    };
    const columns = directions.map(({ control: { interval, input } }) => {
      const place = interval * inputs + input;
      const below = endAt(place, -h);
      return Float64Array.from(endAt(place, h), (entry, i) => (entry - below[i]!) / (2 * h));
    });
    return { outcome: runToEnd(simulation), columns, kinks: [] };
  };
}
