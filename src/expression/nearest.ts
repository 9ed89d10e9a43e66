/** Files come from strangers: beyond these nothing is suggested. Characters of a word, and candidates looked at. */
const LONGEST_WORD = 40;
const MOST_CANDIDATES = 2000;

/**
 * The candidate a misspelled word was most likely meant to be, or undefined when none is close: at most two edits
 * (insert, delete, replace, swap neighbors), or a third of the word's length where that is more.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > LONGEST_WORD) return undefined;
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(word.length / 3)) + 1;
  let looked = 0;
  for (const candidate of candidates) {
    if (looked++ === MOST_CANDIDATES) break;
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
    const distance = editDistance(word, candidate, bestDistance);
    // A replacement of every letter is no misspelling: "q" is not meant to be "t", nor "x" to be "exp".
    const alike = distance < word.length || (distance <= 1 && candidate.length > 1);
    if (2 * distance > Math.max(word.length, candidate.length)) continue; // nor "one" to be "e"
    if (distance < bestDistance && alike) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Damerau-Levenshtein distance in its optimal string alignment form; infinite where it is not below `bound`. */
function editDistance(a: string, b: string, bound: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + replacementCost(a[i - 1]!, b[j - 1]!));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) cost = Math.min(cost, beforeLast[j - 2]! + 1);
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least >= bound + 1) return Number.POSITIVE_INFINITY; // a swap can win one back
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}

/** A letter in the wrong case counts half, so that "Sin" is nearer to "sin" than to "min". */
function replacementCost(a: string, b: string): number {
  if (a === b) return 0;
  return a.toLowerCase() === b.toLowerCase() ? 0.5 : 1;
}
