/** Whether a formula jumps with a velocity of the machine, as dry friction would: seen at many places where its decisions change. */
import { compileProgram } from "../../../../expression/program.ts";
import type { Node } from "../../../../expression/syntax.ts";
import { randomFrom } from "../../../../numeric/random.ts";
import { switchedFormulas } from "../../motion/switches.ts";
import { isMotion, motionVariables } from "../../motion/variables.ts";
import type { Signals } from "../../time/time-inputs.ts";
import { timeVariables } from "../../time/time-inputs.ts";
import type { MechanismNames } from "./names.ts";

const PLACES = 40;
const BISECTIONS = 60;
/** Part of the formula's size by which its two sides may differ. */
const SAME = 1e-6;

/** What changes its sign there, as text; undefined: the formula has at most kinks in velocities. */
export function jumpsByVelocity(node: Node, signals: Signals, { list, count }: MechanismNames): string | undefined {
  const { formulas, functions, sides } = switchedFormulas([node], isMotion);
  const motion = motionVariables([node]).map(({ name }) => name);
  const variables = [...timeVariables(signals), ...motion, ...sides];
  const program = compileProgram([...formulas, ...functions], variables);
  const { registers, inputs, outputs, run } = program;
  const random = randomFrom(1);
  const firstSide = inputs - sides.length;
  const set = (index: number, value: number): void => {
    registers[index] = registers[inputs + index] = value;
  };
  const output = (index: number): number => registers[outputs[index]!]!;

  /** Brings all sides to what the functions say; those inside others first. */
  function settle(but: number): void {
    for (let round = 0; round <= sides.length; round++) {
      run();
      for (let l = 0; l < sides.length; l++) if (l !== but) set(firstSide + l, output(1 + l) < 0 ? -1 : 1);
    }
    run();
  }

  /** A zero of function l on the way along one velocity; whether there is one. */
  function findZero(l: number, along: number): boolean {
    const valueAt = (v: number): number => {
      set(along, v);
      settle(-1);
      return output(1 + l);
    };
    let [low, high] = [-2 * random.uniform(), 2 * random.uniform()];
    const start = valueAt(low);
    if (!(start * valueAt(high) < 0)) return false;
    for (let k = 0; k < BISECTIONS; k++) {
      const middle = (low + high) / 2;
      if (valueAt(middle) * start > 0) low = middle;
      else high = middle;
    }
    valueAt(low);
    return true;
  }

  for (const [l, one] of functions.entries()) {
    const rates = motionVariables([one]).filter(({ kind, index }) => kind === "velocity" && index < count);
    for (const { name, index } of rates) {
      for (let k = 0; k < PLACES; k++) {
        for (let i = 0; i < firstSide; i++) set(i, 4 * random.uniform() - 2);
        if (!findZero(l, variables.indexOf(name))) continue;
        const size = 1 + Math.abs(output(0));
        const [above, below] = [1, -1].map((side) => {
          set(firstSide + l, side);
          settle(l);
          return output(0);
        });
        if (Math.abs(above! - below!) > SAME * size) return `v(${list[index]})`;
      }
    }
  }
  return undefined;
}
