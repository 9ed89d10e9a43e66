/**
 * Random step problems as plain numbers. `natural` ones take the slip from a velocity, as a scheme does. `constructed`
 * ones start from a solution, so that stick, slip and exact ties (a force at its limit without slip) come up as wanted:
 * with the solution's dz, F and s given, R = W F - A dz and r = s - W^T dz make it the answer.
 */
import { Dense } from "../../src/numeric/matrix.ts";
import { rowsFrom } from "../../src/numeric/rows.ts";
import type { Step } from "../../src/step/step.ts";
import { combine, inverse, multiply } from "../oracles/dense.ts";
import { list, type Random, withSpectrum } from "../support/random.ts";

export interface Problem {
  readonly tangent: number[][];
  /** W^T */
  readonly directions: number[][];
  readonly limits: number[];
  readonly smoothing: number[];
  readonly residual: number[];
  readonly slip: number[];
  /** Rows that are combinations of others. */
  readonly redundant: number[];
}

type Style = "unit" | "sparse" | "dense";

export interface Kind {
  readonly size: number;
  readonly count: number;
  /** Largest condition number of A, as a power of ten. */
  readonly condition?: number;
  readonly redundant?: boolean;
  /** Limits from 1e-3 to 1e3 instead of 0.1 to 10. */
  readonly wild?: boolean;
  readonly natural?: boolean;
  readonly zeroLimits?: boolean;
  /** Of the directions; default any. */
  readonly style?: Style;
}

export function randomKind(random: Random, most = 16): Kind {
  const size = random.whole(1, most);
  return {
    size,
    count: random.chance(0.3) ? random.whole(1, most) : random.whole(1, size),
    condition: random.between(0, 4),
    redundant: random.chance(0.25),
    wild: random.chance(0.4),
    natural: random.chance(0.5),
    zeroLimits: random.chance(0.3),
  };
}

export function randomProblem(random: Random, kind: Kind): Problem {
  const { size, count } = kind;
  const unit = random.decade(-2, 3);
  const spectrum = list(size, () => unit * random.decade(0, kind.condition ?? 2));
  const tangent = random.chance(0.2) ? diagonal(spectrum) : withSpectrum(random, spectrum);
  const { directions, redundant, combination } = randomDirections(random, kind);
  const limits = list(count, () => {
    if (kind.zeroLimits && random.chance(0.15)) return 0;
    return kind.wild ? random.decade(-3, 3) : random.decade(-1, 1);
  });
  const given = { tangent, directions, limits, smoothing: limits.map(() => 0), redundant };
  return { ...given, ...(kind.natural ? natural(random, given) : constructed(random, given, combination)) };
}

const diagonal = (entries: number[]): number[][] =>
  entries.map((entry, i) => list(entries.length, (j) => (i === j ? entry : 0)));

/** Unit, sparse or dense rows; those beyond the size, and some others on demand, combine one or two rows before them. */
function randomDirections(random: Random, { size, count, redundant: wanted = false, style: given }: Kind) {
  const style = given ?? random.pick<Style>(["unit", "sparse", "dense"]);
  const place = random.whole(0, size - 1);
  const directions: number[][] = [];
  const redundant: number[] = [];
  const combination = new Map<number, [number, number][]>();
  for (let i = 0; i < count; i++) {
    if (i - redundant.length < size && !(wanted && i > 0 && random.chance(0.4))) {
      const own = (i - redundant.length + place) % size;
      const entry = () => (style === "dense" || random.chance(3 / size) ? random.normal() : 0);
      directions.push(list(size, (j) => (j === own ? 1 : style === "unit" ? 0 : entry())));
      continue;
    }
    const parts: [number, number][] = [[random.whole(0, i - 1), random.pick([1, -1, 2, 0.7])]];
    if (random.chance(0.5)) parts.push([random.whole(0, i - 1), random.normal()]);
    const row = parts.reduce(
      (sum, [j, factor]) => combine(sum, factor, directions[j]!),
      list(size, () => 0),
    );
    if (row.every((entry) => Math.abs(entry) < 1e-3)) row[place] = 1;
    else combination.set(i, parts);
    directions.push(row);
    redundant.push(i);
  }
  return { directions, redundant, combination };
}

type Given = Omit<Problem, "residual" | "slip">;

export function transposed(
  directions: readonly (readonly number[])[],
  force: readonly number[],
  size: number,
): number[] {
  return directions.reduce(
    (sum: number[], row, i) => combine(sum, force[i]!, row),
    list(size, () => 0),
  );
}

function natural(random: Random, { tangent, directions, limits }: Given) {
  const size = tangent.length;
  const push = (scale: number) =>
    combine(
      transposed(
        directions,
        limits.map((limit) => scale * limit * random.normal()),
        size,
      ),
      0.1 * scale,
      list(size, () => random.normal()),
    );
  const velocity = multiply(inverse(tangent), push(random.decade(-2, 1)));
  return { residual: push(random.decade(-1, 0.5)), slip: multiply(directions, velocity) };
}

function constructed(
  random: Random,
  { tangent, directions, limits }: Given,
  combination: Map<number, [number, number][]>,
) {
  const size = tangent.length;
  const scale = random.decade(-3, 1);
  const dz = list(size, () => scale * random.normal());
  const s = list(limits.length, () => (random.chance(0.5) ? 0 : scale * random.decade(-2, 0) * random.pick([-1, 1])));
  const slip = s.map((value, i) => value - multiply([directions[i]!], dz)[0]!);
  for (const [i, parts] of combination) {
    s[i] = parts.reduce((sum, [j, factor]) => sum + factor * s[j]!, 0);
    slip[i] = parts.reduce((sum, [j, factor]) => sum + factor * slip[j]!, 0);
  }
  const force = s.map((value, i) => {
    if (value !== 0) return -Math.sign(value) * limits[i]!;
    return limits[i]! * (random.chance(0.2) ? random.pick([-1, 1]) : random.between(-1, 1));
  });
  return { residual: combine(transposed(directions, force, size), -1, multiply(tangent, dz)), slip };
}

export function toStep(problem: Problem, repeats = false): Step {
  const { tangent, directions, limits, smoothing, residual, slip } = problem;
  const rows = rowsFrom(directions);
  return {
    size: tangent.length,
    count: directions.length,
    lower: Float64Array.from(limits, (limit) => -limit),
    upper: Float64Array.from(limits),
    smoothing: Float64Array.from(smoothing),
    compliance: new Float64Array(problem.limits.length),
    start: new Float64Array(tangent.length),
    residual: Float64Array.from(residual),
    slip: Float64Array.from(slip),
    tangent: Dense.from(tangent),
    slipRows: rows,
    directions: rows,
    duration: 0.01,
    repeats,
    version: 0,
  };
}
