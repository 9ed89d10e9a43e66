/**
 * An arm: a planar chain of links with friction, springs, dampers, stops and drives in its joints, and walls and curves for the ends
 * of its links. One implementation of System, in closed form: the mass is coupling_ij cos(theta_i - theta_j), and all that is not
 * linear is made of sines and cosines of the angles. States and feedback are linear and come as matrices.
 */
import type { Entries } from "../../numeric/entries.ts";
import { Dense, type Matrix } from "../../numeric/matrix.ts";
import { rowsFrom, rowsMultiply } from "../../numeric/rows.ts";
import { setZero, type Vector } from "../../numeric/vector.ts";
import type { Controllers } from "../control/controllers.ts";
import type { Outline, Wall } from "../drawing.ts";
import { filled } from "../linear/structure.ts";
import type { Load } from "../load.ts";
import type { MotionFunctions } from "../motion-functions.ts";
import type { Row } from "../rows/law.ts";
import type { System } from "../system.ts";
import { type ChainOptions, chain, matrixToCoordinates } from "./chain.ts";
import { type ArmDirection, contactsOf, contactValues } from "./contact-rows.ts";
import { directionSeries } from "./direction-series.ts";
import { type Drives, drivenForces, drivenSeries } from "./drives.ts";
import { armEnergy } from "./energy.ts";
import { armSeries } from "./force-series.ts";
import { armForces, fillMass, fillMomentumSlopes, leadingBlock } from "./forces.ts";
import type { ArmParts } from "./parts.ts";
import { endOf, pose } from "./pose.ts";

export interface ArmOptions extends ChainOptions {
  readonly names: readonly string[];
  /** Names of the states, which are the last coordinates of the matrices. */
  readonly states?: readonly string[];
  /** D and K over coordinates and states: joints, feedback, states. */
  readonly damping: Entries;
  readonly stiffness: Entries;
  /** Constant resistance of each coordinate, N m, and the energy at q = 0, J: springs that are bent there. */
  readonly bias?: readonly number[];
  readonly bentEnergy?: number;
  /** Torques that follow the motion, but for what is linear in it. */
  readonly drives?: Drives | undefined;
  readonly rows: readonly Row[];
  readonly directions: readonly ArmDirection[];
  /** Units of the ways along the rows. */
  readonly rowUnits?: readonly string[];
  readonly walls?: readonly Wall[];
  readonly curves?: readonly Outline[];
  readonly load: Load;
  readonly rowFunctions?: Load | undefined;
  readonly rowMotion?: MotionFunctions | undefined;
  readonly controllers?: Controllers | undefined;
}

