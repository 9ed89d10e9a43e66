/** Columns of modes, four of them at a time. */

/** The same modes by fours; undefined where they are not aligned to be read so. */
export function foursOf(mode: Int8Array): Int32Array | undefined {
  return mode.byteOffset % 4 === 0 ? new Int32Array(mode.buffer, mode.byteOffset, mode.length >> 2) : undefined;
}

/** How far modes are the same, from a place up to another at most. */
export function stretchEnd(
  mode: Int8Array,
  fours: Int32Array | undefined,
  from: number,
  to: number,
  known: number,
): number {
  let at = from;
  if (fours && to - from >= FEWEST) {
    for (; at % 4 !== 0; at++) if (mode[at] !== known) return at;
    const all = Math.imul(known & 255, 0x01010101);
    while (at + 4 <= to && fours[at >> 2] === all) at += 4;
  }
  while (at < to && mode[at] === known) at++;
  return at;
}

/** Fewer are compared one by one. */
const FEWEST = 8;
