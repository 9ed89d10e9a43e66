/**
 * How changes of a linear motion go on inside a mode, by WebAssembly (flow-code.ts). Where rows are held is data; what was made for a set of them is kept.
 */
import { massWeights, type System } from "../../../model/system.ts";
import type { Vector } from "../../../numeric/vector.ts";
import { Layout } from "../../../numeric/wasm/memory.ts";
import { type Instance, instantiate } from "../../../numeric/wasm/module.ts";
import type { TangentColumn } from "../../common/tangent.ts";
import type { KernelSlot } from "../../kernel/slot.ts";
import { hold } from "../hold.ts";
import { BENT, ENTRY, type FlowPlaces, flowCode, LANES, STRIDE } from "./flow-code.ts";

/** Coordinates that it is made for. */
const MOST = 64;
/** Sets of held rows whose operators are kept. */
const SETS = 16;
/** How far a change is summed at once, in units of its fastest rate: beyond, the terms that are left out would count. A motion may be smoother than its changes, and its series longer. */
const REACH = 2.2;
/** Pieces of one expansion. */
const MOST_PIECES = 1e6;

/** A change of the motion: of positions and velocities, and what it makes of the load. */
export interface Changed {
  readonly dx: Vector;
  readonly dv: Vector;
  /** Coefficients; absent: it makes nothing of it. */
  readonly load?: Vector | undefined;
}

/** The mode in which changes flow: rows that hold (1) and rows at rest (mode 0), and slopes of weakening along the motion (see MotionSlopes). */
export interface FlowMode {
  readonly holds: Int8Array;
  readonly mode: Int8Array;
  readonly slopes: Vector;
}

export interface Flow {
  /** Takes changes on by tau, in s, to others or in place. */
  advance(
    by: FlowMode,
    tau: number,
    from: readonly Changed[],
    to: readonly Pick<TangentColumn, "position" | "velocity">[],
  ): void;
  /** What forces on the coordinates make of that which holds a row, N. */
  holding(by: FlowMode, row: number, known: Vector): number;
}

interface Operators {
  /** Of each row, whether it holds (2) and whether it is at rest (1). */
  readonly rows: Int8Array;
  /** holding[i * n + j]: force of row i by one on coordinate j. */
  readonly holding: Vector;
  /** Sizes of P K, P D and P W_i W_i^T, where the roots of the masses are units: 1/s^2, 1/s and 1/kg. */
  readonly stiff: number;
  readonly damp: number;
  readonly bend: Vector;
}

/** The flow of a machine, made once for a compiled problem. */
export function keptFlow(system: System, order: number, slot: KernelSlot = {}): Flow | undefined {
  if (!slot.flow || !isSame(slot.flow.of, system)) slot.flow = { of: system, flow: flowOf(system, order) };
  return slot.flow.flow;
}

/** Whether two machines differ at most in their loads, drives and limits. */
const isSame = (one: System, other: System): boolean =>
  one.linear === other.linear &&
  one.rows === other.rows &&
  one.rowMotion === other.rowMotion &&
  one.controllers === other.controllers;

