/**
 * `alpha` for batches: many runs of a linear machine, rows on single coordinates, of which only the end is wanted.
 *
 * With A = M/dt^2 + D/(2 dt) + alpha K a step (1.1)-(1.3) is dz = x+ - x- = free + A^{-1} Q, where Q is the friction and
 *     free = A^{-1} S (x - x-) - A^{-1} K x + A^{-1} f,   S = 2/dt^2 M + 2 alpha K.
 * The matrices, and A^{-1} f at the nodes, are made once for all runs. The steps are those of alpha.ts, to round-off; when
 * nothing moves any more, and provably nothing will, those up to the last one are left out.
 */
import { type ControlInput, controlForces } from "../../model/control/control-load.ts";
import type { Load } from "../../model/load.ts";
import { linearOf, type System } from "../../model/system.ts";
import type { Matrix } from "../../numeric/matrix.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Solver, Step } from "../../step/step.ts";
import { modesFromSet, slipOf } from "../common/rows.ts";
import { rowStart } from "../common/start.ts";
import { type BatchRuns, newState, type State } from "../scheme.ts";
import { emittedSteps } from "./emitted.ts";
import { forceTable } from "./force-table.ts";
import { alphaKernel } from "./kernel.ts";
import { alphaLanes } from "./lanes.ts";
import { plainRuns } from "./plain-runs.ts";
import { restProof } from "./rest.ts";
import type { AlphaRuns, RunPlace } from "./runs.ts";
import { type AlphaMatrices, plainSteps } from "./steps.ts";

/** The run before which faster steps are emitted: a few runs are not worth it. The digits are the same. */
const EMIT_AT = 4;

