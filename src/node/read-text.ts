/** Problem files from disk or a pipe: bounded, and text. */
import { createReadStream, existsSync, statSync } from "node:fs";
import { nearest } from "../expression/nearest.ts";
import { galleryFile, galleryNames } from "./gallery.ts";

/** Bytes; more than a problem of the most characters can need. */
const MOST_BYTES = 64_000_000;

export type ReadText =
  | { readonly text: string; readonly file: string; readonly fault?: undefined }
  | { readonly fault: string; readonly file: string };

/** The text of a file, or of the gallery's problem of that name where there is no such file. */
export async function readText(path: string): Promise<ReadText> {
  const isFile = existsSync(path) && !statSync(path).isDirectory();
  const file = isFile ? path : (galleryFile(path) ?? path);
  if (!existsSync(file)) return { file, fault: missing(path) };
  if (statSync(file).isDirectory()) {
    return { file, fault: "cannot read; a folder, not a file. Name the problem file in it" };
  }
  return readStream(createReadStream(file), file);
}

/** The text of a stream; `file` is what to call it. */
export async function readStream(stream: AsyncIterable<Uint8Array>, file: string): Promise<ReadText> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of stream) {
      bytes += chunk.length;
      if (bytes > MOST_BYTES) return { file, fault: `file too long; more than ${MOST_BYTES} bytes` };
      chunks.push(chunk);
    }
  } catch (error) {
    return { file, fault: `cannot read; ${(error as Error).message}` };
  }
  const content = Buffer.concat(chunks);
  try {
    if (!content.includes(0)) return { file, text: new TextDecoder("utf-8", { fatal: true }).decode(content) };
  } catch {
    // Not UTF-8: refused below.
  }
  return { file, fault: "cannot read; not text in UTF-8. Save it as UTF-8: a problem file is YAML or JSON" };
}

function missing(path: string): string {
  if (/[./\\]/.test(path)) return "no such file; check the path, or give the name of a gallery problem";
  const names = galleryNames();
  const guess = nearest(path, names);
  const remedy = guess ? `Did you mean ${guess}?` : `The gallery has ${names.join(", ")}`;
  return `no such file; nor is it in the gallery. ${remedy}`;
}
