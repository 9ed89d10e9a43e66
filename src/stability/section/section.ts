/**
 * The rests of a machine of any kind, in a section of its positions, without a certificate: intervals along one coordinate, an outline
 * in two, points where friction holds nothing.
 */
import type { System } from "../../model/system.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Simulation } from "../../simulate/run/simulation.ts";
import { type FreeStability, freeStability } from "./free-stability.ts";
import { type RestInterval, type RestLine, restIntervals } from "./intervals.ts";
import { isInside, islands } from "./islands.ts";
import { CELLS, type Outline, restOutline } from "./outline.ts";
import { type AxisWish, type Plan, type SectionAxis, sectionPlan } from "./plan.ts";
import { solutions } from "./points.ts";

export interface Equilibrium {
  readonly position: readonly number[];
  /** Of what no row holds, where that can move. */
  readonly stability?: FreeStability;
}

export interface RestSection {
  readonly name: string;
  readonly plan: Plan;
  /** The axes with the ranges that were looked at. */
  readonly axes: readonly SectionAxis[];
  /** Along one coordinate; `branch` counts the solutions for the coordinates that are solved for. */
  readonly intervals?: readonly (RestInterval & { readonly branch: number; readonly stability?: FreeStability })[];
  /** Margins along that coordinate, one list a branch. */
  readonly profiles?: readonly RestLine["profile"][];
  readonly outline?: Outline & { readonly stability?: FreeStability };
  /** Where no friction holds anything. */
  readonly equilibria?: readonly Equilibrium[];
}

/** Times that a range is adapted. */
const ADAPTATIONS = 16;

/** At the start of the time of the problem. */
export function restSection(
  { name, system, initial, grid }: Simulation,
  wishes?: readonly AxisWish[],
): RestSection | { readonly message: string } {
  const at = Float64Array.of(grid.start, grid.start);
  const plan = sectionPlan(system, Float64Array.from(initial.position), at, wishes);
  if ("message" in plan) return plan;
  const stabilityAt = (q: Iterable<number>) => {
    const found = freeStability(system, plan.balance, at, Float64Array.from(q));
    return found ? { stability: found } : {};
  };
  const range = rangesOf(plan, wishes);
  if (plan.axes.length === 0) {
    const equilibria = solutions(plan, plan.initial, range)
      .map((q) => ({ position: [...q], ...stabilityAt(q) }))
      .sort((a, b) => a.position[0]! - b.position[0]!);
    return { name, plan, axes: [], equilibria };
  }
  if (plan.axes.length === 2) {
    const { outline, axes } = adaptedOutline(plan);
    const { inside } = outline;
    return { name, plan, axes, outline: { ...outline, ...(inside ? stabilityAt(inside.position) : {}) } };
  }
  const [axis] = plan.axes as [SectionAxis];
  // branches of what is solved for; positions that joints tie are reached by motion from the initial one alone
  const manifold = plan.joints.length === 0 && plan.solved.length > 0;
  const open: Plan = { ...plan, balance: { ...plan.balance, margin: () => 1 } };
  const branches = manifold ? solutions(open, plan.initial, range) : [plan.initial];
  const { ends, found, profiles } = adaptedIntervals(plan, axis, branches.length > 0 ? branches : [plan.initial]);
  return {
    ...{ name, plan, axes: [{ ...axis, ...ends }], profiles },
    intervals: found.map((interval) => ({ ...interval, ...stabilityAt(interval.inside.position) })),
  };
}

/** Where starts of the coordinates that are solved for come from: their periods, or what is given, or near the initial values. */
function rangesOf({ system, initial }: Plan, wishes: readonly AxisWish[] | undefined) {
  return (k: number): readonly [number, number] => {
    const given = wishes?.find(({ coordinate }) => coordinate === k)?.range;
    if (given) return given;
    const period = system.periods?.[k] ?? 0;
    const half = period > 0 ? period / 2 : system.units[k] === "rad" ? Math.PI : Math.max(1, Math.abs(initial[k]!));
    return [initial[k]! - half, initial[k]! + half];
  };
}

/** After eight quarters, four times the first range. */
const FIRST_AGAIN = 4 * 65536;

type Found = RestInterval & { readonly branch: number };

function adaptedIntervals(plan: Plan, axis: SectionAxis, branches: readonly Vector[]) {
  let { from, to } = axis;
  for (let k = 0; ; k++) {
    const lines = branches.map((near) => restIntervals(plan, near, from, to));
    const found = lines.flatMap(({ intervals }, branch) => intervals.map((one): Found => ({ ...one, branch })));
    const cut = found.some(({ openFrom, openTo }) => openFrom || openTo);
    if (!axis.adapts || k === ADAPTATIONS || (!cut && (found.length > 0 || k === 6))) {
      const profiles = lines.map(({ profile }) => profile);
      return { ends: { from, to }, profiles, found: joined(plan.system, axis, from, to, found) };
    }
    [from, to] = [from - (to - from) / 2, to + (to - from) / 2];
  }
}

