/** Files in one: a ZIP whose files are stored as they are, which is right for pictures. */

interface Entry {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** 1 January 1980, the first day that the format knows: the same files give the same bytes. */
const DAY = 0x21;
const VERSION = 20;

export function zipped(entries: readonly Entry[]): Blob {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const label = new TextEncoder().encode(name);
    const sum = checksum(bytes);
    /** What both headers have: version, flags, method, time, day, checksum, sizes, lengths. */
    const common = [
      u16(VERSION),
      u16(0x800),
      u16(0),
      u16(0),
      u16(DAY),
      u32(sum),
      u32(bytes.length),
      u32(bytes.length),
      u16(label.length),
      u16(0),
    ];
    const local = joined([u32(0x04034b50), ...common, label]);
    directory.push(
      joined([u32(0x02014b50), u16(VERSION), ...common, u16(0), u16(0), u16(0), u32(0), u32(offset), label]),
    );
    parts.push(local, bytes);
    offset += local.length + bytes.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const count = u16(entries.length);
  const end = joined([u32(0x06054b50), u16(0), u16(0), count, count, u32(size), u32(offset), u16(0)]);
  return new Blob([...parts, ...directory, end], { type: "application/zip" });
}

function u16(value: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.of(value & 255, (value >> 8) & 255);
}

function u32(value: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.of(value & 255, (value >>> 8) & 255, (value >>> 16) & 255, value >>> 24);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let k = 0; k < 8; k++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

function checksum(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = TABLE[(sum ^ byte) & 255]! ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}
