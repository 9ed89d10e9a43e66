import { call, constantValue, extremum, piecewise } from "./fold.ts";
import { expect, made, nested, peek, type Reader, take, unexpected } from "./reader.ts";
import { type FunctionName, type Node, smoothFunctions } from "./syntax.ts";
import { FormulaFault, type Token } from "./tokens.ts";

type ParseExpression = (reader: Reader) => Node;

const oneArgument: ReadonlySet<string> = new Set<FunctionName>([...smoothFunctions, "abs", "sign"]);

/** The names that can be called. */
export const callables: ReadonlySet<string> = new Set([...oneArgument, "min", "max", "piecewise"]);

/** Parses "(...)" after the name of a function. */
export function parseCall(reader: Reader, name: Token, parseExpression: ParseExpression): Node {
  expect(reader, "(", `after ${name.text}`);
  return nested(reader, name.column, () => {
    if (name.text === "piecewise") return parsePiecewise(reader, name.column, parseExpression);
    const given = parseList(reader, ")", `the arguments of ${name.text}`, parseExpression);
    return applied(reader, name, given);
  });
}

function applied(reader: Reader, name: Token, given: readonly Node[]): Node {
  if (name.text === "min" || name.text === "max") {
    if (given.length < 2) throw wrongCount(name, "2 or more arguments", given.length);
    const which = name.text;
    return given.reduce((best, each) => made(reader, extremum(which, best, each), name.column));
  }
  if (given.length !== 1) throw wrongCount(name, "1 argument", given.length);
  return made(reader, call(name.text as FunctionName, given[0]!), name.column);
}

function wrongCount(name: Token, takes: string, given: number): FormulaFault {
  return new FormulaFault(`${name.text} takes ${takes}; given: ${given}`, name.column);
}

/** The expressions up to the closing symbol, which is taken too. */
function parseList(reader: Reader, close: string, what: string, parseExpression: ParseExpression): Node[] {
  const items: Node[] = [];
  if (take(reader, close)) return items;
  do items.push(parseExpression(reader));
  while (take(reader, ","));
  if (!take(reader, close)) throw unexpected(reader, `"," or "${close}" in ${what}`);
  return items;
}

/** piecewise(of, [break, ...], value, ...), after its "(". */
function parsePiecewise(reader: Reader, column: number, parseExpression: ParseExpression): Node {
  const of = parseExpression(reader);
  expect(reader, ",", "after the first argument of piecewise");
  const breaks = parseBreaks(reader, parseExpression);
  expect(reader, ",", "after the breaks of piecewise");
  const values = parseList(reader, ")", "the values of piecewise", parseExpression);
  if (values.length !== breaks.length + 1) {
    const needed = `${breaks.length + 1} values for ${breaks.length} breaks`;
    throw new FormulaFault(`piecewise takes ${needed}; given: ${values.length}`, column);
  }
  return made(reader, piecewise(of, breaks, values), column);
}

function parseBreaks(reader: Reader, parseExpression: ParseExpression): number[] {
  const open = peek(reader);
  expect(reader, "[", "before the breaks of piecewise");
  const breaks: number[] = [];
  do breaks.push(parseBreak(reader, breaks.at(-1), parseExpression));
  while (take(reader, ","));
  if (!take(reader, "]")) throw unexpected(reader, `"," or "]" in the breaks opened in column ${open.column}`);
  return breaks;
}

function parseBreak(reader: Reader, previous: number | undefined, parseExpression: ParseExpression): number {
  const { column } = peek(reader);
  const value = constantValue(nested(reader, column, parseExpression));
  if (value === undefined) {
    throw new FormulaFault("break of piecewise is not constant. Compare with ?: instead", column);
  }
  if (previous !== undefined && value <= previous) {
    throw new FormulaFault(`breaks of piecewise must increase; after ${previous}: ${value}. Sort them`, column);
  }
  return value;
}
