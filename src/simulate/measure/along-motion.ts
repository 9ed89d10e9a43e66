/**
 * Measures of formulas along the motion itself: its pieces where the scheme knows them exactly, else the cubics of its steps. A
 * piece is split where a formula jumps or has a kink, by time or by the motion; between, formulas are smooth: means are integrated
 * to the accuracy of the motion, and extremes are looked up between the points of the rule.
 */
import { breakpointsOf } from "../../model/system.ts";
import { newState, type Piece, type State } from "../../scheme/scheme.ts";
import type { Simulation } from "../run/simulation.ts";
import type { FormulaMeasure } from "./formulas.ts";
import type { Watch } from "./of-rows.ts";
import { gauss, gaussKronrod } from "./quadrature.ts";
import { formulaValues } from "./quantities.ts";
import { asideBy, findSwitches, HARDLY, MOST_JUMPS } from "./splits.ts";
import { copyState, stepPiece } from "./step-piece.ts";

/** Longest part of a piece that is looked at at once, in output intervals, and looks for switches in it; in a step. */
const LONGEST = 8;
const LOOKS = 24;
const LOOKS_IN_STEP = 4;
/** Difference of both rules, relative to the integral of the size, that is good: the finer one is far better. */
const AGREEMENT = 1e-7;
/** The same relative to the largest size so far: below it round-off would be resolved. */
const NEGLIGIBLE = 1e-11;
const HALVINGS = 12;
/** Times as near as this part of a piece to its end are there. */
const SAME = 1e-13;
/** Steps of the search for an extreme, each of which leaves 0.62 of the interval. */
const SEARCH = 42;
const GOLDEN = 0.6180339887498949;
/** What is covered of a final value that was taken at the end of its window itself. */
const LAST = 2;

