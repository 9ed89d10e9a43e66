/** The elementary functions as WebAssembly, by their names in formulas: the digits of elementary.ts. */
import { expCode } from "./elementary-code/exp-code.ts";
import { coshCode, sinhCode, tanhCode } from "./elementary-code/hyperbolic-code.ts";
import { acosCode, asinCode, atanCode } from "./elementary-code/inverse-code.ts";
import { logCode, powCode } from "./elementary-code/log-code.ts";
import type { FunctionPlaces } from "./elementary-code/parts.ts";
import { cosCode, sinCode, tanCode } from "./elementary-code/trigonometric-code.ts";
import type { DoubleFunctionCode } from "./wasm/module.ts";

type FunctionName = "^" | "exp" | "log" | `${"" | "a"}${"sin" | "cos" | "tan"}` | `${"sin" | "cos" | "tan"}h`;

export const functionCodes: Readonly<Record<FunctionName, (places: FunctionPlaces) => DoubleFunctionCode>> = {
  "^": powCode,
  exp: expCode,
  log: logCode,
  sin: sinCode,
  cos: cosCode,
  tan: tanCode,
  asin: asinCode,
  acos: acosCode,
  atan: atanCode,
  sinh: sinhCode,
  cosh: coshCode,
  tanh: tanhCode,
};
