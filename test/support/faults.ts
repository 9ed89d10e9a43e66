/** Small files that were once answered wrongly (test/faults), as raw data of problems. */
import { readFileSync } from "node:fs";
import { ProblemError } from "../../src/problem/faults.ts";
import { readProblem } from "../../src/problem/read/read.ts";

const folder = new URL("../faults/", import.meta.url);

/** Text of a file of test/faults; .yaml unless it says otherwise. */
export function faultText(file: string): string {
  return readFileSync(new URL(/\.\w+$/.test(file) ? file : `${file}.yaml`, folder), "utf8");
}

/** Raw data of a problem of test/faults. */
export function rawFault(file: string): unknown {
  const read = readProblem(faultText(file));
  if (read.faults) throw new ProblemError(read.faults);
  return read.raw;
}
