/**
 * Rows between an arm and its surroundings. A wall keeps the end of a link in a half plane, normal.P <= distance: a stop whose gap is
 * distance - normal.P. A curve holds the end of a link on g(P) = 0: a joint on positions.
 */
import type { Rows, SparseRow } from "../../numeric/rows.ts";
import { setZero, type Vector } from "../../numeric/vector.ts";
import { type Chain, toCoordinates } from "./chain.ts";
import { CurveValue, line, type PlaneCurve } from "./plane-curve.ts";
import { endOf, type Pose } from "./pose.ts";

/** Of what a gap is summed from. */
const ROUND_OFF = 8 * Number.EPSILON;

/** How the direction of a row follows the motion: not at all, or as that of a wall or curve at the end of a link (from 0). */
export type ArmDirection = SparseRow | WallDirection | CurveDirection;

export interface WallDirection {
  readonly link: number;
  /** Of length 1. */
  readonly wall: { readonly normal: readonly [number, number]; readonly distance: number };
}

export interface CurveDirection {
  readonly link: number;
  readonly curve: PlaneCurve;
}

/** Which rows turn with the motion. */
export function contactsOf(directions: readonly ArmDirection[]): Contact[] {
  return directions.flatMap((direction, row) => {
    if ("columns" in direction) return [];
    if ("curve" in direction) return [{ row, link: direction.link, curve: direction.curve }];
    const { normal, distance } = direction.wall;
    const curve = line([-normal[0], -normal[1]], -distance);
    return [{ row, link: direction.link, curve, gap: true, reach: Math.abs(distance) }];
  });
}

export interface Contact {
  readonly row: number;
  readonly link: number;
  readonly curve: PlaneCurve;
  /** A wall: its gap opens with g, and its distance is a term of it. */
  readonly gap?: boolean;
  readonly reach?: number;
}

/** What walls and curves are at a pose; memory for one user. */
export interface ContactValues {
  /** Their directions, at their places in the rows. */
  directions(at: Pose, out: Rows): void;
  turning(at: Pose, out: Vector): void;
  /** g of the walls (gaps), of the curves (violations), or of both. */
  values(at: Pose, of: "walls" | "curves" | "all", out: Vector): void;
  /** What rounding may make of the gaps, 0 of other rows. */
  gapRounding(out: Vector): void;
  /** What rounding of places may make of g, 0 of other rows. */
  wayRounding(at: Pose, out: Vector): void;
}

export function contactValues(chain: Chain, contacts: readonly Contact[]): ContactValues {
  const { length } = chain;
  const point = new Float64Array(2);
  const value = new Float64Array(CurveValue.count);
  return {
    directions(at, out) {
      const { sine, cosine } = at;
      for (const { row, link, curve } of contacts) {
        endOf(chain, at, link, point);
        curve.evaluate(point, value);
        const first = out.start[row]!;
        for (let j = 0; j <= link; j++) {
          out.value[first + j] = length[j]! * (value[CurveValue.y]! * cosine[j]! - value[CurveValue.x]! * sine[j]!);
        }
        toCoordinates(chain, out.value, first, link + 1);
      }
    },
    turning(at, out) {
      const { sine, cosine, rate } = at;
      for (const { row, link, curve } of contacts) {
        endOf(chain, at, link, point);
        curve.evaluate(point, value);
        let vx = 0;
        let vy = 0;
        let sum = 0;
        for (let j = 0; j <= link; j++) {
          const speed = length[j]! * rate[j]!;
          vx -= speed * sine[j]!;
          vy += speed * cosine[j]!;
          sum -= speed * rate[j]! * (value[CurveValue.x]! * cosine[j]! + value[CurveValue.y]! * sine[j]!);
        }
        const bent = value[CurveValue.xx]! * vx * vx + value[CurveValue.yy]! * vy * vy;
        out[row] = sum + bent + 2 * value[CurveValue.xy]! * vx * vy;
      }
    },
    values(at, of, out) {
      for (const { row, link, curve, gap = false } of contacts) {
        if (of !== "all" && gap !== (of === "walls")) continue;
        endOf(chain, at, link, point);
        curve.evaluate(point, value);
        out[row] = value[CurveValue.g]!;
      }
    },
    wayRounding(at, out) {
      setZero(out);
      for (const { row, link, curve, reach = 0 } of contacts) {
        endOf(chain, at, link, point);
        curve.evaluate(point, value);
        let terms = reach;
        for (let j = 0; j <= link; j++) terms += length[j]!;
        out[row] = ROUND_OFF * terms * (Math.abs(value[CurveValue.x]!) + Math.abs(value[CurveValue.y]!));
      }
    },
    gapRounding(out) {
      setZero(out);
      for (const { row, link, reach } of contacts) {
        if (reach === undefined) continue;
        let terms = reach;
        for (let j = 0; j <= link; j++) terms += length[j]!;
        out[row] = ROUND_OFF * terms;
      }
    },
  };
}