/** Undefined where the system is not of its kind, or the host has no WebAssembly. */
function flowOf(system: System, order: number): Flow | undefined {
  const { linear, size: n, rows, controllers } = system;
  if (!linear || linear.springs || controllers?.limited || system.rowMotion || n > MOST) return undefined;
  const m = rows.length;
  const { directions, stiffness, damping } = linear;
  const layout = new Layout();
  const entries = resistanceOf(system);
  const width = order + 1;
  const places: FlowPlaces = {
    ...{ term: layout.doubles(2 * n * LANES), sum: layout.doubles(2 * n * LANES), forces: layout.doubles(n * LANES) },
    ...{ load: layout.doubles(width * n * LANES), steps: layout.doubles(width) },
    resistanceEnds: layout.room(4 * n),
    resistance: layout.room(ENTRY * entries.length),
    bent: layout.room(BENT * m),
  };
  const directed = layout.room(ENTRY * directions.column.length);
  const bends = layout.doubles(m * width);
  const slips = layout.doubles(m * width * LANES);
  const endsSize = 16 * Math.ceil(n / 4);
  const operatorSize = endsSize + ENTRY * n * n;
  const operators = layout.room(SETS * operatorSize);
  const instance = instantiate([flowCode(n, places)], layout);
  if (!instance) return undefined;
  const { flow } = instance.functions as { flow: (set: number, terms: number, levels: number, bent: number) => number };
  const memory = memoryOf(instance);
  memory.put(places.resistance, places.resistanceEnds, entries, n);
  for (let e = 0; e < directions.column.length; e++) {
    memory.wholes[(directed + ENTRY * e) / 4] = STRIDE * directions.column[e]!;
    memory.doubles[(directed + ENTRY * e + 8) / 8] = directions.value[e]!;
  }
  const known = new Float64Array(n);
  const acceleration = new Float64Array(n);
  const force = new Float64Array(m);
  const still = new Float64Array(m);
  const held = hold(system); // its own, so that operators follow from the set alone
  const weight = massWeights(system);
  const shifted = new Float64Array(width);
  const sets: Operators[] = [];
  const wanted = new Int8Array(m);
  let last = 0;
  let replaced = 0;

  /** Makes the operators of the rows that are wanted, column by column. */
  function make({ holds, mode }: FlowMode): number {
    held.clear();
    for (let i = 0; i < m; i++) if (holds[i] === 1) held.add(i);
    held.prepare();
    const place = sets.length < SETS ? sets.length : replaced++ % SETS;
    const holding = new Float64Array(m * n);
    const matrix = new Float64Array(n * n);
    for (let j = 0; j < n; j++) {
      known.fill(0);
      known[j] = 1;
      held.solve(known, still, acceleration, force.fill(0));
      held.project(mode, still, acceleration); // what sticks does not feel it, to the last bit
      for (let i = 0; i < n; i++) matrix[i * n + j] = acceleration[i]!;
      for (let i = 0; i < m; i++) holding[i * n + j] = force[i]!;
    }
    const list: Entry[] = [];
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        if (matrix[i * n + j] !== 0) list.push({ row: i, place: STRIDE * j, value: matrix[i * n + j]! });
      }
    }
    const at = operators + place * operatorSize;
    memory.put(at + endsSize, at, list, n);
    sets[place] = { rows: wanted.slice(), holding, ...sizesOf(matrix) };
    return place;
  }

  /** Largest sums of rows of what P makes of stiffness, damping and slopes. */
  function sizesOf(matrix: Vector): Pick<Operators, "stiff" | "damp" | "bend"> {
    const sizeOf = (of: typeof stiffness): number => {
      let most = 0;
      for (let i = 0; i < n; i++) {
        let sum = 0;
        for (let j = 0; j < n; j++) {
          let entry = 0;
          for (let k = 0; k < n; k++) if (matrix[i * n + k] !== 0) entry += matrix[i * n + k]! * of.at(k, j);
          sum += (Math.abs(entry) * weight[i]!) / weight[j]!;
        }
        most = Math.max(most, sum);
      }
      return most;
    };
    const bend = Float64Array.from({ length: m }, (_, row) => bendOf(matrix, row));
    return { stiff: sizeOf(stiffness), damp: sizeOf(damping), bend };
  }

  /** Of P W_i W_i^T: largest entry of the column times the sum of the row. */
  function bendOf(matrix: Vector, row: number): number {
    let [most, sum] = [0, 0];
    for (let i = 0; i < n; i++) {
      let entry = 0;
      for (let e = directions.start[row]!; e < directions.start[row + 1]!; e++)
        entry += matrix[i * n + directions.column[e]!]! * directions.value[e]!;
      most = Math.max(most, Math.abs(entry) * weight[i]!);
    }
    for (let e = directions.start[row]!; e < directions.start[row + 1]!; e++)
      sum += Math.abs(directions.value[e]!) / weight[directions.column[e]!]!;
    return most * sum;
  }

  /** In how many pieces changes go on by tau: by the rate r of r^2 = damp r + stiff. */
  function piecesOf({ stiff, damp, bend }: Operators, slopes: Vector, tau: number): number {
    let slope = damp;
    for (let i = 0; i < m; i++) {
      let size = 0;
      for (let k = order - 1; k >= 0; k--) size = size * tau + Math.abs(slopes[i * width + k]!);
      if (size > 0) slope += size * bend[i]!;
    }
    const rate = (slope + Math.sqrt(slope * slope + 4 * stiff)) / 2;
    return Math.max(1, Math.min(MOST_PIECES, Math.ceil((rate * tau) / REACH)));
  }

  /** shifted = the coefficients from a place on, so many apart, of the same polynomial about `by`. */
  function shift(of: Vector, from: number, apart: number, by: number): void {
    for (let k = 0; k < order; k++) shifted[k] = of[from + k * apart]!;
    if (by === 0) return;
    for (let i = 0; i < order - 1; i++) for (let k = order - 2; k >= i; k--) shifted[k]! += by * shifted[k + 1]!;
  }

  function isWanted({ rows }: Operators): boolean {
    for (let i = 0; i < m; i++) if (rows[i] !== wanted[i]) return false;
    return true;
  }

  /** The place of the operators. */
  function find(by: FlowMode): number {
    const { holds, mode } = by;
    for (let i = 0; i < m; i++) wanted[i] = 2 * holds[i]! + (mode[i] === 0 ? 1 : 0);
    if (sets.length > 0 && isWanted(sets[last]!)) return last;
    const found = sets.findIndex(isWanted);
    last = found >= 0 ? found : make(by);
    return last;
  }

  /** Bent rows, and their slopes about a start times powers of tau; how many. */
  function bendRows(slopes: Vector, start: number, tau: number): number {
    let bent = 0;
    for (let i = 0; i < m; i++) {
      let size = 0;
      for (let k = 0; k < order; k++) size = Math.max(size, Math.abs(slopes[i * width + k]!));
      if (size === 0) continue;
      let power = 1;
      shift(slopes, i * width, 1, start);
      for (let k = 0; k < order; k++) {
        memory.doubles[bends / 8 + bent * width + k] = shifted[k]! * power;
        power *= tau;
      }
      const record = (places.bent + BENT * bent) / 4;
      memory.wholes[record] = directed + ENTRY * directions.start[i]!;
      memory.wholes[record + 1] = directed + ENTRY * directions.start[i + 1]!;
      memory.wholes[record + 2] = bends + 8 * bent * width;
      memory.wholes[record + 3] = slips + STRIDE * bent * width;
      bent++;
    }
    return bent;
  }

  function write({ dx, dv }: Changed, lane: number): void {
    const { doubles } = memory;
    const sum = places.sum / 8 + lane;
    for (let i = 0; i < n; i++) {
      doubles[sum + i * LANES] = dx[i]!;
      doubles[sum + (n + i) * LANES] = dv[i]!;
    }
  }

  /** Writes what a change makes of the load about a start, times powers of tau; how many terms. */
  function writeLoad({ load }: Changed, lane: number, start: number, tau: number): number {
    let levels = 0;
    for (let i = 0; i < n; i++) {
      let power = 1;
      if (load) shift(load, i, n, start);
      for (let k = 0; k < order - 1; k++) {
        const entry = load ? shifted[k]! : 0;
        memory.doubles[places.load / 8 + (k * n + i) * LANES + lane] = entry * power;
        if (entry !== 0) levels = Math.max(levels, k + 1);
        power *= tau;
      }
    }
    return levels;
  }

  function read(lane: number, position: Vector, velocity: Vector): void {
    const { doubles } = memory;
    const sum = places.sum / 8 + lane;
    for (let i = 0; i < n; i++) {
      position[i] = doubles[sum + i * LANES]!;
      velocity[i] = doubles[sum + (n + i) * LANES]!;
    }
  }

  return {
    advance(by, tau, from, to) {
      const set = find(by);
      const pieces = piecesOf(sets[set]!, by.slopes, tau);
      const h = tau / pieces;
      const loaded = from.some(({ load }) => load);
      for (let k = 0; k < width; k++) memory.doubles[places.steps / 8 + k] = h / (k + 1);
      for (let first = 0; first < from.length; first += LANES) {
        // lanes that are left repeat the last one
        for (let lane = 0; lane < LANES; lane++) write(from[Math.min(first + lane, from.length - 1)]!, lane);
        for (let piece = 0; piece < pieces; piece++) {
          let levels = 0;
          for (let lane = 0; loaded && lane < LANES; lane++) {
            const change = from[Math.min(first + lane, from.length - 1)]!;
            levels = Math.max(levels, writeLoad(change, lane, piece * h, h));
          }
          memory.doubles.copyWithin(places.term / 8, places.sum / 8, places.sum / 8 + 2 * n * LANES);
          flow(operators + set * operatorSize, order, levels, bendRows(by.slopes, piece * h, h));
        }
        for (let lane = 0; lane < LANES && first + lane < from.length; lane++) {
          const { position, velocity } = to[first + lane]!;
          read(lane, position, velocity);
        }
      }
    },
    holding(by, row, forces) {
      const { holding } = sets[find(by)]!;
      let sum = 0;
      for (let j = 0; j < n; j++) sum += holding[row * n + j]! * forces[j]!;
      return sum;
    },
  };
}

