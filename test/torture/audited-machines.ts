/** Random machines under the audit: alarms on their exact motions, and disturbances of them that it misses. */
import { seeded } from "../support/random.ts";
import { compileRaw } from "../support/run.ts";
import { audited, disturbed, type Motion, type Part, scaleOf, tell } from "./disturbed.ts";
import { type RandomMachine, randomMachine } from "./random-machines.ts";

/** Part of its scale by which something is disturbed. */
const DISTURBANCE = 1e-5;
/** The random machines have masses, forces and times of about 1: what is always below this is round-off about rest. */
const AT_REST = 1e-12;
/**
 * Scale of a force at least, N. What a row holds is what several N of loads, springs and other rows leave for it, known to their digits: runs are off by
 * some 1e-13 N there. A stop that never bears more than 4e-9 N beside a row at 1 N, wrong by 4e-14 N (80,814), is no error that anybody could see. The 1e-9 N
 * that this scale makes are far above these digits, and far below the 1e-6 of the forces beside them.
 */
const LEAST_FORCE = 1e-4;

export interface Examined {
  exact: number;
  disturbances: number;
  /** Machines without a whole motion: they do not compile, or the run ends early under a name. */
  readonly left: string[];
  readonly alarms: string[];
  readonly missed: string[];
}

/** Examines the machines of seeds first to last; `note` hears of every alarm and of everything missed at once. */
export function examine(first: number, last: number, note: (line: string) => void = () => {}): Examined {
  const found: Examined = { exact: 0, disturbances: 0, left: [], alarms: [], missed: [] };
  for (let seed = first; seed <= last; seed++) {
    const machine = randomMachine(seed);
    const motion = motionOf(machine);
    if (typeof motion === "string") {
      found.left.push(`${seed}: ${motion}`);
      continue;
    }
    const alarm = alarmOn(motion);
    if (alarm !== undefined) {
      found.alarms.push(`${seed} (${machine.features}): ${alarm}`);
      note(`ALARM ${found.alarms.at(-1)}`);
      continue;
    }
    found.exact++;
    const before = found.missed.length;
    disturb(machine, motion, found);
    for (const line of found.missed.slice(before)) note(`MISSED ${line}`);
  }
  return found;
}

/** A whole motion, or why there is none. */
function motionOf(machine: RandomMachine): Motion | string {
  try {
    const motion = tell(compileRaw(machine.raw));
    return motion.status === "done" ? motion : motion.status;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function alarmOn({ simulation, told }: Motion): string | undefined {
  const { verdict, checks } = audited(simulation, told);
  if (verdict === "ok") return undefined;
  const bad = checks.filter((check) => check.verdict !== "ok");
  return bad.map(({ name, sentence }) => `${name}: ${sentence}`).join(" ");
}

function disturb(machine: RandomMachine, motion: Motion, found: Examined): void {
  const random = seeded(machine.seed);
  const { simulation, told } = motion;
  const states = told.filter(({ kind }) => kind === "step").length;
  const { visible: size, rows } = simulation.system;
  for (const part of ["position", "velocity", "force"] as Part[]) {
    const k = random.whole(0, (part === "force" ? rows.length : size) - 1);
    const own = scaleOf(motion, part, k);
    if (!(own > AT_REST)) continue;
    const scale = part === "force" ? Math.max(own, LEAST_FORCE) : own;
    const from = random.whole(0, states - 1);
    const last = random.chance(0.5) ? from : Math.min(states - 1, from + random.whole(1, 40));
    const to = last - from === states - 1 ? last - 1 : last; // all of it moved elsewhere may be a motion again
    const sign = random.pick([1, -1]);
    const wrong = disturbed(told, { part, k, from, to, size: () => sign * DISTURBANCE * scale });
    found.disturbances++;
    if (audited(simulation, wrong).verdict !== "failed")
      found.missed.push(`${machine.seed} (${machine.features}): ${part}[${k}] from ${from} to ${to} of ${states}`);
  }
}
