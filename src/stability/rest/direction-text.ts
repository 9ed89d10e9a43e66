import type { PlainVector } from "../../numeric/plain-matrix.ts";

const MOST_TERMS = 4;

/** A number for a sentence. */
export function shortNumber(value: number): string {
  return String(Number(value.toPrecision(6)));
}

/** A direction for a sentence, its largest entry made 1: x1 - 0.5 x2. */
export function directionText(vector: PlainVector, names: readonly string[]): string {
  const largest = vector.reduce((most, entry) => (Math.abs(entry) > Math.abs(most) * (1 + 1e-9) ? entry : most), 0);
  const entries = vector
    .map((entry, i) => ({ share: entry / largest, name: names[i]! }))
    .filter(({ share }) => Math.abs(share) > 1e-9);
  const rank = ({ share }: { share: number }) => Number(Math.abs(share).toPrecision(6));
  const shown = entries.length > MOST_TERMS ? [...entries].sort((a, b) => rank(b) - rank(a)) : entries;
  const terms = shown.slice(0, MOST_TERMS).map(({ share, name }, k) => {
    const sign = share < 0 ? (k === 0 ? "-" : " - ") : k === 0 ? "" : " + ";
    const size = Number(Math.abs(share).toPrecision(4));
    return `${sign}${size === 1 ? "" : `${size} `}${name}`;
  });
  return entries.length > MOST_TERMS ? `${terms.join("")} + ...` : terms.join("");
}
