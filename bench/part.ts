/** Parts of the benchmarks, each with a name to ask for it alone. */
export interface Part {
  readonly name: string;
  /** What it measures, for the help. */
  readonly what: string;
  /** Measures, prints and puts its tables into their document; what it found, for out/performance.json. */
  measure(): unknown;
}

/** A document and the parts that fill it, in the order in which they are measured: the first ones in a process that has run nothing else. */
export interface PartGroup {
  readonly name: string;
  readonly document: string;
  readonly parts: readonly Part[];
}

export function helpOf(groups: readonly PartGroup[]): string {
  const width = Math.max(...groups.flatMap(({ parts }) => parts.map(({ name }) => name.length)));
  return [
    "npm run bench                  everything",
    "npm run bench -- NAME ...      parts or groups by name",
    "npm run bench -- --peers       gk95-tp1 by other programs",
    ...groups.flatMap(({ name, document, parts }) => [
      `\n${name} (${document}):`,
      ...parts.map((part) => `  ${part.name.padEnd(width)}  ${part.what}`),
    ]),
  ].join("\n");
}

/** The parts of these names, in the order of the groups; of all groups without a name. */
export function chosen(groups: readonly PartGroup[], names: readonly string[]): readonly PartGroup[] {
  const known = new Set(groups.flatMap(({ name, parts }) => [name, ...parts.map((part) => part.name)]));
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length > 0) throw new RangeError(`unknown part; ${unknown.join(", ")}. There are:\n${helpOf(groups)}`);
  if (names.length === 0) return groups;
  return groups.flatMap((group) => {
    const parts = names.includes(group.name) ? group.parts : group.parts.filter(({ name }) => names.includes(name));
    return parts.length > 0 ? [{ ...group, parts }] : [];
  });
}
