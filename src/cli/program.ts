/** The command line as a function: arguments in, exit code out. */
import { readFileSync } from "node:fs";
import { Command, CommanderError } from "commander";
import { galleryNames } from "../node/gallery.ts";
import { EXIT } from "./exit.ts";
import type { Io } from "./io.ts";
import {
  ATTRACTION_OPTIONS,
  addOptions,
  CHECK_OPTIONS,
  CONTROL_OPTIONS,
  CYCLE_OPTIONS,
  DESIGN_OPTIONS,
  EQUILIBRIUM_OPTIONS,
  REPRODUCE_OPTIONS,
  SIMULATE_OPTIONS,
  STUDIO_OPTIONS,
  SWEEP_OPTIONS,
} from "./options.ts";
import { plainText } from "./terminal/text.ts";

const FILE_HELP = "problem file (YAML or JSON), the name of a gallery problem, or - for standard input";
const EXIT_HELP = `
Exit codes: ${EXIT.done} done, ${EXIT.failed} the run failed, ${EXIT.wrongInput} the input is wrong, ${EXIT.interrupted} stopped by Ctrl-C, SIGTERM or
SIGHUP (what was computed is kept; a second Ctrl-C ends at once).`;

/** A list from the schema, which is not loaded for anything else. */
const listsFor = (args: readonly string[]) =>
  args.length > 1 && args.some((word) => /^(help|-h|--help)$/.test(word)) ? import("./choices-help.ts") : undefined;