/** `step`: the scheme's step problem. Undefined when the system, the solver or the number of nodes needs single steps. */
export function alphaBatch(
  weight: number,
  system: System,
  solver: Solver,
  step: Step,
  nodes: Vector,
): BatchRuns | undefined {
  const linear = linearOf(system);
  const { size: n } = system;
  const plain = system.rows.every(({ law }) => !law.weakening && !law.jumps);
  if (!plain || linear.springs || system.rowFunctions || system.rowMotion || system.controllers?.limited)
    return undefined;
  const coordinates = solver.prepareCoordinates?.(step);
  const forces = coordinates && forceTable(system.load.control?.uncontrolled ?? system.load, n, nodes);
  if (!forces) return undefined;
  const { box } = coordinates;
  const dt = step.duration;

  const swing = system.matrix();
  linear.mass.addTo(swing, 2 / (dt * dt));
  linear.stiffness.addTo(swing, 2 * weight);
  const loadResponse = Float64Array.from(forces.values);
  for (let at = 0; at < loadResponse.length; at += n) step.tangent.solve(loadResponse.subarray(at, at + n));

  const matrices: AlphaMatrices = {
    size: n,
    swing: system.damped ? responseTo(swing, step) : undefined,
    elastic: responseTo(linear.stiffness, step),
    load: loadResponse,
    solver: coordinates,
  };
  const mayRest = solver.direct && box.lower.every((low, i) => low < box.upper[i]!);
  const begin = rowStart(system, weight * dt * dt);
  const rest = mayRest ? restProof(swing, linear.stiffness, forces, box) : undefined;
  let ends = endsOf([], nodes);
  let times: readonly number[] = [];
  let made = 0;
  let runs: AlphaRuns | undefined;

  /** Whoever steps `count` more runs under controls that change at these times. */
  function runsFor(changes: readonly number[], count: number): AlphaRuns {
    const same = changes.length === times.length && changes.every((time, j) => time === times[j]);
    const emits = made < EMIT_AT && made + count >= EMIT_AT;
    made += count;
    if (runs && same && !emits) return runs;
    times = changes;
    ends = endsOf(changes, nodes);
    runs = steppers(made >= EMIT_AT);
    return runs;
  }

  function steppers(emit: boolean): AlphaRuns {
    if (emit && !coordinates!.code) {
      const kernel = alphaKernel(matrices);
      if (kernel) return alphaLanes(kernel, ends, rest);
    }
    return plainRuns((emit ? emittedSteps(matrices) : undefined) ?? plainSteps(matrices), ends, rest);
  }

  function enter(load: Load, state: State, { x, ahead, friction, force, push }: RunPlace): void {
    const acceleration = begin(state, load, state.time);
    for (let i = 0; i < n; i++) {
      x[i] = state.position[i]!;
      ahead[i] = x[i]! + dt * state.velocity[i]! + ((dt * dt) / 2) * acceleration[i]!; // (1.4)
      friction[i] = box.row[i]! < 0 ? 0 : box.weight[i]! * state.force[box.row[i]!]!;
    }
    push.set(force);
    for (let start = 0; start < push.length; start += n) step.tangent.solve(push.subarray(start, start + n));
  }

  function finish(of: System, state: State, { x, ahead, dz, friction }: RunPlace): void {
    state.time = nodes[nodes.length - 1]!;
    state.position.set(x);
    state.memory.set(ahead);
    const set = new Int8Array(of.rows.length);
    for (let i = 0; i < n; i++) {
      state.velocity[i] = dz[i]! / (2 * dt);
      const row = box.row[i]!;
      if (row < 0) continue;
      state.force[row] = friction[i]! / box.weight[i]!;
      const sense = Math.sign(box.weight[i]!);
      if (solver.direct) set[row] = -sense * Math.sign(dz[i]!);
      else set[row] = friction[i]! <= box.lower[i]! ? -sense : friction[i]! >= box.upper[i]! ? sense : 0;
    }
    const slip = new Float64Array(set.length);
    slipOf(linearOf(of).directions, state.velocity, slip, slip);
    modesFromSet(of, step, set, slip, state.mode);
  }

  return {
    run(of, initial, stats) {
      const { control } = of.load;
      let state: State | undefined;
      runsFor(control?.changes ?? [], 1).runOne(
        0,
        {
          begin(_, start) {
            state = newState(of, initial, n);
            if (control) controlForces(control, start.force);
            else start.force.fill(0);
            enter(of.load, state, start);
          },
          end(_, end, good) {
            if (good) finish(of, state!, end);
            else state = undefined;
          },
        },
        stats,
      );
      if (state) stats.steps += nodes.length;
      return state;
    },
    ends(control, initial, values, out) {
      const inputs = control.values.length;
      const width = 2 * system.visible;
      const count = values.length / inputs;
      const state = newState(system, initial, n);
      const varied = { ...control, values: new Float64Array(inputs) };
      const load = startLoad(control, initial.time);
      runsFor(control.changes, count).runAll(count, {
        begin(run, start) {
          varied.values.set(values.subarray(run * inputs, (run + 1) * inputs));
          load.force = controlForces(varied, start.force);
          state.position.set(initial.position);
          state.velocity.set(initial.velocity);
          state.force.fill(0);
          state.mode.fill(0);
          enter(load, state, start);
        },
        end(run, { x, dz }, good) {
          for (let i = 0; i < system.visible; i++) {
            out[run * width + i] = good ? x[i]! : Number.NaN;
            out[run * width + system.visible + i] = good ? dz[i]! / (2 * dt) : Number.NaN;
          }
        },
      });
    },
  };
}

/** The load at the start of runs that differ in their control: what f is there is asked once. */
function startLoad({ changes, matrix, uncontrolled }: ControlInput, start: number): Load & { force: Vector } {
  const given = new Float64Array(matrix.length);
  uncontrolled.evaluate(Float64Array.of(start, start), given);
  const first = changes.filter((time) => time <= start).length * matrix.length;
  const load = {
    ...uncontrolled,
    force: given,
    evaluate(_: Vector, out: Vector) {
      for (let i = 0; i < given.length; i++) out[i] = given[i]! + load.force[first + i]!;
    },
  };
  return load;
}

/** Nodes at which intervals end that the times part. */
function endsOf(changes: readonly number[], nodes: Vector): Int32Array {
  const ends = new Int32Array(changes.length + 1).fill(nodes.length);
  changes.forEach((time, j) => {
    let to = j === 0 ? 0 : ends[j - 1]!;
    while (to < nodes.length && nodes[to]! < time) to++;
    ends[j] = to;
  });
  return ends;
}

/** A^{-1} B, row-major. */
function responseTo(matrix: Matrix, { size: n, tangent }: Step): Vector {
  const result = new Float64Array(n * n);
  const column = new Float64Array(n);
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) column[i] = matrix.at(i, j);
    tangent.solve(column);
    for (let i = 0; i < n; i++) result[i * n + j] = column[i]!;
  }
  return result;
}
