/** Tableaux of all sets, for two runs in lockstep: those of both are laid side by side, an entry a pair. */
import { addWhole, less, loadBoth, repeat, sequence, storePair, timesWhole, whole } from "../../numeric/wasm/code.ts";
import type { FunctionCode } from "../../numeric/wasm/module.ts";

/** `tableaux`: of all sets, row-major, by their number. The function takes two sets, and where the pairs go. */
export function blendTableaux(n: number, tableaux: number): FunctionCode {
  const size = 8 * n * n;
  return {
    name: "blendTableaux",
    parameters: 3,
    body([one, other, to], variables) {
      const end = variables.whole();
      return {
        statement: sequence(
          one!.set(timesWhole(one!, whole(size))),
          other!.set(timesWhole(other!, whole(size))),
          end.set(addWhole(to!, whole(2 * size))),
          repeat(
            sequence(
              storePair(to!, 0, loadBoth(one!, other!, tableaux)),
              one!.set(addWhole(one!, whole(8))),
              other!.set(addWhole(other!, whole(8))),
              to!.set(addWhole(to!, whole(16))),
            ),
            less(to!, end),
          ),
        ),
        result: end,
      };
    },
  };
}
