/**
 * Friction rows whose forces lie inside their limits, in the audit of machines with conditions: they stay where they are.
 *
 * A force that belongs to a node tells what its row does there; only the first one belongs to a step, in which a row may come to rest. A force that is the mean over a step
 * lies inside too where the row comes to rest in the step or leaves at its end, so a row is held to rest over steps whose neighbors have
 * forces inside as well, by its way over them and by its velocity at their ends.
 */
import type { Rows } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import { DIGITS } from "./conditioned-digits.ts";

/** A velocity below this part of the machine's own is none. */
const REST = 1e-9;

/** What is read of a state: numbers in vectors, so that they are not boxed. */
export interface HeldReading {
  /** Length of the step before it, s, and the machine's largest speed so far, m/s. */
  readonly step: Vector;
  readonly directions: Rows;
  /** m/s */
  readonly slip: Vector;
  readonly drive: Vector;
  /** Ways along the rows in the step before it, m; of forces that are means over steps. */
  readonly path: Vector;
  /** What of them cannot be told, since drives bend or jump in the step, m. */
  readonly untold: Vector;
  position: Vector;
}

export interface HeldRows {
  /** Largest way of each row while it was held, m, and how long it was, s. */
  readonly drift: Vector;
  readonly time: Vector;
  /** [largest speed of a row that was held, m/s; time in which one moved, s] */
  readonly found: Vector;
  /** `inside[i]`: 1 where the force of a friction row is inside its limits. */
  observe(inside: Int8Array, reading: HeldReading): void;
  readonly kept: readonly (Vector | Int8Array)[];
}

/** `friction[i]`: 1 for friction; `perStep`: whether forces are means over steps. */
export function heldRows(friction: Int8Array, perStep: boolean): HeldRows {
  const m = friction.length;
  const make = () => new Float64Array(m);
  const [drift, time, way, lastWay, lastSlip, lastDrive] = [make(), make(), make(), make(), make(), make()];
  const noise = make(); // of the last way, m
  const found = new Float64Array(2);
  const count = new Int8Array(m); // nodes or steps in a row with forces inside, up to 2
  const past = new Float64Array(1); // states so far
  const lastLength = new Float64Array(1); // of the step before the last, s

  /** A row was held for h[0] s, in which it made this way, and had this velocity at their end. */
  function hold(i: number, h: Vector, ways: Vector, slip: Vector, drive: Vector, speed: Vector): void {
    time[i]! += h[0]!;
    way[i]! += ways[i]!;
    drift[i] = Math.max(drift[i]!, Math.abs(way[i]!));
    const size = Math.abs(slip[i]!);
    found[0] = Math.max(found[0]!, size);
    const rest = REST * (Math.abs(drive[i]!) + speed[1]!);
    if (size > rest || Math.abs(ways[i]!) > rest * h[0]! + noise[i]!) found[1]! += h[0]!;
  }

  /** The way of a row over a step; what its digits cannot tell is none. */
  function readWay(i: number, { directions, position, path, untold }: HeldReading): void {
    const { start, column, value } = directions;
    let terms = 0;
    for (let k = start[i]!; k < start[i + 1]!; k++) terms += Math.abs(value[k]! * position[column[k]!]!);
    noise[i] = DIGITS * terms + 2 * untold[i]!;
    lastWay[i] = Math.abs(path[i]!) > noise[i]! ? path[i]! : 0;
  }

  return {
    drift,
    time,
    found,
    kept: [drift, time, way, lastWay, lastSlip, lastDrive, noise, found, count, past, lastLength],
    observe(inside, reading) {
      const { step, slip, drive } = reading;
      for (let i = 0; i < m; i++) {
        if (friction[i] === 0) continue;
        if (perStep) {
          if (count[i] === 2 && inside[i] === 1) hold(i, lastLength, lastWay, lastSlip, lastDrive, step);
          readWay(i, reading);
          lastSlip[i] = slip[i]!;
          lastDrive[i] = drive[i]!;
        } else if (inside[i] === 1 && past[0]! > 0) {
          noise[i] = 0;
          lastWay[i] = step[0]! * slip[i]!;
          hold(i, step, lastWay, slip, drive, step);
        }
        count[i] = inside[i] === 0 ? 0 : Math.min(2, count[i]! + 1);
        if (count[i] === 0) way[i] = 0;
      }
      lastLength[0] = step[0]!;
      past[0]!++;
    },
  };
}
