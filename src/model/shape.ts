/** How a body that extends in space lies at an instant: curves over the places along it. Strings and beams have one. */
import type { Vector } from "../numeric/vector.ts";
import type { Load } from "./load.ts";

export interface Shape {
  /** Places along the body, m, ascending; its ends are among them, also where they are held. */
  readonly s: Vector;
  /** What is told at each place, m: u of a string, u and v of two, x and y (and z) of a beam. */
  readonly names: readonly string[];
  /** out[k][j]: component k at place s[j] at the time at[0] and the position q. `load`: of the run, whose control may move an end. */
  placesAt(at: Vector, q: Vector, load: Load, out: readonly Vector[]): void;
  /** The coordinate that component k at place j is, [k][j]; -1: it is held at 0; -2: it moves on a given path. */
  readonly coordinates: readonly Int32Array[];
  /** Fixed curves over s that it cannot cross; NaN where there is none. */
  readonly obstacles: readonly { readonly name: string; readonly values: Vector }[];
  /** The place that each row acts at, as an index of s; -1: none of its own. */
  readonly rowPlaces: Int32Array;
}

/** Curves of a shape, one vector a component. */
export function newPlaces({ s, names }: Shape): Vector[] {
  return names.map(() => new Float64Array(s.length));
}

/** Curves at some samples of recorded columns: component k at place j of sample l at [l][k][j]. Every coordinate must be recorded. */
export function curvesAt(
  { shape, size, load }: { readonly shape: Shape; readonly size: number; readonly load: Load },
  { time, position }: { readonly time: Vector; readonly position: readonly Vector[] },
  samples: readonly number[],
): Vector[][] {
  const q = new Float64Array(size);
  return samples.map((sample) => {
    const places = newPlaces(shape);
    position.forEach((column, i) => {
      q[i] = column[sample]!;
    });
    shape.placesAt(Float64Array.of(time[sample]!, time[sample]!), q, load, places);
    return places;
  });
}

/** At most `most` of `count` samples, first and last among them. */
export function spread(count: number, most: number): number[] {
  const chosen = Math.min(count, most);
  if (chosen < 2) return Array.from({ length: chosen }, () => count - 1);
  return Array.from({ length: chosen }, (_, k) => Math.round((k * (count - 1)) / (chosen - 1)));
}
