/** `equilibrium --vary path=from:to:n` in words. */
import { BOUNDS, type GainCurve } from "../../../stability/design/gain-curve.ts";
import type { Paint } from "../../io.ts";
import { shortNumber } from "../../terminal/text.ts";
import { textTable } from "../../terminal/text-table.ts";

const MOST_ROWS = 24;

export function varyText(path: string, { rows, least, global }: GainCurve, paint: Paint): string {
  const cell = (value: number | undefined) =>
    value === undefined ? "-" : Number.isFinite(value) ? shortNumber(value, 6) : "no end";
  const every = Math.ceil(rows.length / MOST_ROWS);
  const shown = rows
    .filter((_, k) => k % every === 0 || k === rows.length - 1)
    .map(({ value, rho, maxEnergy, verdict }) => [
      shortNumber(value, 6),
      ...BOUNDS.map((bound) => cell(rho[bound])),
      cell(maxEnergy),
      verdict,
    ]);
  const header = [path, "rho (27)", "rho (7)", "weighted", "exact", "energy of E", "verdict"];
  const names = { printed: "(27) as printed", paper: "(7)", weighted: "weighted", exact: "exact" };
  const from = BOUNDS.map(
    (bound) =>
      `  ${names[bound].padEnd(16)} ${least[bound] === undefined ? "not in the range, or from its start on" : near(least[bound])}`,
  );
  return [
    paint.bold("Guaranteed energy (J)"),
    ...textTable(header, shown, new Set([0, 1, 2, 3, 4, 5])),
    "",
    paint.bold(`Least ${path} with all of E inside`),
    ...from,
    ...(global === undefined ? [] : [`  global from      ${near(global)}`]),
    "",
  ].join("\n");
}

/** A value found by halving: its last digits are not its own. */
function near(value: number): string {
  const short = Number(value.toPrecision(8));
  return String(Math.abs(short) < 1e-8 ? 0 : short);
}
