const LONGEST_NAME = 12;

/** Names come from files: control characters, which a terminal would obey, are taken out. */
export function plainName(name: string): string {
  const characters = Array.from(name.replace(/\p{C}/gu, ""));
  return characters.length <= LONGEST_NAME
    ? characters.join("")
    : `${characters.slice(0, LONGEST_NAME - 1).join("")}\u2026`;
}

export function shortNumber(value: number, significant = 4): string {
  return String(Number(value.toPrecision(significant))).replace("e+", "e");
}

export function longest(texts: readonly string[]): number {
  return texts.reduce((length, text) => Math.max(length, text.length), 0);
}

/** Says which of `names` come after the first `shown`. */
export function leftOut(what: string, names: readonly string[], shown: number): string[] {
  if (names.length <= shown) return [];
  const first = plainName(names[shown]!);
  const last = names.length > shown + 1 ? ` to ${plainName(names.at(-1)!)}` : "";
  return [`not shown: ${what} ${first}${last}`];
}

/** Text from files on one line of a terminal: what a terminal would obey becomes a space. */
export function plainText(text: string): string {
  return text.replace(/\p{Cc}+/gu, " ");
}
