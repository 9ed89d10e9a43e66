import type { Paper } from "../experiment.ts";
import { aster } from "./aster.ts";
import { leastTime } from "./least-time.ts";
import { modelica } from "./modelica.ts";
import { siconos } from "./siconos.ts";
import { textbook } from "./textbook.ts";

/** Results of others, so that agreement with the field can be seen. */
export const field: Paper = {
  id: "field",
  authors: "Others",
  title: "Closed forms and published reference results beyond the papers",
  where:
    "Textbooks, the validation manual of code_aster, reference results of the Modelica Association and of Siconos, examples of PROPT",
  experiments: [...textbook, ...aster, ...modelica, ...siconos, ...leastTime],
  errata: [],
};
