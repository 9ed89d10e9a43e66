/**
 * Saturated controllers in the event-driven scheme. Inside a mode the excess of a command is affine, so it joins the Taylor
 * series coefficient by coefficient; guards on the command, a polynomial too, end the mode. The force is continuous, so a
 * crossing leads to the neighboring mode and decides nothing about the rows; where the command itself jumps (at
 * breakpoints and impacts) its mode is located anew. At a bound the first derivative of the command that is not zero
 * is the same in both modes, so that they never contradict each other: no chatter.
 */
import type { Controllers } from "../../model/control/controllers.ts";
import type { Kept } from "../../numeric/kept.ts";
import { rootFinder } from "../../numeric/polynomial.ts";
import type { Rows } from "../../numeric/rows.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Listener } from "../scheme.ts";

/** A command this close to a bound, relative to its terms, is at it. */
const TIE = 1e-12;
/** Crossings of one bound at one instant before its sign counts as round-off. */
const MOST_FLIPS = 2;

export interface Saturation {
  /** Of each controller: -1 at low, 0 between its limits, +1 at high. */
  readonly mode: Int8Array;
  /** Coefficient k of the command of controller j at command[j * (order + 1) + k], N. */
  readonly command: Vector;
  /** Starts series at an instant. */
  begin(at: Vector): void;
  /** out -= coefficient k of d excess; x: the motion's coefficients; `magnitude` grows with the terms. For k = 0, 1 ... in turn. */
  add(k: number, x: Vector, out: Vector, magnitude: Vector): void;
  /** The same of a change of the motion, whose coefficients are in dx: commands change by p.dx + q.dv, and no mode does. */
  addChange(k: number, dx: Vector, out: Vector): void;
  /** Commands of a motion whose coefficients x have changed since. */
  follow(x: Vector): void;
  /** Commands of a step without a series: lines from its start to what they are at its end, h[0] later. */
  bridge(end: Vector, x: Vector, v: Vector, h: Vector): void;
  /** Shortens h[0] to the first crossing, if there is one before. Crossings within tolerance[0] count as one. */
  search(h: Vector, tolerance: Vector): boolean;
  /** After an expansion of length h[0]: takes those whose crossing was found (if it was) to the neighboring mode. */
  pass(found: boolean, h: Vector, tolerance: Vector): void;
  /** Modes from the commands' values. */
  locate(at: Vector, x: Vector, v: Vector): void;
  /** Tells of modes that changed at time[0] and last. */
  report(time: Vector, listener: Listener): void;
  readonly kept: Kept;
}

