/** The guaranteed energy against a number of the problem, as plain data. */
import { BOUNDS, type Bound, type GainCurve } from "../stability/design/gain-curve.ts";
import { shortNumber } from "./text.ts";

export interface EquilibriumCurveData {
  readonly path: string;
  /** Names of what stands in a row: "value", the bounds as "rho.exact", "maxEnergy", "verdict". */
  readonly columns: readonly string[];
  /** null where a bound does not apply, or has no end. */
  readonly rows: readonly (readonly (number | string | null)[])[];
  /** Least value with the whole set inside, by each bound; null where there is none, or where it is the first one. */
  readonly least: Readonly<Record<Bound, number | null>>;
  /** From where on the verdict is global. */
  readonly global: number | null;
}

export function equilibriumCurveData(path: string, { rows, least, global }: GainCurve): EquilibriumCurveData {
  const finite = (value: number | undefined) => (value !== undefined && Number.isFinite(value) ? value : null);
  return {
    path,
    columns: ["value", ...BOUNDS.map((bound) => `rho.${bound}`), "maxEnergy", "verdict"],
    rows: rows.map(({ value, rho, maxEnergy, verdict }) => [
      value,
      ...BOUNDS.map((bound) => finite(rho[bound])),
      finite(maxEnergy),
      verdict,
    ]),
    least: Object.fromEntries(BOUNDS.map((bound) => [bound, finite(least[bound])])) as EquilibriumCurveData["least"],
    global: finite(global),
  };
}

/** 41 values of parameters.d1: 12 global, 20 local, 9 not-certified. */
export function equilibriumCurveMessage(path: string, { rows }: GainCurve): string {
  const verdicts = (["global", "local", "not-certified"] as const).map(
    (verdict) => `${rows.filter((row) => row.verdict === verdict).length} ${verdict}`,
  );
  const range = rows.length === 0 ? "" : ` from ${shortNumber(rows[0]!.value)} to ${shortNumber(rows.at(-1)!.value)}`;
  return `${rows.length} values of ${path}${range}: ${verdicts.join(", ")}.`;
}
