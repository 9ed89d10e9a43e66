/** The judgment of conditioned.ts: each number with its verdict and a sentence. */
import { isFriction } from "../../model/rows/law.ts";
import type { Audited } from "./audit.ts";
import type { NodeBalance } from "./conditioned.ts";
import type { Audit, AuditCheck, AuditNumbers } from "./result.ts";
import { digits, percent, sized, worstVerdict } from "./sentences.ts";

/** Part of the largest force that nothing needs to explain. */
const PROOF = 1e-6;
const COARSE_BALANCE = 0.05;
const COARSE_ENERGY = 0.01;
const WRONG_ENERGY = 0.3;
const COARSE_PATH = 0.05;
/** Of a condition, m per m of the machine: more is not round-off. */
const CLOSED = 1e-9;

export interface MotionFindings {
  /** Largest slip of a row whose force helped it, m/s. */
  readonly wrongWay: number;
  /** By how much velocities differ from the differences of positions, beyond what they change in a step, m/s. */
  readonly path: number;
  /** Largest speed, m/s. */
  readonly speed: number;
  /** What of the energy is round-off, J. */
  readonly energyNoise: number;
}

export function judgeConditioned(
  audited: Audited,
  balance: NodeBalance,
  numbers: AuditNumbers,
  found: MotionFindings,
): Audit {
  const { rows } = audited.system;
  const checks = [
    ...(rows.some(({ law }) => isFriction(law)) ? [stick(numbers), box(numbers, found)] : []),
    balanceCheck(audited, balance),
    path(found),
    lengths(audited, numbers),
    energy(audited, numbers, found),
  ];
  return { verdict: worstVerdict(checks), checks, ...numbers };
}

function stick({ stickSpeed, stickDrift, creepTime, rows }: AuditNumbers): AuditCheck {
  const check = { name: "stick", value: stickDrift, unit: "m" };
  if (stickSpeed === 0 && stickDrift === 0)
    return { ...check, verdict: "ok", sentence: "rows inside their limits have velocity zero: exact." };
  const moved = `rows inside their limits moved ${digits(stickDrift)} m at up to ${digits(stickSpeed)} m/s`;
  if (creepTime === 0) return { ...check, verdict: "ok", sentence: `${moved}: round-off.` };
  const stuck = rows.reduce((sum, row) => sum + row.stuckTime, 0);
  const sentence = `CREEP: ${moved}, for ${digits(creepTime)} of ${digits(stuck)} s. Take solver active-set.`;
  return { ...check, verdict: "failed", sentence };
}

function box({ boxResidual }: AuditNumbers, { wrongWay, speed }: MotionFindings): AuditCheck {
  const check = { name: "box", value: boxResidual, unit: "1" };
  if (boxResidual > 1e-9) {
    return {
      ...check,
      verdict: "failed",
      sentence: `multipliers leave their limits by ${digits(boxResidual)}. Take solver active-set.`,
    };
  }
  if (wrongWay > 1e-9 * speed) {
    return {
      ...check,
      verdict: "failed",
      sentence: `friction pushes a row on at ${digits(wrongWay)} m/s. This motion is wrong, please report it.`,
    };
  }
  return { ...check, verdict: "ok", sentence: "multipliers stay in their limits, and friction is against the slip." };
}

/** The part of the largest force is that of all coordinates together, each by the root of its mass. */
function balanceCheck({ system }: Audited, { residual, sizes }: NodeBalance): AuditCheck {
  let index = 0;
  for (let k = 0; k < residual.length; k++) {
    if (system.units[k] === "m" && residual[k]! > residual[index]!) index = k;
  }
  const [wrong, largest, found, bending, rounding] = [sizes[0]!, sizes[1]!, sizes[2]!, sizes[3]!, sizes[4]!];
  const part = largest > 0 ? found / largest : 0;
  const value = residual[index]!;
  const told = `${sized(value, "N")} (${system.names[index]}), ${percent(part)} of the largest forces`;
  const check = { name: "balance", value, unit: "N" };
  if (wrong > PROOF * largest) {
    const sentence = `the equation of motion is off by ${told}, which no step explains. This motion is wrong, please report it.`;
    return { ...check, verdict: "failed", sentence };
  }
  const sentence = `the equation of motion at the nodes is off by at most ${told}`;
  if (bending <= COARSE_BALANCE * largest + rounding) return { ...check, verdict: "ok", sentence: `${sentence}.` };
  return {
    ...check,
    verdict: "warning",
    sentence: `${sentence}: waves of bending that the step is too long for. Take a smaller step.`,
  };
}

function path({ path: value, speed }: MotionFindings): AuditCheck {
  const found = `positions change by the integral of the velocity up to ${digits(value)} m/s`;
  const check = { name: "path", value, unit: "m/s" };
  if (value <= COARSE_PATH * speed) return { ...check, verdict: "ok", sentence: `${found}.` };
  const verdict = value <= speed / 2 ? "warning" : "failed";
  return {
    ...check,
    verdict,
    sentence: `${found}, ${percent(value / speed)} of the largest speed. Take a smaller step.`,
  };
}

function lengths({ system }: Audited, { violation: value }: AuditNumbers): AuditCheck {
  const soft = system.rows.find(({ law }) => law.method && law.method.type !== "kkt");
  const found = `lengths and held ends are off by at most ${digits(value)} m`;
  const check = { name: "joint", value, unit: "m" };
  if (value <= CLOSED * Math.max(1, ...(system.shape ? [system.shape.s.at(-1)!] : [])))
    return { ...check, verdict: "ok", sentence: `${found}.` };
  if (soft) {
    const sentence = `${found}: ${soft.law.method!.type} gives way. Take a smaller epsilon or tolerance, or method kkt.`;
    return { ...check, verdict: "warning", sentence };
  }
  return { ...check, verdict: "failed", sentence: `${found}. This motion is wrong, please report it.` };
}

function energy(
  { system, scheme }: Audited,
  { energyError: value, energyScale }: AuditNumbers,
  { energyNoise }: MotionFindings,
): AuditCheck {
  const part = energyScale > 0 ? `, ${percent(value / energyScale)} of ${digits(energyScale)} J` : "";
  const found = `energy + dissipation - work is off by at most ${digits(value)} J${part}`;
  const check = { name: "energy", value, unit: "J" };
  if (!(value > COARSE_ENERGY * energyScale + energyNoise)) return { ...check, verdict: "ok", sentence: `${found}.` };
  const loses = system.rows.some(({ law }) => law.method?.direction === "new");
  const advice = loses
    ? "The direction new, (97), loses energy: take inextensible.direction mean, or scheme variational"
    : scheme.name === "alpha"
      ? "alpha lets vibrations grow that are faster than its step: take scheme variational"
      : "Take a smaller step";
  const verdict = value > WRONG_ENERGY * energyScale ? "failed" : "warning";
  return { ...check, verdict, sentence: `${found}. ${advice}.` };
}
