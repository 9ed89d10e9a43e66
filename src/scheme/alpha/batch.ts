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
import { copy, type Vector } from "../../numeric/vector.ts";
import type { Solver, Stats, Step } from "../../step/step.ts";
import { modesFromSet, slipOf } from "../common/rows.ts";
import { rowStart } from "../common/start.ts";
import { type BatchRuns, newState, type State } from "../scheme.ts";
import { emittedSteps } from "./emitted.ts";
import { forceTable } from "./force-table.ts";
import { restProof } from "./rest.ts";
import { type AlphaMatrices, plainSteps } from "./steps.ts";

/** The run before which faster steps are emitted: a few runs are not worth it. The digits are the same. */
const EMIT_AT = 4;
/** Steps between two looks whether the machine is at rest. */
const CHUNK = 32;

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
  let steps = plainSteps(matrices);
  let runs = 0;
  const mayRest = solver.direct && box.lower.every((low, i) => low < box.upper[i]!);
  const begin = rowStart(system, weight * dt * dt);
  const rest = restProof(swing, linear.stiffness, forces, box);

  /** Up to the node `to` under a constant control B u; `last`: nothing follows. */
  function advance(from: number, to: number, push: Vector, last: boolean, stats: Stats): boolean {
    copy(push, steps.push);
    step.tangent.solve(steps.push);
    const { x, ahead, dz } = steps;
    for (let k = from; k < to; ) {
      const next = Math.min(to, k + CHUNK);
      if (!steps.advance(k, next, stats)) return false;
      k = next;
      if (last && mayRest && k < to - 1 && isZero(dz) && rest.holds(x, ahead, k, push)) {
        const skipped = to - 1 - k;
        k += skipped;
        stats.solves += skipped;
        stats.iterations += skipped;
        if (skipped % 2 === 1) exchange(x, ahead);
      }
    }
    return true;
  }

  function finish(of: System, state: State): void {
    state.time = nodes[nodes.length - 1]!;
    const { dz, friction } = steps;
    state.position.set(steps.x);
    state.memory.set(steps.ahead);
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
      runs++;
      if (runs === EMIT_AT) steps = emittedSteps(matrices) ?? steps;
      const { x, ahead, friction } = steps;
      const state = newState(of, initial, n);
      const acceleration = begin(state, of.load, initial.time);
      for (let i = 0; i < n; i++) {
        x[i] = state.position[i]!;
        ahead[i] = x[i]! + dt * state.velocity[i]! + ((dt * dt) / 2) * acceleration[i]!; // (1.4)
        friction[i] = box.row[i]! < 0 ? 0 : box.weight[i]! * state.force[box.row[i]!]!;
      }
      const { control } = of.load;
      const push = control ? controlForces(control) : new Float64Array(n);
      const changes = control?.changes ?? [];
      for (let j = 0, from = 0; j <= changes.length; j++) {
        const last = j === changes.length;
        let to = last ? nodes.length : from;
        while (!last && to < nodes.length && nodes[to]! < changes[j]!) to++;
        if (!advance(from, to, push.subarray(j * n, (j + 1) * n), last, stats)) return undefined;
        from = to;
      }
      stats.steps += nodes.length;
      finish(of, state);
      return state;
    },
  };
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

function isZero(x: Vector): boolean {
  for (let i = 0; i < x.length; i++) if (x[i] !== 0) return false;
  return true;
}

function exchange(x: Vector, y: Vector): void {
  for (let i = 0; i < x.length; i++) {
    const entry = x[i]!;
    x[i] = y[i]!;
    y[i] = entry;
  }
}
