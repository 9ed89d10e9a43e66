/** The audit over random machines: no alarm on an exact motion, and one on every motion with something disturbed. */
import { expect, test } from "vitest";
import { seeded } from "../support/random.ts";
import { compileRaw } from "../support/run.ts";
import { cases } from "../support/torture.ts";
import { compare } from "./compare.ts";
import { audited, disturbed, type Motion, type Part, scaleOf, tell } from "./disturbed.ts";
import { type RandomMachine, randomMachine } from "./random-machines.ts";

const COUNT = cases(40, 5000);
/** Part of its scale by which something is disturbed. */
const DISTURBANCE = 1e-5;

interface Found {
  exact: number;
  /** Runs that end early or are wrong by the oracle too. */
  readonly left: string[];
  readonly alarms: string[];
  readonly missed: string[];
  disturbances: number;
}

function motionOf(machine: RandomMachine): Motion | undefined {
  try {
    const motion = tell(compileRaw(machine.raw));
    return motion.status === "done" ? motion : undefined;
  } catch {
    return undefined;
  }
}

/** Alarms on what the oracle finds right are false. */
function falseAlarm(machine: RandomMachine, motion: Motion, found: Found): boolean {
  const { verdict, checks } = audited(motion.simulation, motion.told);
  if (verdict === "ok") return false;
  const bad = checks.filter((check) => check.verdict !== "ok").map(({ name, sentence }) => `${name}: ${sentence}`);
  const right = compare(machine).verdict === "agree";
  (right ? found.alarms : found.left).push(`${machine.seed} (${machine.features}): ${bad.join(" ")}`);
  return true;
}

function disturb(machine: RandomMachine, motion: Motion, found: Found): void {
  const random = seeded(machine.seed);
  const { simulation, told } = motion;
  const states = told.filter(({ kind }) => kind === "step").length;
  const { size, rows } = { size: simulation.system.visible, rows: simulation.system.rows.length };
  for (const part of ["position", "velocity", "force"] as Part[]) {
    const k = random.whole(0, (part === "force" ? rows : size) - 1);
    const scale = scaleOf(motion, part, k);
    if (!(scale > 0)) continue;
    const from = random.whole(0, states - 1);
    const to = random.chance(0.5) ? from : Math.min(states - 1, from + random.whole(1, 40));
    const sign = random.pick([1, -1]);
    const wrong = disturbed(told, { part, k, from, to, size: () => sign * DISTURBANCE * scale });
    found.disturbances++;
    if (audited(simulation, wrong).verdict !== "failed")
      found.missed.push(`${machine.seed} (${machine.features}): ${part}[${k}] from ${from} to ${to} of ${states}`);
  }
}

test("no alarm on exact motions of random machines, and one on each that is disturbed", { timeout: 3e6 }, () => {
  const found: Found = { exact: 0, left: [], alarms: [], missed: [], disturbances: 0 };
  for (let seed = 1; seed <= COUNT; seed++) {
    const machine = randomMachine(seed);
    const motion = motionOf(machine);
    if (!motion) {
      found.left.push(`${seed}: no motion`);
      continue;
    }
    if (falseAlarm(machine, motion, found)) continue;
    found.exact++;
    disturb(machine, motion, found);
  }
  expect(found.alarms).toEqual([]);
  expect(found.missed).toEqual([]);
  expect(found.exact).toBeGreaterThan(0.9 * COUNT);
});
