import type { RowKind } from "../../model/rows/law.ts";

const NOUNS = { friction: "friction row", joint: "joint", stop: "stop" } as const satisfies Record<RowKind, string>;

/** How many rows of each kind there are; friction rows also where there are none, if there are no others. */
export function rowCounts(kinds: readonly RowKind[]): { readonly noun: string; readonly count: number }[] {
  const counts = (Object.keys(NOUNS) as RowKind[]).map((kind) => {
    return { noun: NOUNS[kind], count: kinds.filter((other) => other === kind).length };
  });
  const present = counts.filter(({ count }) => count > 0);
  return present.length > 0 ? present : counts.slice(0, 1);
}
