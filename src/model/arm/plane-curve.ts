/** Curves g(x, y) = 0 in the plane of an arm, as joints and walls take them. */
import type { Vector } from "../../numeric/vector.ts";

/** What is known of g at a point: itself, its slopes and their slopes. */
export const CurveValue = { g: 0, x: 1, y: 2, xx: 3, xy: 4, yy: 5, count: 6 } as const;

export interface PlaneCurve {
  /** out: the values of CurveValue at (point[0], point[1]). */
  evaluate(point: Vector, out: Vector): void;
  /**
   * Along a path, for one user: puts coefficient k of value q at out[q * (order + 1) + k], from the coefficients 0..k of x at
   * path[0 ...] and of y at path[order + 1 ...]; k = 0, 1, 2 ... in turn.
   */
  expansion(order: number): (k: number, path: Vector, out: Vector) => void;
}

/** g = xx X^2 + yy Y^2 + x X + y Y + one, with X and Y from the center. */
export interface Quadric {
  readonly center: readonly [number, number];
  readonly xx: number;
  readonly yy: number;
  readonly x: number;
  readonly y: number;
  readonly one: number;
}

/** (X/a)^2 + (Y/b)^2 - 1 */
export function ellipse(center: readonly [number, number], [a, b]: readonly [number, number]): PlaneCurve {
  return quadric({ center, xx: 1 / (a * a), yy: 1 / (b * b), x: 0, y: 0, one: -1 });
}

/** (X^2 + Y^2 - r^2) / (2 r): near the curve the distance from it, m. */
export function circle(center: readonly [number, number], radius: number): PlaneCurve {
  return quadric({ center, xx: 1 / (2 * radius), yy: 1 / (2 * radius), x: 0, y: 0, one: -radius / 2 });
}

/** normal.(x, y) - distance, with a normal of length 1. */
export function line([x, y]: readonly [number, number], distance: number): PlaneCurve {
  return quadric({ center: [0, 0], xx: 0, yy: 0, x, y, one: -distance });
}

function quadric({ center, xx, yy, x, y, one }: Quadric): PlaneCurve {
  return {
    evaluate(point, out) {
      const dx = point[0]! - center[0];
      const dy = point[1]! - center[1];
      out[CurveValue.g] = xx * dx * dx + yy * dy * dy + x * dx + y * dy + one;
      out[CurveValue.x] = 2 * xx * dx + x;
      out[CurveValue.y] = 2 * yy * dy + y;
      out[CurveValue.xx] = 2 * xx;
      out[CurveValue.xy] = 0;
      out[CurveValue.yy] = 2 * yy;
    },
    expansion(order) {
      const width = order + 1;
      return (k, path, out) => {
        let squareX = 0;
        let squareY = 0;
        for (let j = 0; j <= k; j++) {
          const shiftLeft = j === 0 ? 1 : 0;
          const shiftRight = j === k ? 1 : 0;
          squareX += (path[j]! - shiftLeft * center[0]) * (path[k - j]! - shiftRight * center[0]);
          squareY += (path[width + j]! - shiftLeft * center[1]) * (path[width + k - j]! - shiftRight * center[1]);
        }
        const dx = path[k]! - (k === 0 ? center[0] : 0);
        const dy = path[width + k]! - (k === 0 ? center[1] : 0);
        const first = k === 0 ? 1 : 0;
        out[CurveValue.g * width + k] = xx * squareX + yy * squareY + x * dx + y * dy + first * one;
        out[CurveValue.x * width + k] = 2 * xx * dx + first * x;
        out[CurveValue.y * width + k] = 2 * yy * dy + first * y;
        out[CurveValue.xx * width + k] = 2 * first * xx;
        out[CurveValue.xy * width + k] = 0;
        out[CurveValue.yy * width + k] = 2 * first * yy;
      };
    },
  };
}
