/**
 * The audit's judgment: each number with its threshold, its verdict and a sentence. Thresholds are relative to the machine's own
 * scales, a coordinate or a row each by its own, and of the size of a proof where the scheme is said to be exact: 1e-6.
 */
import { isHard } from "../../model/rows/constraint-method.ts";
import { rowKind } from "../../model/rows/law.ts";
import { forceUnit, rateUnit, unitAlong } from "../../model/units.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { Audited } from "./audit.ts";
import type { BoxCheck } from "./box.ts";
import type { Carried } from "./carried.ts";
import type { Coupling } from "./coupling.ts";
import type { Estimate } from "./estimate.ts";
import type { ImpactCheck } from "./impacts.ts";
import type { Laws } from "./laws.ts";
import type { MultiplierCheck } from "./multipliers.ts";
import type { PlaceCheck } from "./places.ts";
import type { Reading } from "./reading.ts";
import type { Residuals } from "./residuals.ts";
import type { Audit, AuditCheck, AuditNumbers, Verdict } from "./result.ts";
import type { Scales } from "./scales.ts";
import { digits, percent, sized, worstVerdict } from "./sentences.ts";
import type { StickCheck } from "./stick.ts";
import type { Tangents } from "./tangents.ts";

export interface Findings {
  readonly step: Reading;
  readonly laws: Laws;
  readonly errors: Residuals;
  readonly estimate: Estimate;
  readonly stick: StickCheck;
  readonly reported: MultiplierCheck;
  readonly impacts: ImpactCheck;
  readonly box: BoxCheck;
  readonly places: PlaceCheck;
  readonly coupling: Coupling;
  readonly tangents: Tangents;
  readonly carried: Carried;
  /** As in `Parts`: the last one is the longest step, s. */
  readonly times: Vector;
  /** Energy that the balance of forces may be off by, J. */
  readonly slack: Vector;
}

/** Part of its scale that an exact motion may be off by. */
const PROOF = 1e-6;
/** Parts of the largest force and energy beyond which a step is too coarse to be of use. */
const COARSE_BALANCE = 0.05;
const COARSE_ENERGY = 0.01;
/** Part of the stuck time in motion above which a scheme creeps, rather than comes to rest late. */
const LATE = 0.05;
const MOST_BOX_RESIDUAL = 1e-9;
const TIMES_SLACK = 10;

export function judge(audited: Audited, numbers: AuditNumbers, findings: Findings, scales: Scales): Audit {
  const { rows, hasStops } = audited.system;
  const exact = audited.scheme.order === Number.POSITIVE_INFINITY;
  const hasRows = rows.length > 0;
  const checks: AuditCheck[] = [];
  if (hasRows) checks.push(stickVerdict(audited, numbers, findings, scales));
  if (hasRows) checks.push(boxVerdict(audited, numbers, findings, scales));
  if (exact && hasRows) checks.push(forceVerdict(audited, findings, scales));
  checks.push(balanceVerdict(audited, findings, scales));
  if (exact) checks.push(pathVerdict(audited, findings, scales));
  if (hasStops) checks.push(gapVerdict(audited, numbers, findings, scales));
  if (audited.system.violationsAt) checks.push(jointVerdict(audited, findings, scales));
  if (exact && hasStops) checks.push(impactVerdict(audited, findings, scales));
  checks.push(energyVerdict(audited, numbers, findings, scales));
  return { verdict: worstVerdict(checks), checks, ...numbers };
}

/** The entry that is largest beside its tolerance. */
function worstOf(values: Vector, tolerance: Vector): { readonly index: number; readonly ratio: number } {
  let index = 0;
  let ratio = 0;
  for (let k = 0; k < values.length; k++) {
    const part = values[k]! > 0 ? values[k]! / tolerance[k]! : 0;
    if (part <= ratio) continue;
    ratio = part;
    index = k;
  }
  return { index, ratio };
}

/** Of the way along a row. */
function rowUnit({ system: { rowUnits, units } }: Audited, { step }: Findings, row: number): string {
  return rowUnits?.[row] ?? unitAlong(step.points[2].directions, units, row);
}

