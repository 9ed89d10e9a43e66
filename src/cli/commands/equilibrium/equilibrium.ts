/** `stickslip equilibrium`: the set of rest positions, the certificate, and the region it guarantees. */
import { machineOf, pairOf, restOf } from "../../../api/equilibrium.ts";
import { type EquilibriumCurveResult, equilibriumCurve, valuesFault } from "../../../api/equilibrium-curve.ts";
import { asksSection, sectionOf } from "../../../api/section.ts";
import { parseVaried } from "../../../batch/varied-values.ts";
import { type Fault, ProblemError } from "../../../problem/faults.ts";
import type { Pair } from "../../../results/equilibrium.ts";
import { finiteJson } from "../../../results/json.ts";
import { EXIT } from "../../exit.ts";
import { beginAnalysis, FILES, writeGain, writePictures, writeSection } from "../../files/analysis-files.ts";
import { type LocatedFault, loadMachine, type Valid } from "../../files/load.ts";
import { outputFaults } from "../../files/output-faults.ts";
import { withOutputs } from "../../files/outputs.ts";
import { printWarnings, refuse } from "../../files/refuse.ts";
import { type Io, paintFor } from "../../io.ts";
import type { CheckOptions, EquilibriumOptions } from "../../options.ts";
import { progressBar } from "../../terminal/progress.ts";
import { sectionText } from "./section-text.ts";
import { equilibriumText } from "./text.ts";
import { varyText } from "./vary.ts";

export async function equilibriumCommand(path: string, options: EquilibriumOptions, io: Io): Promise<number> {
  const loaded = await loadMachine(path, options, io);
  const unwritable = outputFaults(loaded.inputs, options, Object.values(FILES));
  if (loaded.faults) return refuse([...loaded.faults, ...unwritable], options, io);
  const clash = clashOf(loaded, options);
  if (clash) return refuse([clash, ...unwritable], options, io);
  if (options.vary !== undefined && unwritable.length === 0) return varyCommand(loaded, options.vary, options, io);
  if (asksSection(loaded.simulation, options.section)) return sectionCommand(loaded, unwritable, options, io);
  const { machine, faults } = machineOf(loaded);
  const pair = machine && projectOf(options.project, machine);
  const all = [...faults, ...(pair && "message" in pair ? [pair] : []), ...unwritable];
  if (!machine || all.length > 0) return refuse(all, options, io);

  return withOutputs(options, io, async (outputs) => {
    beginAnalysis(loaded, outputs);
    const { analysis, certificate, data } = restOf(machine, pair as Pair | undefined);
    const json = finiteJson({ ...data, warnings: loaded.leftOut });
    printWarnings(loaded.leftOut, io);
    const shown = pair as Pair | undefined;
    const written = await writePictures(loaded, analysis, certificate, shown, json, options, outputs);
    const told = () => equilibriumText(analysis, certificate, shown, paintFor(io.stdout, io.env));
    return tell(json, told, written, options, io);
  });
}

/** The result in JSON or in words. */
function tell(json: string, text: () => string, written: readonly string[], options: CheckOptions, io: Io): number {
  io.stdout.write(options.json ? json : text());
  if (!options.json && written.length > 0) io.stdout.write(`\nWrote ${written.join(", ")}\n`);
  return EXIT.done;
}

/** Options that do not go together. */
function clashOf({ simulation }: Valid, { section, vary, project }: EquilibriumOptions): LocatedFault | undefined {
  const refused = (source: string, message: string) => ({ source, path: "", message });
  if (section !== undefined && vary !== undefined) {
    return refused(
      "--vary",
      "cannot go with --section: there is no guaranteed energy in a section. Leave one of them out",
    );
  }
  if (project !== undefined && asksSection(simulation, section)) {
    return refused(
      "--project",
      "is for the certificate of a linear machine. Take --section for a section of the rest positions",
    );
  }
  return undefined;
}

/** Rests in a section, of any machine. */
async function sectionCommand(
  loaded: Valid,
  unwritable: readonly LocatedFault[],
  options: EquilibriumOptions,
  io: Io,
): Promise<number> {
  const parts = options.section?.split(",").map((part) => part.trim());
  const section = unwritable.length > 0 ? undefined : sectionOf(loaded, parts);
  const faults = (section?.faults ?? []).map((fault) => ({
    ...fault,
    ...(fault.path === "section" ? { source: "--section", path: "" } : { source: loaded.file }),
  }));
  if (!section?.found || unwritable.length > 0) return refuse([...faults, ...unwritable], options, io);
  const { found, data } = section;
  return withOutputs(options, io, async (outputs) => {
    beginAnalysis(loaded, outputs);
    const json = finiteJson({ ...data, warnings: loaded.leftOut });
    printWarnings(loaded.leftOut, io);
    const written = await writeSection(loaded, found, data, json, options, outputs);
    return tell(json, () => sectionText(data, found, paintFor(io.stdout, io.env)), written, options, io);
  });
}

async function varyCommand(loaded: Valid, text: string, options: EquilibriumOptions, io: Io): Promise<number> {
  const vary = parseVaried(text);
  const message = typeof vary === "string" ? vary : valuesFault(vary.path, vary.values.length);
  if (typeof vary === "string" || message !== undefined)
    return refuse([ofVary({ path: "", message: message! })], options, io);
  const pair = projectOf(options.project, loaded.simulation.system);
  if (pair && "message" in pair) return refuse([pair], options, io);
  return withOutputs(options, io, async (outputs) => {
    const bar = io.stderr.isTty ? progressBar(io.stderr, vary.values.length, undefined, "values") : undefined;
    let result: EquilibriumCurveResult;
    try {
      result = await equilibriumCurve(loaded, {
        vary,
        ...(pair && { project: pair }),
        progress: (part) => bar?.show(part),
      });
    } catch (error) {
      if (error instanceof ProblemError) return refuse(error.faults.map(ofVary), options, io);
      throw error;
    } finally {
      bar?.clear();
    }
    beginAnalysis(loaded, outputs);
    const { curve, ...data } = result;
    const json = finiteJson(data);
    printWarnings(loaded.leftOut, io);
    const written = await writeGain(loaded, vary.path, curve, pair, json, options, outputs);
    return tell(json, () => varyText(vary.path, curve, paintFor(io.stdout, io.env)), written, options, io);
  });
}

const ofVary = (fault: Fault): LocatedFault => ({ ...fault, source: "--vary" });

/** The coordinates of --project. */
function projectOf(
  text: string | undefined,
  machine: { readonly names: readonly string[] },
): Pair | LocatedFault | undefined {
  const pair = pairOf(
    text?.split(",").map((part) => part.trim()),
    machine,
  );
  if (!pair || !("message" in pair)) return pair;
  return { source: "--project", path: "", message: `${pair.message}. As in --project 0,1` };
}
