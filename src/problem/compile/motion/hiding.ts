/** Bounds of formulas over boxes of time and motion: whether something in them may be missed between two places. */
import { opcode, stride } from "../../../expression/execute.ts";
import { hidden } from "../../../expression/hidden.ts";
import { compileProgram, type Program } from "../../../expression/program.ts";
import { type RangeJets, rangeJets } from "../../../expression/range-jets.ts";
import type { Node } from "../../../expression/syntax.ts";
import type { Hiding, MotionFunctions, Reach } from "../../../model/motion-functions.ts";
import type { Vector } from "../../../numeric/vector.ts";
import { type Signals, timeInputs, timeRanges, timeVariables } from "../time/time-inputs.ts";
import { mixedDecisions, nowInputs, nowVariables } from "./mixed-decisions.ts";
import { placesOf } from "./places.ts";
import { type MotionVariable, motionVariables } from "./variables.ts";

/** Absent: nothing can be missed. */
export function compileHiding(formulas: readonly Node[], signals: Signals): Hiding | undefined {
  const { program, motion, names } = boxed(formulas, signals);
  const bounds = hidden(program);
  if (!bounds) return undefined;
  const enclose = enclosing(program, signals, motion, names, bounds);
  return {
    begin: bounds.begin,
    look(at, q, v, reach) {
      enclose(at, q, v, reach);
      return bounds.look();
    },
  };
}

/** Of places and velocities. */
const ROUND_OFF = 2 * Number.EPSILON;

/** Values to within what rounding makes of them, and of the place: as ranges over a box of its round-off. */
export function compileRounding(formulas: readonly Node[], signals: Signals): MotionFunctions["rounding"] {
  const { program, motion, names } = boxed(formulas, signals);
  const { outputs } = program;
  const jets = rangeJets(program, 0);
  const { low, high } = jets.ranges;
  const enclose = enclosing(program, signals, motion, names, jets, ROUND_OFF, !decides(program));
  return (at, q, v, out) => {
    enclose(at, q, v);
    jets.run(0, true);
    for (let i = 0; i < out.length; i++) {
      const off = high[outputs[i]!]! - low[outputs[i]!]!;
      out[i] = off < Number.POSITIVE_INFINITY ? Math.max(0, off) : 0;
    }
  };
}

/** Whether a program has instructions whose ranges follow from what it decides at a place. */
function decides({ code }: Program): boolean {
  for (let at = 0; at < code.length; at += stride) if (code[at]! >= opcode["<"]) return true;
  return false;
}

/** A program of time, the motion, and time as it is in decisions by both. */
function boxed(formulas: readonly Node[], signals: Signals) {
  const nodes = mixedDecisions(formulas, signals);
  const motion = motionVariables(nodes);
  const names = nowVariables(nodes);
  const program = compileProgram(nodes, [...timeVariables(signals), ...motion.map(({ name }) => name), ...names]);
  return { program, motion, names };
}

/** Sets the ranges of a program's variables to a box, or to a part of each to either side, and (but for `rangesAlone`) runs the program at its middle. */
function enclosing(
  program: Program,
  signals: Signals,
  motion: readonly MotionVariable[],
  names: readonly string[],
  bounds: Pick<RangeJets, "set">,
  part = 0,
  rangesAlone = false,
): (at: Vector, q: Vector, v: Vector, reach?: Reach) => void {
  const { inputs } = program;
  const first = 1 + signals.size;
  const time = timeInputs(program, signals);
  const record = signals.size > 0 ? timeRanges(program, signals) : undefined;
  const place = placesOf(program, signals, motion);
  const now = nowInputs(program, names, signals, first + motion.length);
  const setBoth = (variable: number, low: number, high: number) => {
    bounds.set(variable, 0, low, high);
    bounds.set(inputs + variable, 0, low, high);
  };
  /** Of time and signals, also where they decide with the motion. */
  const timed = {
    set(variable: number, order: number, low: number, high: number): void {
      bounds.set(variable, order, low, high);
      for (let k = 0; order === 0 && k < now.of.length; k++) {
        if (now.of[k] === variable) setBoth(first + motion.length + k, low, high);
      }
    },
  };
  return (at, q, v, reach) => {
    const ahead = reach ? reach.time[0]! : 0;
    timed.set(0, 0, at[0]! - ahead, at[0]! + ahead);
    bounds.set(inputs, 0, at[0]! - ahead, at[0]! + ahead);
    record?.enclose(timed, at[0]! - ahead, at[0]! + ahead);
    for (let k = 0; k < motion.length; k++) {
      const { kind, index } = motion[k]!;
      const here = kind === "velocity" ? v[index]! : q[index]!;
      const off = !reach ? part * Math.abs(here) : kind === "velocity" ? reach.v[index]! : reach.q[index]!;
      setBoth(first + k, here - off, here + off);
    }
    if (rangesAlone) return;
    time.set(at);
    now.set(false);
    place(q, v);
    program.run();
  };
}
