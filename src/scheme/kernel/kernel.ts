/**
 * One kernel for a linear machine, its scheme and step: emitted WebAssembly that takes blocks of steps for any number of runs, one call after the
 * other. The state comes in with every call and the load with every step, so that runs under other loads and from other states share it.
 */
import { isFriction } from "../../model/rows/law.ts";
import { type RowValues, rowValues } from "../../model/rows/row-values.ts";
import type { System } from "../../model/system.ts";
import { keptTables } from "../../numeric/kept-tables.ts";
import { copy, type Vector } from "../../numeric/vector.ts";
import { Layout } from "../../numeric/wasm/memory.ts";
import { instantiate } from "../../numeric/wasm/module.ts";
import { keptSets } from "../../step/kernels/kept-sets.ts";
import { ROUND_OFF } from "../../step/solvers/condensed.ts";
import type { Solver, Stats, Step } from "../../step/step.ts";
import { type BlockStepper, readState, type State, type StateBlock } from "../scheme.ts";
import { type KernelMachine, kernelMachine } from "./machine.ts";
import { CAPACITY, LOAD_TABLES, type Places, placesOf } from "./places.ts";
import type { SchemeCode } from "./scheme-code.ts";
import { type KernelSlot, sharedCode } from "./slot.ts";
import { STATUS, stepsCode } from "./steps-code.ts";
import type { TimeFunctions } from "./time-functions.ts";

export interface StepKernel {
  readonly machine: KernelMachine;
  /** For one run; `other`: what of its state is remembered beside the position. */
  blocks(state: State, other: Vector, functions: TimeFunctions): BlockStepper;
}

/** Undefined where steps must be taken singly, or the host has no WebAssembly. */
export function stepKernel(
  system: System,
  solver: Solver,
  step: Step,
  codeOf: (layout: Layout, places: Places, machine: KernelMachine) => SchemeCode,
  slot: KernelSlot,
): StepKernel | undefined {
  const machine = kernelMachine(system, solver, step);
  if (!machine) return undefined;
  const { varying } = machine;
  const { size: n, count: m } = step;
  const layout = new Layout();
  const laws = machine.jumping.length + machine.curved.length > 0;
  const places = placesOf(layout, n, m, varying, laws);
  const scheme = codeOf(layout, places, machine);
  const { functions: code, sets } = stepsCode(layout, places, machine, scheme);
  const shared = sharedCode(slot, layout.structure.join(" "), () => instantiate(code, layout));
  if (!shared) return undefined;
  const { memory, functions: emitted } = shared.instance;
  const doubles = new Float64Array(memory);
  const wholes = new Int32Array(memory);
  const view = (start: number, count: number) => doubles.subarray(start / 8, start / 8 + count);
  const unit = m === 1 ? Float64Array.of(1) : machine.own.unit;
  const kept = keptSets(sets, memory, machine.box.G, unit, machine.stick);
  const { steps, push } = emitted as Record<"steps" | "push", (first: number, second: number) => number>;
  const states: StateBlock = {
    capacity: CAPACITY,
    time: view(places.columns.time, CAPACITY),
    position: view(places.columns.position, CAPACITY * n),
    velocity: view(places.columns.velocity, CAPACITY * n),
    force: view(places.columns.force, CAPACITY * m),
    limit: view(places.columns.limit, CAPACITY * m),
    mode: new Int8Array(memory, places.columns.mode, CAPACITY * m),
  };
  const position = view(places.x, n);
  const remembered = view(places.other, n);
  const force = view(places.before, m);
  const tableSize = CAPACITY * places.loadWidth;
  const loads = Array.from({ length: LOAD_TABLES }, (_, k) => view(places.loads + 8 * k * tableSize, tableSize));
  const tables = keptTables(LOAD_TABLES, CAPACITY);
  const table = boundsTable(view(places.rows, places.rowWidth * (varying ? CAPACITY : 1)), places, states, m, laws);
  const modes = view(places.mode, laws ? m : 0);
  const velocity = view(places.velocity, laws ? n : 0);
  const isRow = system.rows.map(({ law }) => isFriction(law));
  const own = {}; // who the memory belongs to

  /** The numbers of this problem: another one of the same structure may have had the memory meanwhile. */
  function enter(): void {
    if (shared!.owner === own) return;
    shared!.owner = own;
    layout.fill(memory);
    kept.clear();
    tables.clear();
    wholes[places.rowStride / 4] = varying ? 8 * places.rowWidth : 0;
    const values = rowValues(system);
    if (!varying) for (let k = CAPACITY - 1; k >= 0; k--) table.write(0, k, values, values);
  }

  /** Steps 0 .. count - 1, as far as they are ordinary, from the state in the memory. */
  function take(count: number, stats: Stats): number {
    for (let done = 0; ; ) {
      done = steps(done, count);
      stats.iterations += wholes[places.passes / 4]!;
      if (laws) stats.solves += wholes[places.solves / 4]!;
      if (wholes[places.status / 4] === STATUS.missing) kept.prepare(wholes[places.set / 4]!);
      else {
        if (!laws) stats.solves += done;
        stats.steps += done;
        return done;
      }
    }
  }

  function writeRows(k: number, functions: TimeFunctions): void {
    const values = functions.rowsOf(k);
    table.write(k, k, values, functions.begunOf?.(k) ?? values);
  }

  /** Loads of so many steps: evaluated, or still there from another run; how many are finite. */
  function fillLoads(count: number, { of, constant, loads: evaluate }: TimeFunctions): number {
    const isKept = of !== undefined && !constant;
    const k = isKept ? tables.place(of, states.time, 0, count, 0) : 0;
    wholes[places.loadStart / 4] = places.loads + 8 * k * tableSize;
    if (isKept && tables.found) return tables.notes[k]!;
    if (!isKept) tables.clear();
    const finite = evaluate(states.time, constant ? 1 : count, loads[k]!, places.loadWidth);
    tables.notes[k] = finite;
    if (scheme.matrices && finite > 0) push(places.loads + 8 * k * tableSize, finite);
    return constant && finite > 0 ? count : finite;
  }

  /** What of the steps depends on time; returns how many have finite loads. */
  function fillTables(count: number, begin: number, functions: TimeFunctions): number {
    wholes[places.loadStride / 4] = functions.constant ? 0 : 8 * places.loadWidth;
    const taken = fillLoads(count, functions);
    if (varying) {
      functions.readRows(states.time, taken, begin);
      for (let k = 0; k < taken; k++) writeRows(k, functions);
    }
    return taken;
  }

  return {
    machine,
    blocks: (state, other, functions) => ({
      states,
      advance(asked, stats) {
        enter();
        copy(state.position, position);
        copy(other, remembered);
        copy(state.force, force);
        if (laws) {
          copy(state.velocity, velocity);
          for (let i = 0; i < m; i++) modes[i] = isRow[i] ? state.mode[i]! : 0; // those of stops are no modes of friction
        }
        const count = take(fillTables(asked, state.time, functions), stats);
        if (count === 0) return 0;
        readState(states, count - 1, state);
        copy(remembered, other);
        return count;
      },
    }),
  };
}

