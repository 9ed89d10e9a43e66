import { callables, parseCall } from "./calls.ts";
import { arithmetic, choose, compare, constant, negate, variable } from "./fold.ts";
import { expect, made, nested, openReader, peek, type Reader, take, unexpected, unknownSymbol } from "./reader.ts";
import type { Node } from "./syntax.ts";
import { FormulaFault, type Token } from "./tokens.ts";

/** Names that a message suggests. */
const MOST_WRITTEN = 12;

/** Written in the grammar "what; where: value. remedy"; `column` is 1-based. */
export interface FormulaError {
  readonly message: string;
  readonly column: number;
}

/**
 * What a formula may name. A constant becomes its number; a name listed as a variable stays one even when it is also
 * a constant, which is how to get derivatives with respect to parameters. A variable's name may carry one argument,
 * like "x(base)": it is then written so in the formula.
 */
export interface Symbols {
  readonly constants: ReadonlyMap<string, number>;
  /** Never changed afterwards. */
  readonly variables: readonly string[];
}

const builtIn: ReadonlyMap<string, number> = new Map([
  ["pi", Math.PI],
  ["e", Math.E],
]);

/**
 * The tree of a formula, constants folded in. From loosest to tightest: c ? a : b, comparisons (which do not chain),
 * + and -, * and /, unary minus, ^ (right-associative: -2^2 is -4, 2^-1 is 0.5).
 */
export function parse(text: string, symbols: Symbols): { node: Node } | { error: FormulaError } {
  try {
    const reader = openReader(text);
    const node = parserOf(symbols)(reader);
    if (peek(reader).kind !== "end") throw unexpected(reader, "an operator or the end of the formula");
    return { node };
  } catch (fault) {
    if (!(fault instanceof FormulaFault)) throw fault;
    return { error: { message: fault.message, column: fault.column } };
  }
}

interface Names {
  readonly variables: ReadonlySet<string>;
  /** Of the variables that carry an argument. */
  readonly heads: ReadonlySet<string>;
}

/** By the list of variables: a thousand formulas over the same thousands of names share one set. */
const namesOfLists = new WeakMap<readonly string[], Names>();

function namesOf(list: readonly string[]): Names {
  const known = namesOfLists.get(list);
  if (known) return known;
  const heads = new Set(list.filter((name) => name.includes("(")).map((name) => name.split("(", 1).join()));
  const names = { variables: new Set(list), heads };
  namesOfLists.set(list, names);
  return names;
}

/** Names that a remedy lists. */
function someOf(names: readonly string[]): string {
  return names.slice(0, MOST_WRITTEN).join(" or ") + (names.length > MOST_WRITTEN ? " ..." : "");
}

