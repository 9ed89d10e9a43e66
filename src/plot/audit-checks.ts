/** The audit in words: each of its numbers with what it means and whether it should worry. */
import type { Result } from "../simulate/simulate.ts";
import type { Simulation } from "../simulate/simulation.ts";
import type { Trajectory } from "../simulate/trajectory.ts";

import { amount, distinct, forceUnit, rateUnit } from "./units.ts";

export interface AuditCheck {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What was found, with its numbers. */
  readonly meaning: string;
  /** What to do where it is not ok. */
  readonly advice?: string;
  readonly ok: boolean;
}

/** Drift and speed: below it, round-off of rows in oblique directions. */
const EXACT = 1e-12;
/** Part of the stuck time in motion above which a scheme creeps, rather than comes to rest late. */
const LATE = 0.05;
const MOST_BOX_RESIDUAL = 1e-9;
const MOST_ENERGY_ERROR = 0.01;
const MOST_BALANCE_RESIDUAL = 0.05;
/** Samples of the trajectory that are looked at for the size of the forces. */
const FORCE_SAMPLES = 200;

export function auditChecks(simulation: Simulation, { audit, trajectory }: Result): AuditCheck[] {
  const { system, scheme } = simulation;
  const advice = creeps(scheme) ? "Take a smaller step or scheme balanced" : "Take a smaller step";
  const scale = forceScale(system, trajectory);
  const forces = trajectory.units.position.map(forceUnit);
  const checks = [balanceCheck(audit.balanceResidual, scale, forces, advice), energyCheck(audit, advice)];
  if (system.rows.length === 0) return checks;
  return [stickCheck(simulation, audit, heldUnits(trajectory)), boxCheck(audit.boxResidual), ...checks];
}

/** Units of the rows that can stick. */
function heldUnits({ kinds, units }: Trajectory): string[] {
  return units.row.filter((_, row) => kinds[row] !== "stop");
}

function stickCheck(simulation: Simulation, audit: Result["audit"], units: readonly string[]): AuditCheck {
  const { stickDrift, stickSpeed, creepTime, rows } = audit;
  const check = { name: "stick", value: stickDrift, unit: distinct(units).join(", ") };
  const stuck = rows.reduce((sum, row) => sum + row.stuckTime, 0);
  if (stuck === 0) return { ...check, meaning: "no row was stuck", ok: true };
  const moved = `stuck rows moved ${amount(digits(stickDrift), units)} at up to ${amount(digits(stickSpeed), units.map(rateUnit))}`;
  if (stickDrift <= EXACT && stickSpeed <= EXACT) return { ...check, meaning: `${moved}: exact`, ok: true };
  if (creepTime === 0) {
    return { ...check, meaning: `${moved}: they settle about their place and do not creep`, ok: true };
  }
  const lasting = `for ${digits(creepTime)} of ${digits(stuck)} s stuck`;
  const late = creepTime < LATE * stuck;
  const meaning = late ? `${moved}, ${lasting}: they come to rest late` : `CREEP: ${moved}, ${lasting}`;
  return { ...check, meaning, advice: stickAdvice(simulation), ok: false };
}

/** What of the choices made is to blame for rows that do not stick. */
function stickAdvice({ scheme, solver, system }: Simulation): string {
  if (system.rows.some((row) => row.law.smoothing > 0)) return "The smoothed law (5) creeps by nature: take another";
  if (!solver.exact) return "The solver perturbs the law: take solver active-set";
  return creeps(scheme) ? "Take scheme balanced" : "Take a smaller step";
}

/** Schemes whose stuck rows can move, by a little (alpha) or on and on. */
function creeps({ name }: Simulation["scheme"]): boolean {
  return name === "alpha" || name === "splitting" || name === "strang";
}

function boxCheck(value: number): AuditCheck {
  const ok = value <= MOST_BOX_RESIDUAL;
  const check = { name: "box", value, unit: "1", ok };
  if (ok) return { ...check, meaning: "multipliers stay in [-1, 1]" };
  return { ...check, meaning: `multipliers leave [-1, 1] by ${digits(value)}`, advice: "Take solver active-set" };
}

function balanceCheck(value: number, scale: number, units: readonly string[], advice: string): AuditCheck {
  const ok = value <= MOST_BALANCE_RESIDUAL * scale;
  const part = scale > 0 ? `, ${percent(value / scale)} of the largest force` : "";
  const meaning = `the equation of motion is off by at most ${amount(digits(value), units)}${part}`;
  return { name: "balance", value, unit: distinct(units).join(", "), meaning, ok, ...(ok ? {} : { advice }) };
}

function energyCheck({ energyError, energyScale }: Result["audit"], advice: string): AuditCheck {
  const ok = energyError <= MOST_ENERGY_ERROR * energyScale;
  const part = energyScale > 0 ? `, ${percent(energyError / energyScale)} of ${digits(energyScale)} J` : "";
  const meaning = `energy + dissipation - work is off by at most ${digits(energyError)} J${part}`;
  return { name: "energy", value: energyError, unit: "J", meaning, ok, ...(ok ? {} : { advice }) };
}

/** Largest friction force, spring force or load that was met, N. */
function forceScale(system: Simulation["system"], { time, position }: Trajectory): number {
  const x = new Float64Array(system.size);
  const force = new Float64Array(system.size);
  const stride = Math.ceil(time.length / FORCE_SAMPLES);
  const rows = new Float64Array(5 * system.rows.length);
  let scale = 0;
  for (const { law } of system.rows) if (law.fixed) scale = Math.max(scale, law.fixed.forward, law.fixed.backward);
  for (let sample = 0; sample < time.length; sample += stride) {
    for (let i = 0; i < position.length; i++) x[i] = position[i]![sample]!; // states have no position of interest
    system.stiffness.multiply(x, force);
    for (const component of force) scale = Math.max(scale, Math.abs(component));
    const at = Float64Array.of(time[sample]!, time[sample]!);
    system.load.evaluate(at, force);
    for (const component of force) scale = Math.max(scale, Math.abs(component));
    system.rowFunctions?.evaluate(at, rows); // drives first, then limits
    for (let q = system.rows.length; q < rows.length; q++) scale = Math.max(scale, rows[q]!);
  }
  return scale;
}

function percent(part: number): string {
  return `${digits(100 * part)} %`;
}

/** Three significant digits, small numbers with an exponent. */
function digits(value: number): string {
  const rounded = Number(value.toPrecision(3));
  const plain = rounded === 0 || Math.abs(rounded) >= 1e-3;
  return (plain ? String(rounded) : rounded.toExponential()).replace("e+", "e");
}
