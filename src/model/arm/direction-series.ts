/** Directions of an arm's walls and curves along a motion: l_j (g_y cos theta_j - g_x sin theta_j), and along changes of it. */
import type { Rows } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { DirectionSeries } from "../system.ts";
import { type AngleChange, type AngleSeries, angleChange, angleSeries } from "./angle-series.ts";
import { type Chain, toCoordinates } from "./chain.ts";
import type { Contact } from "./contact-rows.ts";
import { CurveValue } from "./plane-curve.ts";

/** `rows`: the places of all directions, with the values of those that are constant. */
export function directionSeries(
  chain: Chain,
  contacts: readonly Contact[],
  rows: Rows,
  size: number,
  order: number,
): DirectionSeries {
  const width = order + 1;
  const entries = rows.value.length;
  const value = new Float64Array(width * entries);
  for (let e = 0; e < entries; e++) value[e] = rows.value[e]!;
  const angles = angleSeries(chain, size, order);
  const paths = contacts.map((contact) => pathOf(chain, contact, order));
  const along = angleSeries(chain, size, order); // the motion whose changes are asked for
  const alongPaths = contacts.map((contact) => pathOf(chain, contact, order));

  return {
    value,
    begin() {},
    next(k, x) {
      angles.next(k, x);
      for (let i = 0; i < contacts.length; i++) {
        const { row, link } = contacts[i]!;
        const path = paths[i]!;
        path.next(k, angles);
        const first = k * entries + rows.start[row]!;
        value.fill(0, first, first + link + 1);
        path.addDirection(k, path.values, angles, value, first);
        toCoordinates(chain, value, first, link + 1);
      }
    },
    expandSlopes(x, count) {
      for (let k = 0; k < count; k++) {
        along.next(k, x);
        for (const path of alongPaths) path.next(k, along);
      }
    },
    change() {
      const change = angleChange(chain, along, size, order);
      const slopes = contacts.map(() => new Float64Array(CurveValue.count * width));
      const moved = contacts.map(() => new Float64Array(2 * width));
      return (k, dx, out) => {
        change.next(k, dx);
        for (let i = 0; i < contacts.length; i++) {
          const { row, link } = contacts[i]!;
          const path = alongPaths[i]!;
          path.changeSlopes(k, change, moved[i]!, slopes[i]!);
          const first = k * entries + rows.start[row]!;
          out.fill(0, first, first + link + 1);
          path.addDirection(k, path.values, change, out, first);
          path.addDirection(k, slopes[i]!, along, out, first);
          toCoordinates(chain, out, first, link + 1);
        }
      };
    },
  };
}

interface ContactPath {
  /** Of the curve along the path: coefficient k of value q at [q * (order + 1) + k]. */
  readonly values: Vector;
  next(k: number, angles: AngleSeries): void;
  /** Coefficient k of the change of the curve's slopes, where the angles change. */
  changeSlopes(k: number, change: AngleChange, moved: Vector, slopes: Vector): void;
  /** out[first + j] += coefficient k of l_j (g_y c_j - g_x s_j) */
  addDirection(k: number, slopes: Vector, angles: SineCosine, out: Vector, first: number): void;
}

type SineCosine = Pick<AngleSeries, "sine" | "cosine">;

function pathOf({ links: n, length, base }: Chain, { link, curve }: Contact, order: number): ContactPath {
  const width = order + 1;
  const path = new Float64Array(2 * width);
  const values = new Float64Array(CurveValue.count * width);
  const expand = curve.expansion(order);

  /** Coefficient k of the end of the link, from base or from zero. */
  function follow(k: number, { sine, cosine }: SineCosine, isPlace: boolean, out: Vector): void {
    let x = isPlace && k === 0 ? base[0]! : 0;
    let y = isPlace && k === 0 ? base[1]! : 0;
    for (let j = 0; j <= link; j++) {
      x += length[j]! * cosine[k * n + j]!;
      y += length[j]! * sine[k * n + j]!;
    }
    out[k] = x;
    out[width + k] = y;
  }

  return {
    values,
    next(k, angles) {
      follow(k, angles, true, path);
      expand(k, path, values);
    },
    changeSlopes(k, change, moved, slopes) {
      follow(k, change, false, moved);
      let x = 0;
      let y = 0;
      for (let j = 0; j <= k; j++) {
        const mixed = values[CurveValue.xy * width + k - j]!;
        x += values[CurveValue.xx * width + k - j]! * moved[j]! + mixed * moved[width + j]!;
        y += values[CurveValue.yy * width + k - j]! * moved[width + j]! + mixed * moved[j]!;
      }
      slopes[CurveValue.x * width + k] = x;
      slopes[CurveValue.y * width + k] = y;
    },
    addDirection(k, slopes, { sine, cosine }, out, first) {
      for (let j = 0; j <= link; j++) {
        let sum = 0;
        for (let m = 0; m <= k; m++) {
          const toY = slopes[CurveValue.y * width + m]! * cosine[(k - m) * n + j]!;
          sum += toY - slopes[CurveValue.x * width + m]! * sine[(k - m) * n + j]!;
        }
        out[first + j]! += length[j]! * sum;
      }
    },
  };
}