/** The grammar over one set of symbols: a recursive descent whose depth `nested` bounds. */
function parserOf(symbols: Symbols): (reader: Reader) => Node {
  const { variables, heads } = namesOf(symbols.variables);

  function expression(reader: Reader): Node {
    const condition = comparison(reader);
    const question = take(reader, "?");
    if (!question) return condition;
    return nested(reader, question.column, () => {
      const yes = expression(reader);
      expect(reader, ":", `of the "?" in column ${question.column}`);
      return made(reader, choose(condition, yes, expression(reader)), question.column);
    });
  }

  function comparison(reader: Reader): Node {
    const left = sum(reader);
    const operator = take(reader, "<", "<=", ">", ">=", "==", "!=");
    if (!operator) return left;
    const node = made(reader, compare(operator.text, left, sum(reader)), operator.column);
    const second = take(reader, "<", "<=", ">", ">=", "==", "!=");
    if (!second) return node;
    const message = `comparisons do not chain; found: a second "${second.text}". Multiply them: (a < b) * (b < c)`;
    throw new FormulaFault(message, second.column);
  }

  function sum(reader: Reader): Node {
    let node = product(reader);
    for (let operator = take(reader, "+", "-"); operator; operator = take(reader, "+", "-")) {
      node = made(reader, arithmetic(operator.text, node, product(reader)), operator.column);
    }
    return node;
  }

  function product(reader: Reader): Node {
    let node = signed(reader);
    for (let operator = take(reader, "*", "/"); operator; operator = take(reader, "*", "/")) {
      node = made(reader, arithmetic(operator.text, node, signed(reader)), operator.column);
    }
    return node;
  }

  function signed(reader: Reader): Node {
    const sign = take(reader, "-", "+");
    if (!sign) return power(reader);
    const operand = nested(reader, sign.column, signed);
    return sign.text === "+" ? operand : made(reader, negate(operand), sign.column);
  }

  function power(reader: Reader): Node {
    const base = primary(reader);
    const operator = take(reader, "^");
    if (!operator) return base;
    const exponent = nested(reader, operator.column, signed);
    return made(reader, arithmetic("^", base, exponent), operator.column);
  }

  function primary(reader: Reader): Node {
    const token = peek(reader);
    if (take(reader, "(")) {
      const node = nested(reader, token.column, expression);
      if (!take(reader, ")")) throw unexpected(reader, `an operator or ")" for the "(" in column ${token.column}`);
      return node;
    }
    if (token.kind !== "number" && token.kind !== "name") throw unexpected(reader, 'a number, a name or "("');
    reader.position++;
    return token.kind === "number" ? literal(reader, token) : named(reader, token);
  }

  function literal(reader: Reader, token: Token): Node {
    const value = Number(token.text);
    if (!Number.isFinite(value)) {
      throw new FormulaFault(`number is too large; found: ${token.text.slice(0, 40)}`, token.column);
    }
    return made(reader, constant(value), token.column);
  }

  function named(reader: Reader, token: Token): Node {
    if (peek(reader).text === "(") return applied(reader, token);
    const name = token.text;
    if (variables.has(name)) return made(reader, variable(name), token.column);
    const value = symbols.constants.get(name) ?? builtIn.get(name);
    if (value === undefined) throw unknown(token);
    if (Number.isFinite(value)) return made(reader, constant(value), token.column);
    throw new FormulaFault(`constant is not a finite number; ${name}: ${value}`, token.column);
  }

  function unknown({ text, column }: Token): FormulaFault {
    if (callables.has(text))
      return new FormulaFault(`${text} is a function. Write its arguments: ${text}(...)`, column);
    const written = symbols.variables.filter((name) => name.startsWith(`${text}(`));
    if (written.length > 0) return new FormulaFault(`${text} has an argument. Write ${someOf(written)}`, column);
    const holding = symbols.variables.filter((name) => name.endsWith(`(${text})`));
    if (holding.length > 0) return new FormulaFault(`unknown symbol ${text}. Write ${someOf(holding)}`, column);
    return unknownSymbol(text, [...variables, ...symbols.constants.keys(), ...builtIn.keys(), ...callables], column);
  }

  /** A name before "(": a function's, or a variable's that carries an argument. */
  function applied(reader: Reader, token: Token): Node {
    if (heads.has(token.text)) return argued(reader, token);
    if (callables.has(token.text)) return parseCall(reader, token, expression);
    if (variables.has(token.text) || symbols.constants.has(token.text) || builtIn.has(token.text)) {
      throw new FormulaFault(`${token.text} is not a function; found: "(". Multiply with *`, token.column);
    }
    throw unknownSymbol(token.text, [...callables, ...heads], token.column);
  }

  /** x(base): everything up to the ")" is the argument, as it stands. */
  function argued(reader: Reader, token: Token): Node {
    const open = reader.tokens[reader.position++]!;
    while (peek(reader).kind !== "end" && peek(reader).text !== ")") reader.position++;
    const close = peek(reader);
    expect(reader, ")", `for the "(" in column ${open.column}`);
    const name = `${token.text}(${reader.text.slice(open.column, close.column - 1).trim()})`;
    if (variables.has(name)) return made(reader, variable(name), token.column);
    throw unknownSymbol(name, variables, token.column, () =>
      someOf(symbols.variables.filter((other) => other.startsWith(`${token.text}(`))),
    );
  }

  return expression;
}
