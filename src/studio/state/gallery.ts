/** The problems that come with the studio. */
import type { Source } from "../engine/messages.ts";

export interface GalleryEntry {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** Tables of its signals. */
  readonly files: readonly string[];
  /** Positions over time, 0..100 downward. */
  readonly curves: readonly (readonly number[])[];
  /** 1 where all friction rows stick. */
  readonly stick: readonly number[];
}

export async function loadGallery(): Promise<readonly GalleryEntry[]> {
  return JSON.parse(await textAt("gallery.json")) as GalleryEntry[];
}

export async function openEntry({ name, files }: GalleryEntry): Promise<Source> {
  const [text, ...tables] = await Promise.all([`${name}.yaml`, ...files].map((file) => textAt(`problems/${file}`)));
  return { text: text!, files: Object.fromEntries(files.map((file, k) => [file, tables[k]!])) };
}

export function problemText(name: string): Promise<string> {
  return textAt(`problems/${name}.yaml`);
}

async function textAt(path: string): Promise<string> {
  const answer = await fetch(new URL(path, document.baseURI));
  if (!answer.ok) throw new Error(`${path} is not there (${answer.status}).`);
  return answer.text();
}
