/**
 * Runs of a linear machine under Coulomb friction as WebAssembly, from expansion to expansion. It does what is clear: a series whose length is
 * plain, one guard that crosses zero by itself, a mode that is decided by accelerations alone. Everything else it leaves to the general
 * scheme, which works on the same memory. The code depends on sizes and structure; the numbers of a machine are data.
 */
import { isFriction } from "../../../model/rows/law.ts";
import { rowValues } from "../../../model/rows/row-values.ts";
import { massWeights, RowValue, type System } from "../../../model/system.ts";
import { EXP_TABLE } from "../../../numeric/elementary/exp-table.ts";
import type { Vector } from "../../../numeric/vector.ts";
import { type Compiled, compileModule } from "../../../numeric/wasm/module.ts";
import type { KernelSlot } from "../../kernel/slot.ts";
import { codeOf, structureOf } from "./code-of.ts";
import { type Layout, LOW, layoutOf, type Shape, SLOTS, TERMS } from "./layout.ts";
import { operatorsOf } from "./operators.ts";
import type { RowStarts } from "./row-series.ts";
import { shapeOf } from "./shape.ts";

/** Sets of rows that are remembered for depending on each other. */
const MOST_REFUSED = 256;

export interface Kernel {
  /** Memory that it shares with the general scheme, as named there. */
  readonly shared: {
    readonly at: Vector;
    readonly length: Vector;
    readonly natural: Vector;
    readonly position: Vector;
    readonly velocity: Vector;
    readonly x: Vector;
    readonly load: Vector;
    readonly slip: Vector;
    readonly force: Vector;
    readonly soft: Vector;
    readonly mode: Int8Array;
    readonly lead: Int8Array;
    /** Only where drives or limits change. */
    readonly rows?: Vector;
  };
  /** The same. */
  readonly starts?: RowStarts;
  /** Time up to which it goes, and of the next breakpoint, s. */
  readonly stop: Vector;
  readonly breakTime: Vector;
  /** The time to which the load is wanted, s. */
  readonly next: Vector;
  /** Length of the run, and the shortest expansion, s. */
  readonly span: Vector;
  readonly shortest: Vector;
  /** Whole numbers, one each: the row of the event ahead or -1, whether it is clear; since they were set to 0: expansions, decisions, notes. */
  readonly event: Int32Array;
  readonly clear: Int32Array;
  readonly expansions: Int32Array;
  readonly decisions: Int32Array;
  readonly noted: Int32Array;
  readonly stage: Int32Array;
  /** Note k: when (at 2 k) in doubles, what and which row (at 4 k + 2) in whole numbers. */
  readonly noteTimes: Vector;
  readonly notes: Int32Array;
  /** Which way the row of the event slips then, where it is stuck. */
  readonly side: Vector;
  /** From a stage (see Stage), so many expansions at most; why it came back (see Back). */
  advance(stage: number, most: number): number;
  /** Makes the operators that are wanted; false: there are none, rows of that set depend on each other. */
  provide(): boolean;
  /** From now on its memory is that of a run: as the run left it, or empty. What another run has there is put aside for it. */
  lend(to: Lease): void;
}

/** A run's claim to the memory of a kernel, with what it left there. */
export interface Lease {
  left?: Int8Array | undefined;
}

/** What event-driven runs of a compiled problem share. */
export interface RunKernel {
  /** Of the last machine that ran; no kernel: none is made for it. */
  machine?: { readonly system: System; readonly kernel: Kernel | undefined };
  /** For the structure of all of them. */
  code?: { readonly structure: string; readonly layout: Layout; readonly compiled: Compiled | undefined };
}

/** Undefined where the machine is not of its kind, or the host has no WebAssembly. `slot`: of its problem; absent: it is made for this run. */
export function kernelOf(system: System, order: number, origin: Vector, slot: KernelSlot = {}): Kernel | undefined {
  slot.runs ??= { still: {}, loaded: {} };
  const shared = system.load.constant ? slot.runs.still : slot.runs.loaded;
  if (!shared.machine || !isSame(shared.machine.system, system)) {
    const shape = shapeOf(system, order, origin);
    shared.machine = { system, kernel: shape && makeKernel(system, shape, origin, shared) };
  }
  return shared.machine.kernel;
}

