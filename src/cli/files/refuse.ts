import { faultData } from "../../results/faults.ts";
import { finiteJson } from "../../results/json.ts";
import { EXIT } from "../exit.ts";
import type { Io } from "../io.ts";
import { plainText } from "../terminal/text.ts";
import type { LocatedFault } from "./load.ts";

/** All faults, one a line: file.yaml:12: system.mass: invalid mass; ... */
export function printFaults(faults: readonly LocatedFault[], io: Io): void {
  for (const { source, line, path, message } of faults) {
    const place = line === undefined ? source : `${source}:${line}`;
    io.stderr.write(`${plainText([place, path, message].filter((part) => part !== "").join(": "))}\n`);
  }
}

/** What is told of a problem beside its results, on standard error. */
export function printWarnings(warnings: readonly string[], io: Io): void {
  for (const text of warnings) io.stderr.write(`warning: ${plainText(text)}\n`);
}

/** Ends a command whose input is wrong. */
export function refuse(faults: readonly LocatedFault[], { json }: { readonly json?: boolean }, io: Io): number {
  printFaults(faults, io);
  if (json) io.stdout.write(finiteJson({ status: "invalid", faults: faultData(faults) }));
  return EXIT.wrongInput;
}
