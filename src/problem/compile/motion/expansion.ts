/** Formulas along a motion that is a Taylor series, and their derivatives by it. */
import { derivative } from "../../../expression/derivative.ts";
import { constantValue } from "../../../expression/fold.ts";
import { jetSteps } from "../../../expression/jets.ts";
import { compileProgram } from "../../../expression/program.ts";
import type { Node } from "../../../expression/syntax.ts";
import type { MotionExpansion, SlopeExpansion, Switches } from "../../../model/motion-functions.ts";
import type { Vector } from "../../../numeric/vector.ts";
import { type Signals, timeInputs, timeVariables } from "../time/time-inputs.ts";
import type { Switched } from "./switches.ts";
import { motionVariables } from "./variables.ts";

export function motionExpansion(
  { formulas, functions, sides }: Switched,
  evaluateSwitches: Switches["evaluate"],
  signals: Signals,
  size: number,
  order: number,
): MotionExpansion {
  const width = order + 1;
  const count = formulas.length;
  const side = new Int8Array(sides.length).fill(1);
  const ahead = new Float64Array(1);
  const sided = { sides, side, ahead };
  const series = expansionOf([...formulas, ...functions], sided, signals, size, order);
  const value = new Float64Array(width * count);
  const switches: Switches = {
    count: sides.length,
    side,
    ahead,
    value: new Float64Array(width * sides.length),
    evaluate: evaluateSwitches,
    slopes: () => slopeExpansion(functions, sided, signals, size, order),
  };
  return {
    value,
    ...(sides.length > 0 ? { switches } : {}),
    begin: series.begin,
    next(k, x) {
      series.next(k, x);
      series.read(k, 0, count, value);
      series.read(k, count, sides.length, switches.value);
    },
    slopes: () => slopeExpansion(formulas, sided, signals, size, order),
  };
}

interface Sides {
  readonly sides: readonly string[];
  readonly side: Int8Array;
  readonly ahead: Vector;
}

function slopeExpansion(
  formulas: readonly Node[],
  sides: Sides,
  signals: Signals,
  size: number,
  order: number,
): SlopeExpansion {
  const list = formulas.flatMap((node, of) =>
    motionVariables([node]).flatMap(({ name, kind, index: by }) => {
      const slope = derivative(node, name, true);
      return constantValue(slope) === 0 ? [] : [{ slope, of, by, byRate: kind === "velocity" ? 1 : 0 }];
    }),
  );
  const count = list.length;
  const nodes = list.map(({ slope }) => slope);
  const series = expansionOf(nodes, sides, signals, size, order);
  const value = new Float64Array((order + 1) * count);
  return {
    count,
    of: Int32Array.from(list, (one) => one.of),
    by: Int32Array.from(list, (one) => one.by),
    byRate: Int8Array.from(list, (one) => one.byRate),
    value,
    begin: series.begin,
    next(k, x) {
      series.next(k, x);
      series.read(k, 0, count, value);
    },
  };
}

/** Formulas that decide by sides and time, coefficient by coefficient. */
function expansionOf(
  nodes: readonly Node[],
  { sides, side, ahead }: Sides,
  signals: Signals,
  size: number,
  order: number,
) {
  const width = order + 1;
  const motion = motionVariables(nodes);
  const firstMotion = 1 + signals.size;
  const firstSide = firstMotion + motion.length;
  const program = compileProgram(nodes, [...timeVariables(signals), ...motion.map(({ name }) => name), ...sides]);
  const { registers, inputs, outputs } = program;
  const time = timeInputs(program, signals);
  const series = jetSteps(program, order);
  const { coefficients, degree } = series;
  const index = Int32Array.from(motion, (one) => one.index);
  const rates = Int8Array.from(motion, ({ kind }) => (kind === "velocity" ? 1 : 0));

  function begin(x: Vector): void {
    for (let k = 0; k < index.length; k++) {
      const now = x[(rates[k] === 1 ? size : 0) + index[k]!]!;
      registers[firstMotion + k] = now;
      registers[inputs + firstMotion + k] = rates[k] === 1 ? now : now + ahead[0]! * x[size + index[k]!]!;
      degree[firstMotion + k] = order;
    }
    for (let l = 0; l < side.length; l++) {
      registers[firstSide + l] = side[l]!;
      registers[inputs + firstSide + l] = side[l]!;
    }
    series.begin();
  }

  return {
    begin(at: Vector): void {
      time.set(at, true);
      if (order === 0) return;
      coefficients[1] = 1;
      degree[0] = 1;
      for (let k = 0; k < signals.size; k++) {
        coefficients[(1 + k) * width + 1] = time.slopes[k]!;
        degree[1 + k] = time.slopes[k] === 0 ? 0 : 1;
      }
    },
    next(k: number, x: Vector): void {
      if (k === 0) {
        begin(x);
        return;
      }
      for (let l = 0; l < index.length; l++) {
        const at = (firstMotion + l) * width + k;
        coefficients[at] = rates[l] === 1 ? (k + 1) * x[(k + 1) * size + index[l]!]! : x[k * size + index[l]!]!;
      }
      series.next(k);
    },
    /** Coefficient k of so many formulas from one on, into out. */
    read(k: number, from: number, count: number, out: Vector): void {
      for (let i = 0; i < count; i++) out[k * count + i] = coefficients[outputs[from + i]! * width + k]!;
    },
  };
}
