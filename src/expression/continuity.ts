import { breakpoints } from "./breakpoints.ts";
import { compileProgram } from "./program.ts";
import type { Node } from "./syntax.ts";

/** Part of a formula's size by which its two limits at a breakpoint may differ: round-off of numbers that people write. */
const SAME = 1e-9;

/** Whether a formula of one variable alone has the same limit from both sides at each of its breakpoints in an interval. */
export function isContinuous(node: Node, variable: string, from: number, to: number): boolean {
  const { times, complete } = breakpoints([node], variable, from, to);
  if (!complete) return false;
  const { registers, outputs, run } = compileProgram([node], [variable]);
  const at = (time: number, side: number): number => {
    registers[0] = time;
    registers[1] = side;
    run();
    return registers[outputs[0]!]!;
  };
  const edges = [from, ...times, to];
  return times.every((time, k) => {
    const [before, after] = [(edges[k]! + time) / 2, (time + edges[k + 2]!) / 2];
    const [left, right] = [at(time, before), at(time, after)];
    const size = Math.max(Math.abs(left), Math.abs(right), Math.abs(at(before, before)), Math.abs(at(after, after)));
    return Math.abs(left - right) <= SAME * size;
  });
}
