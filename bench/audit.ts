/** What the audit costs: whole simulations with it (recorder, measures, audit) against the same without, and against the bare steps. */
import { audit } from "../src/simulate/audit/audit.ts";
import { measures } from "../src/simulate/measure/measures.ts";
import { watchStick } from "../src/simulate/measure/of-rows.ts";
import { columns } from "../src/simulate/record/columns.ts";
import { startRun } from "../src/simulate/run/run.ts";
import type { Simulation } from "../src/simulate/run/simulation.ts";
import { simulate } from "../src/simulate/simulate.ts";
import { ratio, table } from "./markdown.ts";
import { galleryProblem, prepare } from "./problems.ts";
import { timeOf } from "./timing.ts";

export interface AuditCost {
  readonly problem: string;
  readonly scheme: string;
  /** States that the audit reads. */
  readonly states: number;
  /** Time of a simulation with audit, in that of one without, and in that of the stepping alone: least times of warm runs. */
  readonly simulations: number;
  readonly steps: number;
  /** The same of the first runs in the process. */
  readonly cold: number;
}

const CASES = [
  { problem: "gk95-tp1", steps: 400 },
  { problem: "chain-20", steps: 2500 },
] as const;
/** ns of processor time spent on each case. */
const BUDGET = 1.2e10;

export function measureAudit(budget = BUDGET): AuditCost[] {
  return CASES.flatMap(({ problem, steps }) =>
    ["event-driven", "balanced"].map((scheme) => ({
      ...{ problem, scheme },
      ...costOf(prepare(galleryProblem(problem), steps, { type: scheme }), budget),
    })),
  );
}

function costOf(simulation: Simulation, budget: number): Omit<AuditCost, "problem" | "scheme"> {
  const work = [() => simulateWithout(simulation), () => simulate(simulation), () => stepAlone(simulation, [])];
  const first = work.map(timeOf);
  const least = [...first];
  let spent = 0;
  while (spent < budget) {
    work.forEach((call, i) => {
      const time = timeOf(call);
      least[i] = Math.min(least[i]!, time);
      spent += time;
    });
  }
  const [without, audited, alone] = least as [number, number, number];
  return {
    states: statesTold(simulation),
    simulations: audited / without,
    steps: audited / alone,
    cold: first[1]! / first[0]!,
  };
}

/** What `simulate` does, but for the audit. */
function simulateWithout(simulation: Simulation): void {
  const { system, grid } = simulation;
  const record = columns(simulation, Math.ceil(grid.steps / grid.every) + 1);
  const stuck = system.rows.map(
    ({ name }, row) => ({ name, kind: "time", row, from: grid.start, to: grid.end }) as const,
  );
  const measured = measures(simulation);
  stepAlone(simulation, [record, measured, watchStick(simulation, stuck)]);
  record.trajectory();
  measured.result();
}

function stepAlone(simulation: Simulation, sinks: Parameters<typeof startRun>[1]): void {
  const run = startRun(simulation, sinks);
  run.advance(Number.POSITIVE_INFINITY);
  const { status, message } = run.finish();
  if (status !== "done") throw new Error(`run failed; ${simulation.name} with ${simulation.scheme.name}: ${message}`);
}

function statesTold(simulation: Simulation): number {
  let states = 0;
  stepAlone(simulation, [{ step: () => void states++ }]);
  const found = audit(simulation);
  stepAlone(simulation, [found]);
  const { verdict } = found.result();
  if (verdict !== "ok") throw new Error(`audit failed; ${simulation.name} with ${simulation.scheme.name}: ${verdict}`);
  return states;
}

export function auditTable(measured: readonly AuditCost[]): string {
  const rows = measured.map(({ problem, scheme, states, simulations, steps, cold }) => [
    problem,
    scheme,
    String(states),
    ratio(simulations),
    ratio(cold),
    ratio(steps),
  ]);
  const head = ["problem", "scheme", "states read", "with audit, without = 1", "the first run of a process"];
  return table([...head, "with audit, bare steps = 1"], rows);
}
