/**
 * The guaranteed energy against a number of the machine, such as a gain (figure 4 of van de Wouw & Leine 2005), and the least
 * value from which on the whole equilibrium set is inside by each of the bounds.
 */
import { type Certificate, certify } from "../rest/certificate.ts";
import type { FrictionMachine } from "../rest/machine.ts";
import type { Point } from "../rest/polygon.ts";
import { analyzeRest, type RestAnalysis } from "../rest/rest-analysis.ts";
import { type Ellipse, equilibriumShadow, regionShadow } from "../rest/sections.ts";

/** (27) as printed, where the machine has the form of the paper's example; (7); weighted; exact. */
export const BOUNDS = ["printed", "paper", "weighted", "exact"] as const;
export type Bound = (typeof BOUNDS)[number];

export interface GainRow {
  readonly value: number;
  /** J; undefined where a bound does not apply. */
  readonly rho: Readonly<Record<Bound, number | undefined>>;
  readonly maxEnergy: number | undefined;
  readonly verdict: Certificate["verdict"];
  /** E and the guaranteed region seen in two coordinates, where they have an end. */
  readonly set?: readonly Point[];
  readonly region?: Ellipse;
}

export interface GainCurve {
  readonly rows: readonly GainRow[];
  /** Least value with E inside; undefined when there is none, or when already the first one is. */
  readonly least: Readonly<Record<Bound, number | undefined>>;
  /** From where on the verdict is global. */
  readonly global: number | undefined;
}

/** Halvings between two neighboring values: their distance shrinks to round-off. */
const HALVINGS = 50;

export interface GainCurveOptions {
  /** Two coordinates in which sets and regions are kept. */
  readonly pair?: readonly [number, number];
  /** Called before each value with the part that is done; false ends the curve there. */
  readonly next?: (done: number) => Promise<boolean>;
}

/** `values` ascend. */
export async function gainCurve(
  machineAt: (value: number) => FrictionMachine,
  values: readonly number[],
  { pair, next }: GainCurveOptions = {},
): Promise<GainCurve> {
  const rowAt = (value: number) => gainRow(value, analyzeRest(machineAt(value)));
  const rows: GainRow[] = [];
  for (const [k, value] of values.entries()) {
    if (next && !(await next(k / values.length))) break;
    const analysis = analyzeRest(machineAt(value));
    rows.push({ ...gainRow(value, analysis), ...(pair ? picture(analysis, pair) : {}) });
  }
  const firstWith = (test: (row: GainRow) => boolean) => firstValue(rows, rowAt, test);
  const least = Object.fromEntries(
    BOUNDS.map((bound) => [bound, firstWith(({ rho, maxEnergy }) => isInside(maxEnergy, rho[bound]))]),
  ) as GainCurve["least"];
  return { rows, least, global: firstWith(({ verdict }) => verdict === "global") };
}

function gainRow(value: number, analysis: RestAnalysis): GainRow {
  const { rho, printed, energy } = analysis;
  return {
    value,
    rho: { ...rho, printed: printed ? (rho.paper === Number.POSITIVE_INFINITY ? rho.paper : printed.rho) : undefined },
    maxEnergy: energy?.value,
    verdict: certify(analysis).verdict,
  };
}

function picture({ machine, set, rho }: RestAnalysis, [i, j]: readonly [number, number]): Partial<GainRow> {
  const shadow = set && equilibriumShadow(set, i, j);
  const region =
    set && rho.exact > 0 && Number.isFinite(rho.exact) ? regionShadow(machine, set, rho.exact, i, j) : undefined;
  return { ...(shadow ? { set: shadow } : {}), ...(region ? { region } : {}) };
}

function isInside(energy: number | undefined, rho: number | undefined): boolean {
  return energy !== undefined && rho !== undefined && energy < rho;
}

function firstValue(
  rows: readonly GainRow[],
  rowAt: (value: number) => GainRow,
  test: (row: GainRow) => boolean,
): number | undefined {
  const first = rows.findIndex(test);
  if (first <= 0) return undefined;
  let low = rows[first - 1]!.value;
  let high = rows[first]!.value;
  for (let k = 0; k < HALVINGS; k++) {
    const middle = (low + high) / 2;
    if (test(rowAt(middle))) high = middle;
    else low = middle;
  }
  return high;
}
