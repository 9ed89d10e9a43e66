/** `stickslip simulate --static`: the equilibrium of a beam, told or drawn. */
import { finiteJson } from "../../../results/json.ts";
import { restOf, type StaticData, staticData } from "../../../results/static.ts";
import { EXIT } from "../../exit.ts";
import type { Valid } from "../../files/load.ts";
import { withOutputs } from "../../files/outputs.ts";
import { refuse } from "../../files/refuse.ts";
import { type Io, type Paint, paintFor } from "../../io.ts";
import type { SimulateOptions } from "../../options.ts";
import { plainText, shortNumber } from "../../terminal/text.ts";
import { textTable } from "../../terminal/text-table.ts";
import { count } from "./describe-run.ts";

const DIGITS = 9;
const PLACES = 11;
const OF_MOTION = ["csv", "columns", "out", "checkpoint", "resume", "sensitivity", "strict"] as const;

export async function staticCommand(loaded: Valid, options: SimulateOptions, io: Io): Promise<number> {
  const wrong = OF_MOTION.filter((key) => options[key] !== undefined).map((key) => ({
    source: `--${key}`,
    path: "",
    message: `invalid option; --static has no motion. Leave it out, or leave --static out`,
  }));
  if (wrong.length > 0) return refuse(wrong, options, io);
  const found = restOf(loaded.compiled);
  if (!found) {
    const message = "invalid option; only beams have a static shape. Take the command equilibrium";
    return refuse([{ source: "--static", path: "", message }], options, io);
  }
  return withOutputs(options, io, async ({ picture }) => {
    const data = staticData(loaded.compiled, found);
    const drawn = options.svg !== undefined || options.png !== undefined;
    const written = drawn ? await picture(await draw(data)) : [];
    if (options.json) io.stdout.write(finiteJson(data));
    else if (!options.quiet) {
      const paint = paintFor(io.stdout, io.env);
      const warnings = loaded.simulation.warnings.map((text) => `${paint.bad("warning:")} ${plainText(text)}\n`);
      io.stdout.write(`${warnings.join("")}${tell(data, paint)}`);
      if (written.length > 0) io.stdout.write(`\nWrote ${written.join(", ")}\n`);
    }
    if (data.status !== "done" && (options.json || options.quiet)) io.stderr.write(`${data.status}: ${data.message}\n`);
    return data.status === "done" ? EXIT.done : EXIT.failed;
  });
}

async function draw(data: StaticData): Promise<string> {
  const { toSvg } = await import("../../../plot/figures/motion.ts");
  const { restFigure } = await import("../../../plot/figures/rest.ts");
  const { createDocument } = await import("../../../node/document.ts");
  return toSvg(restFigure(data, { document: createDocument() }));
}

function tell(data: StaticData, paint: Paint): string {
  const number = (value: number) => shortNumber(value, DIGITS);
  const { shape, tension } = data;
  const axes = Object.keys(shape).filter((name) => name !== "s");
  const last = shape["s"]!.length - 1;
  const chosen = Array.from({ length: Math.min(PLACES, last + 1) }, (_, k, all = Math.min(PLACES, last + 1)) =>
    Math.round((k * last) / (all - 1)),
  );
  const tensionAt = (s: number) => {
    const near = tension.s.reduce((best, at, k) => (Math.abs(at - s) < Math.abs(tension.s[best]! - s) ? k : best), 0);
    return tension.force[near]!;
  };
  const rows = chosen.map((j) => [
    number(shape["s"]![j]!),
    ...axes.map((axis) => number(shape[axis]![j]!)),
    number(tensionAt(shape["s"]![j]!)),
  ]);
  const facts: [string, string][] = [
    ["largest distance from the line between the ends (m)", number(data.sag)],
    ["energy of bending (J)", number(data.energy)],
    ...Object.entries(data.reactions).map(([name, force]): [string, string] => [
      `force of ${plainText(name)} (N)`,
      number(force),
    ]),
    [
      "frequencies of small vibrations (Hz)",
      data.frequencies.map((value) => shortNumber(value, 5)).join(", ") || "none",
    ],
  ];
  const stability =
    data.stable === null ? "" : data.stable ? " It is stable." : " It is NOT stable: a disturbance grows.";
  const sizes = `forces are balanced to ${shortNumber(data.residual, 2)} N, lengths and ends hold to ${shortNumber(data.violation, 2)} m`;
  const tone = data.status === "done" && data.stable !== false ? paint.good : paint.bad;
  return [
    paint.bold(plainText(data.name)),
    "",
    paint.bold("Static equilibrium"),
    ...textTable(
      ["s (m)", ...axes.map((axis) => `${axis} (m)`), "tension (N)"],
      rows,
      new Set(rows[0]!.map((_, k) => k)),
    ),
    "",
    ...textTable(["", ""], facts, new Set([1])).slice(1),
    "",
    `${tone(data.status)}: ${data.message}${stability} ${count(data.iterations, "iteration")}; ${sizes}.`,
    "",
  ].join("\n");
}
