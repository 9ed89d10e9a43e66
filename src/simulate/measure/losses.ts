/** Measures of formulas with losses, which add up from state to state: taken at the states, and linear between them. */
import type { State } from "../../scheme/scheme.ts";
import type { Simulation } from "../run/simulation.ts";
import type { FormulaMeasure } from "./formulas.ts";
import type { Watch } from "./of-rows.ts";
import { formulaValues } from "./quantities.ts";

export function watchLosses(simulation: Simulation, list: readonly FormulaMeasure[]): Watch {
  const formulas = formulaValues(simulation, simulation.measures.formulas);
  const { values } = formulas;
  const was = Float64Array.from(values);
  const time = Float64Array.of(Number.NaN);
  const found = new Float64Array(list.length); // the extreme, the integral or the latest value
  const covered = new Float64Array(list.length); // s for integrals; else how many values were seen

  function integrate(k: number, state: State): void {
    const { kind, formula, from, to } = list[k]!;
    const start = time[0]!;
    const end = state.time;
    const first = Math.max(from, start);
    const last = Math.min(to, end);
    if (!(last > first)) return;
    const slope = (values[formula]! - was[formula]!) / (end - start);
    const a = was[formula]! + slope * (first - start);
    const b = was[formula]! + slope * (last - start);
    found[k]! += (last - first) * (kind === "rms" ? (a * a + a * b + b * b) / 3 : (a + b) / 2);
    covered[k]! += last - first;
  }

  /** The ends of the window that lie between the last state and this one. */
  function considerEdges(k: number, state: State): void {
    const { formula, from, to } = list[k]!;
    const start = time[0]!;
    const slope = (values[formula]! - was[formula]!) / (state.time - start);
    if (from > start && from < state.time) consider(k, was[formula]! + slope * (from - start));
    if (to > start && to < state.time) consider(k, was[formula]! + slope * (to - start));
  }

  function consider(k: number, value: number): void {
    const { kind } = list[k]!;
    const better = kind === "final" || (kind === "max" ? value > found[k]! : value < found[k]!);
    if (covered[k] === 0 || better || Number.isNaN(value)) found[k] = value; // no number stays none
    covered[k]!++;
  }

  return {
    kept: { was, time, found, covered, formulas: formulas.kept },
    step(state) {
      formulas.step(state);
      if (!Number.isNaN(time[0]!) && !(state.time > time[0]!)) return;
      formulas.evaluate(state);
      for (let k = 0; k < list.length; k++) {
        const { kind, formula, from, to } = list[k]!;
        if (kind === "mean" || kind === "rms") {
          integrate(k, state);
          continue;
        }
        considerEdges(k, state);
        if (state.time >= from && state.time <= to) consider(k, values[formula]!);
      }
      was.set(values);
      time[0] = state.time;
    },
    jump(from, to) {
      formulas.jump(from, to);
      formulas.evaluate(to);
      was.set(values);
    },
    value(k) {
      if (covered[k] === 0) return Number.NaN;
      const { kind } = list[k]!;
      if (kind === "mean") return found[k]! / covered[k]!;
      return kind === "rms" ? Math.sqrt(found[k]! / covered[k]!) : found[k]!;
    },
  };
}