function makeKernel(system: System, shape: Shape, origin: Vector, shared: RunKernel): Kernel | undefined {
  const { layout, compiled } = codeFor(shape, shared);
  const instance = compiled?.instance();
  if (!instance) return undefined;
  const doubles = new Float64Array(instance.memory);
  const wholes = new Int32Array(instance.memory);
  const bytes = new Int8Array(instance.memory);
  fill(system, shape, layout, doubles, origin);
  wholes.set([shape.m, layout.slip, layout.force, 8 * layout.width], layout.extents / 4);
  const { n, m } = shape;
  const vector = (start: number, count: number) => doubles.subarray(start / 8, start / 8 + count);
  const number = (start: number) => wholes.subarray(start / 4, start / 4 + 1);
  const { width } = layout;
  let operators: ReturnType<typeof operatorsOf> | undefined;
  const { advance } = instance.functions as { advance: (stage: number, most: number) => number };
  const [used, wanted] = [number(layout.used), number(layout.wanted)];
  let replaced = 0;
  const refused = new Set<number>(); // sets of rows that depend on each other
  const own = bytes.subarray(layout.at, layout.stiffness); // of a run; the rest is the machine's, or scratch
  let owner: Lease | undefined;
  return {
    shared: {
      at: vector(layout.at, 2),
      length: vector(layout.length, 1),
      natural: vector(layout.natural, 1),
      position: vector(layout.position, n),
      velocity: vector(layout.velocity, n),
      x: vector(layout.x, width * n),
      load: vector(layout.load, width * n),
      slip: vector(layout.slip, m * width),
      force: vector(layout.force, m * width),
      soft: vector(layout.soft, m * width),
      mode: bytes.subarray(layout.mode, layout.mode + m),
      lead: bytes.subarray(layout.lead, layout.lead + m),
      ...(shape.varies && { rows: vector(layout.rows, width * RowValue.count * m) }),
    },
    ...(shape.varies && {
      starts: {
        lower: vector(layout.lower, m),
        upper: vector(layout.upper, m),
        pushBack: vector(layout.pushBack, m),
        pushOn: vector(layout.pushOn, m),
        drive: vector(layout.drive, m),
        moves: number(layout.moves),
      },
    }),
    stop: vector(layout.stop, 1),
    breakTime: vector(layout.breakTime, 1),
    next: vector(layout.next, 1),
    span: vector(layout.span, 1),
    shortest: vector(layout.shortest, 1),
    event: number(layout.event),
    clear: number(layout.clear),
    expansions: number(layout.expansions),
    decisions: number(layout.decisions),
    noted: number(layout.noted),
    stage: number(layout.stage),
    noteTimes: vector(layout.notes, 1 << 7),
    notes: wholes.subarray(layout.notes / 4, layout.notes / 4 + (1 << 8)),
    side: vector(layout.side, 1),
    advance,
    provide() {
      if (refused.has(wanted[0]!)) return false;
      operators ??= operatorsOf(system, shape, layout, origin);
      const place = used[0]! < SLOTS ? used[0]! : replaced % SLOTS;
      if (!operators(wanted[0]!, doubles, (layout.slots + place * layout.operators) / 8)) {
        if (refused.size < MOST_REFUSED) refused.add(wanted[0]!);
        return false;
      }
      wholes[layout.tags / 4 + place] = wanted[0]!;
      if (used[0]! < SLOTS) used[0]!++;
      else replaced++;
      return true;
    },
    lend(to) {
      if (owner === to) return;
      if (owner) owner.left = own.slice();
      if (to.left) own.set(to.left);
      else own.fill(0);
      to.left = undefined;
      owner = to;
    },
  };
}

/** Whether two machines differ at most in their loads. */
const isSame = (one: System, other: System): boolean =>
  one.linear !== undefined &&
  one.linear === other.linear &&
  one.rows === other.rows &&
  one.rowFunctions === other.rowFunctions &&
  one.rowMotion === other.rowMotion &&
  one.controllers === other.controllers &&
  one.load.entire === other.load.entire;

function codeFor(shape: Shape, shared: RunKernel) {
  const structure = structureOf(shape);
  if (shared.code?.structure !== structure) {
    const layout = layoutOf(shape);
    const { functions, first } = codeOf(structure, shape, layout);
    shared.code = { structure, layout, compiled: compileModule(functions, layout.end, first) };
  }
  return shared.code;
}

/** The numbers of the machine, and tables. */
function fill(
  system: System,
  { n, order, varies }: Shape,
  layout: Layout,
  doubles: Float64Array,
  origin: Vector,
): void {
  const { stiffness, damping, directions } = system.linear!;
  const put = (place: number, k: number, value: number) => {
    doubles[place / 8 + k] = value;
  };
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) {
      put(layout.stiffness, j * layout.across + i, stiffness.at(i, j));
      put(layout.damping, j * layout.across + i, damping.at(i, j));
    }
  }
  directions.value.forEach((value, e) => {
    put(layout.values, e, value);
  });
  massWeights(system, origin).forEach((weight, i) => {
    put(layout.weight, i, weight);
  });
  const values = rowValues(system);
  values.update(new Float64Array(2)); // constant, if there is anything to update
  system.rows.forEach(({ law }, i) => {
    const [forward, backward] = [values.forward[i]!, values.backward[i]!];
    put(layout.lower, i, -forward);
    put(layout.upper, i, backward);
    put(layout.pushBack, i, -values.kineticForward[i]!);
    put(layout.pushOn, i, law.stop ? 0 : values.kineticBackward[i]!);
    if (law.stop) put(layout.gaps, i, law.stop.gap);
    put(layout.drive, i, values.drive[i]!);
    const { beta, speed } = law.weakening?.form ?? { beta: 0, speed: 1 };
    put(layout.share, i, beta);
    put(layout.paces, i, speed);
    if (!isFriction(law) || varies) return; // its force may be anything
    for (let e = directions.start[i]!; e < directions.start[i + 1]!; e++) {
      const k = directions.column[e]!;
      const size = Math.abs(directions.value[e]!) * Math.max(forward, backward);
      put(layout.floor, k, Math.max(doubles[layout.floor / 8 + k]!, size));
    }
  });
  if (system.rows.some(({ law }) => law.weakening))
    EXP_TABLE.forEach((value, k) => {
      put(layout.powersOfTwo, k, value);
    });
  for (let k = 0; k < order; k++) {
    put(layout.levels, 3 * k, k + 1);
    put(layout.levels, 3 * k + 1, 1 / ((k + 1) * (k + 2)));
    put(layout.levels, 3 * k + 2, 1 / (k + 1));
  }
  [order, order - 1, order - 2, order - 3].forEach((last, which) => {
    for (let b = 0; b < LOW; b++) put(layout.roots, which * LOW + b, 1 / (last - b));
  });
  for (let i = 0; i < TERMS; i++) {
    let ratio = 1; // C(i, k) / C(TERMS - 1, k)
    for (let k = 0; k <= i; k++) {
      put(layout.table, k * TERMS + i, ratio);
      ratio *= (i - k) / (TERMS - 1 - k);
    }
  }
}