function stickVerdict(audited: Audited, numbers: AuditNumbers, findings: Findings, scales: Scales): AuditCheck {
  const { rows } = audited.system;
  const { stick } = findings;
  const exact = audited.scheme.order === Number.POSITIVE_INFINITY;
  const beyond = exact ? stick.drift.map((way, i) => way - stick.allowed[i]!) : stick.drift;
  const { index, ratio } = worstOf(beyond, scales.drift);
  const unit = rowUnit(audited, findings, index);
  const told = (verdict: Verdict, sentence: string): AuditCheck => ({
    name: "stick",
    verdict,
    value: numbers.stickDrift,
    unit,
    sentence,
  });
  let stuck = 0;
  for (let i = 0; i < rows.length; i++) if (!rows[i]!.law.stop) stuck += stick.stuckTime[i]!;
  if (stuck === 0) return told("ok", "no row was stuck.");
  const moved = `stuck rows moved ${digits(numbers.stickDrift)} ${unit} at up to ${digits(numbers.stickSpeed)} ${rateUnit(unit)}`;
  if (ratio <= 1) return told("ok", `${moved}: exact.`);
  if (exact) {
    return told("failed", `DRIFT: ${moved} (row ${rows[index]!.name}). This motion is wrong, please report it.`);
  }
  if (numbers.creepTime === 0) {
    return told("ok", `${moved}: they settle about their place and do not creep.`);
  }
  const lasting = `for ${digits(numbers.creepTime)} of ${digits(stuck)} s stuck`;
  const late = numbers.creepTime < LATE * stuck;
  const flutter = numbers.creepTime - stick.flutter.reduce((sum, time) => sum + time, 0) < LATE * stuck;
  const excuse = late ? "they come to rest late" : "their forces flutter to the limits";
  const found = late || flutter ? `${moved}, ${lasting}: ${excuse}` : `CREEP: ${moved}, ${lasting}`;
  const bySmoothing = rows.every(({ law }, i) => stick.creep[i] === 0 || law.smoothing > 0);
  return told(late || flutter || bySmoothing ? "warning" : "failed", `${found}. ${stickAdvice(audited)}.`);
}

/** What of the choices made is to blame for rows that do not stick. */
function stickAdvice({ scheme, solver, system }: Audited): string {
  if (system.rows.some((row) => row.law.smoothing > 0)) return "The smoothed law (5) creeps by nature: take another";
  if (!solver.exact) return "The solver perturbs the law: take solver active-set";
  return creeps(scheme) ? "Take scheme balanced" : "Take a smaller step";
}

/** Schemes whose stuck rows can move, by a little (alpha) or on and on. */
function creeps({ name }: Audited["scheme"]): boolean {
  return name === "alpha" || name === "splitting" || name === "strang";
}

function stepAdvice({ scheme }: Audited): string {
  if (scheme.order === Number.POSITIVE_INFINITY) return "This motion is wrong, please report it";
  return creeps(scheme) ? "Take a smaller step or scheme balanced" : "Take a smaller step";
}

/** What solves the law as it is needs no other solver. */
export function solverAdvice({ exact, direct }: Audited["solver"]): string {
  return exact && direct ? "These forces are wrong, please report it" : "Take solver active-set";
}

function boxVerdict({ system, solver }: Audited, numbers: AuditNumbers, { box }: Findings, scales: Scales): AuditCheck {
  const { index, ratio } = worstOf(box.outside, scales.box);
  const unit = system.rows[index] && rowKind(system.rows[index].law) === "stop" ? "N" : "1";
  const ok = ratio <= MOST_BOX_RESIDUAL;
  const sentence = ok
    ? "multipliers stay in their limits."
    : `the multiplier of ${system.rows[index]!.name} leaves its limits by ${digits(ratio)}. ${solverAdvice(solver)}.`;
  return { name: "box", verdict: ok ? "ok" : "failed", value: numbers.boxResidual, unit, sentence };
}

