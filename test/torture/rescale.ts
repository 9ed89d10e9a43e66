/**
 * The same random machine in other units: each coordinate, each row and state by its own power of ten, time and energy by one each.
 * Forces along a coordinate go as energy over length.
 */
import type { Random } from "../support/random.ts";

type Formula = string | number;
type Data = Record<string, unknown>;

export interface Units {
  readonly coordinates: readonly number[];
  readonly time: number;
  readonly energy: number;
}

export interface Rescaled {
  readonly raw: Data;
  readonly units: Units;
}

interface RawRow {
  readonly direction: readonly number[];
  readonly [key: string]: unknown;
}

export function rescale(random: Random, raw: Data): Rescaled {
  const system = raw.system as Data & { mass: number[][]; force: Formula[]; friction: RawRow[] };
  const feedback = (raw.feedback ?? []) as (Data & { of: number; to?: number })[];
  const power = () => Number(`1e${random.whole(-6, 6)}`); // exactly what a person would write
  const lengths = system.mass.map(power);
  for (const { of, to } of feedback) if (to !== undefined) lengths[to] = lengths[of]!; // a difference needs one unit
  const units: Units = { coordinates: lengths, time: power(), energy: power() };
  const { time, energy } = units;
  const formula = (factor: number, text: unknown): Formula =>
    typeof text === "number" ? factor * text : `${factor}*(${String(text).replace(/\bt\b/g, `(t/${time})`)})`;
  const matrix = (factor: number, given: unknown) =>
    (given as number[][] | undefined)?.map((row, i) =>
      row.map((entry, j) => (entry * factor * energy) / lengths[i]! / lengths[j]!),
    );
  const direction = (unit: number, given: readonly number[]) => given.map((entry, i) => (entry * unit) / lengths[i]!);
  const z = power(); // the unit of the state
  const state = ((system.states ?? []) as { rate: string; initial: number }[])[0];

  const row = (given: RawRow): Data => {
    const unit = power();
    const made: Data = { direction: direction(unit, given.direction) };
    for (const key of ["limit", "backward", "kinetic", "kineticBackward"])
      if (given[key] !== undefined) made[key] = formula(energy / unit, given[key]);
    if (given.drive !== undefined) made.drive = formula(unit / time, given.drive);
    if (given.viscous !== undefined) made.viscous = ((given.viscous as number) * energy * time) / unit / unit;
    if (given.weakening !== undefined) made.weakening = weakening(unit / time, given.weakening as Data);
    return made;
  };
  const stop = (given: Data): Data => {
    const unit = power();
    return { ...given, direction: direction(unit, given.direction as number[]), gap: (given.gap as number) * unit };
  };
  const pid = (given: Data): Data => {
    const unit = lengths[given.of as number]!;
    const gain = (key: string, factor: number) =>
      given[key] === undefined ? {} : { [key]: ((given[key] as number) * factor * energy) / unit / unit };
    return {
      ...given,
      reference: formula(unit, given.reference),
      ...gain("kp", 1),
      ...gain("ki", 1 / time),
      ...gain("kd", time),
      limit: (given.limit as number[]).map((entry) => (entry * energy) / unit),
      ...(given.tracking === undefined ? {} : { tracking: (given.tracking as number) * time }),
    };
  };
  /** Inside formulas, a state or a position stands for its value in the old unit. */
  const inUnits = (text: Formula): Formula =>
    typeof text === "number"
      ? text
      : text
          .replace(/\bz\b/g, `(z/${z})`)
          .replace(/\bx\((\d)\)/g, (_, i: string) => `(x(${i})/${lengths[Number(i)]!})`);
  const made: Data = {
    ...system,
    mass: matrix(time * time, system.mass),
    force: system.force.map((entry, i) => formula(energy / lengths[i]!, inUnits(entry))),
    friction: system.friction.map(row),
  };
  if (system.damping) made.damping = matrix(time, system.damping);
  if (system.stiffness) made.stiffness = matrix(1, system.stiffness);
  if (system.joints)
    made.joints = (system.joints as RawRow[]).map((one) => ({ direction: direction(power(), one.direction) }));
  if (system.stops) made.stops = (system.stops as Data[]).map(stop);
  if (system.springs)
    made.springs = (system.springs as { on: number; potential: string }[]).map(({ on, potential }) => ({
      on,
      potential: `${energy}*(${potential.replace(/\bx\b/g, `(x/${lengths[on]!})`)})`,
    }));
  if (state) made.states = [{ ...state, rate: formula(z / time, inUnits(state.rate)), initial: state.initial * z }];
  const initial = raw.initial as { position: number[]; velocity: number[] };
  const span = raw.time as { end: number; step: number };
  return {
    units,
    raw: {
      ...raw,
      system: made,
      ...(feedback.length > 0 ? { feedback: feedback.map(pid) } : {}),
      initial: {
        position: initial.position.map((entry, i) => entry * lengths[i]!),
        velocity: initial.velocity.map((entry, i) => (entry * lengths[i]!) / time),
      },
      time: { end: span.end * time, step: span.step * time },
    },
  };
}

function weakening(speed: number, given: Data): Data {
  const made = { ...given };
  for (const key of ["speed", "epsilon", "eta"]) {
    const value = given[key];
    if (value !== undefined)
      made[key] = Array.isArray(value) ? value.map((entry) => entry * speed) : (value as number) * speed;
  }
  return made;
}
