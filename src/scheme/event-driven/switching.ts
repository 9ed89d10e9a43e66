/**
 * Forces and limits that change their formula where a function of the motion changes its sign (abs, min, max, ?: and the like in x
 * and v). Inside a mode each keeps to one side; guards on the switch functions, series too, end the mode, and the side changes.
 */
import type { Switches } from "../../model/motion-functions.ts";
import type { Kept } from "../../numeric/kept.ts";
import { rootFinder } from "../../numeric/polynomial.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Series } from "./series.ts";

/** A term of a switch function at its zero that is a smaller part of the largest one over the expansion is round-off. */
const NOTHING = 1e-14;

/** The functions of forces, or of rows; crossing[l] is 1 where the present expansion ends at the zero of function l. */
export interface SwitchGroup {
  readonly of: keyof Series["switches"];
  readonly group: Switches;
  readonly crossing: Int8Array;
}

export interface Switching {
  readonly groups: readonly SwitchGroup[];
  /** Shortens h[0] to the first change of sides, if there is one before. Changes within tolerance[0] count as one. */
  search(h: Vector, tolerance: Vector): boolean;
  /** After an expansion: those whose change was found (if it was) go over to the other side. */
  pass(found: boolean): void;
  /** Sides from the values: at the start, and where velocities or formulas jump. */
  locate(at: Vector, x: Vector, v: Vector): void;
  readonly kept: Kept;
}

export function switching(switches: Series["switches"], order: number): Switching | undefined {
  const groups = (["resistance", "rows"] as const).flatMap((of) => {
    const group = switches[of];
    return group && group.count > 0 ? [{ of, group }] : [];
  });
  if (groups.length === 0) return undefined;
  const degree = order - 2;
  const finder = rootFinder(order);
  const polynomial = new Float64Array(order + 1);
  const first = new Float64Array(1);
  const reach = new Float64Array(1);
  const parts = groups.map(({ of, group }) => ({
    of,
    group,
    edge: new Int8Array(group.count), // 1: the expansion begins at its zero
    crossing: new Int8Array(group.count), // 1: its guard ends the expansion
    values: new Float64Array(group.count),
  }));

  /** The guard of function l into the polynomial, without what is round-off at its zero; how many coefficients it has. */
  function load({ count, side, value }: Switches, l: number, edge: number, h: number): number {
    let largest = 0;
    let power = 1;
    let last = 0;
    for (; last <= degree && Number.isFinite(value[last * count + l]!); last++) {
      polynomial[last] = side[l]! * value[last * count + l]!;
      if (last > 0) largest = Math.max(largest, Math.abs(polynomial[last]!) * power);
      power *= h;
    }
    if (edge === 0) return last;
    polynomial[0] = 0;
    power = h;
    for (let k = 1; k < last && Math.abs(polynomial[k]!) * power <= NOTHING * largest; k++) {
      polynomial[k] = 0;
      power *= h;
    }
    return last;
  }

  function test({ group, edge, crossing }: (typeof parts)[number], l: number, h: Vector, window: Vector): void {
    const count = load(group, l, edge[l]!, h[0]!);
    let start = 0;
    while (start < count && polynomial[start] === 0) start++;
    if (start >= count) return;
    let root = 0;
    if (polynomial[start]! > 0) {
      reach[0] = Math.min(h[0]!, first[0]! + window[0]!);
      if (!finder.find(polynomial, start, count - 1 - start, reach)) return;
      root = finder.root[0]!;
    }
    if (root < first[0]! - window[0]!) for (const part of parts) part.crossing.fill(0);
    first[0] = Math.min(first[0]!, root);
    crossing[l] = 1;
  }

  return {
    groups: parts,
    kept: parts.map(({ group, edge, crossing }) => ({ side: group.side, edge, crossing })),
    search(h, tolerance) {
      first[0] = Number.POSITIVE_INFINITY;
      for (const part of parts) part.crossing.fill(0);
      for (let g = 0; g < parts.length; g++) {
        for (let l = 0; l < parts[g]!.group.count; l++) test(parts[g]!, l, h, tolerance);
      }
      if (first[0]! > h[0]!) return false;
      h[0] = first[0]!;
      return true;
    },
    pass(found) {
      for (let g = 0; g < parts.length; g++) {
        const { group, edge, crossing } = parts[g]!;
        for (let l = 0; l < group.count; l++) {
          edge[l] = found ? crossing[l]! : 0;
          if (edge[l] === 1) group.side[l] = -group.side[l]!;
        }
      }
    },
    locate(at, x, v) {
      for (const { group, edge, values } of parts) {
        group.evaluate(at, x, v, values);
        for (let l = 0; l < group.count; l++) {
          edge[l] = values[l] === 0 || edge[l] === 1 ? 1 : 0;
          if (edge[l] === 0) group.side[l] = values[l]! < 0 ? -1 : 1;
          else if (group.side[l] === 0) group.side[l] = 1;
        }
      }
    },
  };
}
