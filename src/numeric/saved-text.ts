/** Saved data (kept.ts) as text and back, all bits kept: arrays as base64 of their bytes, numbers that JSON has not by name. */
import type { KeptArray, Saved } from "./kept.ts";

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const VALUE_OF = Int8Array.from({ length: 128 }, (_, code) => DIGITS.indexOf(String.fromCharCode(code)));
/** Codes that become text at once. */
const CHUNK = 8192;

/** Arrays by their letter. */
const KINDS = { d: Float64Array, i: Int32Array, b: Int8Array } as const;
type Kind = keyof typeof KINDS;

export function savedText(saved: Saved): string {
  return JSON.stringify(plain(saved));
}

/** Throws where the text is none of savedText. */
export function readSaved(text: string): Saved {
  return revived(JSON.parse(text));
}

function plain(saved: Saved): unknown {
  if (typeof saved === "number") {
    return Number.isFinite(saved) && !Object.is(saved, -0)
      ? saved
      : { $: "n", of: Object.is(saved, -0) ? "-0" : `${saved}` };
  }
  if (typeof saved !== "object") return saved;
  if (ArrayBuffer.isView(saved)) return { $: kindOf(saved as KeptArray), of: base64(saved as KeptArray) };
  if (Array.isArray(saved)) return saved.map(plain);
  return Object.fromEntries(Object.entries(saved).map(([key, value]) => [key, plain(value)]));
}

function revived(value: unknown): Saved {
  if (typeof value !== "object") return value as Saved;
  if (value === null) throw new Error("no saved data");
  if (Array.isArray(value)) return value.map(revived);
  if ("$" in value && "of" in value) {
    const text = String(value.of);
    if (value.$ === "n") return Number(text);
    const bytes = bytesOf(text);
    const Made = KINDS[value.$ as Kind];
    if (!Made || bytes.length % Made.BYTES_PER_ELEMENT !== 0) throw new Error("no saved data");
    return new Made(bytes.buffer);
  }
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, revived(part)]));
}

function kindOf(array: KeptArray): Kind {
  return array instanceof Float64Array ? "d" : array instanceof Int32Array ? "i" : "b";
}

function base64({ buffer, byteOffset, byteLength }: KeptArray): string {
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  const codes = new Uint8Array(4 * Math.ceil(byteLength / 3)).fill(61); // "="
  for (let k = 0, to = 0; k < byteLength; k += 3, to += 4) {
    const three = (bytes[k]! << 16) | ((bytes[k + 1] ?? 0) << 8) | (bytes[k + 2] ?? 0);
    const digits = Math.min(4, byteLength - k + 1);
    for (let d = 0; d < digits; d++) codes[to + d] = DIGITS.charCodeAt((three >> (18 - 6 * d)) & 63);
  }
  let text = "";
  for (let k = 0; k < codes.length; k += CHUNK) text += String.fromCharCode(...codes.subarray(k, k + CHUNK));
  return text;
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  for (let k = 0, to = 0; k < text.length; k += 4, to += 3) {
    let three = 0;
    for (let d = 0; d < 4; d++) three = (three << 6) | Math.max(0, VALUE_OF[text.charCodeAt(k + d)]!);
    for (let d = 0; d < 3 && to + d < bytes.length; d++) bytes[to + d] = (three >> (16 - 8 * d)) & 255;
  }
  return bytes;
}
