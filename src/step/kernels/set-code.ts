/** A set of stuck rows in a kernel: its place in the memory, its forces, and its slips set to zero. See kept-sets.ts. */
import {
  add,
  addWhole,
  andWhole,
  choose,
  divide,
  double,
  each,
  isEqual,
  isOther,
  isSame,
  isZero,
  less,
  load,
  loadWhole,
  multiply,
  NOTHING,
  orWhole,
  repeat,
  type Statement,
  sequence,
  shiftLeft,
  shiftRight,
  store,
  subtract,
  subtractWhole,
  timesWhole,
  type Whole,
  when,
  whenElse,
  whole,
} from "../../numeric/wasm/code.ts";
import type { FunctionCode, Variable, Variables } from "../../numeric/wasm/module.ts";
import { type SetPlaces, SPREAD } from "./kept-sets.ts";

/** Stuck rows up to which their forces are found without loops. */
const MOST_UNROLLED = 8;

/** From a set to the address of its slot; 0: it is not there. */
export function findSet({ bits, tags }: SetPlaces): FunctionCode {
  return {
    name: "findSet",
    parameters: 1,
    body([set], variables) {
      const at = variables.whole();
      const tag = variables.whole();
      const mask = whole((1 << bits) - 1);
      const place = () => shiftLeft(at, whole(3));
      return {
        statement: sequence(
          at.set(subtractWhole(shiftRight(timesWhole(set!, whole(SPREAD)), whole(32 - bits)), whole(1))),
          repeat(
            sequence(at.set(andWhole(addWhole(at, whole(1)), mask)), tag.set(loadWhole(place(), tags))),
            andWhole(isOther(tag, whole(0)), isOther(tag, addWhole(set!, whole(1)))),
          ),
        ),
        result: choose(isZero(tag), whole(0), loadWhole(place(), tags + 4)),
      };
    },
  };
}

/** Forces of `count` stuck rows from the right-hand sides at `given`, written to `force`, where the others stand. Scratch: m doubles. */
export function innerForces(
  { m, parts }: SetPlaces,
  places: { readonly given: number; readonly force: number; readonly scratch: number },
  name: string,
): FunctionCode {
  return {
    name,
    parameters: 2,
    body([slot, count], variables) {
      const x = Array.from({ length: Math.min(m, MOST_UNROLLED) }, () => variables.double());
      const few = each(x.length, (k) => when(isSame(count!, whole(k + 1)), unrolled(slot!, x.slice(0, k + 1))));
      const statement =
        m > MOST_UNROLLED ? whenElse(less(whole(MOST_UNROLLED), count!), loops(slot!, count!, variables), few) : few;
      return { statement, result: count! };
    },
  };

  function unrolled(slot: Whole, x: readonly Variable<"f64">[]): Statement {
    const entry = (a: number, b: number) => load(slot, parts.factors + 8 * (a * m + b));
    const code: Statement[] = [];
    x.forEach((value, a) => {
      const given = load(loadWhole(slot, parts.from + 4 * a), places.given);
      code.push(value.set(multiply(load(slot, parts.before + 8 * a), given)));
      for (let b = 0; b < a; b++) code.push(value.set(subtract(value, multiply(entry(a, b), x[b]!))));
    });
    for (let a = x.length - 1; a >= 0; a--) {
      for (let b = a + 1; b < x.length; b++) code.push(x[a]!.set(subtract(x[a]!, multiply(entry(a, b), x[b]!))));
      code.push(x[a]!.set(divide(x[a]!, entry(a, a))));
    }
    x.forEach((value, a) => {
      const found = multiply(load(slot, parts.after + 8 * a), value);
      code.push(store(loadWhole(slot, parts.to + 4 * a), places.force, found));
    });
    return sequence(...code);
  }

  /** Rows of the factors are 8 m bytes; a and b count bytes of the vector. */
  function loops(slot: Variable<"i32">, count: Variable<"i32">, variables: Variables): Statement {
    const [a, b, row, end] = [variables.whole(), variables.whole(), variables.whole(), variables.whole()];
    const sum = variables.double();
    const wholesAt = (place: number) => loadWhole(addWhole(slot, shiftRight(a, whole(1))), place);
    const doublesAt = (place: number) => load(addWhole(slot, a), place);
    const x = (at: Whole) => load(at, places.scratch);
    const term = () => multiply(load(addWhole(row, b), 0), x(b));
    const upward = (body: Statement) =>
      sequence(a.set(whole(0)), repeat(sequence(body, a.set(addWhole(a, whole(8)))), less(a, end)));
    return sequence(
      end.set(shiftLeft(count, whole(3))),
      upward(store(a, places.scratch, multiply(doublesAt(parts.before), load(wholesAt(parts.from), places.given)))),
      row.set(addWhole(slot, whole(parts.factors))),
      upward(
        sequence(
          sum.set(x(a)),
          b.set(whole(0)),
          when(less(b, a), repeat(sequence(sum.set(subtract(sum, term())), b.set(addWhole(b, whole(8)))), less(b, a))),
          store(a, places.scratch, sum),
          row.set(addWhole(row, whole(8 * m))),
        ),
      ),
      a.set(end),
      repeat(
        sequence(
          a.set(subtractWhole(a, whole(8))),
          row.set(subtractWhole(row, whole(8 * m))),
          sum.set(x(a)),
          b.set(addWhole(a, whole(8))),
          when(
            less(b, end),
            repeat(sequence(sum.set(subtract(sum, term())), b.set(addWhole(b, whole(8)))), less(b, end)),
          ),
          store(a, places.scratch, divide(sum, load(addWhole(row, a), 0))),
        ),
        less(whole(0), a),
      ),
      upward(store(wholesAt(parts.to), places.force, multiply(doublesAt(parts.after), x(a)))),
    );
  }
}

