/** A problem in a link: its text and tables, compressed, behind the #, which no server gets to see. */
import type { Source } from "../engine/messages.ts";

/** Bytes that a link may unfold to: those of the largest problem file. */
const LARGEST = 8_000_000;

export async function toLink(source: Source): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify({ text: source.text, files: source.files }));
  const packed = new Uint8Array(await new Response(piped(bytes, new CompressionStream("deflate-raw"))).arrayBuffer());
  let letters = "";
  for (let k = 0; k < packed.length; k += 0x8000) letters += String.fromCharCode(...packed.subarray(k, k + 0x8000));
  return `#p=${btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** Throws an error that says what is wrong with the link. */
export async function fromLink(hash: string): Promise<Source> {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    const letters = atob(hash.replace(/^#p=/, "").replaceAll("-", "+").replaceAll("_", "/"));
    bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  } catch {
    throw new Error("The link is damaged: what follows #p= is no packed problem. Ask for it again, or for the file.");
  }
  const text = await unpacked(bytes);
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new Error(
      "The link is damaged: it unpacks to something else than a problem. Ask for it again, or for the file.",
    );
  }
  const { text: source, files = {} } = (data ?? {}) as Partial<Record<"text" | "files", unknown>>;
  const named = typeof files === "object" && files !== null ? Object.entries(files) : [];
  if (typeof source !== "string" || !named.every(([, table]) => typeof table === "string")) {
    throw new Error("The link holds no problem: there is no text in it.");
  }
  return { text: source, files: Object.fromEntries(named) as Record<string, string> };
}

async function unpacked(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = piped(bytes, new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      if (size > LARGEST) break;
      text += decoder.decode(part.value, { stream: true });
    }
  } catch {
    throw new Error("The link is damaged: it cannot be unpacked. Ask for it again, or for the file.");
  }
  if (size > LARGEST) {
    void reader.cancel();
    throw new Error(
      `The link unpacks to more than ${LARGEST / 1e6} MB, more than a problem may have. It was not opened.`,
    );
  }
  return text + decoder.decode();
}

function piped(
  bytes: Uint8Array<ArrayBuffer>,
  through: CompressionStream | DecompressionStream,
): ReadableStream<Uint8Array> {
  return new Blob([bytes]).stream().pipeThrough(through as ReadableWritablePair<Uint8Array, Uint8Array<ArrayBuffer>>);
}
