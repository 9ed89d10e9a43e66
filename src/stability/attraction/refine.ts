/** More points of a traced curve where it bends: beside the middle of a chord, across it. */
import type { Point } from "../rest/polygon.ts";
import { type Asking, type Bracket, between, halve } from "./boundary-points.ts";

/** A curve with the inside on its left; coordinates are parts of the axes. */
export interface Curve {
  readonly points: readonly Point[];
  readonly closed: boolean;
}

/** Turn between two chords that asks for more points, rad; and the chord that is never split, in parts of the axes. */
const TURN = 0.08;
const SHORTEST = 1 / 300;
const ROUNDS = 6;
/** A bracket beside a chord grows so often, three times each. */
const GROWTHS = 3;

interface Chord {
  readonly curve: number;
  /** Follows this point. */
  readonly place: number;
  readonly from: Point;
  readonly to: Point;
  /** Larger of the turns at its ends. */
  readonly turn: number;
}

export function* refined(curves: readonly Curve[], tolerance: readonly [number, number]): Asking<Curve[]> {
  let current = curves.map((curve) => ({ ...curve }));
  const settled = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    const chords = current.flatMap(bentChords).filter((chord) => !settled.has(keyOf(chord)));
    if (chords.length === 0) break;
    const found = yield* crossings(chords, tolerance);
    const inserted = current.map(() => new Map<number, Point>());
    chords.forEach((chord, k) => {
      const point = found[k];
      if (point) inserted[chord.curve]!.set(chord.place, point);
      else settled.add(keyOf(chord)); // no simple crossing there
    });
    current = current.map(({ points, closed }, c) => ({
      closed,
      points: points.flatMap((point, k) => {
        const after = inserted[c]!.get(k);
        return after ? [point, after] : [point];
      }),
    }));
  }
  return current;
}

function keyOf({ from, to }: Chord): string {
  return `${from.join()};${to.join()}`;
}

function bentChords({ points, closed }: Curve, curve: number): Chord[] {
  const n = points.length;
  const at = (k: number): Point | undefined => (closed ? points[(k + n) % n] : points[k]);
  const turns = points.map((_, k) => turnAt(at(k - 1), at(k)!, at(k + 1)));
  const count = closed ? n : n - 1;
  return Array.from({ length: count }, (_, k): Chord => {
    return { curve, place: k, from: at(k)!, to: at(k + 1)!, turn: Math.max(turns[k]!, turns[(k + 1) % n]!) };
  }).filter(({ from, to, turn }) => turn > TURN && Math.max(...apart(from, to).map(Math.abs)) > 2 * SHORTEST);
}

/** Sine-like measure of the angle between two chords, 0..2 (2: back again); none at the ends and beside points that fall together. */
function turnAt(before: Point | undefined, at: Point, after: Point | undefined): number {
  if (!before || !after) return 0;
  const [ax, ay] = apart(before, at);
  const [bx, by] = apart(at, after);
  const [a, b] = [Math.sqrt(ax * ax + ay * ay), Math.sqrt(bx * bx + by * by)];
  if (a < SHORTEST / 10 || b < SHORTEST / 10) return 0;
  const [dx, dy] = [bx / b - ax / a, by / b - ay / a];
  return Math.sqrt(dx * dx + dy * dy);
}

function apart(a: Point, b: Point): Point {
  return [b[0] - a[0], b[1] - a[1]];
}

/** Where the boundary crosses the line across the middle of each chord; undefined where it is not found near. */
function* crossings(chords: readonly Chord[], tolerance: readonly [number, number]): Asking<(Point | undefined)[]> {
  const sides = chords.map((chord) => ({ bracket: undefined as Bracket | undefined, reach: firstReach(chord) }));
  for (let growth = 0; growth < GROWTHS; growth++) {
    const open = sides.flatMap((side, k) => (side.bracket ? [] : [{ side, ...beside(chords[k]!, side.reach) }]));
    const tried = open.filter(({ inside, outside }) => isOnMap(inside) && isOnMap(outside));
    const answers = yield tried.flatMap(({ inside, outside }) => [inside, outside]);
    tried.forEach(({ side, inside, outside }, k) => {
      if (answers[2 * k] && !answers[2 * k + 1]) side.bracket = { inside, outside };
    });
    for (const side of sides) side.reach *= 3;
  }
  const found = sides.flatMap(({ bracket }, k) => (bracket ? [{ k, bracket }] : []));
  const points = yield* halve(
    found.map(({ bracket }) => bracket),
    tolerance,
  );
  const out: (Point | undefined)[] = chords.map(() => undefined);
  found.forEach(({ k }, i) => {
    out[k] = points[i]!;
  });
  return out;
}

/** The sagitta of an arc with such turns is an eighth of turn times chord; twice that. */
function firstReach({ from, to, turn }: Chord): number {
  const [dx, dy] = apart(from, to);
  return (Math.sqrt(dx * dx + dy * dy) * Math.min(turn, 1)) / 4;
}

function beside({ from, to }: Chord, reach: number): Bracket {
  const [dx, dy] = apart(from, to);
  const length = Math.sqrt(dx * dx + dy * dy);
  const [nx, ny] = [(-dy / length) * reach, (dx / length) * reach]; // to the left
  const [x, y] = between(from, to);
  return { inside: [x + nx, y + ny], outside: [x - nx, y - ny] };
}

function isOnMap([x, y]: Point): boolean {
  return x >= 0 && x <= 1 && y >= 0 && y <= 1;
}
