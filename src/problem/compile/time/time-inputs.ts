/** Time and signals as the variables of a register program. */
import type { TimeRanges } from "../../../expression/detail.ts";
import type { Program } from "../../../expression/program.ts";
import { SIDE_VALUE, type Signal, SLOPE, VALUE } from "../../../model/control/signal.ts";
import type { Vector } from "../../../numeric/vector.ts";

/** By the name that they have in formulas, as in "ag(t)". */
export type Signals = ReadonlyMap<string, Signal>;

/** The variables of a program whose inputs are set here. */
export const timeVariables = (signals: Signals): string[] => ["t", ...signals.keys()];

export interface TimeInputs {
  /** Slope of each signal at the time that was set last, per s. */
  readonly slopes: Vector;
  /** Writes a time and its side, and the signals there (or on the pieces of the side), to the registers of values and decisions. */
  set(at: Vector, onSide?: boolean): void;
}

export function timeInputs({ registers, inputs }: Program, signals: Signals): TimeInputs {
  const list = [...signals.values()];
  const slopes = new Float64Array(list.length);
  const now = new Float64Array(3);
  return {
    slopes,
    set(at, onSide) {
      registers[0] = at[0]!;
      registers[inputs] = at[1]!;
      for (let k = 0; k < list.length; k++) {
        list[k]!.evaluate(at, now, onSide);
        registers[1 + k] = now[VALUE]!;
        registers[inputs + 1 + k] = now[SIDE_VALUE]!;
        slopes[k] = now[SLOPE]!;
      }
    },
  };
}

/** The same on intervals: a signal is a line between its samples, so its values at them and its slopes are all it takes. */
export function timeRanges(program: Program, signals: Signals): TimeRanges {
  const list = [...signals.values()];
  const inputs = timeInputs(program, signals);
  const now = new Float64Array(3);
  const bounds = new Float64Array(4); // least and greatest value and slope
  const take = (signal: Signal, time: number, side: number): void => {
    signal.evaluate(Float64Array.of(time, side), now);
    bounds[0] = Math.min(bounds[0]!, now[VALUE]!);
    bounds[1] = Math.max(bounds[1]!, now[VALUE]!);
    bounds[2] = Math.min(bounds[2]!, now[SLOPE]!);
    bounds[3] = Math.max(bounds[3]!, now[SLOPE]!);
  };
  return {
    set: (time) => inputs.set(Float64Array.of(time, time)),
    enclose(jets, from, to) {
      const variables = program.inputs;
      let cost = 0;
      for (const offset of [0, variables]) {
        jets.set(offset, 0, from, to);
        jets.set(offset, 1, 1, 1);
      }
      list.forEach((signal, k) => {
        bounds.set([Infinity, -Infinity, Infinity, -Infinity]);
        const edges = [from, ...signal.breakpoints(from, to), to];
        for (let j = 1; j < edges.length; j++) {
          const middle = (edges[j - 1]! + edges[j]!) / 2;
          take(signal, edges[j - 1]!, middle);
          take(signal, edges[j]!, middle);
        }
        cost += edges.length / 8;
        for (const offset of [1 + k, variables + 1 + k]) {
          jets.set(offset, 0, bounds[0]!, bounds[1]!);
          jets.set(offset, 1, bounds[2]!, bounds[3]!);
        }
      });
      return cost;
    },
  };
}
