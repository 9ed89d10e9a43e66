/**
 * Values of formulas at the states of a run. Only what the formulas ask for is computed, and nothing is allocated after
 * the start. Losses add up along the way, so every state has to be taken in, in order.
 */
import { type ControllerValues, controllerValues } from "../../model/control/controllers.ts";
import { type Signal, VALUE } from "../../model/control/signal.ts";
import { multiplier } from "../../model/rows/law.ts";
import { smoothForce } from "../../model/smooth-force.ts";
import type { System } from "../../model/system.ts";
import type { Kept } from "../../numeric/kept.ts";
import { rowsAddTransposed } from "../../numeric/rows.ts";
import { copy, type Vector } from "../../numeric/vector.ts";
import type { State } from "../../scheme/scheme.ts";
import type { Simulation } from "../run/simulation.ts";
import type { Formulas, QuantityKind } from "./formulas.ts";
import { type RowForces, rowForces } from "./row-forces.ts";
import { rowLosses } from "./row-losses.ts";

export interface FormulaValues {
  /** One a formula, at the state evaluated last. */
  readonly values: Vector;
  /** Whether they ask for the time, positions and velocities of a state alone. */
  readonly ofMotion: boolean;
  /** Takes in a state; before `evaluate` of the same state. */
  step(state: State): void;
  /** Takes in an impact. */
  jump(before: State, after: State): void;
  evaluate(state: State): void;
  /** For a stretch without jumps of time alone: its middle tells which side is meant at its ends. */
  stand(middle: State): void;
  /** For a stretch on which no decision changes: the formulas decide as they do here. After `stand`. */
  decide(middle: State): void;
  /** At a state of such a stretch; free: with decisions of its own. */
  look(state: State, free: boolean): void;
  readonly kept: Kept;
}

/** Of a step: at the start of a run the load is taken so much later, where a jump right there is past. */
const JUST_AFTER = 1e-6;

const KINDS = ["position", "velocity", "energy", "tip", "constraint", "multiplier", "error"] as const;
const OF_CONTROLLERS: readonly QuantityKind[] = ["reference", "measured", "error", "command", "control"];

export function formulaValues(simulation: Simulation, { quantities, program }: Formulas): FormulaValues {
  const { system, grid } = simulation;
  const { registers, inputs, outputs } = program;
  const used = new Set(quantities.map(({ kind }) => kind));
  const asks = Object.fromEntries(KINDS.map((kind) => [kind, used.has(kind)])) as Record<
    (typeof KINDS)[number],
    boolean
  >;
  const track = journal(system, used.has("dissipation"), grid.start, grid.start + JUST_AFTER * grid.step);
  const ofRows = rowForces(system);
  const commands = controllerValues(system.controllers);
  const columns = columnsOf(system, ofRows, commands, track.loss);
  const signals = quantities.flatMap((quantity) => (quantity.kind === "signal" ? [signalColumn(quantity.signal)] : []));
  let next = 0;
  const columnOf = quantities.map(({ kind }) => (kind === "signal" ? signals[next++]!.column : columns[kind]));
  const indexOf = Int32Array.from(quantities, (quantity) => (quantity.kind === "signal" ? VALUE : quantity.index));
  const needsRows = used.has("slip") || used.has("force") || used.has("acceleration");
  const accelerate = used.has("acceleration") ? accelerations(system) : undefined;
  const placeTip = tipOf(system);
  const distances = constraintsOf(system);
  const commanded = OF_CONTROLLERS.some((kind) => used.has(kind));
  const values = new Float64Array(outputs.length);

  /** At the state's time and the side in track.at. */
  function compute(state: State): void {
    track.at[0] = state.time;
    columns.time[0] = state.time;
    if (asks.position) copy(state.position, columns.position);
    if (asks.velocity) copy(state.velocity, columns.velocity);
    if (asks.energy) system.energyInto(state.position, state.velocity, columns.energy);
    if (needsRows) ofRows.update(state, track.at);
    if (asks.tip) placeTip(state.position, columns.tip);
    if (asks.constraint) distances(track.at, state.position, columns.constraint);
    if (asks.multiplier) fillMultipliers(system, state, columns.multiplier);
    for (let k = 0; k < signals.length; k++) signals[k]!.signal.evaluate(track.at, signals[k]!.column);
    if (commanded) commands.update(track.at, state.position, state.velocity);
    if (asks.error) fillErrors(commands, columns.error);
    if (accelerate) accelerate(state, track.at, columns.force, columns.acceleration);
  }

  function read(first: number): void {
    for (let k = 0; k < inputs; k++) registers[first + k] = columnOf[k]![indexOf[k]!]!;
  }

  function conclude(): void {
    program.run();
    for (let i = 0; i < values.length; i++) values[i] = registers[outputs[i]!]!;
  }

  return {
    values,
    ofMotion: !needsRows && !asks.multiplier && !used.has("dissipation"),
    kept: track.kept,
    step: track.step,
    jump: track.jump,
    evaluate(state) {
      if (values.length === 0) return;
      track.setSide(state);
      compute(state);
      read(0);
      read(inputs);
      conclude();
    },
    stand(middle) {
      track.at[1] = middle.time;
    },
    decide(middle) {
      compute(middle);
      read(inputs);
    },
    look(state, free) {
      compute(state);
      read(0);
      if (free) read(inputs);
      conclude();
    },
  };
}

