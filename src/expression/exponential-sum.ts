/**
 * Formulas of one variable as sums of c t^p exp(a t + b) cos(w t + phi), or with a sine, where they are that by their form. Their Taylor
 * series converge everywhere and hide nothing, and coefficients follow from one another at once.
 */
import { cos, exp, sin } from "../numeric/elementary.ts";
import type { Vector } from "../numeric/vector.ts";
import { affineForm } from "./affine.ts";
import { mapTree, type Node } from "./syntax.ts";

export interface ExponentialTerm {
  readonly factor: number;
  readonly power: number;
  readonly growth: number;
  readonly shift: number;
  readonly frequency: number;
  readonly phase: number;
  readonly sine: boolean;
}

type Sum = readonly ExponentialTerm[];

/** Terms of one formula: few enough that the last coefficients of a series of order 24 tell what comes after them. */
const MOST_TERMS = 4;
const MOST_POWER = 3;

const ONE: ExponentialTerm = { factor: 1, power: 0, growth: 0, shift: 0, frequency: 0, phase: 0, sine: false };

/** Undefined where a formula is not such a sum by its form, or of too many terms. */
export function exponentialSum(root: Node, variable: string): Sum | undefined {
  const sum = mapTree<Sum | undefined>([root], (node, of) => {
    const found = sumOf(node, variable, of);
    return found && found.length <= MOST_TERMS && found.every(isPlain) ? found : undefined;
  }).get(root);
  return sum;
}

const isPlain = ({ factor, power, shift }: ExponentialTerm) =>
  Number.isFinite(factor) && Number.isFinite(shift) && power <= MOST_POWER;

function sumOf(node: Node, variable: string, of: (child: Node) => Sum | undefined): Sum | undefined {
  switch (node.kind) {
    case "number":
      return node.value === 0 ? [] : [{ ...ONE, factor: node.value }];
    case "variable":
      return node.name === variable ? [{ ...ONE, power: 1 }] : undefined;
    case "unary":
      return scaled(of(node.operand), -1);
    case "call":
      return ofCall(node, variable);
    case "binary":
      return ofPair(node, of);
    default:
      return undefined;
  }
}

function ofCall({ name, argument }: Node & { kind: "call" }, variable: string): Sum | undefined {
  const form = affineForm(argument, variable);
  if (!form) return undefined;
  if (name === "exp") return [{ ...ONE, growth: form.slope, shift: form.offset }];
  if (name !== "sin" && name !== "cos") return undefined;
  return [{ ...ONE, frequency: form.slope, phase: form.offset, sine: name === "sin" }];
}

function ofPair({ op, left, right }: Node & { kind: "binary" }, of: (child: Node) => Sum | undefined): Sum | undefined {
  const [a, b] = [of(left), of(right)];
  if (!a || !b) return undefined;
  if (op === "+") return [...a, ...b];
  if (op === "-") return [...a, ...scaled(b, -1)!];
  if (op === "*") return multiplied(a, b);
  if (op === "/" && right.kind === "number") return scaled(a, 1 / right.value);
  if (op === "^" && right.kind === "number" && right.value === 2) return multiplied(a, a);
  return undefined;
}

const scaled = (sum: Sum | undefined, by: number): Sum | undefined =>
  sum?.map((term) => ({ ...term, factor: by * term.factor }));

/** Powers of sums are left alone: written out, their terms may cancel. */
function multiplied(a: Sum, b: Sum): Sum | undefined {
  if ((a.length > 1 && b.some(({ power }) => power > 0)) || (b.length > 1 && a.some(({ power }) => power > 0)))
    return undefined;
  return a.flatMap((one) => b.flatMap((other) => product(one, other)));
}

