/** Tableaux of all sets, for two runs in lockstep: those of both are laid side by side, an entry a pair. */
import { each, loadBoth, sequence, storePair, timesWhole, whole } from "../../numeric/wasm/code.ts";
import type { FunctionCode } from "../../numeric/wasm/module.ts";

/** `tableaux`: of all sets, row-major, by their number. The function takes two sets, and where the pairs go. */
export function blendTableaux(n: number, tableaux: number): FunctionCode {
  const size = 8 * n * n;
  return {
    name: "blendTableaux",
    parameters: 3,
    body([one, other, to]) {
      return {
        statement: sequence(
          one!.set(timesWhole(one!, whole(size))),
          other!.set(timesWhole(other!, whole(size))),
          each(n * n, (k) => storePair(to!, 16 * k, loadBoth(one!, other!, tableaux + 8 * k))),
        ),
        result: to!,
      };
    },
  };
}