function forceVerdict(audited: Audited, findings: Findings, scales: Scales): AuditCheck {
  const { reported } = findings;
  const { rows } = audited.system;
  const known = worstOf(reported.error, scales.rowForce);
  const open = worstOf(reported.ofOpen, scales.openForce);
  const isOpen = open.ratio > known.ratio;
  const { index, ratio } = isOpen ? open : known;
  const value = (isOpen ? reported.ofOpen : reported.error)[index]!;
  const unit = forceUnit(rowUnit(audited, findings, index));
  const found = `reported forces differ from the laws and the equation of motion by at most ${sized(value, unit)}${ofLargest(value, reported.largest[index]!)}`;
  const ok = ratio <= 1;
  const sentence = ok ? `${found}.` : `${found} (row ${rows[index]!.name}). ${stepAdvice(audited)}.`;
  return { name: "force", verdict: ok ? "ok" : "failed", value, unit, sentence };
}

function balanceVerdict(audited: Audited, { errors, estimate, step }: Findings, scales: Scales): AuditCheck {
  const { units, names } = audited.system;
  const exact = audited.scheme.order === Number.POSITIVE_INFINITY;
  const { balance } = errors;
  const left = exact ? balance : estimate.unexplained.map((size, k) => Math.min(size, balance[k]!)); // round-off explains some, too
  const beyond = worstOf(left, scales.force);
  const { index } = beyond.ratio > 1 ? beyond : worstOf(errors.balance, scales.force);
  const value = errors.balance[index]!;
  const largest = step.largest.force[index]!;
  const unit = forceUnit(units[index] ?? "");
  const coarse = !exact && value > COARSE_BALANCE * largest && value > scales.force[index]!;
  const verdict = beyond.ratio > 1 ? "failed" : coarse ? "warning" : "ok";
  const found = `the equation of motion is off by at most ${sized(value, unit)}${ofLargest(value, largest)}`;
  const sentence = verdict === "ok" ? `${found}.` : `${found} (${names[index] ?? "a state"}). ${stepAdvice(audited)}.`;
  return { name: "balance", verdict, value, unit, sentence };
}

/** Position against the integral of the velocity. */
function pathVerdict(audited: Audited, findings: Findings, scales: Scales): AuditCheck {
  const { errors, stick, step, laws } = findings;
  const { units, names, rows } = audited.system;
  const free = worstOf(errors.path, scales.speed);
  const held = worstOf(stick.defect, scales.rowSpeed);
  const ofRow = held.ratio > free.ratio;
  const value = ofRow ? stick.defect[held.index]! : errors.path[free.index]!;
  const largest = ofRow ? laws.largestSpeed[held.index]! : step.largest.velocity[free.index]!;
  const unit = rateUnit(ofRow ? rowUnit(audited, findings, held.index) : (units[free.index] ?? ""));
  const ok = Math.max(free.ratio, held.ratio) <= 1;
  const name = ofRow ? `row ${rows[held.index]!.name}` : (names[free.index] ?? "a state");
  const part = largest > 0 ? `, ${percent(value / largest)} of the largest speed` : "";
  const found = `positions change by the integral of the velocity up to ${sized(value, unit)}${part}`;
  const sentence = ok ? `${found}.` : `${found} (${name}). ${stepAdvice(audited)}.`;
  return { name: "path", verdict: ok ? "ok" : "failed", value, unit, sentence };
}

function gapVerdict(
  audited: Audited,
  { penetration: value }: AuditNumbers,
  findings: Findings,
  scales: Scales,
): AuditCheck {
  const { rows } = audited.system;
  const { depth } = findings.places;
  const deepest = worstOf(depth, scales.gap);
  const unit = rowUnit(audited, findings, deepest.index);
  const exact = audited.scheme.order === Number.POSITIVE_INFINITY;
  const found = `gaps are negative by at most ${sized(value, unit)}`;
  if (deepest.ratio <= 1) return { name: "gap", verdict: "ok", value, unit, sentence: `${found}.` };
  const within = depth.map((size, i) => (size <= (rows[i]!.law.method?.tolerance ?? 0) ? 0 : size));
  if (worstOf(within, scales.gap).ratio <= 1) {
    return { name: "gap", verdict: "ok", value, unit, sentence: `${found}, within the tolerance of their method.` };
  }
  const rigid = within.map((size, i) => (rows[i]!.law.method?.type === "penalty" ? 0 : size));
  const { index, ratio } = worstOf(rigid, scales.gap);
  if (ratio <= 1) {
    return { name: "gap", verdict: "ok", value, unit, sentence: `${found}, which is how a penalty pushes.` };
  }
  const verdict = !exact && rigid.every((size) => size <= scales.gapOfStep) ? "warning" : "failed";
  const sentence = `gaps are negative by at most ${sized(rigid[index]!, unit)} (row ${rows[index]!.name}). ${stepAdvice(audited)}.`;
  return { name: "gap", verdict, value, unit, sentence };
}

