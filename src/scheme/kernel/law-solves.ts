/** A step in a kernel whose laws ask for more than one solve: weakening at the velocity that is found, and rows under the jump law whose limits change. */
import {
  addWhole,
  double,
  each,
  less,
  multiply,
  pair,
  repeat,
  type Statement,
  sequence,
  subtract,
  type Whole,
  when,
  whenElse,
  whole,
} from "../../numeric/wasm/code.ts";
import type { Variable, Variables } from "../../numeric/wasm/module.ts";
import type { RowsCode } from "../../step/kernels/rows-code.ts";
import type { jumpCode } from "./jump-code.ts";
import { type Places, readPair, writePair } from "./places.ts";
import type { SchemeCode, StatePairs } from "./scheme-code.ts";
import type { SoftCode } from "./soft-code.ts";

export interface LawSolves {
  readonly places: Places;
  readonly scheme: SchemeCode;
  readonly state: StatePairs;
  readonly rows: RowsCode;
  readonly rowsAt: Whole;
  readonly jumps: ReturnType<typeof jumpCode>;
  readonly soft: SoftCode | undefined;
  /** What would move without rows, from `given`; what moves with their forces; slips of stuck rows set to zero. */
  readonly free: Statement;
  readonly moved: Statement;
  readonly stuck: Statement;
  /** Slips decide before they are set to zero. */
  readonly kicksInTurn: boolean;
  readonly solves: Variable<"i32">;
  readonly odd: Statement;
  readonly variables: Variables;
}

export function solveByLaws(of: LawSolves): Statement {
  const { places, scheme, rows, rowsAt, jumps, soft, free, moved, stuck, kicksInTurn, solves, odd, variables } = of;
  const phase = variables.whole();
  const jump = jumps?.(rows, rowsAt, odd, variables);
  const nothing = sequence();
  const once = sequence(
    solves.set(addWhole(solves, whole(1))),
    rows.solve,
    moved,
    kicksInTurn ? nothing : stuck,
    jump?.decide ?? nothing,
  );
  const reset = jump?.reset ?? nothing;
  return sequence(
    jump?.begin ?? nothing,
    scheme.kicks ? nothing : reset,
    phase.set(whole(0)),
    repeat(
      sequence(
        scheme.kicks ? reset : nothing,
        each(places.rowPairs, (k) => writePair(places.guess, k, readPair(places.before, k))),
        soft ? giveSoft(of, soft, phase) : nothing,
        free,
        jump ? repeat(once, jump.again) : once,
        kicksInTurn ? stuck : nothing,
        phase.set(addWhole(phase, whole(1))),
      ),
      soft ? less(phase, whole(2)) : whole(0),
    ),
  );
}

/** What is given beside the rows: weakening at the velocity that the step begins with, then at the one that was found. */
function giveSoft({ places, scheme, state, rowsAt }: LawSolves, soft: SoftCode, phase: Whole): Statement {
  const { coordinatePairs: pairs, rowPairs } = places;
  const { drag, kicks, velocity } = scheme;
  const found = sequence(
    each(pairs, (k) => writePair(places.trial, k, scheme.after(k, readPair(places.dz, k), state).velocity)),
    soft.evaluate(whole(places.trial), rowsAt, places.soft, kicks ? double(0.5) : undefined),
  );
  const first = kicks
    ? soft.evaluate(whole(velocity), addWhole(rowsAt, whole(places.bounds.begin)), places.softBegin)
    : soft.evaluate(whole(velocity), rowsAt, places.soft);
  const halve = each(rowPairs, (k) =>
    writePair(places.softBegin, k, multiply(readPair(places.softBegin, k), pair(0.5))),
  );
  return sequence(
    whenElse(phase, kicks ? sequence(found, halve) : found, first),
    each(pairs, (k) => writePair(places.given, k, scheme.matrices ? pair(0) : readPair(places.base, k))),
    kicks ? sequence(soft.give(places.softBegin), when(phase, soft.give(places.soft))) : soft.give(places.soft),
    drag === undefined
      ? sequence()
      : each(pairs, (k) => writePair(places.given, k, subtract(readPair(places.given, k), readPair(drag, k)))),
  );
}
