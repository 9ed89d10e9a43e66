/**
 * A mechanism: energies, forces and rows as functions of the motion,
 *     M(q) v' + (dM/dt v - dT/dq + dV/dq - forces) = f(t) + W(q) F,   T = v.M(q)v / 2.
 * One implementation of System. States are velocities of the last coordinates, with mass 1.
 */
import { Dense } from "../../numeric/matrix.ts";
import { type Rows, rowsMultiply } from "../../numeric/rows.ts";
import { setZero, type Vector } from "../../numeric/vector.ts";
import type { Controllers } from "../control/controllers.ts";
import type { Drawing } from "../drawing.ts";
import type { Load } from "../load.ts";
import type { Deciding, MotionFunctions } from "../motion-functions.ts";
import type { Row } from "../rows/law.ts";
import type { System } from "../system.ts";
import { directionSeries } from "./direction-series.ts";
import { mechanismSeries } from "./force-series.ts";
import { lossInto, mechanismForces } from "./forces.ts";
import type { MechanismFunctions, RowFunctions } from "./functions.ts";

export interface MechanismOptions {
  readonly names: readonly string[];
  readonly units: readonly string[];
  /** Of the coordinates; 0: none. */
  readonly periods?: readonly number[];
  readonly states?: readonly string[];
  readonly rows: readonly Row[];
  readonly rowUnits: readonly string[];
  readonly functions: MechanismFunctions;
  readonly load: Load;
  readonly rowFunctions?: Load | undefined;
  readonly rowMotion?: MotionFunctions | undefined;
  readonly controllers?: Controllers | undefined;
  readonly drawing?: Drawing;
}

/** The time of functions of q alone. */
const NEVER = new Float64Array(2);

export function mechanism(options: MechanismOptions): System {
  const { functions, rows, names, states = [] } = options;
  const { constant } = functions;
  const visible = names.length;
  const size = visible + states.length;
  const matrix = () => new Dense(size);
  const { row, column, functions: massFunctions } = functions.mass;
  const rest = new Float64Array(size);
  const entries = new Float64Array(row.length);
  const massSlopes = new Float64Array(row.length * size);
  const noSlopes = new Float64Array(row.length * size);
  const turns = directionSlopes(functions, size);
  const gaps = rowValuesAt(functions.gaps, functions.gaps.functions.evaluate);
  const gapRounding = rowValuesAt(functions.gaps, functions.gaps.functions.rounding);
  const violations = rowValuesAt(functions.violations, functions.violations.functions.evaluate);
  const periods = options.periods?.some((period) => period > 0) ? Float64Array.from(options.periods) : undefined;
  const { places, functions: directions } = functions.directions;
  const fixed = copyOf(places);
  if (constant.directions) directions.evaluate(NEVER, rest, rest, fixed.value);
  return {
    size,
    names,
    units: options.units,
    ...(periods ? { periods } : {}),
    states,
    visible,
    rows,
    rowUnits: options.rowUnits,
    hasStops: rows.some(({ law }) => law.stop !== undefined),
    ...(options.rowFunctions ? { rowFunctions: options.rowFunctions } : {}),
    ...(options.rowMotion ? { rowMotion: options.rowMotion } : {}),
    functions: [massFunctions, directions, functions.gaps.functions],
    forceTerms: functions.terms,
    load: options.load,
    ...(options.controllers ? { controllers: options.controllers } : {}),
    ...(options.drawing ? { drawing: options.drawing } : {}),
    constant,
    damped: functions.damped,
    matrix,
    massAt(q, out) {
      out.clear();
      massFunctions.evaluate(NEVER, q, rest, entries);
      for (let e = 0; e < entries.length; e++) {
        out.add(row[e]!, column[e]!, entries[e]!);
        if (row[e] !== column[e]) out.add(column[e]!, row[e]!, entries[e]!);
      }
      for (let i = visible; i < size; i++) out.add(i, i, 1);
    },
    newDirections: () => (constant.directions ? fixed : copyOf(places)),
    directionsAt(q, out) {
      if (constant.directions) return;
      directions.evaluate(NEVER, q, rest, out.value);
      out.version++;
    },
    ...(constant.directions
      ? {}
      : { directionRoundingAt: (q: Vector, out: Vector) => directions.rounding(NEVER, q, rest, out) }),
    turningAt(q, v, out) {
      if (!constant.directions) turns(q, v, out);
    },
    gapsAt: (q, out) => gaps(NEVER, q, out),
    ...waysOf(functions),
    ...(constant.directions ? {} : { gapRoundingAt: (q: Vector, out: Vector) => gapRounding(NEVER, q, out) }),
    ...(functions.violations.row.length > 0 ? { violationsAt: violations } : {}),
    ...(constant.mass
      ? {}
      : {
          addMomentumSlopes(q, v, factor, into) {
            massFunctions.slopes(NEVER, q, rest, massSlopes, noSlopes);
            for (let e = 0; e < entries.length; e++) {
              const i = row[e]!;
              const j = column[e]!;
              for (let k = 0; k < size; k++) {
                const slope = factor * massSlopes[e * size + k]!;
                if (slope === 0) continue;
                into.add(i, k, slope * v[j]!);
                if (i !== j) into.add(j, k, slope * v[i]!);
              }
            }
          },
        }),
    forces: () => mechanismForces(functions, size, visible),
    get forcesDecide() {
      return functions.terms.functions.decides ?? false;
    },
    forcesTimed: functions.terms.functions.timed ?? false,
    forceBreakpoints: functions.terms.functions.breakpoints,
    forceSeries: (order) => mechanismSeries(functions, size, visible, order),
    ...(constant.directions ? {} : { directionSeries: (order: number) => directionSeries(functions, size, order) }),
    ...energyOf(functions),
    ...dissipationOf(functions, visible),
  };
}

