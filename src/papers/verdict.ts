/** What is printed beside what is computed. */
import type { Quantity, Rule, Verdict } from "./experiment.ts";

/** Whether ours agrees with what is printed; null where nothing was computed. */
export function verdictOf({ rule, printed, otherwise = "differs" }: Quantity, ours: number): Verdict {
  return agrees(rule, printed, ours) ? "reproduced" : otherwise;
}

function agrees(rule: Rule, printed: number | string, ours: number): boolean {
  if ("atMost" in rule) return ours <= rule.atMost;
  if ("atLeast" in rule) return ours >= rule.atLeast;
  const wanted = rule.to ?? Number(printed);
  const off = Math.abs(ours - wanted);
  return "near" in rule ? off <= rule.near * Math.abs(wanted) : off <= rule.within;
}

/** A rule in words. */
export function ruleText(rule: Rule): string {
  if ("atMost" in rule) return `at most ${rule.atMost}`;
  if ("atLeast" in rule) return `at least ${rule.atLeast}`;
  const to = rule.to === undefined ? "" : ` of ${rule.to}`;
  return "near" in rule ? `within ${Number((100 * rule.near).toPrecision(3))} %${to}` : `within ${rule.within}${to}`;
}
