/** What is plotted over time of a run: panels of curves that have a unit in common. */
import { forceUnit, rateUnit } from "../../model/units.ts";
import { type ModeSpan, stickSpans } from "../../plot/blocks/mode-spans.ts";
import type { Trajectory } from "../../simulate/record/trajectory.ts";
import { curveColors } from "./colors.ts";

export interface Curve {
  readonly name: string;
  readonly color: string;
  readonly time: Float64Array;
  readonly values: Float64Array;
  /** A second run, or a measurement. */
  readonly style?: "dashed" | "dots";
}

export interface Panel {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  readonly curves: readonly Curve[];
  /** Values between which a multiplier must be. */
  readonly band?: readonly [number, number];
  /** Whether stick is shaded behind it. */
  readonly shaded: boolean;
}

export interface Lane {
  readonly name: string;
  readonly color: string;
  readonly stop: boolean;
  readonly spans: readonly ModeSpan[];
}

const kept = new WeakMap<Trajectory, readonly Lane[]>();

/** Where each friction row sticks and each stop is closed. */
export function lanesOf(trajectory: Trajectory): readonly Lane[] {
  const known = kept.get(trajectory);
  if (known) return known;
  const colors = rowColors(trajectory);
  const lanes = trajectory.kinds.flatMap((kind, row): Lane[] => {
    if (kind === "joint") return [];
    const spans = stickSpans(trajectory, row, 0);
    return [{ name: trajectory.names.multiplier[row]!, color: colors[row]!, stop: kind === "stop", spans }];
  });
  kept.set(trajectory, lanes);
  return lanes;
}

/** Those of the coordinates where there are as many friction rows: each then usually brakes its own. */
export function rowColors({ kinds, position }: Trajectory): readonly string[] {
  const friction = kinds.flatMap((kind, row) => (kind === "friction" ? [row] : []));
  const own = curveColors(Math.max(1, friction.length));
  const order = friction.length === position.length || friction.length > 1;
  const others = curveColors(kinds.length);
  return kinds.map((kind, row) => (kind === "friction" && order ? own[friction.indexOf(row)]! : others[row]!));
}

export function panelsOf(trajectory: Trajectory): readonly Panel[] {
  const { names, units, kinds, time, position, velocity, multiplier, energy, outputs, controllers } = trajectory;
  const colors = curveColors(position.length);
  const rows = rowColors(trajectory);
  const coordinates = (title: string, id: string, columns: readonly Float64Array[], unitOf: (unit: string) => string) =>
    [...new Set(units.position)].map((unit): Panel => {
      const own = columns.flatMap((values, i) =>
        units.position[i] === unit
          ? [{ name: (id === "velocity" ? names.velocity : names.position)[i]!, color: colors[i]!, time, values }]
          : [],
      );
      return { id: `${id}-${unit}`, title, unit: unitOf(unit), curves: own, shaded: true };
    });
  const ofKind = (friction: boolean) =>
    multiplier.flatMap((values, row) =>
      (kinds[row] === "friction") === friction
        ? [{ row, name: names.multiplier[row]!, color: rows[row]!, time, values }]
        : [],
    );
  const [friction, contacts] = [ofKind(true), ofKind(false)];
  const contactUnits = [...new Set(contacts.map(({ row }) => forceUnit(units.row[row] ?? "")))];
  return [
    ...coordinates("Displacement", "position", position, (unit) => unit),
    ...coordinates("Velocity", "velocity", velocity, rateUnit),
    ...(friction.length > 0
      ? [{ id: "multiplier", title: "Multiplier", unit: "", curves: friction, band: [-1, 1] as const, shaded: true }]
      : []),
    ...(contacts.length > 0
      ? [{ id: "contact", title: "Contact force", unit: contactUnits.join(", "), curves: contacts, shaded: false }]
      : []),
    {
      id: "energy",
      title: "Energy",
      unit: "J",
      curves: [{ name: "energy", color: "var(--ink)", time, values: energy }],
      shaded: false,
    },
    ...controllers.map(
      ({ name, unit, reference, measured }, k): Panel => ({
        ...{ id: `controller-${k}`, title: `Controller ${name}`, unit, shaded: false },
        curves: [
          { name: "reference", color: curveColors(2)[1]!, time, values: reference },
          { name: "measured", color: curveColors(2)[0]!, time, values: measured },
        ],
      }),
    ),
    ...controllers.map(
      ({ name, unit, command, force }, k): Panel => ({
        ...{ id: `command-${k}`, title: `Command of ${name}`, unit: forceUnit(unit), shaded: false },
        curves: [
          { name: "command", color: curveColors(2)[1]!, time, values: command },
          { name: "force", color: curveColors(2)[0]!, time, values: force },
        ],
      }),
    ),
    ...outputs.map(
      ({ name, values }, k): Panel => ({
        ...{ id: `output-${k}`, title: name, unit: "", shaded: false },
        curves: [{ name, color: curveColors(7)[k % 7]!, time, values }],
      }),
    ),
  ];
}

/** The index of the last sample at or before a time. */
export function sampleAt(time: Float64Array, at: number): number {
  let [below, above] = [0, time.length];
  while (below < above) {
    const middle = (below + above) >> 1;
    if (time[middle]! <= at) below = middle + 1;
    else above = middle;
  }
  return Math.max(0, below - 1);
}

/** Between two samples on the straight line. */
export function valueAt({ time, values }: Pick<Curve, "time" | "values">, at: number): number {
  const k = sampleAt(time, at);
  const next = Math.min(time.length - 1, k + 1);
  const span = time[next]! - time[k]!;
  if (!(span > 0) || at <= time[k]!) return values[k]!;
  const part = Math.min(1, (at - time[k]!) / span);
  return values[k]! + part * (values[next]! - values[k]!);
}
