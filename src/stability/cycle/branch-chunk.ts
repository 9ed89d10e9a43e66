/** A point of a branch and what it takes to go on behind it, as numbers that can be kept. */
import type { BranchPoint, BranchState } from "./continuation.ts";
import { STABILITIES } from "./describe-orbit.ts";

export interface BranchLink {
  readonly point: BranchPoint;
  readonly state: BranchState;
}

/** Single numbers, then each list with its length before it; -1 for none. */
export function branchNumbers({ point, state }: BranchLink): Float64Array {
  const { value, period, multiplier, stability, time, amplitudes, position, velocity, states } = point;
  const { count, step, start, ended, y, tangent } = state;
  const single = [value, period, multiplier, STABILITIES.indexOf(stability), time, count, step, start, ended ? 1 : 0];
  const lists = [amplitudes, position, velocity, states, y, tangent].flatMap((list) =>
    list ? [list.length, ...list] : [-1],
  );
  return Float64Array.of(...single, ...lists);
}

export function branchLink(numbers: Float64Array): BranchLink {
  let at = 0;
  const one = (): number => numbers[at++]!;
  const list = (): Float64Array | undefined => {
    const length = one();
    if (length < 0) return undefined;
    at += length;
    return numbers.slice(at - length, at);
  };
  const numbersOf = (): number[] => Array.from(list() ?? []);
  const [value, period, multiplier] = [one(), one(), one()];
  const stability = STABILITIES[one()]!;
  const time = one();
  const [count, step, start] = [one(), one(), one()];
  const ended = one() === 1;
  const [amplitudes, position, velocity] = [numbersOf(), numbersOf(), numbersOf()];
  const states = list();
  const [y, tangent] = [list() ?? new Float64Array(0), list() ?? new Float64Array(0)];
  return {
    point: {
      ...{ value, period, amplitudes, multiplier, stability, time, position, velocity },
      ...(states ? { states: Array.from(states) } : {}),
    },
    state: { count, step, start, ended, y, tangent },
  };
}
