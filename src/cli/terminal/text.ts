/** Text on terminals. */
import { plainName } from "../../results/text.ts";

export { plainName, plainText, shortNumber, shownText } from "../../results/text.ts";

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
