/** Whether what acts on a machine from outside repeats: a motion that comes back under a force that does not is no cycle. */

import { type Load, RowValue } from "../../model/linear.ts";
import { maxNorm } from "../../numeric/vector.ts";
import type { Simulation } from "../../simulate/simulation.ts";

/** Instants that are compared, spread over two periods by the golden ratio. */
const INSTANTS = 64;
const GOLDEN = 0.618033988749895;
/** Part of its size by which a force may differ a period later: that of a period given with some seven digits. */
const SAME = 1e-6;

/** Forces, limits and drives that are not constant. */
function forcing({ system }: Simulation): { load: Load; size: number }[] {
  const { load, size, rowFunctions, rows } = system;
  const all = [{ load, size }, ...(rowFunctions ? [{ load: rowFunctions, size: RowValue.count * rows.length }] : [])];
  return all.filter((one) => !one.load.constant);
}

export function isForced(simulation: Simulation): boolean {
  return forcing(simulation).length > 0;
}

/** How much of its size what acts from outside differs after a period, where that is more than round-off of the period. */
export function periodMismatch(simulation: Simulation, period: number): number | undefined {
  const { time } = simulation.initial;
  const differences = forcing(simulation).map(({ load, size }) => {
    const [now, later] = [new Float64Array(size), new Float64Array(size)];
    let [largest, difference] = [0, 0];
    for (let k = 0; k < INSTANTS; k++) {
      const t = time + 2 * period * ((k * GOLDEN) % 1);
      load.evaluate(Float64Array.of(t, t), now);
      load.evaluate(Float64Array.of(t + period, t + period), later);
      largest = Math.max(largest, maxNorm(now), maxNorm(later));
      difference = Math.max(difference, maxNorm(now.map((entry, i) => entry - later[i]!)));
    }
    return largest > 0 ? difference / largest : 0;
  });
  const worst = Math.max(0, ...differences);
  return worst > SAME ? worst : undefined;
}
