import { markupText } from "../markup-text.ts";

/** Numbers are set flush right with the same digits everywhere; text with a class carries a verdict. */
export type Cell = string | number | { readonly text: string; readonly className: "ok" | "attention" };

/** A table with its column and row headings marked as such for screen readers; empty if it has no rows. */
export function table(caption: string, columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  if (rows.length === 0) return "";
  const head = columns.map((name, index) => {
    const numeric = typeof rows[0]![index] === "number" ? ' class="number"' : "";
    return `<th scope="col"${numeric}>${markupText(name)}</th>`;
  });
  const body = rows.map((cells) => `<tr>${cells.map(tableCell).join("")}</tr>`);
  return `<div class="scroll"><table>
<caption>${markupText(caption)}</caption>
<thead><tr>${head.join("")}</tr></thead>
<tbody>
${body.join("\n")}
</tbody>
</table></div>`;
}

function tableCell(cell: Cell, column: number): string {
  const [open, close] = column === 0 ? ['th scope="row"', "th"] : ["td", "td"];
  if (typeof cell === "number") return `<${open} class="number">${formatNumber(cell)}</${close}>`;
  if (typeof cell === "string") return `<${open}>${markupText(cell)}</${close}>`;
  return `<${open} class="${cell.className}">${markupText(cell.text)}</${close}>`;
}

/** Six significant digits; whole numbers in full. */
export function formatNumber(value: number): string {
  if (Number.isSafeInteger(value) || !Number.isFinite(value)) return minus(String(value));
  const text = value.toPrecision(6);
  const [mantissa, exponent] = text.split("e");
  const short = mantissa!.includes(".") ? mantissa!.replace(/\.?0+$/, "") : mantissa!;
  return minus(exponent === undefined ? short : `${short}e${exponent.replace("+", "")}`);
}

function minus(text: string): string {
  return text.replaceAll("-", "\u2212");
}
