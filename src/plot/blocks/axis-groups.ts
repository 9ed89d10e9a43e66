import type { Vector } from "../../numeric/vector.ts";
import { extent, padded, type Range } from "../axis.ts";
import { distinct } from "../units.ts";

/** Curves that share an axis. */
export interface AxisGroup {
  readonly members: readonly number[];
  readonly units: readonly string[];
  readonly range: Range;
}

/** Of the largest span to the smallest on one axis: on a small part of its height a curve looks flat. */
const LARGEST_RATIO = 15;
/** Part of the largest span below which a curve is at rest but for round-off: it needs no axis of its own. */
const ROUND_OFF = 1e-9;
const MOST_GROUPS = 5;
/** More curves of a unit are a picture of the whole, not of each: they keep one axis. */
const MOST_APART = 8;
/** Share of the span left free above and below the curves. */
const MARGIN = 0.05;

/** By unit, and within a unit by size, the largest first; at least one group. */
export function axisGroups(columns: readonly Vector[], units: readonly string[]): AxisGroup[] {
  const spans = columns.map((column) => {
    const { low, high } = extent([column]);
    return high - low;
  });
  const all = [...new Set(units)].flatMap((unit) => {
    const members = columns.flatMap((_, i) => (units[i] === unit ? [i] : []));
    return members.length > MOST_APART ? [members] : bySize(members, spans);
  });
  const kept = all.length <= MOST_GROUPS ? all : [...all.slice(0, MOST_GROUPS - 1), all.slice(MOST_GROUPS - 1).flat()];
  return (kept.length > 0 ? kept : [[]]).map((group) => {
    const members = [...group].sort((a, b) => a - b);
    const range = padded(extent(members.map((i) => columns[i]!)), MARGIN);
    return { members, units: distinct(members.map((i) => units[i]!)), range };
  });
}

function bySize(members: readonly number[], spans: readonly number[]): number[][] {
  const sorted = [...members].sort((a, b) => spans[b]! - spans[a]!);
  const groups: number[][] = [[]];
  const largest = spans[sorted[0]!] ?? 0;
  for (const i of sorted) {
    const group = groups.at(-1)!;
    const fits = group.length === 0 || spans[group[0]!]! <= LARGEST_RATIO * spans[i]!;
    if (spans[i]! <= ROUND_OFF * largest) groups[0]!.push(i);
    else if (fits) group.push(i);
    else groups.push([i]);
  }
  return groups;
}