/** Joints that are conditions on positions. */
function jointVerdict(audited: Audited, findings: Findings, scales: Scales): AuditCheck {
  const { places } = findings;
  const { rows } = audited.system;
  const exact = audited.scheme.order === Number.POSITIVE_INFINITY;
  const { index, ratio } = worstOf(places.violation, scales.violation);
  const value = places.worst.violation;
  const unit = rowUnit(audited, findings, index);
  const found = `conditions of joints are violated by at most ${sized(value, unit)}`;
  if (ratio <= 1) return { name: "joint", verdict: "ok", value, unit, sentence: `${found}.` };
  const coarse = !exact && value <= scales.gapOfStep;
  const { name, law } = rows[index]!;
  if (!isHard(law.method)) {
    const remedy =
      law.method!.at === "middle" && law.method!.type === "kkt"
        ? "at: end"
        : "a smaller epsilon or tolerance, or method kkt";
    const sentence = `${found} (row ${name}): ${law.method!.type} gives way. Take ${remedy}.`;
    return { name: "joint", verdict: "warning", value, unit, sentence };
  }
  const sentence = `${found} (row ${name}). ${stepAdvice(audited)}.`;
  return { name: "joint", verdict: coarse ? "warning" : "failed", value, unit, sentence };
}

function impactVerdict(audited: Audited, findings: Findings, scales: Scales): AuditCheck {
  const { impacts } = findings;
  const { names, rows, units } = audited.system;
  const impulse = worstOf(impacts.residual, scales.momentum);
  const rate = worstOf(impacts.shortfall, scales.rate);
  const check = { name: "impact" };
  if (rate.ratio > 1) {
    const value = impacts.shortfall[rate.index]!;
    const unit = rateUnit(rowUnit(audited, findings, rate.index));
    const sentence = `${rows[rate.index]!.name} throws back too slowly by ${sized(value, unit)}. ${stepAdvice(audited)}.`;
    return { ...check, verdict: "failed", value, unit, sentence };
  }
  const value = impacts.residual[impulse.index]!;
  const base = forceUnit(units[impulse.index] ?? "");
  const unit = base === "" ? "" : `${base} s`;
  const found = `impulses of impacts come from stops and joints up to ${sized(value, unit)}`;
  const ok = impulse.ratio <= 1;
  const sentence = ok ? `${found}.` : `${found} (${names[impulse.index] ?? "a state"}). ${stepAdvice(audited)}.`;
  return { ...check, verdict: ok ? "ok" : "failed", value, unit, sentence };
}

function energyVerdict(audited: Audited, numbers: AuditNumbers, { slack }: Findings, scales: Scales): AuditCheck {
  const { energyError: value, energyScale } = numbers;
  const exact = audited.scheme.order === Number.POSITIVE_INFINITY;
  const proved = PROOF * energyScale + scales.energyNoise;
  const failed = value > proved + (exact ? 0 : TIMES_SLACK * slack[0]!);
  const coarse = value > COARSE_ENERGY * energyScale + scales.energyNoise;
  const verdict = failed ? "failed" : coarse ? "warning" : "ok";
  const part = energyScale > 0 ? `, ${percent(value / energyScale)} of ${digits(energyScale)} J` : "";
  const found = `energy + dissipation - work is off by at most ${digits(value)} J${part}`;
  const sentence = verdict === "ok" ? `${found}.` : `${found}. ${stepAdvice(audited)}.`;
  return { name: "energy", verdict, value, unit: "J", sentence };
}

function ofLargest(value: number, largest: number): string {
  return largest > 0 ? `, ${percent(value / largest)} of the largest force` : "";
}