export async function main(args: readonly string[], io: Io): Promise<number> {
  let code: number = EXIT.done;
  const lists = await listsFor(args);
  const program = new Command("stickslip")
    .description("Simulates, steers and certifies machines with dry friction: exact stick, audited.")
    .version(version())
    .configureOutput({ writeOut: io.stdout.write, writeErr: io.stderr.write })
    .exitOverride()
    .showHelpAfterError("See --help.")
    .addHelpText("after", () => `${EXIT_HELP}\n\n${galleryHelp()}`);

  const simulate = program
    .command("simulate")
    .description("run a problem; show and write its motion")
    .argument("<FILE>", FILE_HELP)
    .addHelpText("after", () => lists?.choicesHelp() ?? "")
    .action(async (file: string, options) => {
      const { simulateCommand } = await import("./commands/simulate/simulate.ts");
      code = await simulateCommand(file, options, io);
    });
  addOptions(simulate, SIMULATE_OPTIONS);

  const control = program
    .command("control")
    .description("find the control that brings a machine to its target with the least effort")
    .argument("<FILE...>", `${FILE_HELP}; several with --table`)
    .addHelpText("after", () => lists?.methodsHelp() ?? "")
    .action(async (files: string[], options) => {
      const { controlCommand } = await import("./commands/control/control.ts");
      code = await controlCommand(files, options, io);
    });
  addOptions(control, CONTROL_OPTIONS);

  const sweep = program
    .command("sweep")
    .description("run a problem with varied numbers; show and write its measures")
    .argument("<FILE>", FILE_HELP)
    .addHelpText("after", '\nAs in stickslip sweep belt --vary "system.friction[0].drive=0.05:0.5:10" --measure stuck')
    .action(async (file: string, options) => {
      const { sweepCommand } = await import("./commands/sweep/sweep.ts");
      code = await sweepCommand(file, options, io);
    });
  addOptions(sweep, SWEEP_OPTIONS);

  const cycle = program
    .command("cycle")
    .description("find a periodic motion, its stability, and how it changes with a parameter")
    .argument("<FILE>", FILE_HELP)
    .action(async (file: string, options) => {
      const { cycleCommand } = await import("./commands/cycle/cycle.ts");
      code = await cycleCommand(file, options, io);
    });
  addOptions(cycle, CYCLE_OPTIONS);

  const check = program
    .command("check")
    .description("find all faults of a problem file without running it")
    .argument("<FILE>", FILE_HELP)
    .action(async (file: string, options) => {
      const { checkCommand } = await import("./commands/check/check.ts");
      code = await checkCommand(file, options, io);
    });
  addOptions(check, CHECK_OPTIONS);

  const equilibrium = program
    .command("equilibrium")
    .description("where the machine can rest, and from where it is certain to come to rest")
    .argument("<FILE>", FILE_HELP)
    .action(async (file: string, options) => {
      const { equilibriumCommand } = await import("./commands/equilibrium/equilibrium.ts");
      code = await equilibriumCommand(file, options, io);
    });
  addOptions(equilibrium, EQUILIBRIUM_OPTIONS);

  const attraction = program
    .command("attraction")
    .description("from which starts the machine comes to rest: a map, its boundary, or a share of random states")
    .argument("<FILE>", FILE_HELP)
    .addHelpText("after", "\nAs in stickslip attraction vl05-two-masses --out map")
    .action(async (file: string, options) => {
      const { attractionCommand } = await import("./commands/attraction/attraction.ts");
      code = await attractionCommand(file, options, io);
    });
  addOptions(attraction, ATTRACTION_OPTIONS);

  const design = program
    .command("design")
    .description("find a feedback of the inputs that makes the rest attractive, or say why there is none")
    .argument("<FILE>", FILE_HELP)
    .action(async (file: string, options) => {
      const { designCommand } = await import("./commands/design/design.ts");
      code = await designCommand(file, options, io);
    });
  addOptions(design, DESIGN_OPTIONS);

  const reproduce = program
    .command("reproduce")
    .description("run the experiments of the papers: what is printed, what is computed, and why it differs")
    .argument("[ID...]", "experiments, or how their ids begin, as gk95 or gk95/table-1 (default all)")
    .action(async (ids: string[], options) => {
      const { reproduceCommand } = await import("./commands/reproduce/reproduce.ts");
      code = await reproduceCommand(ids, options, io);
    });
  addOptions(reproduce, REPRODUCE_OPTIONS);

  const studio = program
    .command("studio")
    .description("see it stick and slip: the studio in the browser, on this machine alone")
    .argument("[FILE]", "problem to open: a file, or the name of a gallery problem (default: the gallery)")
    .action(async (file: string | undefined, options) => {
      const { studioCommand } = await import("./commands/studio/studio.ts");
      code = await studioCommand(file, options, io);
    });
  addOptions(studio, STUDIO_OPTIONS);

  try {
    await program.parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    return await failure(error, args, io);
  }
}

async function failure(error: unknown, args: readonly string[], io: Io): Promise<number> {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return EXIT.done;
    if (args.includes("--json")) await tellProgram(error, io);
    return EXIT.wrongInput;
  }
  const { code, message } = error as NodeJS.ErrnoException;
  // The reader of our output has seen enough, as `head` does.
  if (code === "EPIPE") return EXIT.done;
  const what = code === undefined ? "internal error; please report it with the problem" : "cannot write";
  io.stderr.write(`stickslip: ${what}; ${plainText(message)}\n`);
  return EXIT.failed;
}

/** A command line that is not understood, for programs: people have been told. */
async function tellProgram({ message }: CommanderError, io: Io): Promise<void> {
  const { finiteJson } = await import("../results/json.ts");
  const said = message.replace(/^error: /, "").replace(/\s+/g, " ");
  io.stdout.write(finiteJson({ status: "invalid", faults: [{ path: "", message: said, line: null }] }));
}

function version(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

const HELP_WIDTH = 100;

/** Names that can stand for a file, in lines. */
function galleryHelp(): string {
  const lines = ["Gallery problems, by name:", " "];
  for (const name of galleryNames()) {
    if (lines.at(-1)!.length + name.length > HELP_WIDTH) lines.push(" ");
    lines[lines.length - 1] += ` ${name}`;
  }
  return lines.join("\n");
}
