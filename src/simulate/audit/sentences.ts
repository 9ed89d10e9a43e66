/** Numbers in the sentences of the audit, and the verdict of several checks. */
import type { AuditCheck, Verdict } from "./result.ts";

const RANK: readonly Verdict[] = ["ok", "warning", "failed"];

export function worstVerdict(checks: readonly AuditCheck[]): Verdict {
  return RANK[Math.max(0, ...checks.map(({ verdict }) => RANK.indexOf(verdict)))]!;
}

export function percent(part: number): string {
  return `${digits(100 * part)} %`;
}

/** With its unit, if that has a name. */
export function sized(value: number, unit: string): string {
  return unit === "" ? digits(value) : `${digits(value)} ${unit}`;
}

/** Three significant digits, small numbers with an exponent. */
export function digits(value: number): string {
  if (value === 0) return "0";
  const rounded = Number(value.toPrecision(3));
  const plain = Math.abs(rounded) >= 1e-3;
  return (plain ? String(rounded) : rounded.toExponential()).replace("e+", "e");
}