function copyOf({ count, start, column, value }: Rows): Rows {
  return { count, start, column, value: Float64Array.from(value), version: 0 };
}

function energyOf({ energy: functions }: MechanismFunctions) {
  const parts = new Float64Array(functions.count);
  return {
    energy(q: Vector, v: Vector): number {
      functions.evaluate(NEVER, q, v, parts);
      let sum = 0;
      for (let l = 0; l < parts.length; l++) sum += parts[l]!;
      return sum;
    },
    energyInto(q: Vector, v: Vector, out: Vector): void {
      functions.evaluate(NEVER, q, v, parts);
      out[0] = 0;
      for (let l = 0; l < parts.length; l++) out[0]! += parts[l]!;
    },
  };
}

/** What forces that store no energy take of it. */
function dissipationOf({ terms: { owner, lossy, functions } }: MechanismFunctions, visible: number) {
  if (!lossy.includes(1)) return {};
  const values = new Float64Array(owner.length);
  return {
    dissipationInto(at: Vector, q: Vector, v: Vector, out: Vector, deciding?: Deciding): void {
      functions.evaluate(at, q, v, values, deciding);
      lossInto(values, lossy, owner, visible, v, out);
    },
  };
}

function waysOf({ ways, constant }: MechanismFunctions): Pick<System, "waysAt" | "wayRoundingAt"> {
  if (!ways || constant.directions) return {};
  const values = rowValuesAt(ways, ways.functions.evaluate);
  const rounding = rowValuesAt(ways, ways.functions.rounding);
  return { waysAt: (q, out) => values(NEVER, q, out), wayRoundingAt: (q, out) => rounding(NEVER, q, out) };
}

/** Values of some rows, or what rounding makes of them; 0 for the others. */
function rowValuesAt({ row }: RowFunctions, evaluate: (at: Vector, q: Vector, v: Vector, out: Vector) => void) {
  const values = new Float64Array(row.length);
  const rest = new Float64Array(0); // they depend on no velocity
  return (at: Vector, q: Vector, out: Vector): void => {
    setZero(out);
    if (row.length === 0) return;
    evaluate(at, q, rest, values);
    for (let l = 0; l < row.length; l++) out[row[l]!] = values[l]!;
  };
}

/** out[i] = (dw_i/dt).v */
function directionSlopes({ directions: { places, functions } }: MechanismFunctions, size: number) {
  const { start, column, count } = places;
  const entries = places.value.length;
  const slopes = new Float64Array(entries * size);
  const none = new Float64Array(entries * size);
  const rates = new Float64Array(entries);
  const turning: Rows = { count, start, column, value: rates, version: 0 };
  const rest = new Float64Array(size);
  return (q: Vector, v: Vector, out: Vector): void => {
    functions.slopes(NEVER, q, rest, slopes, none);
    for (let e = 0; e < entries; e++) {
      rates[e] = 0;
      for (let k = 0; k < size; k++) if (slopes[e * size + k] !== 0) rates[e]! += slopes[e * size + k]! * v[k]!;
    }
    rowsMultiply(turning, v, out);
  };
}
