import { nearest } from "./nearest.ts";
import { children, type Node } from "./syntax.ts";
import { FormulaFault, type Token, tokenize } from "./tokens.ts";

/** Formulas come from strangers' files: these bound the time and memory that one can take (characters, levels, nodes). */
export const LONGEST_FORMULA = 20_000;
export const DEEPEST_FORMULA = 200;
export const LARGEST_FORMULA = 5_000;

/** The cursor of the parser over its tokens, with what it has used of the limits. */
export interface Reader {
  readonly text: string;
  readonly tokens: readonly Token[];
  position: number;
  depth: number;
  nodes: number;
}

export function openReader(text: string): Reader {
  if (text.length > LONGEST_FORMULA) {
    const message = `formula is too long; characters: ${text.length}. At most ${LONGEST_FORMULA} are allowed`;
    throw new FormulaFault(message, LONGEST_FORMULA + 1);
  }
  return { text, tokens: tokenize(text), position: 0, depth: 0, nodes: 0 };
}

export function peek(reader: Reader): Token {
  return reader.tokens[reader.position]!;
}

/** Takes the next token when it is one of these symbols. */
export function take<Symbol extends string>(
  reader: Reader,
  ...symbols: Symbol[]
): (Token & { text: Symbol }) | undefined {
  const token = peek(reader);
  if (token.kind !== "symbol" || !(symbols as string[]).includes(token.text)) return undefined;
  reader.position++;
  return token as Token & { text: Symbol };
}

export function expect(reader: Reader, symbol: string, purpose: string): void {
  if (!take(reader, symbol)) throw unexpected(reader, `"${symbol}" ${purpose}`);
}

export function unexpected(reader: Reader, expected: string): FormulaFault {
  const token = peek(reader);
  const found = token.kind === "end" ? "the end of the formula" : `"${shortened(token.text)}"`;
  return new FormulaFault(`expected ${expected}; found: ${found}${remedyFor(reader)}`, token.column);
}

/** What other languages write otherwise. */
function remedyFor({ tokens, position }: Reader): string {
  const [before, token] = [tokens[position - 1], tokens[position]!];
  if (token.text === "*" && before?.text === "*") return ". Write powers with ^";
  if (before?.kind !== "number") return "";
  if (token.text === ",") return ". Write decimals with a point";
  if (token.kind === "name") return ". Write products with *, and no units";
  if (token.text === "(") return ". Write products with *";
  return "";
}

/** Parses something nested one level deeper. */
export function nested<Result>(reader: Reader, column: number, parsePart: (reader: Reader) => Result): Result {
  if (++reader.depth > DEEPEST_FORMULA) {
    const message = `formula is nested too deeply; depth: more than ${DEEPEST_FORMULA}. Split it with named parameters`;
    throw new FormulaFault(message, column);
  }
  const result = parsePart(reader);
  reader.depth--;
  return result;
}

/** Counts a node that was just made, and refuses a constant that is not finite (which folding leaves as it is). */
export function made(reader: Reader, node: Node, column: number): Node {
  if (++reader.nodes > LARGEST_FORMULA) {
    const message = `formula is too large; nodes: more than ${LARGEST_FORMULA}. Use a signal for tabulated data`;
    throw new FormulaFault(message, column);
  }
  const operands = children(node);
  if (operands.length > 0 && operands.every((operand) => operand.kind === "number")) {
    throw new FormulaFault(`constant is not a finite number; value: ${described(node)}`, column);
  }
  return node;
}

function described(node: Node): string {
  const [first, second] = children(node).map((operand) => (operand.kind === "number" ? operand.value : ""));
  if (node.kind === "call") return `${node.name}(${first})`;
  return node.kind === "binary" ? `${first} ${node.op} ${second}` : node.kind;
}

/** What other languages have, and what is written here. */
const elsewhere = new Map([
  ["if", "condition ? a : b"],
  ["ln", "log(...)"],
  ["pow", "a^b"],
]);

/** `others`: what could stand in its place, where no known name is near. */
export function unknownSymbol(
  name: string,
  known: Iterable<string>,
  column: number,
  others: () => string | undefined = () => elsewhere.get(name),
): FormulaFault {
  const meant = name.length <= 100 ? nearest(name, known) : undefined;
  const other = meant === undefined ? others() : undefined;
  const remedy = other === undefined ? "" : `. Write ${other}`;
  return new FormulaFault(
    `unknown symbol ${shortened(name)}${meant === undefined ? remedy : `; did you mean ${meant}?`}`,
    column,
  );
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 37)}...` : text;
}