/** Limits and drives of steps in the memory. */
function boundsTable(rows: Vector, { bounds, rowWidth }: Places, { limit }: StateBlock, m: number, laws: boolean) {
  return {
    /** Of step k, which `states` has at `column`. */
    write(k: number, column: number, values: RowValues, begun: RowValues): void {
      const { forward, backward, drive, kineticForward, kineticBackward } = values;
      const at = k * rowWidth;
      writeBounds(at, forward, backward);
      for (let i = 0; i < m; i++) {
        rows[at + bounds.drive / 8 + i] = drive[i]!;
        limit[i * CAPACITY + column] = forward[i]!;
      }
      if (!laws) return;
      writeBounds(at + bounds.slipping / 8, kineticForward, kineticBackward);
      for (let i = 0; i < m; i++) {
        rows[at + bounds.forward / 8 + i] = kineticForward[i]!;
        rows[at + bounds.backward / 8 + i] = kineticBackward[i]!;
        const first = at + bounds.begin / 8 + i;
        rows[first + bounds.drive / 8] = begun.drive[i]!;
        rows[first + bounds.forward / 8] = begun.kineticForward[i]!;
        rows[first + bounds.backward / 8] = begun.kineticBackward[i]!;
      }
    },
  };

  function writeBounds(at: number, forward: Vector, backward: Vector): void {
    for (let i = 0; i < m; i++) {
      const lower = -forward[i]! + 0;
      const upper = backward[i]!;
      const width = upper - lower;
      const slack = width < Number.POSITIVE_INFINITY ? ROUND_OFF * width : 0; // of a stop's force, which tells no more than its sign
      rows[at + bounds.lower / 8 + i] = lower;
      rows[at + bounds.upper / 8 + i] = upper;
      rows[at + bounds.least / 8 + i] = lower - slack;
      rows[at + bounds.most / 8 + i] = upper + slack;
    }
  }
}
