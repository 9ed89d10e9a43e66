/** Bounds of formulas of one variable over an interval, by interval arithmetic: what they cannot leave, proved. */
import { arithmeticOnRanges, makeRanges, negated, type Ranges, setExact, setRange } from "./interval.ts";
import { functionsOnRanges } from "./interval-functions.ts";
import { share } from "./share.ts";
import { children, type Node, postorder, type SmoothFunction } from "./syntax.ts";

export interface Bounds {
  readonly low: number;
  readonly high: number;
  /** Whether it is proved that the formula has a value everywhere in the interval. */
  readonly defined: boolean;
}

/** Pieces that an interval is looked at in: bounds of shorter ones are tighter. */
const PIECES = 16;

/** Bounds of each formula over from .. to; other variables have the ranges given, or may be anything. */
export function boundsOn(
  nodes: readonly Node[],
  variable: string,
  [from, to]: readonly [number, number],
  others: ReadonlyMap<string, readonly [number, number]> = new Map(),
): Bounds[] {
  const roots = share(nodes);
  const order = postorder(roots);
  const index = new Map(order.map((node, i) => [node, i]));
  const x = makeRanges(order.length);
  const bounds = roots.map(() => ({ low: Infinity, high: -Infinity, defined: true }));
  for (let k = 0; k < PIECES; k++) {
    const piece = [from + ((to - from) * k) / PIECES, from + ((to - from) * (k + 1)) / PIECES] as const;
    for (const [out, node] of order.entries()) {
      const places = children(node).map((child) => index.get(child)!);
      evaluate(x, out, node, places, (name) => (name === variable ? piece : others.get(name)));
      if (!Number.isFinite(x.low[out]! - x.high[out]!)) x.continuous[out] = 0; // as at log(0), which is no number
    }
    for (const [i, root] of roots.entries()) {
      const at = index.get(root)!;
      const bound = bounds[i]!;
      bound.low = Math.min(bound.low, x.low[at]!);
      bound.high = Math.max(bound.high, x.high[at]!);
      bound.defined &&= x.continuous[at] === 1 && x.low[at]! <= x.high[at]!;
    }
  }
  return bounds;
}

type RangeOf = (name: string) => readonly [number, number] | undefined;

/** Sets range `out`; its `continuous` means here that there is a value everywhere: jumps are welcome. */
function evaluate(x: Ranges, out: number, node: Node, places: readonly number[], rangeOf: RangeOf): void {
  const [a = 0, b = a] = places;
  switch (node.kind) {
    case "number":
      setExact(x, out, node.value, node.value);
      break;
    case "variable":
      setVariable(x, out, rangeOf(node.name));
      break;
    case "unary":
      negated(x, out, a, a);
      break;
    case "binary":
      arithmeticOnRanges[node.op](x, out, a, b);
      break;
    case "comparison":
      choice(x, out, places, 0, 1);
      break;
    case "extremum":
      extreme(x, out, a, b, node.name === "min" ? Math.min : Math.max);
      break;
    case "conditional":
    case "piecewise":
      hull(x, out, places[0]!, places.slice(1));
      break;
    case "call":
      if (node.name === "abs") magnitude(x, out, a);
      else if (node.name === "sign") choice(x, out, places, -1, 1);
      else functionsOnRanges[node.name as SmoothFunction](x, out, a, a);
  }
}

function setVariable(x: Ranges, out: number, range: readonly [number, number] | undefined): void {
  setExact(x, out, range?.[0] ?? -Infinity, range?.[1] ?? Infinity);
  x.continuous[out] = range ? 1 : 0;
}

function whole(x: Ranges, out: number, places: readonly number[]): void {
  x.continuous[out] = places.every((place) => x.continuous[place] === 1 && x.low[place]! <= x.high[place]!) ? 1 : 0;
}

function choice(x: Ranges, out: number, places: readonly number[], low: number, high: number): void {
  setExact(x, out, low, high);
  whole(x, out, places);
}

function extreme(x: Ranges, out: number, a: number, b: number, which: (p: number, q: number) => number): void {
  setRange(x, out, which(x.low[a]!, x.low[b]!), which(x.high[a]!, x.high[b]!));
  whole(x, out, [a, b]);
}

function magnitude(x: Ranges, out: number, a: number): void {
  const [low, high] = [x.low[a]!, x.high[a]!];
  setRange(x, out, low <= 0 && high >= 0 ? 0 : Math.min(Math.abs(low), Math.abs(high)), Math.max(-low, high), 0);
  whole(x, out, [a]);
}

/** Any of the branches: which one is taken is not asked. */
function hull(x: Ranges, out: number, decider: number, branches: readonly number[]): void {
  let [low, high] = [Infinity, -Infinity];
  for (const branch of branches) {
    low = Math.min(low, x.low[branch]!);
    high = Math.max(high, x.high[branch]!);
  }
  setRange(x, out, low, high);
  whole(x, out, [decider, ...branches]);
}
