import { type Budget, isSpent, type SmoothFunction } from "./smooth-function.ts";

/** Intervals at or below this width, as a fraction of the whole, are not split further. */
const finest = 1e-12;
/** So many of them in a row, of which nothing can be said: it will not be said of the next one either. */
const mostDoubts = 5_000;

interface Interval {
  readonly from: number;
  readonly to: number;
}

/**
 * Adds to `found`, in order, the points of [from, to] where the sign of f changes, where f touches zero, or where it
 * starts or ends to be defined. False when the budget ran out before the end, or where nothing can be said of f.
 *
 * Intervals that interval arithmetic proves free of them are discarded; where f is monotone there is at most one; the
 * rest is halved. What is left open is either as narrow as `finest` or zero up to rounding; neighbors of that kind
 * are joined, and count as one point.
 */
export function findSignChanges(f: SmoothFunction, from: number, to: number, budget: Budget, found: number[]): boolean {
  const narrow = finest * (to - from);
  const stack: Interval[] = [{ from, to }];
  let doubtful: Interval | undefined;
  let doubts = 0;
  const report = (time: number) => {
    if (--budget.changes >= 0) found.push(time);
  };
  for (let each = stack.pop(); each; each = stack.pop()) {
    if (isSpent(budget)) return false;
    const proof = f.prove(each.from, each.to);
    if (proof === "fixed") continue;
    const middle = each.from + (each.to - each.from) / 2;
    const splittable = each.to - each.from > narrow && middle > each.from && middle < each.to;
    const turn = proof === "monotone" ? f.certainSign(each.from) * f.certainSign(each.to) : 0;
    if (turn < 0) report(changePoint(f, f.value, each));
    else if (turn === 0 && proof === "none" && splittable) {
      stack.push({ from: middle, to: each.to }, { from: each.from, to: middle });
    } else if (turn === 0) {
      if (doubtful && doubtful.to !== each.from) report(pointIn(f, doubtful));
      doubts = proof === "none" && doubtful?.to === each.from ? doubts + 1 : 0;
      if (doubts > mostDoubts) return false;
      doubtful = { from: doubtful?.to === each.from ? doubtful.from : each.from, to: each.to };
    }
  }
  if (doubtful) report(pointIn(f, doubtful));
  return budget.changes >= 0;
}

/** Not-a-number is a sign of its own: a comparison with it is false on either side. */
function signOf(value: number): number {
  return Number.isNaN(value) ? 2 : Math.sign(value) + 0;
}

/** Bisection to neighboring numbers, of which the one nearer to zero is taken. */
function changePoint({ pay }: SmoothFunction, value: (t: number) => number, { from, to }: Interval): number {
  const start = signOf(value(from));
  const negligible = (to - from) * 1e-18;
  let [low, high] = [from, to];
  let asked = 3;
  while (high - low > negligible) {
    const middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) break;
    asked++;
    if (signOf(value(middle)) === start) low = middle;
    else high = middle;
  }
  pay(asked);
  const [before, after] = [Math.abs(value(low)), Math.abs(value(high))];
  return before <= after || Number.isNaN(after) ? low : high;
}

/** Where a function changes sign, or else touches zero: where its slope changes sign, or at an end. */
function pointIn(f: SmoothFunction, interval: Interval): number {
  const changes = (g: (t: number) => number) => signOf(g(interval.from)) !== signOf(g(interval.to));
  if (changes(f.value)) return changePoint(f, f.value, interval);
  if (changes(f.slope)) return changePoint(f, f.slope, interval);
  return Math.abs(f.value(interval.from)) < Math.abs(f.value(interval.to)) ? interval.from : interval.to;
}