export function saturation(controllers: Controllers, size: number, order: number, rows: number): Saturation {
  const { position, velocity, action, low, high, functions } = controllers;
  const count = controllers.names.length;
  const width = order + 1;
  const degree = order - 2;
  const command = new Float64Array(count * width);
  const references = new Float64Array(2 * count * width);
  const expand = functions.expansion(order);
  const values = new Float64Array(2 * count);
  const polynomial = new Float64Array(width);
  const finder = rootFinder(order);
  const mode = new Int8Array(count);
  const told = new Int8Array(count);
  const edge = new Int8Array(count); // -1 or +1: the expansion begins at that bound
  const crossing = new Int8Array(count); // bound whose guard ends the expansion
  const flips = new Int32Array(count); // at the present instant
  const first = new Float64Array(1);
  const reach = new Float64Array(1);
  const pair = new Float64Array(2); // a value and the sum of the sizes of its terms

  const boundOf = (j: number, which: number) => (which > 0 ? high[j]! : low[j]!);

  /** pair += row j of `rows` times z, from z[at] on, times factor. */
  function addRow({ start, column, value }: Rows, j: number, z: Vector, at: number, factor: number): void {
    for (let i = start[j]!; i < start[j + 1]!; i++) {
      const term = factor * value[i]! * z[at + column[i]!]!;
      pair[0]! += term;
      pair[1]! += Math.abs(term);
    }
  }

  /** Puts the guard of a bound into the polynomial: positive while `inside`, on the side of zero excess, or else outside. */
  function load(j: number, which: number, inside: boolean): number {
    const sign = inside === which > 0 ? -1 : 1;
    let last = -1;
    while (last < degree && Number.isFinite(command[j * width + last + 1]!)) {
      last++;
      polynomial[last] = sign * command[j * width + last]!;
    }
    polynomial[0]! -= sign * boundOf(j, which);
    return last;
  }

  function test(j: number, which: number, h: Vector, window: Vector): void {
    const last = load(j, which, mode[j] === 0);
    let start = edge[j] === which ? 1 : 0;
    const stubborn = start === 1 && flips[j]! > MOST_FLIPS;
    while (start <= last && (polynomial[start] === 0 || (stubborn && polynomial[start]! < 0))) start++;
    if (start > last) return;
    let root = 0;
    if (polynomial[start]! > 0) {
      reach[0] = Math.min(h[0]!, first[0]! + window[0]!);
      if (!finder.find(polynomial, start, last - start, reach)) return;
      root = finder.root[0]!;
    }
    if (root < first[0]! - window[0]!) crossing.fill(0);
    first[0] = Math.min(first[0]!, root);
    crossing[j] = which;
  }

  /** The mode that a value belongs to; at a bound the present one, if it borders on it. */
  function place(j: number): void {
    const u = pair[0]!;
    edge[j] = 0;
    for (let which = -1; which <= 1; which += 2) {
      const bound = boundOf(j, which);
      if (!(Math.abs(u - bound) <= TIE * (pair[1]! + Math.abs(bound)))) continue;
      edge[j] = which;
      if (mode[j] !== which) mode[j] = 0;
      return;
    }
    mode[j] = u > high[j]! ? 1 : u < low[j]! ? -1 : 0;
  }

  /** pair: coefficient k of the command of controller j. */
  function expandCommand(j: number, k: number, x: Vector): void {
    pair[0] = references[k * 2 * count + j]!;
    pair[1] = Math.abs(pair[0]);
    addRow(position, j, x, k * size, 1);
    addRow(velocity, j, x, (k + 1) * size, k + 1);
    command[j * width + k] = pair[0]!;
  }

  /** pair: the command of controller j at a state, after `functions` have been evaluated. */
  function readCommand(j: number, x: Vector, v: Vector): void {
    pair[0] = values[j]!;
    pair[1] = Math.abs(pair[0]);
    addRow(position, j, x, 0, 1);
    addRow(velocity, j, v, 0, 1);
  }

  const limited = Array.from(low, (bound, j) => Number.isFinite(bound) || Number.isFinite(high[j]!));

  return {
    kept: { mode, told, edge, crossing, flips },
    mode,
    command,
    begin(at) {
      expand(at, references);
    },
    add(k, x, out, magnitude) {
      for (let j = 0; j < count; j++) {
        if (!limited[j]) continue;
        expandCommand(j, k, x);
        if (mode[j] === 0) continue;
        const excess = pair[0]! - (k === 0 ? boundOf(j, mode[j]!) : 0);
        for (let i = action.start[j]!; i < action.start[j + 1]!; i++) {
          const to = action.column[i]!;
          out[to]! -= action.value[i]! * excess;
          magnitude[to] = Math.max(magnitude[to]!, Math.abs(action.value[i]! * pair[1]!));
        }
      }
    },
    addChange(k, dx, out) {
      for (let j = 0; j < count; j++) {
        if (mode[j] === 0) continue;
        pair.fill(0);
        addRow(position, j, dx, k * size, 1);
        addRow(velocity, j, dx, (k + 1) * size, k + 1);
        for (let i = action.start[j]!; i < action.start[j + 1]!; i++)
          out[action.column[i]!]! -= action.value[i]! * pair[0]!;
      }
    },
    follow(x) {
      for (let j = 0; j < count; j++) if (limited[j]) for (let k = 0; k <= degree; k++) expandCommand(j, k, x);
    },
    bridge(end, x, v, h) {
      functions.evaluate(end, values);
      for (let j = 0; j < count; j++) {
        if (!limited[j]) continue;
        readCommand(j, x, v);
        command[j * width + 1] = (pair[0]! - command[j * width]!) / h[0]!;
        command.fill(0, j * width + 2, (j + 1) * width);
      }
    },
    search(h, tolerance) {
      crossing.fill(0);
      first[0] = Number.POSITIVE_INFINITY;
      for (let j = 0; j < count; j++) {
        if (!limited[j]) continue;
        if (mode[j]! >= 0) test(j, 1, h, tolerance);
        if (mode[j]! <= 0) test(j, -1, h, tolerance);
      }
      if (first[0]! > h[0]!) return false;
      h[0] = first[0]!;
      return true;
    },
    pass(found, h, tolerance) {
      for (let j = 0; j < count; j++) {
        const which = found ? crossing[j]! : 0;
        edge[j] = which;
        if (which !== 0) mode[j] = mode[j] === 0 ? which : 0;
        flips[j] = which === 0 ? 0 : h[0]! <= tolerance[0]! ? flips[j]! + 1 : 1;
      }
    },
    locate(at, x, v) {
      functions.evaluate(at, values);
      for (let j = 0; j < count; j++) {
        if (!limited[j]) continue;
        readCommand(j, x, v);
        place(j);
      }
    },
    report(time, listener) {
      for (let j = 0; j < count; j++) {
        if (mode[j] === told[j]) continue;
        listener.event(mode[j] === 0 ? "unsaturate" : "saturate", time[0]!, rows + j);
        told[j] = mode[j]!;
      }
    },
  };
}