function fillErrors({ reference, measured }: ControllerValues, out: Vector): void {
  for (let j = 0; j < out.length; j++) out[j] = reference[j]! - measured[j]!;
}

function fillMultipliers({ rows }: System, { force, limit }: State, out: Vector): void {
  for (let i = 0; i < rows.length; i++) out[i] = multiplier(rows[i]!.law, force[i]!, limit[i]!);
}

/** x and y of the tip, m. */
export function tipOf({ drawing }: System): (position: Vector, out: Vector) => void {
  const places = new Float64Array(2 * (drawing?.points ?? 0));
  const tip = drawing?.tip ?? 0;
  return (position, out) => {
    drawing!.placesAt(position, places);
    out[0] = places[2 * tip]!;
    out[1] = places[2 * tip + 1]!;
  };
}

/** Gaps of stops and violations of joints. */
function constraintsOf(system: System): (at: Vector, position: Vector, out: Vector) => void {
  const violations = new Float64Array(system.rows.length);
  return (at, position, out) => {
    system.gapsAt(position, out);
    system.violationsAt?.(at, position, violations);
    for (let i = 0; i < out.length; i++) out[i]! += violations[i]!;
  };
}

/** The column holds what a signal gives: value, slope and value at the side. */
function signalColumn(signal: Signal): { readonly signal: Signal; readonly column: Vector } {
  return { signal, column: new Float64Array(3) };
}

function columnsOf(
  { size, rows }: System,
  { slip, force }: RowForces,
  { reference, measured, command, force: control }: ControllerValues,
  loss: Vector,
): Record<QuantityKind, Vector> {
  return {
    time: new Float64Array(1),
    energy: new Float64Array(1),
    tip: new Float64Array(2),
    constraint: new Float64Array(rows.length),
    position: new Float64Array(size),
    velocity: new Float64Array(size),
    acceleration: new Float64Array(size),
    slip,
    force,
    multiplier: new Float64Array(rows.length),
    dissipation: loss,
    reference,
    measured,
    error: new Float64Array(reference.length),
    command,
    control,
  };
}

/** What is remembered of the states gone by: the latest times, and the rows' losses where they are asked for. */
function journal(system: System, lossy: boolean, start: number, afterStart: number) {
  const losses = lossy ? rowLosses(system) : undefined;
  const before = { time: start, x: new Float64Array(system.size), v: new Float64Array(system.size) };
  const times = Float64Array.of(Number.NaN, Number.NaN); // of the last two states
  const at = new Float64Array(2);

  function remember(state: State): void {
    before.time = state.time;
    before.x.set(state.position);
    before.v.set(state.velocity);
  }

  const loss = losses?.loss ?? new Float64Array(0);
  return {
    kept: { before, times, loss },
    loss,
    /** Time and side for load and signals: a state shows the limit from its own past. */
    at,
    setSide(state: State): void {
      at[1] = state.time > times[1]! ? (times[1]! + state.time) / 2 : (times[0]! + times[1]!) / 2;
      if (Number.isNaN(at[1]!)) at[1] = afterStart;
    },
    step(state: State): void {
      if (!(state.time > times[1]!)) {
        if (Number.isNaN(times[1]!)) times[1] = state.time;
        if (losses) remember(state);
        return;
      }
      times[0] = times[1]!;
      times[1] = state.time;
      if (!losses) return;
      losses.observe(before, state, state.force);
      remember(state);
    },
    jump(from: State, to: State): void {
      if (!losses) return;
      losses.jump(from, to);
      remember(to);
    },
  };
}

/** M^{-1} (f - resistance - excess of commands + W F) */
function accelerations(system: System): (state: State, at: Vector, force: Vector, out: Vector) => void {
  const { constant } = system;
  const mass = system.matrix();
  const directions = system.newDirections();
  const smooth = smoothForce(system);
  if (constant.mass) place(new Float64Array(system.size));

  function place(position: Vector): void {
    system.massAt(position, mass);
    mass.factor();
  }

  return ({ position, velocity }, at, force, out) => {
    if (!constant.mass) place(position);
    system.directionsAt(position, directions);
    system.load.evaluate(at, out);
    smooth.complete(at, position, velocity, out);
    rowsAddTransposed(directions, force, out);
    mass.solve(out);
  };
}
