/** Rests along one coordinate: intervals between the places where the margin changes its sign, halved until no number is left between. */
import type { Vector } from "../../numeric/vector.ts";
import { marginAt, type Rest, restAt, solved } from "./place.ts";
import type { Plan } from "./plan.ts";

export interface RestInterval {
  readonly from: number;
  readonly to: number;
  /** The interval ends where the range does, not the set. */
  readonly openFrom: boolean;
  readonly openTo: boolean;
  /** Positions at its ends, and of its largest margin among the samples. */
  readonly positions: readonly [readonly number[], readonly number[]];
  readonly inside: { readonly position: readonly number[]; readonly margin: number };
  /** Stops that are closed there. */
  readonly stops?: readonly string[];
}

const SAMPLES = 480;
const GOLDEN = 0.381966011250105;

type Sample = Rest & { readonly s: number };

export interface RestLine {
  readonly intervals: readonly RestInterval[];
  /** Margins along the branch, [coordinate, margin]. */
  readonly profile: readonly (readonly [number, number])[];
}

/** Along the branch that a position belongs to, within a range. */
export function restIntervals(plan: Plan, near: Vector, from: number, to: number): RestLine {
  const samples = refinedSamples(plan, followed(plan, near, from, to));
  const intervals: RestInterval[] = [];
  let first: Sample | undefined;
  let best: Sample | undefined;
  const close = (last: Sample, ends: boolean) => {
    if (!first || !best) return;
    intervals.push({
      ...{ from: first.s, to: last.s, openFrom: first.s === from, openTo: ends },
      positions: [[...first.q], [...last.q]],
      inside: { position: [...best.q], margin: best.margin },
    });
    first = best = undefined;
  };
  samples.forEach((sample, k) => {
    if (!(sample && sample.margin >= 0)) return;
    const before = samples[k - 1];
    const after = samples[k + 1];
    if (!first) first = before && before.margin < 0 ? edge(plan, sample, before) : sample;
    if (!best || sample.margin > best.margin) best = sample;
    if (!after) close(sample, sample.s === to);
    else if (after.margin < 0) close(edge(plan, sample, after), false);
  });
  const profile = samples.flatMap((sample) => (sample ? [[sample.s, sample.margin] as const] : []));
  return { profile, intervals: [...intervals, ...atStops(plan, samples, intervals)].sort((a, b) => a.from - b.from) };
}

/** Samples of the range by continuation both ways from the position; undefined where there is none. */
function followed(plan: Plan, near: Vector, from: number, to: number): (Sample | undefined)[] {
  const at = (k: number) => (k === SAMPLES ? to : from + ((to - from) * k) / SAMPLES);
  const here = near[plan.axes[0]!.coordinate]!;
  const middle = Math.max(0, Math.min(SAMPLES, Math.round(((here - from) / (to - from)) * SAMPLES)));
  const found: (Sample | undefined)[] = Array(SAMPLES + 1).fill(undefined);
  const follow = (k: number, start: Vector): Vector => {
    const rest = restAt(plan, [at(k)], start);
    if (rest) found[k] = { ...rest, s: at(k) };
    return rest?.q ?? start;
  };
  const first = follow(middle, near);
  let last = first;
  for (let k = middle + 1; k <= SAMPLES; k++) last = follow(k, last);
  last = first;
  for (let k = middle - 1; k >= 0; k--) last = follow(k, last);
  return found;
}

/** The last place inside, next to the first outside. */
function edge(plan: Plan, inside: Sample, outside: Sample): Sample {
  let [a, b] = [inside, outside.s];
  for (;;) {
    const s = (a.s + b) / 2;
    if (s === a.s || s === b) return a;
    const rest = restAt(plan, [s], a.q);
    if (rest && rest.margin >= 0) a = { ...rest, s };
    else b = s;
  }
}

/** With extremes between samples that change the sign: bands, and gaps between bands, that are narrower than the samples are apart. */
function refinedSamples(plan: Plan, samples: readonly (Sample | undefined)[]): (Sample | undefined)[] {
  return samples.flatMap((sample, k) => {
    const [before, after] = [samples[k - 1], samples[k + 1]];
    if (!sample || !before || !after) return [sample];
    const sign = sample.margin < 0 ? 1 : -1;
    const extreme = sign * sample.margin >= sign * before.margin && sign * sample.margin >= sign * after.margin;
    if (!extreme || before.margin < 0 !== sample.margin < 0 || after.margin < 0 !== sample.margin < 0) return [sample];
    const found = extremeBetween(plan, before, sample, after, sign);
    if (!found || found.margin < 0 === sample.margin < 0) return [sample];
    return found.s < sample.s ? [found, sample] : [sample, found];
  });
}

/** Golden section, until the sign has changed. */
function extremeBetween(plan: Plan, low: Sample, middle: Sample, high: Sample, sign: number): Sample | undefined {
  let [a, m, b] = [low.s, middle, high.s];
  for (let k = 0; k < 80 && b - a > 1e-15 * Math.max(1, Math.abs(m.s)); k++) {
    const right = b - m.s > m.s - a;
    const s = right ? m.s + GOLDEN * (b - m.s) : m.s - GOLDEN * (m.s - a);
    const rest = restAt(plan, [s], m.q);
    if (!rest) return undefined;
    const tried = { ...rest, s };
    if (tried.margin < 0 !== middle.margin < 0) return tried;
    if (sign * tried.margin > sign * m.margin) {
      if (right) a = m.s;
      else b = m.s;
      m = tried;
    } else if (right) b = s;
    else a = s;
  }
  return undefined;
}

/** Places where a stop is just closed and holds the machine, beside the intervals. */
function atStops(plan: Plan, samples: readonly (Sample | undefined)[], known: readonly RestInterval[]): RestInterval[] {
  const { system, balance } = plan;
  if (!system.hasStops) return [];
  const stops = system.rows.flatMap(({ law }, i) => (law.stop ? [i] : []));
  const gap = (q: Vector, i: number) => balance.gaps(q)[i]!;
  return stops.flatMap((i) =>
    samples.flatMap((sample, k) => {
      const after = samples[k + 1];
      if (!sample || !after || gap(sample.q, i) < 0 === gap(after.q, i) < 0) return [];
      const [open, shut] = gap(sample.q, i) < 0 ? [after, sample] : [sample, after];
      const touch = touching(plan, open, shut.s, (q) => gap(q, i));
      const margin = marginAt(plan, touch.q, [i]);
      const inside = known.some(({ from, to }) => touch.s >= from && touch.s <= to);
      if (inside || !(margin >= 0)) return [];
      const position = [...touch.q];
      return [
        {
          ...{ from: touch.s, to: touch.s, openFrom: false, openTo: false, inside: { position, margin } },
          ...{ positions: [position, position] as const, stops: [system.rows[i]!.name] },
        },
      ];
    }),
  );
}

function touching(plan: Plan, open: Sample, shut: number, gap: (q: Vector) => number): { s: number; q: Vector } {
  let [a, b] = [{ s: open.s, q: open.q }, shut];
  const { coordinate } = plan.axes[0]!;
  for (;;) {
    const s = (a.s + b) / 2;
    if (s === a.s || s === b) return a;
    const start = Float64Array.from(a.q);
    start[coordinate] = s;
    const q = solved(plan, start);
    if (q && gap(q) >= 0) a = { s, q };
    else b = s;
  }
}
