/** Formulas that have poles, roots of negative numbers, overflows and kinks, or that are none. */
import type { Random } from "../support/random.ts";

const functions = "sin cos tan asin acos atan sinh cosh tanh exp log sqrt abs sign".split(" ");
const atoms = [
  "t",
  "t",
  "t",
  "t",
  "0",
  "1",
  "2",
  "0.5",
  "1e-300",
  "1e300",
  "1e15",
  "pi",
  "e",
  "x",
  "x(0)",
  "x(1)",
  "v(0)",
  "v(1)",
  "z",
  "r(t)",
  "mu",
];

export function hostileFormula(random: Random, depth = 3): string {
  const text = grown(random, depth);
  return random.chance(0.15) ? broken(text, random) : text;
}

function grown(random: Random, depth: number): string {
  if (depth === 0 || random.chance(0.15)) return random.pick(atoms);
  const part = (): string => grown(random, depth - 1);
  switch (random.whole(0, 9)) {
    case 0:
    case 1:
    case 2:
      return `${random.pick(functions)}(${part()})`;
    case 3:
      return `(${part()}) ${random.pick(["<", "<=", ">", ">=", "==", "!="])} (${part()}) ? ${part()} : ${part()}`;
    case 4:
      return `${random.pick(["min", "max"])}(${part()}, ${part()})`;
    case 5:
      return `piecewise(t, [0.1, 0.3], ${part()}, ${part()}, ${part()})`;
    case 6:
      return `(${part()})^${random.pick(["2", "0.5", "-1", "1.5", `(${part()})`])}`;
    default:
      return `(${part()}) ${random.pick(["+", "-", "*", "/"])} (${part()})`;
  }
}

const scraps = [
  "(",
  ")",
  ",",
  "^",
  "**",
  "..",
  "1e",
  "e9",
  "?",
  ":",
  "<",
  "==",
  "[",
  "]",
  "$",
  "\u00b2",
  "\u0000",
  "piecewise(",
  "sin",
  "5x",
  "-",
  "--",
  "\n",
];

function broken(text: string, random: Random): string {
  const at = random.whole(0, text.length);
  const cut = random.whole(0, 3);
  const repeat = random.chance(0.02) ? 3000 : 1;
  return text.slice(0, at) + random.pick(scraps).repeat(repeat) + text.slice(at + cut);
}
