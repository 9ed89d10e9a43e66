/**
 * The audit of machines that are linear but for conditions on their positions, such as beams: from t, x, v and the reported forces alone, at a
 * cost that grows with the number of coordinates. At each node, from the states around it,
 *     M (x+ - 2 x + x-)/h^2 + K x - f(t, x) - W(x) F
 * must be nothing but what a step of length h explains: bending and directions that change over the step. (Where the scheme's forces are means over
 * steps, forces of joints are those that come nearest.) Friction must obey its law at every
 * node, conditions must hold, and energy must change by the work of loads, of ends that move, and of friction.
 */

import { jointRows } from "../../model/joint-rows.ts";
import { isFriction } from "../../model/rows/law.ts";
import { rowValues } from "../../model/rows/row-values.ts";
import { weakeningAt } from "../../model/rows/soft-force.ts";
import { rowsMultiply } from "../../numeric/rows.ts";
import { saddle } from "../../numeric/saddle.ts";
import { copy, maxNorm, setZero, type Vector } from "../../numeric/vector.ts";
import type { State } from "../../scheme/scheme.ts";
import type { Audited, AuditSink } from "./audit.ts";
import { judgeConditioned } from "./conditioned-checks.ts";
import { addSizes, DIGITS, digits } from "./conditioned-digits.ts";
import { forceLimits } from "./conditioned-limits.ts";
import { type HeldReading, heldRows } from "./conditioned-stick.ts";

/** What a step leaves may be so many times what is estimated of it. */
const EXPLAINED = 3;
/** What second differences of places lose of them. */
const ROUNDING = 8 * Number.EPSILON;

/** What is found of the balance at a node, for each coordinate: N. */
export interface NodeBalance {
  /** Largest residual, and largest force. */
  readonly residual: Vector;
  readonly largest: Vector;
  /**
   * Largest sizes at a node, by the roots of the masses: of the residual's part that no step explains, of the forces, of the residual, of what is left of it without
   * forces that are sudden, of round-off.
   */
  readonly sizes: Vector;
}

