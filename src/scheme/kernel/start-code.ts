/** The box problem that a step begins with: g and the sizes of its terms, in the rows' units (own-units.ts). */
import {
  absolute,
  add,
  type Double,
  double,
  each,
  half,
  load,
  loadPair,
  multiply,
  negative,
  type Pair,
  pairOf,
  type Statement,
  sequence,
  subtract,
} from "../../numeric/wasm/code.ts";
import type { Variables } from "../../numeric/wasm/module.ts";
import { readPair, writePair } from "./places.ts";
import { ORIGIN, type StepParts, type StepVectors } from "./step-parts.ts";

export interface StartCode {
  /** From `free` to g. */
  readonly condense: Statement;
  terms(k: number): Pair;
}

export function startCode(parts: StepParts, vectors: StepVectors, variables: Variables): StartCode {
  return parts.machine.aligned ? alignedRows(parts, vectors) : anyRows(parts, vectors, variables);
}

/** Row i acts on coordinate i. */
function alignedRows(
  { places, scheme, machine, slipless, units, rowPairs }: StepParts,
  vectors: StepVectors,
): StartCode {
  const { free, ways, g, state, rowsAt } = vectors;
  const way = (k: number): Pair => {
    const driven = loadPair(rowsAt, places.bounds.drive + 16 * k);
    const rate = scheme.rate?.(k, state);
    const slip = !machine.varying ? rate! : rate ? subtract(rate, driven) : negative(driven);
    return multiply(loadPair(ORIGIN, units + 16 * k), slip);
  };
  return {
    condense: each(slipless ? 0 : rowPairs, (k) =>
      sequence(ways.put(k, way(k)), g.put(k, add(ways.at(k), free.at(k)))),
    ),
    terms: (k) => (slipless ? absolute(free.at(k)) : add(absolute(ways.at(k)), absolute(free.at(k)))),
  };
}

/** Row after row. */
function anyRows(parts: StepParts, { free, ways, g, drive }: StepVectors, variables: Variables): StartCode {
  const { places, scheme, machine, alone, units, slipValues, rowPairs } = parts;
  const { start, column } = machine.step.slipRows;
  const numbers = Array.from({ length: machine.step.count }, () => ({
    ...{ g: variables.double(), terms: variables.double(), way: variables.double() },
  }));
  const freeOf = (k: number): Double => half(free.at(k >> 1), (k & 1) as 0 | 1);
  const slipOf = (i: number): Double | undefined => {
    if (scheme.slips) return load(ORIGIN, places.slip + 8 * i);
    return machine.varying ? subtract(double(0), drive(i)) : undefined;
  };
  const one = (i: number): Statement => {
    const { g, terms, way } = numbers[i]!;
    const slip = slipOf(i);
    if (alone[i]) {
      const moved = freeOf(column[start[i]!]!);
      return sequence(
        way.set(slip ? multiply(load(ORIGIN, units + 8 * i), slip) : double(0)),
        g.set(slip ? add(way, moved) : moved),
        terms.set(slip ? add(absolute(way), absolute(moved)) : absolute(moved)),
      );
    }
    const code: Statement[] = [terms.set(slip ? absolute(slip) : double(0)), g.set(double(0)), way.set(double(0))];
    for (let e = start[i]!; e < start[i + 1]!; e++) {
      const part = multiply(load(ORIGIN, slipValues + 8 * e), freeOf(column[e]!));
      code.push(g.set(add(g, part)), terms.set(add(terms, absolute(part))));
    }
    return sequence(...code, g.set(add(g, slip ?? double(0))));
  };
  const pairFrom = (k: number, of: "g" | "terms" | "way"): Pair =>
    pairOf(numbers[2 * k]![of], numbers[2 * k + 1]?.[of] ?? double(0));
  return {
    condense: sequence(
      each(numbers.length, one),
      each(rowPairs, (k) =>
        sequence(
          g.put(k, pairFrom(k, "g")),
          writePair(places.terms, k, pairFrom(k, "terms")),
          ways.put(k, pairFrom(k, "way")),
        ),
      ),
    ),
    terms: (k) => readPair(places.terms, k),
  };
}
