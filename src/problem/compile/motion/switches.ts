/**
 * Decisions by the motion (abs, min, max, sign, comparisons, ?:, piecewise of x or v), made visible: each takes its branch by a
 * variable for its side, +1 or -1, and the function whose sign that is stands beside the formulas. Decisions by time alone stay.
 */
import { switchFunctions } from "../../../expression/decisions.ts";
import { choose, compare, constant, negate, rebuild, subtract, variable, zero } from "../../../expression/fold.ts";
import { share } from "../../../expression/share.ts";
import { variablesOf } from "../../../expression/substitute.ts";
import { mapTree, type Node, postorder } from "../../../expression/syntax.ts";

export interface Switched {
  /** The formulas, which decide by sides. */
  readonly formulas: readonly Node[];
  /** The switch functions, which decide by the sides of others. */
  readonly functions: readonly Node[];
  /** The switch functions as the motion makes them. */
  readonly original: readonly Node[];
  /** Names of the sides, one a switch function. */
  readonly sides: readonly string[];
}

const sideName = (index: number): string => `side:${index}`;

const isSide = (name: string): boolean => name.startsWith("side:");

export function switchedFormulas(nodes: readonly Node[], ofMotion: (name: string) => boolean): Switched {
  const roots = share(nodes);
  const numbers = new Map(postorder(roots).map((node, index) => [node, index]));
  const known = new Map<string, number>();
  const functions: Node[] = [];
  const original: Node[] = [];

  /** The side of left - right, where that follows the motion. */
  function sideOf(left: Node, right: Node, done: (child: Node) => Node): Node | undefined {
    const level = right.kind === "number" ? right : undefined;
    const replaced = subtract(done(left), level ?? done(right));
    if (!followsMotion(replaced)) return undefined;
    const key = `${numbers.get(left)} ${level ? `= ${level.value}` : numbers.get(right)}`;
    const index = known.get(key) ?? functions.length;
    if (index === functions.length) {
      known.set(key, index);
      functions.push(replaced);
      original.push(subtract(left, right));
    }
    return variable(sideName(index));
  }

  /** A decision by sides alone needs none of its own. */
  function followsMotion(node: Node): boolean {
    const names = [...variablesOf(postorder([node]))];
    return names.some(ofMotion) || (names.some(isSide) && !names.every(isSide));
  }

  const below = (side: Node): Node => compare("<", side, zero);

  function replace(node: Node, done: (child: Node) => Node): Node {
    if (node.kind === "call" && (node.name === "abs" || node.name === "sign")) {
      const side = sideOf(node.argument, zero, done);
      if (side && node.name === "sign") return side;
      if (side) return choose(below(side), negate(done(node.argument)), done(node.argument));
    } else if (node.kind === "extremum") {
      const side = sideOf(node.left, node.right, done);
      if (side)
        return choose(
          below(side),
          done(node.name === "min" ? node.left : node.right),
          done(node.name === "min" ? node.right : node.left),
        );
    } else if (node.kind === "comparison") {
      const isEquality = node.op === "==" || node.op === "!=";
      const side = isEquality ? undefined : sideOf(node.left, node.right, done);
      if (side) return compare(node.op, side, zero);
      if (isEquality && followsMotion(subtract(done(node.left), done(node.right))))
        return constant(node.op === "!=" ? 1 : 0);
    } else if (node.kind === "piecewise") {
      const sides = node.breaks.map((end) => sideOf(node.of, constant(end), done));
      if (sides.every((side) => side !== undefined)) {
        return sides.reduceRight<Node>(
          (later, side, index) => choose(below(side), done(node.values[index]!), later),
          done(node.values.at(-1)!),
        );
      }
    }
    return rebuild(node, done);
  }

  const replaced = mapTree<Node>(roots, replace);
  return {
    formulas: roots.map((root) => replaced.get(root)!),
    functions,
    original,
    sides: functions.map((_, index) => sideName(index)),
  };
}

/** The decisions that depend on other names than these alone: of time and signals. */
export function timedDecisions(nodes: readonly Node[], ofMotion: (name: string) => boolean): Node[] {
  const switches = nodes.length > 0 ? postorder(share(nodes)).flatMap(switchFunctions) : [];
  return switches.filter((node) => ![...variablesOf(postorder([node]))].some(ofMotion));
}
