import { affineForm } from "./affine.ts";
import { decided, operandsOf, outcome, switchFunctions } from "./decisions.ts";
import { compileProgram } from "./program.ts";
import { share } from "./share.ts";
import { findSignChanges } from "./sign-changes.ts";
import { type Budget, isSpent, smoothFunction } from "./smooth-function.ts";
import { variablesOf } from "./substitute.ts";
import { type Node, postorder } from "./syntax.ts";

/** Points nearer to each other than this, as a fraction of the interval, are one. */
const sameTime = 1e-13;

export interface Breakpoints {
  /** In ascending order. */
  readonly times: number[];
  /** False when there are more, beyond the budget, or decisions that depend on other variables too. */
  readonly complete: boolean;
}

/** What one search may use; several searches of one question share theirs. */
export const searchBudget = (): Budget => ({ evaluations: 3_000_000, changes: 100_000 });

interface Search {
  readonly variable: string;
  readonly from: number;
  readonly to: number;
  readonly budget: Budget;
  /** The decision nodes, with their switch functions. */
  readonly decisions: ReadonlyMap<Node, readonly Node[]>;
  /** The sign changes of each switch function that has been searched. */
  readonly changes: Map<Node, number[]>;
}

/**
 * All points of the open interval (from, to) of one variable where a decision in one of the formulas can change, and
 * perhaps some more where none does. Between two of them the formulas are smooth.
 *
 * A switch function may itself contain decisions, as in abs(abs(t) - 1). Those are searched first; between their
 * changes the function is smooth and is searched piece by piece.
 */
export function breakpoints(
  nodes: readonly Node[],
  variable: string,
  from: number,
  to: number,
  budget: Budget = searchBudget(),
): Breakpoints {
  if (!(from < to)) return { times: [], complete: true };
  const search: Search = {
    variable,
    from,
    to,
    budget,
    decisions: decisionsOf(nodes),
    changes: new Map(),
  };
  let complete = true;
  for (const node of new Set([...search.decisions.values()].flat())) {
    const found: number[] = [];
    if (!searchFunction(search, node, found)) complete = false;
    search.changes.set(node, found);
  }
  return { times: merged([...search.changes.values()].flat(), from, to), complete };
}

/** Inner decisions come before those that contain them; equal subexpressions are one node. */
function decisionsOf(nodes: readonly Node[]): Map<Node, readonly Node[]> {
  const roots = share(nodes);
  const deciding = postorder(roots)
    .filter((node) => operandsOf(node).deciding.length > 0)
    .map((node) => ({ node, functions: switchFunctions(node) }));
  const shared = share([...roots, ...deciding.flatMap((each) => each.functions)]);
  let next = roots.length;
  return new Map(deciding.map((each) => [each.node, each.functions.map(() => shared[next++]!)]));
}

/** Adds the sign changes of one switch function to `found`; false when there may be more. */
function searchFunction(search: Search, node: Node, found: number[]): boolean {
  const order = postorder([node]);
  const names = variablesOf(order);
  if (!names.has(search.variable)) return true;
  if (names.size > 1) return false;
  const inner = order.filter((each) => search.decisions.has(each));
  if (inner.length > 0 && isSpent(search.budget)) return false;
  const searchPiece = pieceSearch(search, node, inner);
  const functions = new Set(inner.flatMap((each) => search.decisions.get(each)!));
  const times = [...functions].flatMap((each) => search.changes.get(each)!);
  search.budget.evaluations -= times.length / 4;
  const edges = [search.from, ...merged(times, search.from, search.to), search.to];
  for (let i = 1; i < edges.length; i++) {
    if (isSpent(search.budget) || !searchPiece(edges[i - 1]!, edges[i]!, found)) return false;
  }
  return true;
}

type PieceSearch = (from: number, to: number, found: number[]) => boolean;

/** Searches one piece, where the inner decisions are as in its middle. */
function pieceSearch(search: Search, node: Node, inner: readonly Node[]): PieceSearch {
  if (inner.length === 0) return smoothSearch(search, node);
  const operands = [...new Set(inner.flatMap((each) => operandsOf(each).deciding))];
  const program = compileProgram(operands, [search.variable]);
  const register = new Map(operands.map((operand, i) => [operand, program.outputs[i]!]));
  const valueAt = (operand: Node) => program.registers[register.get(operand)!]!;
  const known = new Map<string, PieceSearch>();
  return (from, to, found) => {
    search.budget.evaluations -= 2 + (program.size + inner.length) / 8;
    program.registers.fill(from + (to - from) / 2, 0, 2);
    program.run();
    const outcomes = new Map(inner.map((each) => [each, outcome(each, valueAt)]));
    const key = [...outcomes.values()].join();
    let piece = known.get(key);
    if (!piece) {
      search.budget.evaluations -= program.size / 4;
      piece = smoothSearch(search, decided(node, outcomes));
      known.set(key, piece);
    }
    return piece(from, to, found);
  };
}

function smoothSearch({ variable, budget }: Search, node: Node): PieceSearch {
  const affine = affineForm(node, variable);
  if (affine) {
    const root = -affine.offset / affine.slope;
    return (from, to, found) => {
      if (!(from <= root && root <= to)) return true;
      if (--budget.changes >= 0) found.push(root);
      return budget.changes >= 0;
    };
  }
  const f = smoothFunction(node, variable, budget);
  return (from, to, found) => f.constant || findSignChanges(f, from, to, budget, found);
}

/** Those inside (from, to), ascending, without near duplicates and without those that are next to an end. */
function merged(times: readonly number[], from: number, to: number): number[] {
  const distance = sameTime * (to - from);
  const kept: number[] = [];
  for (const time of Float64Array.from(times).sort()) {
    if (time - (kept.at(-1) ?? from) > distance && to - time > distance) kept.push(time);
  }
  return kept;
}