interface Entry {
  readonly row: number;
  /** In bytes, of what it is multiplied with. */
  readonly place: number;
  readonly value: number;
}

/** K y + D w, by rows; velocities come after positions. */
function resistanceOf({ linear, size: n }: System): Entry[] {
  const { stiffness, damping } = linear!;
  const list: Entry[] = [];
  for (let row = 0; row < n; row++) {
    for (let j = 0; j < n; j++) {
      const [k, d] = [stiffness.at(row, j), damping.at(row, j)];
      if (k !== 0) list.push({ row, place: STRIDE * j, value: k });
      if (d !== 0) list.push({ row, place: STRIDE * (n + j), value: d });
    }
  }
  return list;
}

function memoryOf({ memory }: Instance) {
  const [doubles, wholes] = [new Float64Array(memory), new Int32Array(memory)];
  return {
    ...{ doubles, wholes },
    /** Entries by rows, and where those of each end. */
    put(at: number, ends: number, entries: readonly Entry[], n: number): void {
      let e = 0;
      for (let row = 0; row < n; row++) {
        for (; e < entries.length && entries[e]!.row === row; e++) {
          wholes[(at + ENTRY * e) / 4] = entries[e]!.place;
          doubles[(at + ENTRY * e + 8) / 8] = entries[e]!.value;
        }
        wholes[ends / 4 + row] = at + ENTRY * e;
      }
    },
  };
}
