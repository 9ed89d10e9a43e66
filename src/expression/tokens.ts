/** A fault in the text of a formula; `column` is 1-based. */
export class FormulaFault extends Error {
  readonly column: number;

  constructor(message: string, column: number) {
    super(message);
    this.column = column;
  }
}

export interface Token {
  readonly kind: "number" | "name" | "symbol" | "end";
  readonly text: string;
  readonly column: number;
}

const blank = /\s*/y;
const patterns: readonly (readonly [Token["kind"], RegExp])[] = [
  ["number", /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y],
  ["name", /[\p{L}_][\p{L}\p{N}_]*/uy],
  ["symbol", /<=|>=|==|!=|[-+*/^()[\],?:<>]/y],
];

/** The tokens of a formula, the last one of kind "end". */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let position = skipBlanks(text, 0);
  while (position < text.length) {
    const token = tokenAt(text, position);
    tokens.push(token);
    position = skipBlanks(text, position + token.text.length);
  }
  tokens.push({ kind: "end", text: "", column: text.length + 1 });
  return tokens;
}

function skipBlanks(text: string, position: number): number {
  blank.lastIndex = position;
  blank.test(text);
  return blank.lastIndex;
}

function tokenAt(text: string, position: number): Token {
  const column = position + 1;
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = position;
    const match = pattern.exec(text);
    if (match) return { kind, text: match[0], column };
  }
  const character = String.fromCodePoint(text.codePointAt(position)!);
  throw new FormulaFault(`unexpected character; found: ${character}${remedyFor(character)}`, column);
}

function remedyFor(character: string): string {
  if (character === "=") return ". Compare with ==";
  if (character === "&") return ". Multiply conditions: (a > 0) * (b > 0)";
  if (character === "|") return ". Use max of conditions: max(a > 0, b > 0)";
  if (character === "\u2212" || character === "\u2013") return ". Write -";
  if (character === "\u00b7" || character === "\u00d7") return ". Multiply with *";
  if (character === "!") return ". Compare with 0: (a > b) == 0";
  return "";
}
