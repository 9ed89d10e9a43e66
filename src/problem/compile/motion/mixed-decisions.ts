/**
 * Decisions by time and the motion together, as min(1 - x, 2 + t): where a formula decides by time alone it does so as at a time on one side of the
 * present one, perhaps far off, since nothing changes in between; here that time must be the present one, or that of the place which decides. In such
 * decisions time and signals are variables of their own.
 */
import { choose, compare, negate, piecewise, rebuild, variable, zero } from "../../../expression/fold.ts";
import type { Program } from "../../../expression/program.ts";
import { variablesOf } from "../../../expression/substitute.ts";
import { mapTree, type Node, postorder } from "../../../expression/syntax.ts";
import { type Signals, timeVariables } from "../time/time-inputs.ts";
import { isMotion } from "./variables.ts";

const NOW = ":now";

interface Both {
  /** As it is, and inside of such a decision. */
  readonly plain: Node;
  readonly now: Node;
  readonly moves: boolean;
}

/** The formulas with such variables. */
export function mixedDecisions(nodes: readonly Node[], signals: Signals): Node[] {
  const timed = new Set(timeVariables(signals));

  function visit(node: Node, done: (child: Node) => Both): Both {
    const plain = (child: Node) => done(child).plain;
    const now = (child: Node) => done(child).now;
    if (node.kind === "variable") {
      const own = timed.has(node.name) ? variable(node.name + NOW) : node;
      return { plain: node, now: own, moves: isMotion(node.name) };
    }
    if (node.kind === "piecewise") {
      const decides = done(node.of).moves;
      const of = decides ? now(node.of) : plain(node.of);
      const moves = decides || node.values.some((value) => done(value).moves);
      return {
        plain: piecewise(of, node.breaks, node.values.map(plain)),
        now: piecewise(of, node.breaks, node.values.map(now)),
        moves,
      };
    }
    let moves = false;
    rebuild(node, (child) => {
      moves ||= done(child).moves;
      return child;
    });
    const decides =
      node.kind === "comparison" ||
      node.kind === "extremum" ||
      (node.kind === "call" && (node.name === "abs" || node.name === "sign"));
    if (!decides) return { plain: rebuild(node, plain), now: rebuild(node, now), moves };
    const decided = rebuild(node, moves ? now : plain);
    return { plain: decided, now: moves ? decided : decidedAside(node, decided, plain, now), moves };
  }

  /** What is chosen by time alone, as at a time aside, has its present value. */
  function decidedAside(node: Node, decided: Node, plain: (child: Node) => Node, now: (child: Node) => Node): Node {
    if (node.kind === "extremum") {
      const { left, right } = node;
      const below = compare("<", plain(left), plain(right));
      return node.name === "min" ? choose(below, now(left), now(right)) : choose(below, now(right), now(left));
    }
    if (node.kind !== "call" || node.name !== "abs") return decided; // these are the same until they change
    return choose(compare("<", plain(node.argument), zero), negate(now(node.argument)), now(node.argument));
  }

  const found = mapTree(nodes, visit);
  return nodes.map((node) => found.get(node)!.plain);
}

/** The names of these variables in the formulas. */
export function nowVariables(nodes: readonly Node[]): string[] {
  return [...variablesOf(postorder(nodes))].filter((name) => name.endsWith(NOW));
}

/** For each of them, which stand in a program from `first` on, the variable of time or of a signal that it is; `set`: after those. */
export function nowInputs({ registers, inputs }: Program, names: readonly string[], signals: Signals, first: number) {
  const known = timeVariables(signals);
  const of = Int32Array.from(names, (name) => known.indexOf(name.slice(0, -NOW.length)));
  return {
    of,
    /** `aside`: another place decides, at the time that is the side. */
    set(aside: boolean): void {
      for (let k = 0; k < of.length; k++) {
        registers[first + k] = registers[of[k]!]!;
        registers[inputs + first + k] = registers[(aside ? inputs : 0) + of[k]!]!;
      }
    },
  };
}
