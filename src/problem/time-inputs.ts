/** Time and signals as the variables of a register program. */
import type { Program } from "../expression/program.ts";
import { SIDE_VALUE, type Signal, SLOPE, VALUE } from "../model/signal.ts";
import type { Vector } from "../numeric/vector.ts";

/** By the name that they have in formulas, as in "ag(t)". */
export type Signals = ReadonlyMap<string, Signal>;

/** The variables of a program whose inputs are set here. */
export const timeVariables = (signals: Signals): string[] => ["t", ...signals.keys()];

export interface TimeInputs {
  /** Slope of each signal at the time that was set last, per s. */
  readonly slopes: Vector;
  /** Writes a time and its side, and the signals there, to the registers of values and decisions. */
  set(at: Vector): void;
}

export function timeInputs({ registers, inputs }: Program, signals: Signals): TimeInputs {
  const list = [...signals.values()];
  const slopes = new Float64Array(list.length);
  const now = new Float64Array(3);
  return {
    slopes,
    set(at) {
      registers[0] = at[0]!;
      registers[inputs] = at[1]!;
      for (let k = 0; k < list.length; k++) {
        list[k]!.evaluate(at, now);
        registers[1 + k] = now[VALUE]!;
        registers[inputs + 1 + k] = now[SIDE_VALUE]!;
        slopes[k] = now[SLOPE]!;
      }
    },
  };
}