export function arm(options: ArmOptions): System {
  const { rows, drives, states = [] } = options;
  const links = chain(options);
  const n = links.links;
  const size = n + states.length;
  const matrix = () => new Dense(size);
  const bias = new Float64Array(size);
  bias.set(options.bias ?? []);
  const [damping, stiffness] = [filled(options.damping, matrix), filled(options.stiffness, matrix)];
  const at = pose(links);
  const parts: ArmParts = { chain: links, size, stiffness, damping, bias, pose: at };
  let damped = n > 1 || drives !== undefined; // Coriolis forces
  options.damping.each(() => {
    damped = true;
  });
  const contacts = contactsOf(options.directions);
  const periods = wholeTurns(options, n, stiffness);
  const directions = options.directions.map((direction) => {
    if ("columns" in direction) return direction;
    const columns = Array.from({ length: direction.link + 1 }, (_, j) => j);
    return { columns, values: columns.map(() => 1) };
  });
  const constantRows = rowsFrom(directions);
  const turns = contacts.length > 0;
  const touch = contactValues(links, contacts);
  const block = leadingBlock(size, n);
  const point = new Float64Array(2);

  function violationsAt(_: Vector, q: Vector, out: Vector): void {
    setZero(out);
    at.set(q);
    touch.values(at, "curves", out);
  }

  function waysAt(q: Vector, out: Vector): void {
    rowsMultiply(constantRows, q, out);
    at.set(q);
    touch.values(at, "all", out);
  }

  function wayRoundingAt(q: Vector, out: Vector): void {
    at.set(q);
    touch.wayRounding(at, out);
  }

  return {
    size,
    names: options.names,
    units: Array.from({ length: size }, () => "rad"),
    states,
    ...(periods ? { periods } : {}),
    ...(options.rowUnits ? { rowUnits: options.rowUnits } : {}),
    visible: n,
    rows,
    hasStops: rows.some((row) => row.law.stop !== undefined),
    ...(options.rowFunctions ? { rowFunctions: options.rowFunctions } : {}),
    ...(options.rowMotion ? { rowMotion: options.rowMotion } : {}),
    load: options.load,
    ...(options.controllers ? { controllers: options.controllers } : {}),
    constant: { mass: n === 1, directions: !turns, tangents: false },
    damped,
    matrix,
    massAt(q, out) {
      at.set(q);
      fillMass(links, at, block.entries, size);
      matrixToCoordinates(links, block.entries, size);
      out.clear();
      block.addTo(out, 1);
      for (let i = n; i < size; i++) out.add(i, i, 1);
    },
    newDirections: () => (turns ? rowsFrom(directions) : constantRows),
    directionsAt(q, out) {
      if (!turns) return;
      at.set(q);
      touch.directions(at, out);
      out.version++;
    },
    turningAt(q, v, out) {
      setZero(out);
      if (!turns) return;
      at.set(q);
      at.setRates(v);
      touch.turning(at, out);
    },
    ...(turns ? { waysAt, wayRoundingAt } : {}),
    gapsAt(q, out) {
      rowsMultiply(constantRows, q, out);
      for (let i = 0; i < out.length; i++) {
        const { stop } = rows[i]!.law;
        out[i] = stop ? out[i]! + stop.gap : 0;
      }
      if (!turns) return;
      at.set(q);
      touch.values(at, "walls", out);
    },
    ...(turns ? { gapRoundingAt: (_: Vector, out: Vector) => touch.gapRounding(out) } : {}),
    addMomentumSlopes(q, v, factor, into) {
      at.set(q);
      at.setRates(v);
      fillMomentumSlopes(links, at, block.entries, size);
      matrixToCoordinates(links, block.entries, size);
      block.addTo(into, factor);
    },
    forces: () => (drives ? drivenForces(armForces(parts), drives, size) : armForces(parts)),
    forceSeries(order) {
      const own = armSeries(parts, order);
      return drives ? drivenSeries(own, drives, size, order) : own;
    },
    ...(drives
      ? {
          functions: [drives.functions],
          forceBreakpoints: drives.functions.breakpoints,
          get forcesDecide() {
            return drives.functions.decides ?? false;
          },
        }
      : {}),
    ...(contacts.some(({ gap }) => !gap) ? { violationsAt } : {}),
    ...(turns
      ? { directionSeries: (order: number) => directionSeries(links, contacts, constantRows, size, order) }
      : {}),
    ...armEnergy(parts, options.bentEnergy ?? 0, drives),
    drawing: {
      points: n + 1,
      lines: [Array.from({ length: n + 1 }, (_, j) => j)],
      tip: n,
      walls: options.walls ?? [],
      curves: options.curves ?? [],
      placesAt(q, out) {
        at.set(q);
        for (let j = 0; j <= n; j++) {
          endOf(links, at, j - 1, point);
          out[2 * j] = point[0]!;
          out[2 * j + 1] = point[1]!;
        }
      },
    },
  };
}

/** The arm is the same after a whole turn of a joint that no spring, stop or feedback counts the angle of. */
function wholeTurns(options: ArmOptions, count: number, stiffness: Matrix): Float64Array | undefined {
  if (options.controllers || options.rowMotion) return undefined;
  const stopped = new Set<number>();
  options.directions.forEach((direction, i) => {
    const { stop, joint } = options.rows[i]!.law;
    if ("columns" in direction && (stop || joint)) for (const j of direction.columns) stopped.add(j);
  });
  const free = Array.from({ length: count }, (_, j) => {
    const counted = Array.from({ length: stiffness.size }, (_, i) => stiffness.at(i, j)).some((entry) => entry !== 0);
    return !counted && !stopped.has(j);
  });
  return free.some(Boolean) ? Float64Array.from(free, (one) => (one ? 2 * Math.PI : 0)) : undefined;
}
