import fc from "fast-check";

/**
 * An independent little language for tests: trees with their own printer and an evaluator of closures over Math, and
 * nothing in common with src/expression but the meaning of formulas.
 */
export interface Formula {
  readonly level: number;
  /** With as few parentheses as the precedence allows, or with all. */
  print(full: boolean): string;
  evaluate(context: Context): number;
}

export interface Context {
  readonly t: number;
  /** Called with every result; tests perturb results here to see how well-conditioned the formula is. */
  readonly round: (value: number) => number;
}

const levels = { conditional: 0, comparison: 1, sum: 2, product: 3, unary: 4, power: 5, primary: 6 };

function wrapped(formula: Formula, least: number, full: boolean): string {
  const text = formula.print(full);
  return full || formula.level < least ? `(${text})` : text;
}

function infix(op: string, level: number, a: Formula, b: Formula, f: (x: number, y: number) => number): Formula {
  const [left, right] = op === "^" ? [levels.primary, levels.unary] : [level, level + 1];
  const ends: [number, number] = level === levels.comparison ? [level + 1, level + 1] : [left, right];
  return {
    level,
    print: (full) => `${wrapped(a, ends[0], full)}${op}${wrapped(b, ends[1], full)}`,
    evaluate: (context) => context.round(f(a.evaluate(context), b.evaluate(context))),
  };
}

function called(name: string, given: Formula[], evaluate: Formula["evaluate"]): Formula {
  return {
    level: levels.primary,
    print: (full) => `${name}(${given.map((each) => wrapped(each, 0, full)).join(", ")})`,
    evaluate: (context) => context.round(evaluate(context)),
  };
}

const literal = (value: number): Formula => ({
  level: levels.primary,
  print: () => String(value).replace(/^0\./, "."),
  evaluate: () => value,
});
const time: Formula = { level: levels.primary, print: () => "t", evaluate: (context) => context.t };

const arithmetic: [string, number, (x: number, y: number) => number][] = [
  ["+", levels.sum, (x, y) => x + y],
  ["-", levels.sum, (x, y) => x - y],
  ["*", levels.product, (x, y) => x * y],
  ["/", levels.product, (x, y) => x / y],
  ["^", levels.power, (x, y) => x ** y],
];
const comparisons: [string, (x: number, y: number) => boolean][] = [
  ["<", (x, y) => x < y],
  ["<=", (x, y) => x <= y],
  [">", (x, y) => x > y],
  [">=", (x, y) => x >= y],
  ["==", (x, y) => x === y],
  ["!=", (x, y) => x !== y],
];
export const smoothNames = [
  "sin",
  "cos",
  "tan",
  "asin",
  "acos",
  "atan",
  "sinh",
  "cosh",
  "tanh",
  "exp",
  "log",
  "sqrt",
] as const;

function negative(operand: Formula): Formula {
  return {
    level: levels.unary,
    print: (full) => `-${wrapped(operand, levels.unary, full)}`,
    evaluate: (context) => -operand.evaluate(context),
  };
}

function signed(name: "abs" | "sign", operand: Formula): Formula {
  return called(name, [operand], (context) => Math[name](operand.evaluate(context)));
}

function extremum(name: "min" | "max", given: Formula[]): Formula {
  return called(name, given, (context) => Math[name](...given.map((each) => each.evaluate(context))));
}

function comparison([op, holds]: (typeof comparisons)[number], a: Formula, b: Formula): Formula {
  const node = infix(op, levels.comparison, a, b, (x, y) => Number(holds(x, y)));
  return { ...node, evaluate: (context) => Number(holds(a.evaluate(context), b.evaluate(context))) };
}

function conditional(condition: Formula, yes: Formula, no: Formula): Formula {
  return {
    level: levels.conditional,
    print: (full) => `${wrapped(condition, 1, full)} ? ${wrapped(yes, 0, full)} : ${wrapped(no, 0, full)}`,
    evaluate: (context) => (condition.evaluate(context) ? yes : no).evaluate(context),
  };
}

function piecewise(of: Formula, steps: number[], values: Formula[]): Formula {
  const breaks = steps.map((_, i) => steps.slice(0, i + 1).reduce((sum, step) => sum + step, 0));
  return {
    level: levels.primary,
    print: (full) =>
      `piecewise(${wrapped(of, 0, full)}, [${breaks.join(", ")}], ${values.map((each) => each.print(full)).join(", ")})`,
    evaluate: (context) => {
      const x = of.evaluate(context);
      const piece = breaks.filter((end) => !(x < end)).length;
      return values[piece]!.evaluate(context);
    },
  };
}

const numbers = fc.oneof(
  fc.integer({ min: 1, max: 9 }),
  fc.integer({ min: 1, max: 99 }).map((n) => n / 16),
);
const leaf = fc.oneof(numbers.map(literal), fc.constant(time), fc.constant(time));

function smoothCases(self: fc.Arbitrary<Formula>): fc.Arbitrary<Formula>[] {
  return [
    fc.tuple(fc.constantFrom(...arithmetic), self, self).map(([[op, level, f], a, b]) => infix(op, level, a, b, f)),
    fc
      .tuple(fc.constantFrom(...smoothNames), self)
      .map(([name, a]) => called(name, [a], (context) => Math[name](a.evaluate(context)))),
    self.map(negative),
  ];
}

function decidingCases(self: fc.Arbitrary<Formula>): fc.Arbitrary<Formula>[] {
  const several = fc.array(self, { minLength: 2, maxLength: 3 });
  return [
    fc.tuple(fc.constantFrom("abs", "sign"), self).map(([name, a]) => signed(name, a)),
    fc.tuple(fc.constantFrom("min", "max"), several).map(([name, given]) => extremum(name, given)),
    fc.tuple(fc.constantFrom(...comparisons), self, self).map(([op, a, b]) => comparison(op, a, b)),
    fc.tuple(self, self, self).map(([c, a, b]) => conditional(c, a, b)),
    fc.tuple(self, numbers, numbers, self, self, self).map(([of, p, q, a, b, c]) => piecewise(of, [p, q], [a, b, c])),
  ];
}

/** Random formulas in t; those that are `smooth` decide nothing. */
export function formulas({ smooth, depth }: { smooth: boolean; depth: number }): fc.Arbitrary<Formula> {
  let self: fc.Arbitrary<Formula> = leaf;
  for (let i = 0; i < depth; i++) {
    const cases: fc.Arbitrary<Formula>[] = [leaf, ...smoothCases(self), ...(smooth ? [] : decidingCases(self))];
    self = fc.oneof(...cases);
  }
  return self;
}

export function valueAt(formula: Formula, t: number): number {
  return formula.evaluate({ t, round: (value) => value });
}

/** Whether relative errors of 1e-10 in every operation change the value by less than a hundred times that. */
export function isWellConditioned(formula: Formula, t: number): boolean {
  const value = valueAt(formula, t);
  if (!Number.isFinite(value)) return false;
  return [1, 2, 3].every((seed) => {
    let count = seed;
    const round = (x: number) => x * (1 + ((count++ * 7) % 5 < 2 ? -1e-10 : 1e-10));
    return Math.abs(formula.evaluate({ t, round }) - value) <= 1e-8 * Math.abs(value);
  });
}
