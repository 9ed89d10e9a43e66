/**
 * `alpha` for batches: many runs of a linear machine, rows on single coordinates, of which only the end is wanted.
 *
 * With A = M/dt^2 + D/(2 dt) + alpha K a step (1.1)-(1.3) is dz = x+ - x- = free + A^{-1} Q, where Q is the friction and
 *     free = A^{-1} S (x - x-) - A^{-1} K x + A^{-1} f,   S = 2/dt^2 M + 2 alpha K.
 * The matrices, and A^{-1} f at the nodes, are made once for all runs. The steps are those of alpha.ts, to round-off; when
 * nothing moves any more, and provably nothing will, those up to the last one are left out.
 */
import { controlForces } from "../model/control-load.ts";
import type { LinearSystem } from "../model/linear.ts";
import type { Matrix } from "../numeric/matrix.ts";
import type { Vector } from "../numeric/vector.ts";
import type { Solver, Stats, Step } from "../step/step.ts";
import { restProof } from "./alpha-rest.ts";
import { forceTable } from "./force-table.ts";
import { modesFromSet, slipOf } from "./rows.ts";
import { type BatchRuns, newState, type State } from "./scheme.ts";
import { rowStart } from "./start.ts";

/** Larger positions are left to single steps, which say that a motion diverges, and when. */
const BOUND = 1e90;

/** `step`: the scheme's step problem. Undefined when the system, the solver or the number of nodes needs single steps. */
export function alphaBatch(
  weight: number,
  system: LinearSystem,
  solver: Solver,
  step: Step,
  nodes: Vector,
): BatchRuns | undefined {
  const { size: n, damped } = system;
  const plain = system.rows.every(({ law }) => !law.weakening && law.kinetic === law.limit);
  if (!plain || system.springs || system.rowFunctions) return undefined;
  const coordinates = solver.prepareCoordinates?.(step);
  const forces = coordinates && forceTable(system.load.control?.uncontrolled ?? system.load, n, nodes);
  if (!forces) return undefined;
  const { box } = coordinates;
  const dt = step.duration;
  const steps = nodes.length;

  const swing = system.matrix();
  system.mass.addTo(swing, 2 / (dt * dt));
  system.stiffness.addTo(swing, 2 * weight);
  const swingResponse = responseTo(swing, step);
  const elasticResponse = responseTo(system.stiffness, step);
  const loadResponse = Float64Array.from(forces.values);
  for (let at = 0; at < loadResponse.length; at += n) step.tangent.solve(loadResponse.subarray(at, at + n));

  const mayRest = solver.direct && box.lower.every((low, i) => low < box.upper[i]!);
  const begin = rowStart(system, weight * dt * dt);
  const rest = restProof(swing, system.stiffness, forces, box);
  const x = new Float64Array(n);
  const ahead = new Float64Array(n);
  const before = new Float64Array(n);
  const change = new Float64Array(n);
  const free = new Float64Array(n);
  const friction = new Float64Array(n);
  const dz = new Float64Array(n);

  /** From x and ahead at the start to the end; false: to be stepped one by one. */
  function advance(push: Vector, pushResponse: Vector, changes: readonly number[], stats: Stats): boolean {
    let still = 0; // steps without motion
    let interval = 0;
    for (let k = 0; k < steps; k++) {
      while (interval < changes.length && nodes[k]! >= changes[interval]!) interval++;
      for (let i = 0; i < n; i++) {
        before[i] = x[i]!;
        x[i] = ahead[i]!;
        change[i] = x[i]! - before[i]!;
      }
      for (let i = 0, at = 0; i < n; i++) {
        let sum = loadResponse[k * n + i]! + pushResponse[interval * n + i]!;
        if (damped) for (let j = 0; j < n; j++) sum += swingResponse[i * n + j]! * change[j]!;
        else sum += 2 * change[i]!; // A^{-1} S = 2
        for (let j = 0; j < n; j++) sum -= elasticResponse[at++]! * x[j]!;
        free[i] = sum;
      }
      if (!coordinates!.solve(free, before, friction, dz, stats)) return false;
      let moves = false;
      for (let i = 0; i < n; i++) {
        if (dz[i] !== 0) moves = true;
        ahead[i] = before[i]! + dz[i]!;
        if (!(Math.abs(ahead[i]!) < BOUND)) return false;
      }
      still = moves ? 0 : still + 1;
      // at 1, 2, 4, ... steps without motion
      if (still > 0 && (still & (still - 1)) === 0 && mayRest && interval === changes.length && k < steps - 2) {
        if (!rest.holds(x, ahead, k + 1, push, interval * n)) continue;
        const skipped = steps - 2 - k;
        k += skipped;
        stats.solves += skipped;
        stats.iterations += skipped;
        for (let i = 0; i < n && skipped % 2 === 1; i++) {
          ahead[i] = x[i]!;
          x[i] = before[i]!;
        }
      }
    }
    return true;
  }

  function finish(of: LinearSystem, state: State): void {
    state.time = nodes[steps - 1]!;
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
    slipOf(of, state.velocity, slip, slip);
    modesFromSet(of, set, slip, state.mode);
  }

  return {
    run(of, initial, stats) {
      const state = newState(of, initial, n);
      const acceleration = begin(state, of.load, initial.time);
      for (let i = 0; i < n; i++) {
        x[i] = state.position[i]!;
        ahead[i] = x[i]! + dt * state.velocity[i]! + ((dt * dt) / 2) * acceleration[i]!; // (1.4)
        friction[i] = box.row[i]! < 0 ? 0 : box.weight[i]! * state.force[box.row[i]!]!;
      }
      coordinates.begin(friction);
      const { control } = of.load;
      const push = control ? controlForces(control) : new Float64Array(n);
      const pushResponse = Float64Array.from(push);
      for (let at = 0; at < push.length; at += n) step.tangent.solve(pushResponse.subarray(at, at + n));
      if (!advance(push, pushResponse, control?.changes ?? [], stats)) return undefined;
      stats.steps += steps;
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
