/** Tableaux of all sets, for two runs in lockstep: those of both are laid side by side, an entry a pair. */
import { addWhole, less, loadBoth, repeat, sequence, storePair, timesWhole, whole } from "../../numeric/wasm/code.ts";
import type { FunctionCode } from "../../numeric/wasm/module.ts";

/** `tableaux`: of all sets, row-major, by their number; `blended`: where the pairs go. */
export function blendTableaux(n: number, tableaux: number, blended: number): FunctionCode {
  const size = 8 * n * n;
  return {
    name: "blendTableaux",
    parameters: 2,
    body([one, other], variables) {
      const k = variables.whole();
      return {
        statement: sequence(
          one!.set(timesWhole(one!, whole(size))),
          other!.set(timesWhole(other!, whole(size))),
          k.set(whole(0)),
          repeat(
            sequence(
              storePair(k, blended, loadBoth(one!, other!, tableaux)),
              one!.set(addWhole(one!, whole(8))),
              other!.set(addWhole(other!, whole(8))),
              k.set(addWhole(k, whole(16))),
            ),
            less(k, whole(2 * size)),
          ),
        ),
        result: k,
      };
    },
  };
}
