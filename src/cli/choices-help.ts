/** Lists below the help of a command, from the schema: a file of its own, since the schema takes long to load. */
import { methodChoices } from "../problem/schema/control.ts";
import { choices } from "../problem/schema/schema.ts";

/** Schemes and solvers as the schema describes them. */
export function choicesHelp(): string {
  const list = (key: "scheme" | "solver") => choices(key).map(({ type, help }) => `  ${type.padEnd(18)}${help}`);
  return ["", "Schemes:", ...list("scheme"), "", "Solvers:", ...list("solver")].join("\n");
}

/** Methods of `control` as the schema describes them. */
export function methodsHelp(): string {
  return ["", "Methods:", ...methodChoices().map(({ type, help }) => `  ${type.padEnd(18)}${help}`)].join("\n");
}
