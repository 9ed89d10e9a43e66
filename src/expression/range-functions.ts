import { opcode } from "./execute.ts";
import { arithmeticOnRanges, type Operation, type Ranges, setExact } from "./interval.ts";
import { functionsOnRanges } from "./interval-functions.ts";

/** Where the coefficients are: of the operands u and w, of the result y; scratch has two more columns and a number. */
export interface Places {
  readonly u: number;
  readonly w: number;
  readonly y: number;
  readonly scratch: number;
  readonly width: number;
}

const { "+": plus, "-": minus, "*": times, "/": over } = arithmeticOnRanges;

/** Coefficients 1 .. top of products, quotients, powers and functions over an interval; coefficient 0 is there already. */
export function expandFunction(op: number, x: Ranges, places: Places, top: number): void {
  const { u, w, y, scratch, width } = places;
  const [first, second, number] = [scratch, scratch + width, scratch + 2 * width];
  const r = recurrences(x, number);
  switch (op) {
    case opcode["*"]:
      for (let k = 1; k <= top; k++) r.product(u, w, y, k);
      return;
    case opcode.square:
      for (let k = 1; k <= top; k++) r.square(u, y, k);
      return;
    case opcode.cube:
    case opcode.fourth:
      for (let k = 0; k <= top; k++) r.square(u, first, k);
      for (let k = 1; k <= top; k++) {
        if (op === opcode.cube) r.product(first, u, y, k);
        else r.square(first, y, k);
      }
      return;
    case opcode["/"]:
      for (let k = 1; k <= top; k++) {
        r.start(y + k);
        for (let j = 0; j < k; j++) r.addProduct(y + k, -1, y + j, w + k - j);
        plus(x, y + k, y + k, u + k);
        over(x, y + k, y + k, w);
      }
      return;
    case opcode["^"]:
      power(x, places, top, r);
      return;
    case opcode.sqrt:
      for (let k = 1; k <= top; k++) {
        r.start(y + k);
        for (let j = 1; j < k; j++) r.addProduct(y + k, -1, y + j, y + k - j);
        plus(x, y + k, y + k, u + k);
        r.scale(y + k, 1 / 2);
        over(x, y + k, y + k, y);
      }
      return;
    case opcode.exp:
      for (let k = 1; k <= top; k++) r.weighted(u, y, y, k, 1);
      return;
    case opcode.log:
      for (let k = 1; k <= top; k++) r.quotient(u, u, y, k, 1);
      return;
    case opcode.sin:
    case opcode.cos:
    case opcode.sinh:
    case opcode.cosh: {
      PARTNER[op]!(x, first, u, u);
      for (let k = 1; k <= top; k++) {
        r.weighted(u, first, y, k, op === opcode.cos ? -1 : 1);
        r.weighted(u, y, first, k, op === opcode.sin ? -1 : 1);
      }
      return;
    }
    case opcode.tan:
    case opcode.tanh: {
      const sign = op === opcode.tan ? 1 : -1; // y' = (1 + sign y^2) u'
      for (let k = 0; k <= top; k++) {
        if (k > 0) r.weighted(u, first, y, k, 1);
        r.square(y, first, k);
        r.scale(first + k, sign);
        if (k === 0) r.shift(first, 1);
      }
      return;
    }
    case opcode.atan:
      for (let k = 0; k <= top; k++) {
        r.square(u, first, k);
        if (k === 0) r.shift(first, 1);
        else r.quotient(u, first, y, k, 1);
      }
      return;
    case opcode.asin:
    case opcode.acos: {
      const sign = op === opcode.asin ? 1 : -1; // y' = sign u' / sqrt(1 - u^2)
      for (let k = 0; k <= top; k++) {
        r.square(u, second, k);
        r.scale(second + k, -1);
        if (k === 0) r.shift(second, 1);
      }
      functionsOnRanges.sqrt(x, first, second, second);
      expandFunction(opcode.sqrt, x, { u: second, w: second, y: first, scratch: scratch, width }, top);
      for (let k = 1; k <= top; k++) r.quotient(u, first, y, k, sign);
      return;
    }
    default:
  }
}

