/**
 * `alpha` for batches: many runs of a linear machine, rows on single coordinates, of which only the end is wanted.
 *
 * With A = M/dt^2 + D/(2 dt) + alpha K a step (1.1)-(1.3) is dz = x+ - x- = free + A^{-1} Q, where Q is the friction and
 *     free = A^{-1} S (x - x-) - A^{-1} K x + A^{-1} f,   S = 2/dt^2 M + 2 alpha K.
 * The matrices, and A^{-1} f at the nodes, are made once for all runs. The steps are those of alpha.ts, to round-off; when
 * nothing moves any more, and provably nothing will, those up to the last one are left out.
 */
import { controlForces } from "../../model/control/control-load.ts";
import { linearOf, type System } from "../../model/system.ts";
import type { Matrix } from "../../numeric/matrix.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Solver, Step } from "../../step/step.ts";
import { modesFromSet, slipOf } from "../common/rows.ts";
import { type BatchRuns, newState, type State } from "../scheme.ts";
import { emittedSteps } from "./emitted.ts";
import { alphaEntry } from "./entry.ts";
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
  const entry = alphaEntry(system, weight * dt * dt, step, box);
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
      const state = newState(of, initial, n);
      const enter = entry(state, of.load, control);
      let reached = false;
      runsFor(control?.changes ?? [], 1).runOne(
        0,
        {
          begin(_, start) {
            if (control) controlForces(control, start.force);
            else start.force.fill(0);
            enter(start);
          },
          end(_, end, good) {
            reached = good;
            if (good) finish(of, state, end);
          },
        },
        stats,
      );
      if (!reached) return undefined;
      stats.steps += nodes.length;
      return state;
    },
    ends(control, initial) {
      const { visible } = system;
      const inputs = control.values.length;
      const own = { ...control, values: new Float64Array(inputs) };
      const enter = entry(newState(system, initial, n), control.uncontrolled, control);
      return (values, out) => {
        const count = values.length / inputs;
        runsFor(control.changes, count).runAll(count, {
          begin(run, start) {
            for (let k = 0; k < inputs; k++) own.values[k] = values[run * inputs + k]!;
            controlForces(own, start.force);
            enter(start);
          },
          end(run, { x, dz }, good) {
            for (let i = 0, at = 2 * run * visible; i < visible; i++, at++) {
              out[at] = good ? x[i]! : Number.NaN;
              out[at + visible] = good ? dz[i]! / (2 * dt) : Number.NaN;
            }
          },
        });
      };
    },
  };
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
