/** Where the numbers of tridiagonal-code.ts stand, in bytes, and which of its coefficients are the same at all coordinates. */
import type { Vector } from "../../numeric/vector.ts";
import { ROUND_OFF } from "../solvers/condensed.ts";
import type { TridiagonalBox } from "../solvers/tridiagonal-numbers.ts";

const BOX = ["below", "diagonal", "above", "push", "rate", "lower", "upper", "least", "most"] as const;
export const MATRICES = ["massBelow", "mass", "massAbove", "stiffBelow", "stiff", "stiffAbove", "load"] as const;
export type Coefficient = (typeof BOX)[number] | (typeof MATRICES)[number];
export type Coefficients = Readonly<Record<Coefficient, Vector>>;

export interface TridiagonalLayout {
  readonly size: number;
  readonly coefficient: Readonly<Record<Coefficient, { readonly place: number; readonly uniform: boolean }>>;
  /** Whether some rows can have one force only. */
  readonly mixed: boolean;
  /** Whether the mass is diagonal, whether all rows push with 1, whether there is a load. */
  readonly lumped: boolean;
  readonly unit: boolean;
  readonly loaded: boolean;
  readonly residual: number;
  readonly b: number;
  readonly inverse: number;
  readonly dz: number;
  readonly force: number;
  readonly velocity: number;
  readonly positions: readonly [number, number];
  /** A byte a coordinate: 0 at rest, 1 and -1 the direction of slip. */
  readonly mode: number;
  /** Lists of places, of four bytes each, and of ranges. */
  readonly lists: readonly [number, number];
  readonly ranges: number;
  /** Whole numbers: whether a row rests that was swept as slipping; whether a stuck row is at its bound; passes. */
  readonly rests: number;
  readonly turned: number;
  readonly passes: number;
  readonly end: number;
}

/** With the bounds that a needed force may exceed its own by, which is round-off. */
export function withMargins(box: TridiagonalBox): Pick<Coefficients, (typeof BOX)[number]> {
  const slack = box.upper.map((high, j) => ROUND_OFF * (high - box.lower[j]!));
  return {
    ...box,
    least: box.lower.map((low, j) => low - slack[j]!),
    most: box.upper.map((high, j) => high + slack[j]!),
  };
}

/** The same everywhere; entries beyond the ends do not count. */
function isUniform(name: Coefficient, values: Vector): boolean {
  const part = name.toLowerCase().endsWith("below")
    ? values.subarray(1)
    : name.toLowerCase().endsWith("above")
      ? values.subarray(0, -1)
      : values;
  return part.every((value) => Object.is(value, part[0]));
}

/** `varying`: whether the load changes from step to step. */
export function tridiagonalLayout(size: number, values: Coefficients, varying: boolean): TridiagonalLayout {
  let end = 0;
  const room = (bytes: number): number => {
    const start = end;
    end += 16 * Math.ceil(bytes / 16);
    return start;
  };
  /** With a zero on either side, and another so that pairs fit. */
  const vector = () => room(8 * (size + 4)) + 16;
  const coefficient = Object.fromEntries(
    [...BOX, ...MATRICES].map((name) => {
      const uniform = isUniform(name, values[name]) && !(name === "load" && varying);
      return [name, { uniform, place: uniform ? room(8) : vector() }];
    }),
  ) as TridiagonalLayout["coefficient"];
  return {
    size,
    coefficient,
    mixed: values.lower.some((low, j) => low === values.upper[j]),
    unit: values.push.every((push) => push === 1),
    loaded: varying || values.load.some((force) => force !== 0),
    lumped: values.massBelow.every((entry) => entry === 0) && values.massAbove.every((entry) => entry === 0),
    ...{ residual: vector(), b: vector(), inverse: vector(), dz: vector(), force: vector(), velocity: vector() },
    positions: [vector(), vector()],
    mode: room(size),
    lists: [room(4 * size), room(4 * size)],
    ...{ ranges: room(8 * size + 16), rests: room(16), turned: room(16), passes: room(16) },
    end,
  };
}

export function fillCoefficients(memory: Vector, { coefficient }: TridiagonalLayout, values: Coefficients): void {
  for (const [name, { place, uniform }] of Object.entries(coefficient)) {
    const given = values[name as Coefficient];
    if (uniform) memory[place / 8] = given[name.toLowerCase().endsWith("below") ? 1 : 0]!;
    else memory.set(given, place / 8);
  }
}