function product(a: ExponentialTerm, b: ExponentialTerm): Sum {
  const common = {
    power: a.power + b.power,
    growth: a.growth + b.growth,
    shift: a.shift + b.shift,
  };
  const factor = a.factor * b.factor;
  if (swings(a) && swings(b)) {
    const sum = { frequency: a.frequency + b.frequency, phase: a.phase + b.phase };
    const apart = { frequency: a.frequency - b.frequency, phase: a.phase - b.phase };
    const sine = a.sine !== b.sine;
    // sin sin, cos cos, sin cos, cos sin
    const [ofSum, ofApart] = a.sine && b.sine ? [-0.5, 0.5] : a.sine || !b.sine ? [0.5, 0.5] : [0.5, -0.5];
    return [
      { ...common, ...sum, sine, factor: ofSum * factor },
      { ...common, ...apart, sine, factor: ofApart * factor },
    ];
  }
  const { frequency, phase, sine } = swings(a) ? a : b;
  return [{ ...common, factor, frequency, phase, sine }];
}

const swings = ({ frequency, phase, sine }: ExponentialTerm) => frequency !== 0 || phase !== 0 || sine;

/** Taylor coefficients of several sums: coefficient k of sum i goes to out[k * sums + i]. */
export function exponentialExpansion(sums: readonly Sum[], order: number): (time: number, out: Vector) => void {
  const n = sums.length;
  const shapes = new Map<string, { readonly term: ExponentialTerm; readonly factors: Float64Array }>();
  sums.forEach((sum, i) => {
    for (const term of sum) {
      const key = JSON.stringify({ ...term, factor: 1 });
      const shape = shapes.get(key) ?? { term, factors: new Float64Array(n) };
      shapes.set(key, shape);
      shape.factors[i]! += term.factor;
    }
  });
  const parts = [...shapes.values()];
  const series = new Float64Array(order + 1);
  const inverse = Float64Array.from({ length: order + 2 }, (_, k) => 1 / k);
  const [only, ...others] = parts;
  if (only && others.length === 0 && only.term.power === 0 && !swings(only.term)) return onlyGrowth(only, inverse);
  return (time, out) => {
    if (parts.length === 0) out.fill(0);
    for (let j = 0; j < parts.length; j++) {
      const { term, factors } = parts[j]!;
      expandTerm(term, time, inverse, series);
      for (let k = 0, at = 0; k <= order; k++) {
        const coefficient = series[k]!;
        for (let i = 0; i < n; i++, at++) out[at] = (j === 0 ? 0 : out[at]!) + factors[i]! * coefficient;
      }
    }
  };
}

/** One exponential on all coordinates, as controls and decaying loads often are: the same digits in one pass. */
function onlyGrowth(
  { term, factors }: { readonly term: ExponentialTerm; readonly factors: Float64Array },
  inverse: Vector,
): (time: number, out: Vector) => void {
  const { growth, shift } = term;
  const n = factors.length;
  const rates = Float64Array.from(inverse, (each) => growth * each);
  const steady = growth === 0 && shift === 0;
  return (time, out) => {
    let coefficient = steady ? 1 : exp(growth * time + shift);
    for (let k = 1, at = 0; k < rates.length; k++) {
      for (let i = 0; i < n; i++, at++) out[at] = 0 + factors[i]! * coefficient;
      coefficient *= rates[k]!;
    }
  };
}

/** The coefficients of a term without its factor; `inverse`: 1 / k. */
function expandTerm(term: ExponentialTerm, time: number, inverse: Vector, series: Vector): void {
  const { growth, shift, power } = term;
  const order = series.length - 1;
  const size = growth === 0 && shift === 0 ? 1 : exp(growth * time + shift);
  if (swings(term)) expandSwing(term, time, size, inverse, series);
  else {
    let coefficient = size;
    for (let k = 0; k <= order; k++) {
      series[k] = coefficient;
      coefficient *= growth * inverse[k + 1]!;
    }
  }
  for (let p = 0; p < power; p++) {
    for (let k = order; k > 0; k--) series[k] = time * series[k]! + series[k - 1]!;
    series[0]! *= time;
  }
}

function expandSwing(
  { growth, frequency, phase, sine }: ExponentialTerm,
  time: number,
  size: number,
  inverse: Vector,
  series: Vector,
): void {
  let real = size * cos(frequency * time + phase);
  let imaginary = size * sin(frequency * time + phase);
  for (let k = 0; k < series.length; k++) {
    series[k] = sine ? imaginary : real;
    const turned = (real * growth - imaginary * frequency) * inverse[k + 1]!;
    imaginary = (real * frequency + imaginary * growth) * inverse[k + 1]!;
    real = turned;
  }
}