export function conditionedAudit(audited: Audited): AuditSink {
  const { system, scheme, grid } = audited;
  const { mass, stiffness, following, addCurvature } = system.conditioned!;
  const n = system.size;
  const m = system.rows.length;
  const vector = () => new Float64Array(n);
  const friction = Int8Array.from(system.rows, ({ law }) => (isFriction(law) ? 1 : 0));
  const compliance = Float64Array.from(system.rows, ({ law }) =>
    law.method?.type === "penalty" ? law.method.epsilon : 0,
  );
  const isPlace = Int8Array.from(system.units, (unit) => (unit === "m" ? 1 : 0)); // the others are slopes
  const perStep = scheme.multiplierAt === "step";
  const values = rowValues(system);
  const limits = forceLimits(system);
  const directions = system.newDirections();
  const at = new Float64Array(2);
  const past = {
    ...{ x: vector(), x0: vector(), v: vector(), v0: vector() },
    ...{ force: new Float64Array(m), time: new Float64Array(2) },
  };
  const balance: NodeBalance = { residual: vector(), largest: vector(), sizes: new Float64Array(5) };
  const [bend, force, product, terms, change, load] = [vector(), vector(), vector(), vector(), vector(), vector()];
  const [sudden, rounding] = [vector(), vector()];
  const present: { time: Vector; position: Vector; velocity: Vector } = {
    time: new Float64Array(1),
    position: past.x,
    velocity: past.v,
  };
  const start = { time: past.time, position: past.x, velocity: past.v };
  const slip = new Float64Array(m);
  const soft = new Float64Array(m);
  const slope = new Float64Array(m);
  const off = new Float64Array(m);
  const violation = new Float64Array(m);
  const rowLoss = new Float64Array(m);
  const inside = new Int8Array(m); // 1: the force of a friction row is inside its limits
  const held = heldRows(friction, perStep);
  const power = new Float64Array(2); // of loads at the last state, W; their work over the step, J
  const [lastLoad, earlierLoad] = [vector(), vector()];
  const lastDirections = system.newDirections();
  const [path, untold] = [new Float64Array(m), new Float64Array(m)];
  const [lastSlip, lastSoft, lastDrive] = [new Float64Array(m), new Float64Array(m), new Float64Array(m)];
  const energy = new Float64Array(1);
  const heldReading: HeldReading = {
    ...{ step: new Float64Array(2), directions, slip, drive: values.drive, path, untold },
    position: past.x,
  };
  /** [states, energy at the start, error, scale, work, outside of limits, wrong way, lost, path, speed, round-off of energy] */
  const sums = new Float64Array(11);
  const known = digits(isPlace);

  const loadAt = (x: Vector, out: Vector): void => {
    system.load.evaluate(at, out);
    following?.add(at, x, out);
  };

  /** Bringing the laws of the rows to a state. */
  function readRows({ time, position, velocity, force: reported }: State): void {
    at.fill(time);
    values.update(at, position, velocity);
    present.time[0] = time;
    present.position = position;
    present.velocity = velocity;
    limits.update(perStep && sums[0]! > 1 ? start : present, present);
    known.read(position);
    system.directionsAt(position, directions);
    rowsMultiply(directions, velocity, slip);
    system.violationsAt!(at, position, off);
    for (let i = 0; i < m; i++) {
      if (friction[i] === 0) {
        violation[i] = Math.max(violation[i]!, Math.abs(off[i]!));
        continue;
      }
      slip[i]! -= values.drive[i]!;
      weakeningAt(system.rows[i]!.law, i, slip, values, soft, slope);
      const size = limits.size(i);
      if (size > 0) sums[5] = Math.max(sums[5]!, limits.outside(i, reported) / size);
      inside[i] = limits.holds(i, reported) ? 1 : 0;
      if (inside[i] === 1 || !(reported[i]! * slip[i]! > 0)) continue;
      const h = sums[0] === 1 ? Number.POSITIVE_INFINITY : time - past.time[0]!;
      if (Math.abs(slip[i]!) > known.ofWay(i, directions) / h) sums[6] = Math.max(sums[6]!, Math.abs(slip[i]!));
    }
    for (let k = 0; k < n; k++) if (isPlace[k] === 1) sums[9] = Math.max(sums[9]!, Math.abs(velocity[k]!));
  }

  /** Rows that are held stay where they are. */
  function readHeld({ time, position }: State): void {
    heldReading.step[0] = sums[0]! > 1 ? time - past.time[0]! : 0;
    heldReading.step[1] = sums[9]!;
    heldReading.position = position;
    held.observe(inside, heldReading);
  }

  /** Ways along the rows since the last state into `path`, their mean directions taken, and what of them cannot be told; work of loads along it into power[1]. */
  function readWays(position: Vector, h: number): void {
    for (let k = 0; k < n; k++) change[k] = position[k]! - past.x[k]!;
    power[1] = 0;
    for (let k = 0; k < n; k++) power[1]! += ((load[k]! + lastLoad[k]!) / 2) * change[k]!;
    const { start, column, value } = directions;
    for (let i = 0; i < m; i++) {
      path[i] = 0;
      untold[i] = 0; // of a direction that turns over the step
      for (let e = start[i]!; e < start[i + 1]!; e++) {
        const moved = change[column[e]!]!;
        path[i]! += ((value[e]! + lastDirections.value[e]!) / 2) * moved;
        untold[i]! += Math.abs(((value[e]! - lastDirections.value[e]!) / 2) * moved);
      }
      const drive = (values.drive[i]! + lastDrive[i]!) / 2;
      path[i]! -= h * drive;
      untold[i]! += h * Math.abs(limits.drive[i]! - drive);
    }
  }

  /** What the forces of a friction row did along it in the last step, J: of nodes by the trapezoidal rule, of steps along their way. */
  function workOf(i: number, h: number, before: number, after: number): number {
    if (perStep) return ((before + after) / 2) * path[i]!;
    // the first force acts from the first velocity to that of the step
    const first = sums[0] === 2 ? (lastSlip[i]! + path[i]! / h) / 2 : lastSlip[i]!;
    return (h / 2) * (before * first + after * slip[i]!);
  }

  /** Energy, and what changes it. */
  function readEnergy({ time, position, velocity, force: reported }: State): void {
    loadAt(position, load);
    let rate = 0;
    for (let k = 0; k < n; k++) rate += load[k]! * velocity[k]!;
    system.energyInto(position, velocity, energy);
    const h = sums[0]! > 1 ? time - past.time[0]! : 0;
    if (h > 0 && (perStep || sums[0] === 2)) readWays(position, h);
    let stored = energy[0]!;
    let lost = 0;
    for (let i = 0; i < m; i++) {
      if (compliance[i]! > 0) stored += (off[i]! * off[i]!) / (2 * compliance[i]!);
      const own = friction[i] === 1 ? soft[i]! : 0;
      const before = (perStep ? reported[i]! : past.force[i]!) + lastSoft[i]!;
      const after = reported[i]! + own;
      if (friction[i] === 1 && h > 0) rowLoss[i]! -= workOf(i, h, before, after);
      sums[4]! += (h / 2) * (before * lastDrive[i]! + after * values.drive[i]!);
      lastSlip[i] = slip[i]!;
      lastSoft[i] = own;
      lastDrive[i] = values.drive[i]!;
      lost += rowLoss[i]!;
    }
    sums[4]! += perStep && h > 0 ? power[1]! : (h / 2) * (rate + power[0]!);
    power[0] = rate;
    copy(lastLoad, earlierLoad);
    copy(load, lastLoad);
    copy(directions.value, lastDirections.value);
    if (sums[0] === 1) sums[1] = stored;
    sums[7] = lost;
    sums[2] = Math.max(sums[2]!, Math.abs(stored - sums[1]! + lost - sums[4]!));
    sums[3] = Math.max(sums[3]!, Math.abs(stored), Math.abs(sums[4]!), Math.abs(lost));
  }

  /** The balance at the node between the states past.x0, past.x and x. */
  function readNode(state: State): void {
    const { time, position, force: next } = state;
    const h = time - past.time[0]!;
    const before = past.time[0]! - past.time[1]!;
    if (Math.abs(h - before) > 1e-9 * h) return; // steps of another length: no second difference
    at.fill(past.time[0]!);
    system.directionsAt(past.x, directions);
    values.update(at, past.x, past.v);
    rowsMultiply(directions, past.v, slip);
    for (let k = 0; k < n; k++) {
      change[k] = position[k]! - 2 * past.x[k]! + past.x0[k]!;
      bend[k] = change[k]! / (h * h);
    }
    mass.multiply(bend, force);
    for (let k = 0; k < n; k++) terms[k] = Math.abs(force[k]!);
    stiffness.multiply(past.x, product);
    for (let k = 0; k < n; k++) force[k]! += product[k]!;
    addSizes(stiffness, past.x, terms);
    setZero(rounding);
    addSizes(mass, past.x, rounding);
    let stored = 0;
    for (let k = 0; k < n; k++) {
      stored += Math.abs(past.x[k]!) * terms[k]!;
      rounding[k] = DIGITS * terms[k]! + (ROUNDING / (h * h)) * rounding[k]!;
    }
    sums[10] = Math.max(sums[10]!, DIGITS * stored);
    loadAt(past.x, load);
    for (let k = 0; k < n; k++) force[k]! -= load[k]!;
    subtractRows(past.force, force);
    if (perStep) balanceJoints();
    explain(next, position);
    let [found, explained, acting, jumps, lost] = [0, 0, 0, 0, 0];
    for (let k = 0; k < n; k++) {
      balance.residual[k] = Math.max(balance.residual[k]!, Math.abs(force[k]!));
      balance.largest[k] = Math.max(balance.largest[k]!, Math.abs(load[k]!), rowForce[k]!);
      const weight = 1 / inertia[k]!;
      found += weight * force[k]! * force[k]!;
      const left = product[k]! + sudden[k]! + rounding[k]!;
      jumps += weight * sudden[k]! * sudden[k]!;
      lost += weight * rounding[k]! * rounding[k]!;
      explained += weight * left * left;
      acting += weight * balance.largest[k]! * balance.largest[k]!;
    }
    balance.sizes[0] = Math.max(balance.sizes[0]!, Math.sqrt(found) - EXPLAINED * Math.sqrt(explained));
    balance.sizes[1] = Math.max(balance.sizes[1]!, Math.sqrt(acting));
    balance.sizes[2] = Math.max(balance.sizes[2]!, Math.sqrt(found));
    balance.sizes[3] = Math.max(balance.sizes[3]!, Math.sqrt(found) - Math.sqrt(jumps));
    balance.sizes[4] = Math.max(balance.sizes[4]!, Math.sqrt(lost));
    readPath(state, h);
  }

  const rowForce = vector(); // largest force of a row on each coordinate
  const inertia = Float64Array.from({ length: n }, (_, k) => mass.at(k, k));

  /** out -= W F, with the weakening of friction. */
  function subtractRows(reported: Vector, out: Vector): void {
    setZero(rowForce);
    for (let i = 0; i < m; i++) {
      soft[i] = 0;
      if (friction[i] === 1) {
        slip[i]! -= values.drive[i]!;
        weakeningAt(system.rows[i]!.law, i, slip, values, soft, slope);
      }
      const size = reported[i]! + soft[i]!;
      for (let k = directions.start[i]!; k < directions.start[i + 1]!; k++) {
        const part = size * directions.value[k]!;
        out[directions.column[k]!]! -= part;
        rowForce[directions.column[k]!] = Math.max(rowForce[directions.column[k]!]!, Math.abs(part));
      }
    }
  }

  /** Forces of joints that are means over steps do not belong to a node: those that come nearest there are added. */
  function balanceJoints(): void {
    joints!.follow(past.x);
    if (!kkt!.factor(mass, joints!.rows)) return;
    copy(force, bend);
    setZero(more);
    kkt!.solve(bend, more); // M b - W dF = r, W^T b = 0: what is left of r is M b
    mass.multiply(bend, force);
  }
  const joints = perStep ? jointRows(system) : undefined;
  const kkt = joints && saddle(mass, joints.rows);
  const more = new Float64Array(joints?.chosen.length ?? 0);

  /** What a step may leave: product, of K over its second difference and directions over what the machine moves; sudden, of forces of steps. */
  function explain(next: Vector, position: Vector): void {
    setZero(product);
    addSizes(stiffness, change, product);
    for (let k = 0; k < n; k++) product[k]! /= 2; // alpha is at most 1/2
    for (let k = 0; k < n; k++) bend[k] = Math.abs(position[k]! - past.x[k]!) + Math.abs(change[k]!);
    turned.clear();
    addCurvature(past.force, 1, turned);
    addSizes(turned, bend, product);
    setZero(sudden);
    if (!perStep) return;
    for (let i = 0; i < m; i++) {
      if (friction[i] === 0) continue;
      // of a row that slips on the force is known at both ends of its steps; that of another may be anything within its limits
      const slides = next[i] === past.force[i] && (next[i] === values.backward[i] || next[i] === -values.forward[i]!);
      const most =
        Math.max(values.forward[i]!, limits.forward[i]!) + Math.max(values.backward[i]!, limits.backward[i]!);
      const jump = slides ? 0 : most;
      for (let k = directions.start[i]!; k < directions.start[i + 1]!; k++) {
        sudden[directions.column[k]!]! += jump * Math.abs(directions.value[k]!);
      }
    }
    loadAt(position, bend);
    for (let k = 0; k < n; k++) sudden[k]! += Math.abs(bend[k]! - load[k]!) + Math.abs(load[k]! - earlierLoad[k]!);
  }
  const turned = system.matrix();

  /** Velocity against the difference of positions, beyond what velocities change by from node to node. */
  function readPath({ position, velocity }: State, h: number): void {
    for (let k = 0; k < n; k++) {
      if (isPlace[k] === 0) continue;
      const mean = (position[k]! - past.x0[k]!) / (2 * h);
      const explained = Math.abs(velocity[k]! - past.v[k]!) + Math.abs(past.v[k]! - past.v0[k]!);
      sums[8] = Math.max(sums[8]!, Math.abs(mean - past.v[k]!) - explained - (DIGITS * known.largest[0]!) / h);
    }
  }

  function remember({ time, position, velocity, force: reported }: State): void {
    copy(past.x, past.x0);
    copy(position, past.x);
    copy(past.v, past.v0);
    copy(velocity, past.v);
    copy(reported, past.force);
    past.time[1] = past.time[0]!;
    past.time[0] = time;
  }

  return {
    kept: [
      past,
      balance,
      violation,
      rowLoss,
      held.kept,
      power,
      lastSlip,
      lastSoft,
      lastDrive,
      lastLoad,
      earlierLoad,
      lastDirections.value,
      sums,
      known.largest,
      limits.forward,
      limits.backward,
    ],
    step(state) {
      sums[0]!++;
      if (sums[0]! > 2) readNode(state);
      readRows(state);
      readEnergy(state);
      readHeld(state);
      remember(state);
    },
    result() {
      return judgeConditioned(
        audited,
        balance,
        {
          stickSpeed: held.found[0]!,
          stickDrift: maxNorm(held.drift),
          creepTime: held.found[1]!,
          boxResidual: Math.max(0, sums[5]!),
          balanceResidual: maxNorm(balance.residual),
          energyError: sums[2]!,
          energyScale: sums[3]!,
          work: sums[4]!,
          dissipation: sums[7]!,
          penetration: 0,
          violation: maxNorm(violation),
          eventSlip: 0,
          eventGap: 0,
          rows: system.rows.map(({ name, law }, i) => ({
            name,
            stuckTime: law.joint ? past.time[0]! - grid.start : held.time[i]!,
            stickDrift: held.drift[i]!,
            dissipation: rowLoss[i]!,
          })),
        },
        { wrongWay: sums[6]!, path: Math.max(0, sums[8]!), speed: sums[9]!, energyNoise: sums[10]! },
      );
    },
  };
}
