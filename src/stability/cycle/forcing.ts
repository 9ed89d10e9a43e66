/** Whether what acts on a machine from outside repeats: a motion that comes back under a force that does not is no cycle. */

import type { Load } from "../../model/load.ts";
import { RowValue, type System } from "../../model/system.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Simulation } from "../../simulate/run/simulation.ts";
import { from, unpackState } from "./periodic-state.ts";
import { sampleMotion } from "./recurrence.ts";
import type { Orbit } from "./shooting.ts";

/** Instants that are compared, spread over two periods by the golden ratio. */
const INSTANTS = 64;
const GOLDEN = 0.618033988749895;
/** Part of its size by which a force may differ a period later: that of a period given with some seven digits. */
const SAME = 1e-6;
/** Part of the period around a jump that is left out: the period is given with some seven digits, and formulas are rounded. */
const CLOSE = 1e-6;

/** States of an orbit at which it is looked at whether what depends on time and on the motion repeats. */
const PLACES = 24;

type Forcing = Pick<Load, "evaluate" | "breakpoints" | "constant">;

interface Place {
  readonly position: Vector;
  readonly velocity: Vector;
}

/** Forces, limits and drives that are not constant, as they are at a place. */
function forcing({ system, initial }: Simulation, place: Place = initial): { load: Forcing; size: number }[] {
  const { load, size, rowFunctions, rows } = system;
  const all = [
    { load, size },
    ...(rowFunctions ? [{ load: rowFunctions, size: RowValue.count * rows.length }] : []),
    ...atPlace(system, place),
  ];
  return all.filter((one) => !one.load.constant);
}

/** What depends on time and on the motion. */
function atPlace(system: System, { position, velocity }: Place): { load: Forcing; size: number }[] {
  const { rowMotion, size } = system;
  const own = system.forces();
  const parts: { load: Forcing; size: number }[] = [];
  if (rowMotion?.timed) {
    const evaluate = (at: Vector, out: Vector) => rowMotion.evaluate(at, position, velocity, out);
    parts.push({ load: { evaluate, breakpoints: rowMotion.breakpoints }, size: rowMotion.count });
  }
  if (system.forcesTimed) {
    const evaluate = (at: Vector, out: Vector) => own.resistance(at, position, velocity, out);
    const breakpoints = system.forceBreakpoints ?? (() => ({ times: [], complete: true }));
    parts.push({ load: { evaluate, breakpoints }, size });
  }
  return parts;
}

export function isForced(simulation: Simulation): boolean {
  return forcing(simulation).length > 0;
}

/**
 * How much of its size what acts from outside differs after a period, where that is more than round-off of the period. Compared are
 * instants all over two periods and one in every piece between two jumps, none of them at a jump.
 */
export function periodMismatch(simulation: Simulation, period: number, place?: Place): number | undefined {
  const { time } = simulation.initial;
  const differences = forcing(simulation, place).map(({ load, size }) => {
    const [now, later] = [new Float64Array(size), new Float64Array(size)];
    const [scale, difference] = [new Float64Array(size), new Float64Array(size)];
    for (const t of instants(load, time, period)) {
      load.evaluate(Float64Array.of(t, t), now);
      load.evaluate(Float64Array.of(t + period, t + period), later);
      for (let i = 0; i < size; i++) {
        if (Math.abs(now[i]!) < Number.POSITIVE_INFINITY) scale[i] = Math.max(scale[i]!, Math.abs(now[i]!));
        if (now[i] !== later[i]) difference[i] = Math.max(difference[i]!, Math.abs(now[i]! - later[i]!));
      }
    }
    return Math.max(0, ...difference.map((entry, i) => (entry > 0 ? entry / scale[i]! : entry)));
  });
  const worst = Math.max(0, ...differences);
  return worst > SAME ? worst : undefined;
}

/** The same at the places of an orbit, by its period: what follows the motion may not be seen at the start. */
export function mismatchAlong(simulation: Simulation, { z, period }: Orbit, start: number): number | undefined {
  const { system } = simulation;
  if (!system.rowMotion?.timed && !system.forcesTimed) return undefined;
  const { states } = sampleMotion(from(simulation, z, start, period)) ?? { states: [z] };
  const every = Math.ceil(states.length / PLACES);
  const found = states
    .filter((_, k) => k % every === 0)
    .flatMap((state) => periodMismatch(simulation, period, unpackState(system, state)) ?? []);
  return found.length > 0 ? Math.max(...found) : undefined;
}

/** Where a load is compared with itself a period later: away from its jumps, and from those of the next period moved back. */
function instants(load: Forcing, start: number, period: number): number[] {
  const { times } = load.breakpoints(start - period, start + 4 * period);
  const jumps = times.flatMap((time) => [time, time - period]).sort((a, b) => a - b);
  const spread = Array.from({ length: INSTANTS }, (_, k) => start + 2 * period * ((k * GOLDEN) % 1));
  const between = jumps.slice(1).map((time, k) => (time + jumps[k]!) / 2);
  return [...spread, ...between].filter(
    (t) => t >= start && t <= start + 2 * period && jumps.every((jump) => Math.abs(t - jump) > CLOSE * period),
  );
}