/** Over one whole period the last interval goes on with the first. */
function joined({ periods }: System, { coordinate }: SectionAxis, from: number, to: number, found: Found[]): Found[] {
  const period = periods?.[coordinate] ?? 0;
  if (!(period > 0) || Math.abs(to - from - period) > 1e-12 * period) return found;
  const branches = [...new Set(found.map(({ branch }) => branch))];
  return branches.flatMap((branch) => {
    const own = found.filter((interval) => interval.branch === branch);
    const [first, last] = [own[0]!, own.at(-1)!];
    if (own.length < 2 || !first.openFrom || !last.openTo) return own;
    const end = first.positions[1].map((value, k) => (k === coordinate ? value + period : value));
    const whole: Found = {
      ...last,
      ...{ to: first.to + period, openTo: false, positions: [last.positions[0], end] },
      inside: last.inside.margin >= first.inside.margin ? last.inside : first.inside,
    };
    return [...own.slice(1, -1), whole];
  });
}

function adaptedOutline(plan: Plan): { outline: Outline; axes: SectionAxis[] } {
  let axes = [...plan.axes];
  for (let k = 0; ; k++) {
    const outline = restOutline(plan, plan.initial, [axes[0]!, axes[1]!]);
    const next = k < ADAPTATIONS ? nextAxes(axes, outline, k) : undefined;
    if (!next) return { outline: withIslands(plan, axes, outline), axes };
    axes = next;
  }
}

/** With the parts of the set that are smaller than a cell, each traced by itself. */
function withIslands(plan: Plan, axes: readonly SectionAxis[], outline: Outline): Outline {
  const boundary = [...outline.boundary];
  let { area, inside } = outline;
  for (const { place, q } of islands(plan, outline.peaks, axes)) {
    if (isInside(boundary, place)) continue;
    const about = axes.map(({ coordinate, from, to }, k) => {
      const reach = (2 * (to - from)) / CELLS;
      return { coordinate, from: place[k]! - reach, to: place[k]! + reach, adapts: true };
    });
    let found = restOutline(plan, q, [about[0]!, about[1]!]);
    for (let k = 0, next = nextAxes(about, found, k); next && k < ADAPTATIONS; next = nextAxes(next, found, ++k)) {
      found = restOutline(plan, q, [next[0]!, next[1]!]);
    }
    if (found.cut) continue; // no small part: it would end where its range does
    boundary.push(...found.boundary);
    area += found.area;
    if (!inside || (found.inside && found.inside.margin > inside.margin)) inside = found.inside;
  }
  return { ...outline, boundary, area, ...(inside ? { inside } : {}) };
}

/** Larger ranges where the set goes on beyond them (or none is seen), smaller ones where it fills little of them; undefined: they are well. */
function nextAxes(axes: readonly SectionAxis[], { extent, cut }: Outline, k: number): SectionAxis[] | undefined {
  if (!axes.some(({ adapts }) => adapts)) return undefined;
  const scaled = (axis: SectionAxis, factor: number): SectionAxis => {
    if (!axis.adapts) return axis;
    const [middle, half] = [(axis.from + axis.to) / 2, ((axis.to - axis.from) / 2) * factor];
    return { ...axis, from: middle - half, to: middle + half };
  };
  if (!extent) return k < 12 ? axes.map((axis) => scaled(axis, k < 8 ? 1 / 4 : k > 8 ? 4 : FIRST_AGAIN)) : undefined;
  const touches = axes.map(({ from, to, adapts }, i) => {
    const cell = (to - from) / 64;
    return adapts && cut && (extent[i]![0] <= from + cell / 2 || extent[i]![1] >= to - cell / 2);
  });
  if (touches.some(Boolean)) return axes.map((axis, i) => (touches[i] ? scaled(axis, 2) : axis));
  const small = axes.map(({ from, to, adapts }, i) => adapts && extent[i]![1] - extent[i]![0] < (to - from) / 3);
  if (!small.some(Boolean) || k > 10) return undefined;
  return axes.map((axis, i) => {
    if (!small[i]) return axis;
    const [low, high] = extent[i]!;
    const pad = (axis.to - axis.from) / 32 + (high - low) / 8;
    return { ...axis, from: low - pad, to: high + pad };
  });
}
