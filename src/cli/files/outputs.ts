/** All that commands write: one way for every file, whatever ends the command. */
import { type OutputFolder, openOutputFolder } from "../../node/output-folder.ts";
import { chunked, openText, type TextWriter, writeFile } from "../../node/write-text.ts";
import type { Io } from "../io.ts";
import { shownText } from "../terminal/text.ts";

export interface OutputOptions {
  readonly csv?: string;
  readonly svg?: string;
  readonly png?: string;
  readonly out?: string;
}

export interface Outputs {
  /** Of --out. */
  readonly folder: OutputFolder | undefined;
  /** A text that grows, to a file or, as -, to standard output. */
  open(path: string): TextWriter;
  /** A finished drawing to --svg and --png; returns their names. */
  picture(svg: string): Promise<string[]>;
}

/** Lends the outputs to a command. What it has not finished when it ends is dropped, and the folder says why. */
export async function withOutputs(
  { svg, png, out }: OutputOptions,
  io: Io,
  work: (outputs: Outputs) => Promise<number>,
): Promise<number> {
  const writers: TextWriter[] = [];
  if (out !== undefined) io.onFolder(out, true);
  const folder = out === undefined ? undefined : openOutputFolder(out);
  let end = "The command ended without a result.";
  try {
    return await work({
      folder,
      open(path) {
        const writer = path === "-" ? chunked(toTerminal(io)) : openText(path);
        writers.push(writer);
        return writer;
      },
      async picture(drawing) {
        if (svg !== undefined) writeFile(svg, drawing);
        if (png !== undefined) writeFile(png, (await import("../../node/png.ts")).svgToPng(drawing));
        return [svg, png].filter((path) => path !== undefined);
      },
    });
  } catch (error) {
    end = (error as Error).message;
    throw error;
  } finally {
    for (const writer of writers) writer.discard();
    folder?.release("failed", end);
    if (out !== undefined) io.onFolder(out, false);
  }
}

/** Names in a table come from files: a terminal shows what it would obey. */
function toTerminal({ stdout }: Io): (text: string) => void {
  return stdout.isTty ? (text) => stdout.write(shownText(text)) : stdout.write;
}