export function watchFormulas(simulation: Simulation, list: readonly FormulaMeasure[]): Watch {
  const { system, initial, scheme, measures, grid } = simulation;
  const formulas = formulaValues(simulation, measures.formulas);
  const { values } = formulas;
  const { count } = measures.formulas;
  const exact = scheme.stepsEnd === "events";
  const rule = exact ? gaussKronrod : gauss;
  const { points, weights, coarse } = rule;
  const edges = knownTimes(simulation, list);
  const now = newState(system, initial, 0);
  const rows = points.map(() => new Float64Array(values.length)); // the formulas at the points of the rule
  const found = new Float64Array(list.length); // the extreme, the integral or the latest value
  const covered = new Float64Array(list.length); // s for integrals; of extremes how many values were seen; 1 or LAST
  const sums = new Float64Array(list.length);
  const largest = new Float64Array(list.length); // mean size on a part
  const off = new Float64Array(list.length); // whether the rules do not agree on the present one
  const others = new Float64Array(list.length); // values that have nothing to do with their neighbors
  const roots: number[] = [];
  const samples = exact ? LOOKS : LOOKS_IN_STEP;
  const seen = new Float64Array((values.length - count) * (samples + 1));
  // times across calls are in typed arrays: as arguments they would be boxed
  const at = new Float64Array(1);
  const part = new Float64Array(2); // within which nothing jumps by time alone
  const smooth = new Float64Array(2); // of it, on which no decision changes
  const switches = { values, first: count, seen, samples, at, look: () => look(true) };
  const step = stepPiece();
  const before = newState(system, initial, 0);
  const after = newState(system, initial, 0);
  const integrals = list.flatMap(({ kind }, k) => (kind === "mean" || kind === "rms" ? [k] : []));
  const extremes = list.flatMap(({ kind }, k) => (kind === "max" || kind === "min" ? [k] : []));
  const finals = list.flatMap(({ kind }, k) => (kind === "final" ? [k] : []));
  let piece: Piece = step;
  let freely = false; // on the present part formulas decide anew at each look: there is round-off by which they do
  // whether there is a state to go on from, whether forces may jump in the step, and the next of the known times
  const place = { known: false, broken: false, edge: 0 };

  /** Evaluates at the time at[0] of the piece. */
  function look(free: boolean): void {
    now.time = at[0]!;
    piece.fill(now, formulas.ofMotion);
    formulas.look(now, free);
  }

  /** Takes in the value of measure k among those of its formulas. */
  function consider(k: number, row: Float64Array): void {
    const { kind, formula } = list[k]!;
    const value = row[formula]!;
    const better = kind === "final" || (kind === "max" ? value > found[k]! : value < found[k]!);
    if (covered[k] === 0 || better || Number.isNaN(value)) found[k] = value; // no number stays none
    covered[k] = kind === "final" ? 1 : covered[k]! + 1;
  }

  /** The formulas at the points of the rule on the smooth part. */
  function fill(): void {
    for (let j = 0; j < points.length; j++) {
      at[0] = smooth[0]! + (smooth[1]! - smooth[0]!) * points[j]!;
      look(freely);
      rows[j]!.set(values);
    }
  }

  /** Whether the smooth part lies in the window of a measure. */
  function isWithin(k: number): boolean {
    const middle = smooth[0]! + (smooth[1]! - smooth[0]!) / 2;
    const { from, to } = list[k]!;
    return middle > from && middle < to;
  }

  /** Adds the integrals; false where the two rules do not agree. */
  function integrate(insist: boolean): boolean {
    const h = smooth[1]! - smooth[0]!;
    let agree = true;
    for (const k of integrals) {
      off[k] = 0;
      if (!isWithin(k)) continue;
      const { kind, formula } = list[k]!;
      let sum = 0;
      let size = 0;
      let difference = 0;
      for (let j = 0; j < points.length; j++) {
        const plain = rows[j]![formula]!;
        const value = kind === "rms" ? plain * plain : plain;
        if (weights[j] === 0) continue;
        sum += weights[j]! * value;
        size += weights[j]! * Math.abs(value);
        if (coarse) difference += (weights[j]! - coarse[j]!) * value;
      }
      if (size > largest[k]!) largest[k] = size;
      off[k] = Math.abs(difference) > AGREEMENT * size + NEGLIGIBLE * largest[k]! ? 1 : 0;
      agree &&= off[k] === 0;
      sums[k] = sum * h;
    }
    if (!agree && !insist) return false;
    for (const k of integrals) {
      if (!isWithin(k)) continue;
      found[k]! += sums[k]!;
      covered[k]! += h;
    }
    return true;
  }

  /** Whether all integrals on which the rules do not agree are of round-off: their values have nothing to do with those just beside them. */
  function seesRoundOff(): boolean {
    const h = smooth[1]! - smooth[0]!;
    const aside = asideBy(smooth);
    others.fill(0);
    for (let j = 0; j < points.length; j++) {
      at[0] = smooth[0]! + h * points[j]! + (j < points.length - 1 ? aside : -aside);
      look(freely);
      for (const k of integrals) {
        const { formula } = list[k]!;
        if (Math.abs(values[formula]! - rows[j]![formula]!) > HARDLY * largestOf(formula)) others[k]!++;
      }
    }
    return integrals.every((k) => off[k] === 0 || others[k]! > MOST_JUMPS);
  }

  function largestOf(formula: number): number {
    let size = 0;
    for (let j = 0; j < points.length; j++) size = Math.max(size, Math.abs(rows[j]![formula]!));
    return size;
  }

  /** Integrates over the smooth part, in halves where the rules do not agree. */
  function integrateOver(halvings: number): void {
    if (integrate(halvings === 0)) return;
    if (halvings === HALVINGS && seesRoundOff()) {
      integrate(true);
      return;
    }
    const from = smooth[0]!;
    const to = smooth[1]!;
    const middle = from + (to - from) / 2;
    smooth[1] = middle;
    fill();
    integrateOver(halvings - 1);
    smooth[0] = middle;
    smooth[1] = to;
    fill();
    integrateOver(halvings - 1);
    smooth[0] = from;
  }

  /** The largest values at the points of the rule, and between them. */
  function observeExtremes(): void {
    const last = points.length - 1;
    for (const k of extremes) {
      if (!isWithin(k)) continue;
      const { kind, formula } = list[k]!;
      const sign = kind === "max" ? 1 : -1;
      for (let j = 0; j <= last; j++) consider(k, rows[j]!);
      for (let j = 1; j < last; j++) {
        const rise = sign * (rows[j]![formula]! - rows[j - 1]![formula]!);
        const fall = sign * (rows[j]![formula]! - rows[j + 1]![formula]!);
        if (!(rise >= 0 && fall >= 0 && rise + fall > 0)) continue;
        if (sign * rows[j]![formula]! + Math.max(rise, fall) > sign * found[k]!) climb(k, j);
      }
    }
  }

  /** The extreme of measure k about point j of the rule, by golden sections. */
  function climb(k: number, j: number): void {
    const { kind, formula } = list[k]!;
    const sign = kind === "max" ? 1 : -1;
    const h = smooth[1]! - smooth[0]!;
    let low = smooth[0]! + h * points[j - 1]!;
    let high = smooth[0]! + h * points[j + 1]!;
    let left = high - GOLDEN * (high - low);
    at[0] = left;
    observeAt(k);
    let a = sign * values[formula]!;
    let right = low + GOLDEN * (high - low);
    at[0] = right;
    observeAt(k);
    let b = sign * values[formula]!;
    for (let n = 0; n < SEARCH; n++) {
      const leftwards = a > b;
      if (leftwards) {
        high = right;
        right = left;
        b = a;
        left = high - GOLDEN * (high - low);
      } else {
        low = left;
        left = right;
        a = b;
        right = low + GOLDEN * (high - low);
      }
      at[0] = leftwards ? left : right;
      observeAt(k);
      if (leftwards) a = sign * values[formula]!;
      else b = sign * values[formula]!;
    }
  }

  /** Takes in measure k at the time at[0]. */
  function observeAt(k: number): void {
    look(freely);
    consider(k, values);
  }

  function observeSmooth(): void {
    now.time = smooth[0]! + (smooth[1]! - smooth[0]!) / 2;
    piece.fill(now, formulas.ofMotion);
    formulas.decide(now);
    for (const k of finals) {
      at[0] = list[k]!.to;
      if (!(at[0]! > smooth[0]! && at[0]! <= smooth[1]!)) continue;
      observeAt(k);
      covered[k] = LAST;
    }
    if (integrals.length + extremes.length === 0) return;
    fill();
    observeExtremes();
    if (integrals.length > 0) integrateOver(exact ? HALVINGS : 0);
  }

  /** Whether a measure asks for anything of the present part: windows begin and end where parts do. */
  function isAsked(middle: number): boolean {
    for (let k = 0; k < list.length; k++) {
      const { kind, from, to } = list[k]!;
      if (kind === "final" ? to > part[0]! && to <= part[1]! : middle > from && middle < to) return true;
    }
    return false;
  }

  function observePart(): void {
    const from = part[0]!;
    const to = part[1]!;
    now.time = from + (to - from) / 2;
    if (!isAsked(now.time)) return;
    formulas.stand(now);
    roots.length = 0;
    freely = values.length > count && findSwitches(switches, part, roots);
    if (roots.length > 1) roots.sort((a, b) => a - b);
    let start = from;
    for (let k = 0; k <= roots.length; k++) {
      const end = k < roots.length ? roots[k]! : to;
      if (end - start <= SAME * (to - from) || (k < roots.length && to - end <= SAME * (to - from))) continue;
      smooth[0] = start;
      smooth[1] = end;
      observeSmooth();
      start = end;
    }
  }

  function observe(next: Piece): void {
    piece = next;
    const { from, to } = next;
    const near = SAME * (to - from) + 2 * Number.EPSILON * Math.abs(to);
    const longest = LONGEST * grid.step;
    let start = from;
    while (to - start > near) {
      while (place.edge < edges.length && edges[place.edge]! <= start + near) place.edge++;
      let end = place.edge < edges.length && edges[place.edge]! < to - near ? edges[place.edge]! : to;
      if (end - start > longest * 1.5) end = start + longest;
      part[0] = start;
      part[1] = end;
      observePart();
      start = end;
    }
  }

  /** Values of the end of what is known so far. */
  function observeFinals(state: State): void {
    if (finals.length === 0) return;
    formulas.evaluate(state);
    for (const k of finals) {
      const { from, to } = list[k]!;
      // states may be told behind the piece that they begin
      if (state.time >= from && state.time <= to && (covered[k] !== LAST || state.time === to)) consider(k, values);
    }
  }

  return {
    kept: { found, covered, largest, before, place, formulas: formulas.kept },
    ...(exact ? { piece: observe } : {}),
    step(state) {
      formulas.step(state);
      if (!exact && place.known && state.time > before.time) {
        copyState(state, after);
        step.span(before, after, scheme.multiplierAt === "step" || place.broken);
        observe(step);
      }
      if (!place.known || state.time > before.time) observeFinals(state);
      copyState(state, before);
      place.known = true;
      place.broken = false;
    },
    jump(from, to) {
      formulas.jump(from, to);
      copyState(to, before);
    },
    event() {
      place.broken = true;
    },
    value(k) {
      if (covered[k] === 0) return Number.NaN;
      const { kind } = list[k]!;
      if (kind === "mean") return found[k]! / covered[k]!;
      return kind === "rms" ? Math.sqrt(found[k]! / covered[k]!) : found[k]!;
    },
  };
}

/** When formulas, loads or windows change by time alone, ascending. */
function knownTimes({ system, measures, grid }: Simulation, list: readonly FormulaMeasure[]): Float64Array {
  const { start, end } = grid;
  const windows = list.flatMap(({ from, to }) => [from, to]).filter((time) => time > start && time < end);
  const own = measures.formulas.breakpoints(start, end);
  return Float64Array.from(new Set([...windows, ...own, ...breakpointsOf(system, start, end).times])).sort();
}
