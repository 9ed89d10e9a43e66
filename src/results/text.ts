/** Names from files, and numbers, as text that is safe and short: for messages and terminals. */

const LONGEST_NAME = 12;

/** What a terminal obeys instead of showing: controls, marks of direction, other characters without a picture. */
const OBEYED = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A character as it is written in JSON. */
function asCode(character: string): string {
  return Array.from({ length: character.length }, (_, k) => {
    return `\\u${character.charCodeAt(k).toString(16).padStart(4, "0")}`;
  }).join("");
}

/** Text from files on one line of a terminal: what a terminal would obey is shown as an escape. */
export function plainText(text: string): string {
  return text.replace(OBEYED, asCode);
}

/** The same for text of several lines. */
export function shownText(text: string): string {
  return text.split("\n").map(plainText).join("\n");
}

/** A name, short enough for a table. */
export function plainName(name: string): string {
  const characters = Array.from(plainText(name));
  return characters.length <= LONGEST_NAME
    ? characters.join("")
    : `${characters.slice(0, LONGEST_NAME - 1).join("")}\u2026`;
}

export function shortNumber(value: number, significant = 4): string {
  return String(Number(value.toPrecision(significant))).replace("e+", "e");
}

/** 1 row, 2 rows */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
