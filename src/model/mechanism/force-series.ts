/**
 * The resistance of a mechanism along a motion that is a Taylor series, with what the change of its mass adds to inertia: coefficient k
 * of (M(q) - M(q(0))) v' is the sum over j = 1..k of M_j a_{k-j}.
 */
import { setZero, type Vector } from "../../numeric/vector.ts";
import type { ForceSeries } from "../system.ts";
import { seriesChange } from "./force-change.ts";
import type { MechanismFunctions } from "./functions.ts";

export function mechanismSeries(
  { mass, terms, constant }: MechanismFunctions,
  size: number,
  visible: number,
  order: number,
): ForceSeries {
  const { owner } = terms;
  const count = owner.length;
  const { row, column } = mass;
  const entries = row.length;
  const resistance = terms.functions.expansion(order);
  const inertia = constant.mass ? undefined : mass.functions.expansion(order);
  const time = new Float64Array(2);
  const term = new Float64Array(size);
  const changes = seriesChange({ mass, owner, resistance, inertia, time, size, visible, order });

  /** term += sum over j = 1..k of M_j a_{k-j}; of sizes where `sizes`. */
  function addInertia(k: number, x: Vector, sizes: boolean): void {
    for (let j = 1; j <= k; j++) {
      const level = (k - j + 2) * size;
      const factor = (k - j + 1) * (k - j + 2);
      for (let e = 0; e < entries; e++) {
        const value = factor * inertia!.value[j * entries + e]!;
        if (value === 0) continue;
        const a = value * x[level + column[e]!]!;
        term[row[e]!]! += sizes ? Math.abs(a) : a;
        if (row[e] === column[e]) continue;
        const b = value * x[level + row[e]!]!;
        term[column[e]!]! += sizes ? Math.abs(b) : b;
      }
    }
  }

  return {
    ...(resistance.switches ? { switches: resistance.switches } : {}),
    begin(at) {
      time[0] = at[0]!;
      time[1] = at[1]!;
      resistance.begin(at);
      inertia?.begin(at);
    },
    subtract(k, x, out, magnitude) {
      resistance.next(k, x);
      for (let l = 0; l < count; l++) {
        const value = resistance.value[k * count + l]!;
        out[owner[l]!]! -= value;
        magnitude[owner[l]!] = Math.max(magnitude[owner[l]!]!, Math.abs(value));
      }
      if (!inertia) return;
      inertia.next(k, x);
      setZero(term);
      addInertia(k, x, false);
      for (let i = 0; i < visible; i++) {
        out[i]! -= term[i]!;
        magnitude[i] = Math.max(magnitude[i]!, Math.abs(term[i]!));
      }
    },
    addTermSizes(k, x, out) {
      for (let l = 0; l < count; l++) out[owner[l]!]! += Math.abs(resistance.value[k * count + l]!);
      if (!inertia) return;
      setZero(term);
      addInertia(k, x, true);
      for (let i = 0; i < visible; i++) out[i]! += term[i]!;
    },
    ...changes,
  };
}
