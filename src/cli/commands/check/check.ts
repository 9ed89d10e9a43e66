import { axisFaults } from "../../../api/check.ts";
import { faultData } from "../../../results/faults.ts";
import { finiteJson } from "../../../results/json.ts";
import { EXIT } from "../../exit.ts";
import { loadProblem } from "../../files/load.ts";
import { printFaults } from "../../files/refuse.ts";
import type { Io } from "../../io.ts";
import type { CheckOptions } from "../../options.ts";
import { plainText } from "../../terminal/text.ts";
import { describeRun } from "../simulate/describe-run.ts";

/** `stickslip check`: everything that `simulate` would refuse, without a run, and axes of a map that lead nowhere. */
export async function checkCommand(path: string, options: CheckOptions, io: Io): Promise<number> {
  const loaded = await loadProblem(path, options, io);
  const faults = loaded.faults ?? axisFaults(loaded);
  if (loaded.faults || faults.length > 0) {
    printFaults(faults, io);
    if (options.json) writeJson({ status: "invalid", valid: false, faults: faultData(faults), warnings: [] }, io);
    return EXIT.wrongInput;
  }
  const { simulation, file } = loaded;
  const { warnings } = simulation;
  if (options.json) {
    writeJson({ status: "valid", valid: true, faults: [], warnings }, io);
    return EXIT.done;
  }
  const lines = [
    `${file}: valid`,
    simulation.name,
    describeRun(simulation),
    ...warnings.map((text) => `warning: ${text}`),
  ];
  io.stdout.write(`${lines.map(plainText).join("\n")}\n`);
  return EXIT.done;
}

function writeJson(value: unknown, io: Io): void {
  io.stdout.write(finiteJson(value));
}
