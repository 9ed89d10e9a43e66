/** Numbers in the sentences of the audit, and the verdict of several checks. */
import type { AuditCheck, Verdict } from "./result.ts";

const RANK: readonly Verdict[] = ["ok", "warning", "failed"];

export function worstVerdict(checks: readonly AuditCheck[]): Verdict {
  let worst = 0;
  for (const { verdict } of checks) worst = Math.max(worst, RANK.indexOf(verdict));
  return RANK[worst]!;
}

export function percent(part: number): string {
  return `${digits(100 * part)} %`;
}

/** With its unit, if that has a name. */
export function sized(value: number, unit: string): string {
  return unit === "" ? digits(value) : `${digits(value)} ${unit}`;
}

/** Numbers that are below 1e-3 also when they are rounded. */
const SURELY_SMALL = 9.99e-4;

/** Without zeros at the end of the digits: most numbers of an audit are small, and this is the quick way to tell them. */
function shortest(text: string): string {
  const end = text.indexOf("e");
  if (text[end - 1] !== "0") return text;
  return text.slice(0, text[end - 2] === "0" ? end - 3 : end - 1) + text.slice(end);
}

/** Three significant digits, small numbers with an exponent. */
export function digits(value: number): string {
  if (value === 0) return "0";
  if (Math.abs(value) < SURELY_SMALL) return shortest(value.toExponential(2));
  const rounded = Number(value.toPrecision(3));
  const plain = Math.abs(rounded) >= 1e-3;
  return (plain ? String(rounded) : rounded.toExponential()).replace("e+", "e");
}
