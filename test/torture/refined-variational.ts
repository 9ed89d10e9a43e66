/** One random mechanism without bouncing: event-driven against variational under refined steps. */
import { load, simulate } from "../../src/index.ts";
import { curvedCase } from "./curved-machines.ts";

export interface RefinedVerdict {
  readonly seed: number;
  readonly outcome: "agrees" | "differs" | "unfinished";
  /** Largest difference at the end under the two steps. */
  readonly off: readonly [number, number];
  readonly detail: string;
}

const STEPS = [4e-3, 5e-4] as const;
/** Friction that begins and ends inside steps leaves a first-order error: so much for a step of 1 s, in units of the motion. */
const FIRST_ORDER = 40;

export async function refineVariational(seed: number): Promise<RefinedVerdict> {
  const { problem } = curvedCase(seed, true);
  const exact = await simulate(load(problem));
  const rough = await Promise.all(
    STEPS.map((step) =>
      simulate(load({ ...problem, time: { end: 3, step, output: 0.5 }, scheme: { type: "variational" } })),
    ),
  );
  const size = 1 + Math.max(...[...exact.position, ...exact.velocity].map(Math.abs));
  const [first, second] = rough.map((found) =>
    Math.max(
      ...found.position.map((value, i) => Math.abs(value - exact.position[i]!)),
      ...found.velocity.map((value, i) => Math.abs(value - exact.velocity[i]!)),
    ),
  ) as [number, number];
  const statuses = [exact, ...rough].map(({ status }) => status);
  const detail = `${statuses.join(" ")}: ${exact.message}`;
  if (statuses.some((status) => status !== "done")) {
    return { seed, outcome: "unfinished", off: [first, second], detail };
  }
  const near = second < FIRST_ORDER * STEPS[1] * size && (second < 0.5 * first || second < STEPS[1] * size);
  return { seed, outcome: near ? "agrees" : "differs", off: [first, second], detail };
}
