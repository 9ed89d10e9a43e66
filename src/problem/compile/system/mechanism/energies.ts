/** `kinetic:` and `potential:`, and the equations of motion that follow from them. */
import { derivative } from "../../../../expression/derivative.ts";
import { add, constant, constantValue, multiply, negate, variable } from "../../../../expression/fold.ts";
import { compileProgram } from "../../../../expression/program.ts";
import { substitute, variablesOf } from "../../../../expression/substitute.ts";
import { type Node, postorder } from "../../../../expression/syntax.ts";
import { randomFrom } from "../../../../numeric/random.ts";
import { type Path, printValue } from "../../../faults.ts";
import type { Quantity } from "../../../schema/schema.ts";
import { motionVariables, positionName, velocityName } from "../../motion/variables.ts";
import type { Scope } from "../../scope.ts";
import { isSmooth } from "../springs.ts";
import type { MechanismNames } from "./names.ts";

/** An entry of the mass on or below the diagonal. */
export interface MassEntry {
  readonly row: number;
  readonly column: number;
  readonly node: Node;
}

export interface Kinetic {
  readonly node: Node;
  readonly mass: readonly MassEntry[];
}

/** Operations of T times the square of the coordinates: what its second derivatives may cost. */
const LARGEST_FORMULA = 1_000_000;

const PATH: Path = ["system", "kinetic"];

/** T = v.M(x)v / 2, with M as its second derivative; refused where it is something else. */
export function compileKinetic(scope: Scope, text: Quantity | undefined, names: MechanismNames): Kinetic | undefined {
  if (text === undefined || names.count === 0) return undefined;
  const node = names.formula(scope, PATH, text, "motion");
  if (!node) return undefined;
  const refuse = (message: string): undefined => {
    scope.faults.add(PATH, `invalid kinetic; ${message}`);
    return undefined;
  };
  const size = postorder([node]).length;
  if (size * names.count * names.count > LARGEST_FORMULA) {
    return refuse(
      `too large: ${size} operations for ${names.count} coordinates. Write it in fewer words; a chain of links is type: arm`,
    );
  }
  if (!isSmooth(node)) return refuse(`not smooth: ${printValue(text)}. Masses do not jump or bend; forces may`);
  const momenta = Array.from({ length: names.count }, (_, i) => derivative(node, velocityName(i)));
  const mass: MassEntry[] = [];
  for (let row = 0; row < names.count; row++) {
    for (let column = 0; column <= row; column++) {
      const entry = derivative(momenta[row]!, velocityName(column));
      const rate = motionVariables([entry]).find(({ kind }) => kind === "velocity");
      if (rate) {
        const pair = row === column ? names.list[row] : `${names.list[row]} and ${names.list[column]}`;
        return refuse(
          `not quadratic in v: the mass of ${pair} depends on v(${names.list[rate.index]}): ${printValue(text)}. Write it as a sum of products of two velocities`,
        );
      }
      if (constantValue(entry) !== 0) mass.push({ row, column, node: entry });
    }
  }
  const still = new Map(names.list.map((_, i) => [velocityName(i), constant(0)]));
  const [rest, ...linear] = substitute([node, ...momenta], still);
  if (!vanishes(rest!)) {
    return refuse(
      `not zero at rest: ${printValue(text)}. A part without v belongs to potential, with the opposite sign`,
    );
  }
  const gyroscopic = linear.findIndex((part) => !vanishes(part));
  if (gyroscopic >= 0) {
    return refuse(
      `has a part that is linear in v(${names.list[gyroscopic]}): ${printValue(text)}. Write what it does as a force`,
    );
  }
  const bare = names.list.findIndex((_, i) => !mass.some(({ row, column }) => row === i && column === i));
  if (bare >= 0) {
    return refuse(
      `not positive: ${names.list[bare]} has no mass: ${printValue(text)}. Every coordinate needs one; a state has a rate instead`,
    );
  }
  return { node, mass };
}

/** Points at which a formula is looked at that is not zero by its form. */
const SAMPLES = 32;

/** Whether a formula of positions is zero, by its form or at many places. */
function vanishes(node: Node): boolean {
  if (constantValue(node) !== undefined) return constantValue(node) === 0;
  const names = [...variablesOf(postorder([node]))];
  const { registers, inputs, outputs, run } = compileProgram([node], names);
  const random = randomFrom(1);
  for (let k = 0; k < SAMPLES; k++) {
    let size = 1;
    for (let i = 0; i < inputs; i++) {
      registers[i] = registers[inputs + i] = 4 * random.uniform() - 2;
      size += registers[i]! * registers[i]!;
    }
    run();
    const value = registers[outputs[0]!]!;
    if (Number.isFinite(value) && Math.abs(value) > 1e-12 * size) return false;
  }
  return true;
}

/** Terms of dM/dt v - dT/dq of each coordinate. */
export function inertialTerms({ node, mass }: Kinetic, count: number): Node[][] {
  const entry = (i: number, j: number) =>
    mass.find(({ row, column }) => row === Math.max(i, j) && column === Math.min(i, j))?.node;
  return Array.from({ length: count }, (_, i) => {
    const terms: Node[] = [];
    for (let j = 0; j < count; j++) {
      const part = entry(i, j);
      if (!part) continue;
      let rate: Node = constant(0);
      for (let k = 0; k < count; k++) {
        rate = add(rate, multiply(derivative(part, positionName(k)), variable(velocityName(k))));
      }
      terms.push(multiply(rate, variable(velocityName(j))));
    }
    terms.push(negate(derivative(node, positionName(i))));
    return terms.filter((term) => constantValue(term) !== 0);
  });
}

/** Terms of dV/dq of each coordinate. */
export function elasticTerms(potential: Node, count: number): Node[][] {
  return Array.from({ length: count }, (_, i) => sumTerms(derivative(potential, positionName(i))));
}

/** What a sum is made of, at its outermost level. */
export function sumTerms(node: Node): Node[] {
  const terms: Node[] = [];
  const open: { node: Node; negative: boolean }[] = [{ node, negative: false }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { node: part, negative } = next;
    if (part.kind === "unary") open.push({ node: part.operand, negative: !negative });
    else if (part.kind === "binary" && (part.op === "+" || part.op === "-")) {
      open.push({ node: part.right, negative: negative !== (part.op === "-") }, { node: part.left, negative });
    } else if (constantValue(part) !== 0) terms.push(negative ? negate(part) : part);
  }
  return terms;
}
