/** `active-set` for batches, emitted: see tableau.ts. */
import type { Vector } from "../../numeric/vector.ts";
import {
  above,
  absolute,
  add,
  addWhole,
  at,
  atMost,
  below,
  choose,
  double,
  get,
  isZero,
  largest,
  least,
  leave,
  less,
  load,
  multiply,
  negative,
  or,
  repeat,
  set,
  shift,
  timesWhole,
  when,
  whole,
} from "../../numeric/wasm.ts";
import { ROUND_OFF } from "../solvers/condensed.ts";
import { all, type Code, product, type SharedLocals, type SolveCode, UNSOLVED } from "./coordinate-code.ts";

/** `slack`: round-off of the bounds; `tableaux`: of all sets, one after the other; `passes`: how many at most, before it gives up. */
export function tableauCode(
  n: number,
  tables: { lower: Vector; upper: Vector; slack: Vector; tableaux: Vector },
  passes: number,
): SolveCode {
  const { lower, upper, slack, tableaux } = tables;
  const LOWER = 0;
  const UPPER = 8 * n;
  const LEAST = 16 * n; // lower - slack
  const MOST = 24 * n;
  const TABLEAUX = 32 * n;
  const data = Float64Array.from([
    ...lower,
    ...upper,
    ...lower.map((low, i) => low - slack[i]!),
    ...upper.map((high, i) => high + slack[i]!),
    ...tableaux,
  ]);

  function names({ doubles, wholes }: SharedLocals) {
    const [tableau, changed, pass, ...side] = wholes as [number, number, number, ...number[]];
    return { given: doubles.slice(0, n), found: doubles.slice(n), side, tableau, changed, pass };
  }

  function chooseTableau({ side, tableau }: ReturnType<typeof names>, base: number): Code {
    const bits = side.map((local, i) => shift(isZero(get(local)), whole(i))).reduce((sum, bit) => or(sum, bit));
    return set(tableau, addWhole(timesWhole(bits, whole(8 * n * n)), whole(base + TABLEAUX)));
  }

  return {
    doubles: 2 * n,
    wholes: 3 + n,
    data,
    begin(locals, base) {
      const own = names(locals);
      const sides = all(n, (i) => {
        const force = get(locals.friction[i]!);
        const inside = choose(below(force, at(base + UPPER + 8 * i)), whole(0), whole(1));
        return set(own.side[i]!, choose(atMost(force, at(base + LOWER + 8 * i)), whole(-1), inside));
      });
      return [...sides, ...chooseTableau(own, base)];
    },
    step(locals, base) {
      const { given, found, side, tableau, changed, pass } = names(locals);
      const { free, friction, dz, iterations } = locals;
      const isStuck = (i: number) => isZero(get(side[i]!));
      const sum = (i: number) => add(get(free[i]!), get(found[i]!));
      const tie = (i: number) => multiply(double(ROUND_OFF), add(absolute(get(free[i]!)), absolute(get(found[i]!))));
      const move = (i: number, to: number) => [...set(side[i]!, whole(to)), ...set(changed, whole(1))];
      const judge = (i: number): Code => {
        if (lower[i] === upper[i]) return [];
        const leaves = when(
          below(get(found[i]!), at(base + LEAST + 8 * i)),
          move(i, -1),
          when(above(get(found[i]!), at(base + MOST + 8 * i)), move(i, 1)),
        );
        const turned = choose(less(get(side[i]!), whole(0)), below(sum(i), negative(tie(i))), above(sum(i), tie(i)));
        return when(isStuck(i), leaves, when(turned, move(i, 0)));
      };
      const onePass = [
        ...set(iterations, addWhole(get(iterations), whole(1))),
        ...all(n, (i) => {
          const bound = choose(less(get(side[i]!), whole(0)), at(base + LOWER + 8 * i), at(base + UPPER + 8 * i));
          return set(given[i]!, choose(isStuck(i), negative(get(free[i]!)), bound));
        }),
        ...all(n, (i) =>
          set(
            found[i]!,
            product(n, (j) => load(get(tableau), 8 * (i * n + j)), given),
          ),
        ),
        ...set(changed, whole(0)),
        ...all(n, judge),
        ...when(get(changed), [
          ...chooseTableau(names(locals), base),
          ...set(pass, addWhole(get(pass), whole(1))),
          ...when(less(whole(passes), get(pass)), leave(UNSOLVED)),
        ]),
      ];
      return [
        ...set(pass, whole(0)),
        ...repeat(onePass, get(changed)),
        ...all(n, (i) => {
          const inside = least(at(base + UPPER + 8 * i), largest(at(base + LOWER + 8 * i), get(found[i]!)));
          const resting = or(isStuck(i), atMost(absolute(sum(i)), tie(i)));
          return [
            ...set(dz[i]!, choose(resting, double(0), sum(i))),
            ...set(friction[i]!, choose(isStuck(i), inside, get(given[i]!))),
          ];
        }),
      ];
    },
  };
}
