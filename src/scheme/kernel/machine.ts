/** What a kernel is made for: a linear machine with its step problem, and which machines there are kernels for. */
import { MOST_IN_BLOCKS } from "../../model/linear/structure.ts";
import type { Law } from "../../model/rows/law.ts";
import { linearOf, massWeights, type System } from "../../model/system.ts";
import { Dense } from "../../numeric/matrix.ts";
import type { Vector } from "../../numeric/vector.ts";
import { type Condensed, condense } from "../../step/solvers/condensed.ts";
import { type OwnUnits, ownUnits } from "../../step/solvers/own-units.ts";
import type { Solver, Step } from "../../step/step.ts";
import { inverseOf } from "../../step/step-inverse.ts";
import { type StickProjection, stickProjection } from "../../step/stick.ts";
import { isKnown } from "./laws.ts";

/** Coordinates up to which a system is solved by factors that are written out, where its inverse would lose digits. */
const MOST_FACTORED = 32;

export interface KernelMachine {
  readonly system: System;
  readonly step: Step;
  readonly tangent: Dense;
  readonly box: Condensed;
  readonly stick: StickProjection;
  /** What makes coordinates comparable, as the projection has it. */
  readonly weights: Vector;
  /** Every row acts on a coordinate of its own, and none is a stop. */
  readonly separate: boolean;
  /** Some row is a stop. */
  readonly stops: boolean;
  /** What slips are multiplied by, and the rows that coordinates move with. */
  readonly own: OwnUnits;
  /** Row i acts on coordinate i alone, for all of both. */
  readonly aligned: boolean;
  /** Limits or drives change in time. */
  readonly varying: boolean;
  /** Rows under the jump law, and rows that weaken. */
  readonly jumping: readonly number[];
  readonly curved: readonly number[];
}

/** Undefined where steps must be taken singly: sets of rows are bits of a number. */
export function kernelMachine(system: System, solver: Solver, step: Step): KernelMachine | undefined {
  const { size: n, count: m, tangent, directions } = step;
  const known = system.rows.every(({ law }) => law.smoothing === 0 && !law.method && isKnown(law));
  if (!known || !solver.condenses || !system.linear || system.linear.springs) return undefined;
  if (system.rowMotion || system.controllers?.limited) return undefined;
  if (m === 0 || m > MOST_IN_BLOCKS.rows || n > MOST_IN_BLOCKS.coordinates || !(tangent instanceof Dense))
    return undefined;
  if (n > MOST_FACTORED && !inverseOf(step)()) return undefined;
  const box = condense(step);
  if (!box.load()) return undefined;
  for (let i = 0; i < m; i++) if (!(box.G[i * m + i]! > 0)) return undefined;
  const weights = massWeights(system);
  const isStop = (i: number) => system.rows[i]!.law.stop !== undefined;
  const stick = stickProjection(linearOf(system).directions, n, weights, (i) => !isStop(i));
  if (!stick.echelon) return undefined;
  const columns = new Set(directions.column);
  const separate = directions.column.length === m && columns.size === m && !system.hasStops;
  const own = ownUnits(step, box);
  own.refresh();
  const aligned = m > 1 && n === m && separate && own.row.every((i, k) => i === k);
  const rowsWith = (has: (law: Law) => boolean) => system.rows.flatMap(({ law }, i) => (has(law) ? [i] : []));
  return {
    ...{ system, step, tangent, box, stick, weights, separate, own, aligned },
    stops: system.hasStops,
    varying: system.rowFunctions !== undefined,
    jumping: rowsWith((law) => law.jumps === true),
    curved: rowsWith((law) => law.weakening !== undefined),
  };
}
