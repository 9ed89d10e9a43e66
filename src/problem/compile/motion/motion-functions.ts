/** Formulas in t, signals and the motion, compiled to functions of it: values, slopes and series. */

import { derivative } from "../../../expression/derivative.ts";
import { call, constantValue } from "../../../expression/fold.ts";
import { compileProgram } from "../../../expression/program.ts";
import { variablesOf } from "../../../expression/substitute.ts";
import { type Node, postorder } from "../../../expression/syntax.ts";
import type { MotionFunctions } from "../../../model/motion-functions.ts";
import { setZero } from "../../../numeric/vector.ts";
import { timeBreakpoints } from "../time/time-breakpoints.ts";
import { type Signals, timeInputs, timeVariables } from "../time/time-inputs.ts";
import { motionExpansion } from "./expansion.ts";
import { compileHiding, compileRounding } from "./hiding.ts";
import { mixedDecisions, nowInputs, nowVariables } from "./mixed-decisions.ts";
import { placesOf } from "./places.ts";
import { type Switched, switchedFormulas, timedDecisions } from "./switches.ts";
import { isMotion, motionVariables } from "./variables.ts";

/** One function a formula; `size`: coordinates and states together. */
export function compileMotionFunctions(nodes: readonly Node[], signals: Signals, size: number): MotionFunctions {
  const names = variablesOf(postorder(nodes));
  const used: Signals = new Map([...signals].filter(([name]) => names.has(name)));
  const values = evaluator(nodes, used);
  let slopes: MotionFunctions["slopes"] | undefined;
  let rounding: MotionFunctions["rounding"] | undefined;
  let switched: Switched | undefined;
  return {
    count: nodes.length,
    get decides() {
      switched ??= switchedFormulas(nodes, isMotion);
      return switched.sides.length > 0;
    },
    timed: names.has("t") || used.size > 0,
    evaluate: values,
    slopes(at, q, v, byPosition, byVelocity) {
      slopes ??= compileSlopes(nodes, used, size);
      slopes(at, q, v, byPosition, byVelocity);
    },
    expansion(order) {
      switched ??= switchedFormulas(nodes, isMotion);
      return motionExpansion(switched, evaluator(switched.original, used), used, size, order);
    },
    rounding(at, q, v, out) {
      rounding ??= compileRounding(nodes, used);
      rounding(at, q, v, out);
    },
    hiding() {
      switched ??= switchedFormulas(nodes, isMotion);
      return compileHiding([...nodes, ...switched.original], used);
    },
    breakpoints(from, to) {
      const timed = timedDecisions(nodes, isMotion).map((node) => call("sign", node));
      return timeBreakpoints(timed, used, from, to);
    },
  };
}

type Evaluate = MotionFunctions["evaluate"];

/** Values of formulas as time and the motion make them. */
function evaluator(formulas: readonly Node[], signals: Signals): Evaluate {
  const nodes = mixedDecisions(formulas, signals);
  const motion = motionVariables(nodes);
  const known = [...timeVariables(signals), ...motion.map(({ name }) => name)];
  const names = nowVariables(nodes);
  const program = compileProgram(nodes, [...known, ...names]);
  const inputs = timeInputs(program, signals);
  const now = nowInputs(program, names, signals, known.length);
  const { registers, outputs } = program;
  const place = placesOf(program, signals, motion);
  return (at, q, v, out, deciding) => {
    inputs.set(at);
    now.set(deciding !== undefined);
    place(q, v, deciding);
    program.run();
    for (let i = 0; i < outputs.length; i++) out[i] = registers[outputs[i]!]!;
  };
}

function compileSlopes(nodes: readonly Node[], signals: Signals, size: number): MotionFunctions["slopes"] {
  const list = nodes.flatMap((node, i) =>
    motionVariables([node]).flatMap(({ name, kind, index }) => {
      const slope = derivative(node, name);
      return constantValue(slope) === 0 ? [] : [{ slope, place: i * size + index, isRate: kind === "velocity" }];
    }),
  );
  const evaluate = evaluator(
    list.map(({ slope }) => slope),
    signals,
  );
  const values = new Float64Array(list.length);
  const place = Int32Array.from(list, (one) => one.place);
  const rates = Int8Array.from(list, ({ isRate }) => (isRate ? 1 : 0));
  return (at, q, v, byPosition, byVelocity) => {
    evaluate(at, q, v, values);
    setZero(byPosition);
    setZero(byVelocity);
    for (let k = 0; k < place.length; k++) (rates[k] === 1 ? byVelocity : byPosition)[place[k]!] = values[k]!;
  };
}
