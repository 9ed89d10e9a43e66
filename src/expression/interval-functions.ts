import { acos, asin, atan, cos, cosh, exp, log, sin, sinh, tan, tanh } from "../numeric/elementary.ts";
import { type Operation, type Ranges, setAnything, setEmpty, setRange, strict } from "./interval.ts";
import type { SmoothFunction } from "./syntax.ts";

interface Domain {
  readonly from?: number;
  readonly to?: number;
  /** A lower bound of the values. */
  readonly floor?: number;
}

/** False when the argument is not wholly inside the domain; the result is then already set. */
function inDomain(x: Ranges, out: number, a: number, { from = -Infinity, to = Infinity }: Domain): boolean {
  if (x.high[a]! < from || x.low[a]! > to) setEmpty(x, out);
  else if (x.low[a]! < from || x.high[a]! > to) setAnything(x, out);
  else return true;
  return false;
}

function increasing(f: (x: number) => number, domain: Domain = {}): Operation {
  return strict((x, out, a) => {
    if (inDomain(x, out, a, domain)) setRange(x, out, f(x.low[a]!), f(x.high[a]!), domain.floor);
  });
}

/** How many k there are with low <= (k + shift) pi <= high, counted up to two, and whether the first is even. */
function multiplesOfPi(low: number, high: number, shift: number): { count: number; even: boolean } {
  const guard = 1e-15 * (2 + Math.max(Math.abs(low), Math.abs(high)));
  const first = Math.ceil(low / Math.PI - shift - guard);
  const last = Math.floor(high / Math.PI - shift + guard);
  const count = last - first + 1;
  return { count: count >= 0 ? Math.min(2, count) : count < 0 ? 0 : 2, even: first % 2 === 0 };
}

/** sin or cos, whose extreme values 1, -1, 1, ... are at (k + shift) pi. */
function wave(f: (x: number) => number, shift: number): Operation {
  return strict((x, out, a) => {
    const [low, high] = [x.low[a]!, x.high[a]!];
    const { count, even } = multiplesOfPi(low, high, shift);
    if (count === 2) return setRange(x, out, -1, 1);
    const [start, end] = [f(low), f(high)];
    const bottom = count === 1 && !even ? -1 : Math.min(start, end);
    const top = count === 1 && even ? 1 : Math.max(start, end);
    setRange(x, out, bottom, top);
  });
}

const tangent: Operation = (x, out, a) => {
  const { count } = multiplesOfPi(x.low[a]!, x.high[a]!, 0.5);
  if (count > 0) setAnything(x, out);
  else setRange(x, out, tan(x.low[a]!), tan(x.high[a]!));
};

const hyperbolicCosine: Operation = (x, out, a) => {
  const [low, high] = [x.low[a]!, x.high[a]!];
  const bottom = low <= 0 && high >= 0 ? 1 : cosh(Math.min(Math.abs(low), Math.abs(high)));
  setRange(x, out, bottom, cosh(Math.max(Math.abs(low), Math.abs(high))));
};

const decreasingAcos: Operation = (x, out, a) => {
  if (inDomain(x, out, a, { from: -1, to: 1 })) setRange(x, out, acos(x.high[a]!), acos(x.low[a]!));
};

export const functionsOnRanges: Readonly<Record<SmoothFunction, Operation>> = {
  sin: wave(sin, 0.5),
  cos: wave(cos, 0),
  tan: strict(tangent),
  asin: increasing(asin, { from: -1, to: 1 }),
  acos: strict(decreasingAcos),
  atan: increasing(atan),
  sinh: increasing(sinh),
  cosh: strict(hyperbolicCosine),
  tanh: increasing(tanh),
  exp: increasing(exp, { floor: 0 }),
  log: increasing(log, { from: 0 }),
  sqrt: increasing(Math.sqrt, { from: 0, floor: 0 }),
};
