/** A table of text columns, two spaces apart and indented; the columns in `right` are set flush right. */
export function textTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  right: ReadonlySet<number> = new Set(),
): string[] {
  const all = [header, ...rows];
  const widths = header.map((_, column) => all.reduce((most, cells) => Math.max(most, cells[column]!.length), 0));
  return all.map((cells) => {
    const padded = cells.map((cell, column) => {
      return right.has(column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!);
    });
    return `  ${padded.join("  ")}`.trimEnd();
  });
}