/** u^w: by whole powers where the base may be zero, else y u' w = y' u, or exp(w log u) where w varies. */
function power(x: Ranges, { u, w, y, scratch, width }: Places, top: number, r: ReturnType<typeof recurrences>): void {
  const [first, second] = [scratch, scratch + width];
  const varying = Array.from({ length: top }, (_, k) => w + 1 + k).some((i) => x.low[i] !== 0 || x.high[i] !== 0);
  const p = x.low[w]!;
  if (varying) {
    functionsOnRanges.log(x, first, u, u);
    for (let k = 1; k <= top; k++) r.quotient(u, u, first, k, 1);
    for (let k = 0; k <= top; k++) r.product(w, first, second, k);
    for (let k = 1; k <= top; k++) r.weighted(second, y, y, k, 1);
  } else if (p > 0 && p <= 32 && Math.floor(p) === p) {
    const [low, high] = [x.low[y]!, x.high[y]!];
    for (let k = 0; k <= top; k++) setExact(x, y + k, x.low[u + k]!, x.high[u + k]!);
    for (let factor = 1; factor < p; factor++) {
      for (let k = 0; k <= top; k++) setExact(x, first + k, x.low[y + k]!, x.high[y + k]!);
      for (let k = top; k >= 0; k--) r.product(first, u, y, k);
    }
    setExact(x, y, low, high);
  } else {
    for (let k = 1; k <= top; k++) {
      r.start(y + k);
      for (let j = 1; j <= k; j++) r.addProduct(y + k, p * j - (k - j), u + j, y + k - j);
      over(x, y + k, y + k, u);
      r.scale(y + k, 1 / k);
    }
  }
}

const PARTNER: Readonly<Record<number, Operation>> = {
  [opcode.sin]: functionsOnRanges.cos,
  [opcode.cos]: functionsOnRanges.sin,
  [opcode.sinh]: functionsOnRanges.cosh,
  [opcode.cosh]: functionsOnRanges.sinh,
};

/** Sums of products of coefficients; `number` is a free place. */
function recurrences(x: Ranges, number: number) {
  const start = (out: number): void => setExact(x, out, 0, 0);
  const scale = (out: number, factor: number): void => {
    if (factor === 1) return;
    setExact(x, number, factor, factor);
    times(x, out, out, number);
  };
  const shift = (out: number, by: number): void => {
    setExact(x, number, by, by);
    plus(x, out, out, number);
  };
  const isZero = (place: number): boolean => x.low[place] === 0 && x.high[place] === 0;
  const addProduct = (out: number, factor: number, a: number, b: number): void => {
    if (factor === 0 || isZero(a) || isZero(b)) return;
    times(x, number, a, b);
    if (Math.abs(factor) === 1) {
      if (factor > 0) plus(x, out, out, number);
      else minus(x, out, out, number);
      return;
    }
    const [low, high] = [x.low[number]! * factor, x.high[number]! * factor];
    const { continuous } = x;
    const whole = continuous[number]!;
    setExact(x, number, Math.min(low, high), Math.max(low, high));
    continuous[number] = whole;
    plus(x, out, out, number);
  };
  return {
    start,
    scale,
    shift,
    addProduct,
    product(a: number, b: number, out: number, k: number): void {
      start(out + k);
      for (let j = 0; j <= k; j++) addProduct(out + k, 1, a + j, b + k - j);
    },
    square(a: number, out: number, k: number): void {
      start(out + k);
      for (let j = 0; 2 * j < k; j++) addProduct(out + k, 2, a + j, a + k - j);
      if (k % 2 === 0) addProduct(out + k, 1, a + k / 2, a + k / 2);
    },
    /** out' = sign u' y */
    weighted(u: number, y: number, out: number, k: number, sign: number): void {
      start(out + k);
      for (let j = 1; j <= k; j++) addProduct(out + k, sign * j, u + j, y + k - j);
      scale(out + k, 1 / k);
    },
    /** out' = sign u' / w */
    quotient(u: number, w: number, out: number, k: number, sign: number): void {
      start(out + k);
      for (let j = 1; j < k; j++) addProduct(out + k, -j, out + j, w + k - j);
      scale(out + k, 1 / k);
      if (sign > 0) plus(x, out + k, out + k, u + k);
      else minus(x, out + k, out + k, u + k);
      over(x, out + k, out + k, w);
    },
  };
}
