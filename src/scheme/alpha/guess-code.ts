/** Two guesses of the set take turns where that pays (tableau.ts); a run that begins gives both its own. */
import { each, type Statement, sequence, subtractWhole, type Whole, whole } from "../../numeric/wasm/code.ts";
import type { FunctionCode, Variable, Variables } from "../../numeric/wasm/module.ts";
import { boxCode, boxVariables, type TableauCode } from "../../step/kernels/box-code.ts";
import type { Layout } from "./kernel-memory.ts";

export function otherGuess(guess: Variable<"i32">, { guesses }: Layout): Statement {
  return guess.set(subtractWhole(whole(guesses[0] + guesses[1]), guess));
}

/** Makes both guesses from their sides. */
export function beginCode(
  count: number,
  layout: Layout,
  mixed: boolean,
  tableauOf: (guess: Whole, variables: Variables) => TableauCode,
): FunctionCode {
  return {
    name: "begin",
    parameters: 0,
    body(_, variables) {
      const guess = variables.whole();
      const tableau = tableauOf(guess, variables);
      const box = boxCode({ count, mixed, most: 0 }, layout, boxVariables(count, variables), guess, tableau); // solves nothing
      return {
        statement: each(2, (k) => sequence(guess.set(whole(layout.guesses[k]!)), box.begin)),
        result: guess,
      };
    },
  };
}