/** Sets the slips of stuck rows to zero, or w.z to what stands at `target`; `weight`: of the coordinates. Changes the doubles at `z`. */
export function echelonSlips(
  { n, m, parts }: SetPlaces,
  places: { readonly z: number; readonly weight: number; readonly target: number | undefined },
  name: string,
): FunctionCode {
  return {
    name,
    parameters: 1,
    body([slot], variables) {
      const [k, j, row, origin, rank] = Array.from({ length: 5 }, () => variables.whole()) as [
        Variable<"i32">,
        Variable<"i32">,
        Variable<"i32">,
        Variable<"i32">,
        Variable<"i32">,
      ];
      const sum = variables.double();
      const over = (count: number, body: Statement): Statement =>
        sequence(j.set(whole(0)), repeat(sequence(body, j.set(addWhole(j, whole(8)))), less(j, whole(8 * count))));
      const scaled = multiply(load(j, places.z), load(j, places.weight));
      const own = load(addWhole(slot!, shiftLeft(k, whole(3))), parts.weight);
      const one = sequence(
        sum.set(double(0)),
        places.target === undefined
          ? NOTHING
          : over(m, sum.set(add(sum, multiply(load(addWhole(origin, j), 0), load(j, places.target))))),
        over(n, sum.set(subtract(sum, multiply(load(addWhole(row, j), 0), scaled)))),
        store(
          loadWhole(addWhole(slot!, shiftLeft(k, whole(2))), parts.pivot),
          places.z,
          choose(isEqual(sum, double(0)), double(0), divide(sum, own)),
        ),
        row.set(addWhole(row, whole(8 * n))),
        origin.set(addWhole(origin, whole(8 * m))),
        k.set(addWhole(k, whole(1))),
      );
      return {
        statement: sequence(
          rank.set(loadWhole(slot!, parts.count + 4)),
          k.set(whole(0)),
          row.set(addWhole(slot!, whole(parts.echelon))),
          origin.set(addWhole(slot!, whole(parts.origin))),
          when(less(k, rank), repeat(one, less(k, rank))),
        ),
        result: rank,
      };
    },
  };
}

/** Bits of masks of pairs, as one number: bit i is row i. */
export function bitsOfAll(bits: readonly Whole[]): Whole {
  return bits.map((pair, k) => (k === 0 ? pair : shiftLeft(pair, whole(2 * k)))).reduce(orWhole);
}
