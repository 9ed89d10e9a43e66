/**
 * Rows in a step of `alpha` for machines with conditions on positions: where they are asked, and along which gradients they push. From x^{n-1}
 * and x^n to z = x^{n+1}, with rates in m/s over the two steps (in the first step, from x^0 alone, over one):
 *   friction     slip w(x^n).(z - x^{n-1}), along w(x^n);
 *   new          g(z) = 0, along its gradient at z, (97);
 *   mean         g(z) = 0, along its gradient at (z + x^{n-1})/2: no work where g is quadratic, so that energy is kept;
 *   soft         (93): (g(z+) + g(z-))/2 + E F = 0 with z+ = (z + x^n)/2, z- = (x^n + x^{n-1})/2, along the gradient at (z+ + z-)/2.
 */
import { HARD } from "../../model/rows/constraint-method.ts";
import { isFriction, type Row } from "../../model/rows/law.ts";
import type { System } from "../../model/system.ts";
import type { Rows } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Step } from "../../step/step.ts";

const Form = { friction: 0, new: 1, mean: 2, soft: 3, none: 4 } as const;

/** Places of a step; `minus`, `mean` and `center` move with z in the first step, where x^{n-1} does. */
export interface StepPlaces {
  readonly old: Vector;
  readonly z: Vector;
  readonly mean: Vector;
  readonly plus: Vector;
  readonly minus: Vector;
  readonly center: Vector;
}

export interface ConditionRows {
  /** Part of a change of z by which the place moves where conditions push, and the same in the first step. */
  readonly follows: number;
  readonly followsFirst: number;
  /** Brings the directions of friction to x^n. */
  begin(old: Vector): void;
  /** Fills in directions, rates less their linear part in dz, and compliance. `at`: the time of z. `rate`: 1/s; `first`: whether it is the first step. */
  state(dz: Vector, at: Vector, places: StepPlaces, drive: Vector, rate: Vector, first: boolean): void;
}

/** `left`: whether the lengths are left to another method. */
export function conditionRows(system: System, step: Step, left: boolean): ConditionRows {
  const m = system.rows.length;
  const lengths = new Set(system.conditioned!.lengths.rowOf);
  const form = Int8Array.from(system.rows, (row, i) => (left && lengths.has(i) ? Form.none : formOf(row)));
  const epsilon = Float64Array.from(system.rows, ({ law }) => law.method?.epsilon ?? 0);
  const main = form[system.conditioned!.lengths.rowOf[0] ?? 0] ?? Form.mean;
  const [isHard, isMean, isSoft] = [
    form.includes(Form.new) || form.includes(Form.mean),
    form.includes(Form.mean),
    form.includes(Form.soft),
  ];
  const atOld = system.newDirections();
  const atZ = system.newDirections();
  const atMean = system.newDirections();
  const atPlus = system.newDirections();
  const atMinus = system.newDirections();
  const atCenter = system.newDirections();
  const value = new Float64Array(m);
  const plus = new Float64Array(m);
  const minus = new Float64Array(m);
  for (let i = 0; i < m; i++) if (form[i] === Form.none) step.lower[i] = step.upper[i] = 0;

  function put(from: Rows, i: number, factor: number, into: Rows): void {
    for (let k = from.start[i]!; k < from.start[i + 1]!; k++) into.value[k] = factor * from.value[k]!;
  }

  function evaluate(at: Vector, places: StepPlaces): void {
    if (isHard) {
      system.violationsAt!(at, places.z, value);
      system.directionsAt(places.z, atZ);
    }
    if (isMean) system.directionsAt(places.mean, atMean);
    if (!isSoft) return;
    system.violationsAt!(at, places.plus, plus);
    system.violationsAt!(at, places.minus, minus);
    system.directionsAt(places.plus, atPlus);
    system.directionsAt(places.minus, atMinus);
    system.directionsAt(places.center, atCenter);
  }

  function stateRow(i: number, rate: number, first: boolean): void {
    const { directions, slipRows } = step;
    if (form[i] === Form.friction) {
      put(atOld, i, 1, directions);
      put(atOld, i, rate, slipRows);
    } else if (form[i] === Form.soft) {
      put(atCenter, i, 1, directions);
      put(atPlus, i, rate / 4, slipRows);
      if (first) {
        for (let k = slipRows.start[i]!; k < slipRows.start[i + 1]!; k++) {
          slipRows.value[k]! += (rate / 4) * atMinus.value[k]!;
        }
      }
      step.slip[i] = (rate * (plus[i]! + minus[i]!)) / 2;
      step.compliance[i] = rate * epsilon[i]!;
    } else {
      put(form[i] === Form.mean ? atMean : atZ, i, 1, directions);
      put(atZ, i, rate, slipRows);
      step.slip[i] = rate * value[i]!;
    }
  }

  return {
    follows: main === Form.soft ? 1 / 4 : main === Form.mean ? 1 / 2 : main === Form.new ? 1 : 0,
    followsFirst: main === Form.soft ? 1 / 2 : main === Form.none ? 0 : 1,
    begin(old) {
      system.directionsAt(old, atOld);
    },
    state(dz, at, places, drive, rate, first) {
      evaluate(at, places);
      const { start, column, value: entry } = step.slipRows;
      for (let i = 0; i < m; i++) {
        step.slip[i] = -drive[i]!;
        stateRow(i, rate[0]!, first);
        if (form[i] === Form.friction) continue;
        for (let k = start[i]!; k < start[i + 1]!; k++) step.slip[i]! -= entry[k]! * dz[column[k]!]!;
      }
      step.directions.version++;
      step.slipRows.version++;
    },
  };
}

function formOf({ law }: Row): number {
  if (isFriction(law)) return Form.friction;
  const { type, direction } = law.method ?? HARD;
  if (type === "penalty") return Form.soft;
  return direction === "new" ? Form.new : Form.mean;
}
