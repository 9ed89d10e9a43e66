/** Formulas of problem files as JavaScript functions, without the product's parser. Powers of a signed term need parentheses. */
export type Scalar = number | string;

const compiled = new Map<string, (...values: number[]) => number>();
const { sin, cos, tan, exp, log, sqrt, abs, sign, min, max, tanh, PI: pi } = Math;
const scopeOfAll = { piecewise, sin, cos, tan, exp, log, sqrt, abs, sign, min, max, tanh, pi };

/** piecewise(t, [a, b], f1, f2, f3): f1 before a, f2 from a on, f3 from b on. */
function piecewise(time: number, jumps: readonly number[], ...pieces: number[]): number {
  if (pieces.length !== jumps.length + 1)
    throw new Error(`wrong number of pieces; ${pieces.length}. one more than jumps`);
  return pieces[jumps.filter((jump) => time >= jump).length]!;
}

export function evaluateFormula(formula: Scalar, variables: Record<string, number>): number {
  if (typeof formula === "number") return formula;
  const key = `${Object.keys(variables).join()}:${formula}`;
  let run = compiled.get(key);
  if (run === undefined) {
    const text = `"use strict"; return (${Object.keys(variables).join()}) => (${formula.replaceAll("^", "**")});`;
    run = new Function(...Object.keys(scopeOfAll), text)(...Object.values(scopeOfAll)) as typeof run & {};
    compiled.set(key, run);
  }
  return run(...Object.values(variables));
}
