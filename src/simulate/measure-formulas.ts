/**
 * Measures of formulas, from every state of a run. Formulas of the motion alone are also known between two states, on the
 * cubic through both: there means are integrated, and an extreme that three states bracket is looked up at the vertex of the
 * parabola through them. Forces are known at the states only; where they jump the later value holds.
 */
import { newState, type State } from "../scheme/scheme.ts";
import { cubicState, GAUSS, GAUSS_POINTS, GAUSS_WEIGHTS } from "./cubic.ts";
import type { FormulaMeasure } from "./formulas.ts";
import type { Watch } from "./measure-rows.ts";
import { formulaValues } from "./quantities.ts";
import type { Simulation } from "./simulation.ts";

export function watchFormulas(simulation: Simulation, list: readonly FormulaMeasure[]): Watch {
  const { system, initial, scheme, measures } = simulation;
  const formulas = formulaValues(simulation, measures.formulas);
  const { values } = formulas;
  const [older, previous, present, between] = Array.from({ length: 4 }, () =>
    newState(system, initial, 0),
  ) as FourStates;
  const [before, was, now] = Array.from({ length: 3 }, () => Float64Array.from(values)) as ThreeColumns;
  const gauss = GAUSS.map(() => Float64Array.from(values)) as ThreeColumns;
  const part = new Float64Array(2); // of the present step that counts, s
  const filled = new Float64Array(2); // the part to which the Gauss points belong
  const found = new Float64Array(list.length); // the extreme, the integral or the latest value
  const covered = new Float64Array(list.length); // s for integrals; else how many values were seen
  const average = scheme.multiplierAt === "step";
  let known = 0; // states in a row without an impact between them
  let broken = false; // whether forces may jump at the previous state

  /** Evaluates at the time between.time. */
  function evaluateBetween(from: State, to: State): void {
    cubicState(from, to, between);
    formulas.evaluate(between);
  }

  function consider(k: number, column: Float64Array): void {
    const { kind, formula } = list[k]!;
    const value = column[formula]!;
    const better = kind === "final" || (kind === "max" ? value > found[k]! : value < found[k]!);
    if (covered[k] === 0 || better || Number.isNaN(value)) found[k] = value; // no number stays none
    covered[k]!++;
  }

  /** Values at the ends of the measure's time that lie inside the present step. */
  function considerEdges(k: number): void {
    const { from, to } = list[k]!;
    for (let edge = 0; edge < 2; edge++) {
      between.time = edge === 0 ? from : to;
      if (!(between.time > previous.time && between.time < present.time)) continue;
      evaluateBetween(previous, present);
      consider(k, values);
    }
  }

  /** The extreme near the previous state, when it is beyond its neighbors. */
  function considerVertex(k: number): void {
    const { kind, formula, from, to } = list[k]!;
    const sign = kind === "max" ? 1 : -1;
    const rise = sign * (was[formula]! - before[formula]!);
    const fall = sign * (was[formula]! - now[formula]!);
    if (!(rise >= 0 && fall >= 0 && rise + fall > 0)) return;
    const back = previous.time - older.time;
    const ahead = present.time - previous.time;
    between.time = previous.time + (ahead * ahead * rise - back * back * fall) / (2 * (ahead * rise + back * fall));
    if (between.time < from || between.time > to) return;
    if (between.time < previous.time) evaluateBetween(older, previous);
    else evaluateBetween(previous, present);
    consider(k, values);
  }

  function observeValue(k: number): void {
    const { kind, ofMotion, from, to } = list[k]!;
    if (ofMotion && known > 0) considerEdges(k);
    if (ofMotion && known > 1 && kind !== "final") considerVertex(k);
    if (present.time >= from && present.time <= to) consider(k, now);
  }

  /** The formulas at the Gauss points of `part`. */
  function fillGauss(): void {
    if (filled[0] === part[0] && filled[1] === part[1]) return;
    filled.set(part);
    for (const point of GAUSS) {
      between.time = part[0]! + GAUSS_POINTS[point] * (part[1]! - part[0]!);
      evaluateBetween(previous, present);
      gauss[point].set(values);
    }
  }

  function integrate(k: number): void {
    const { kind, formula, ofMotion, from, to } = list[k]!;
    part[0] = Math.max(from, previous.time);
    part[1] = Math.min(to, present.time);
    const duration = part[1]! - part[0]!;
    if (known === 0 || !(duration > 0)) return;
    const squared = kind === "rms";
    let sum = 0;
    if (ofMotion) {
      fillGauss();
      for (const point of GAUSS) {
        const value = gauss[point][formula]!;
        sum += GAUSS_WEIGHTS[point] * (squared ? value * value : value);
      }
    } else {
      const value = now[formula]!;
      const other = average || broken ? value : was[formula]!;
      sum = squared ? (value * value + other * other) / 2 : (value + other) / 2;
    }
    found[k]! += duration * sum;
    covered[k]! += duration;
  }

  return {
    step(state) {
      formulas.step(state);
      if (known > 0 && !(state.time > previous.time)) return;
      formulas.evaluate(state);
      now.set(values);
      copyMotion(state, present);
      for (let k = 0; k < list.length; k++) {
        const { kind } = list[k]!;
        if (kind === "mean" || kind === "rms") integrate(k);
        else observeValue(k);
      }
      before.set(was);
      was.set(now);
      copyMotion(previous, older);
      copyMotion(present, previous);
      known++;
      broken = false;
    },
    jump(from, to) {
      formulas.jump(from, to);
      formulas.evaluate(to);
      was.set(values);
      copyMotion(to, previous);
      known = 1;
      for (let k = 0; k < list.length; k++) {
        const { kind, ofMotion, from: start, to: end } = list[k]!;
        if (ofMotion && kind !== "mean" && kind !== "rms" && to.time >= start && to.time <= end) consider(k, was);
      }
    },
    event() {
      broken = true;
    },
    value(k) {
      if (covered[k] === 0) return Number.NaN;
      const { kind } = list[k]!;
      if (kind === "mean") return found[k]! / covered[k]!;
      return kind === "rms" ? Math.sqrt(found[k]! / covered[k]!) : found[k]!;
    },
  };
}

type FourStates = [State, State, State, State];
type ThreeColumns = [Float64Array, Float64Array, Float64Array];

function copyMotion(from: State, into: State): void {
  into.time = from.time;
  into.position.set(from.position);
  into.velocity.set(from.velocity);
}
