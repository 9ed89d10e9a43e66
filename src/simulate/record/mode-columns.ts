/** Columns of modes, four of them at a time. */

/** How far modes are the same, from a place up to another at most; four are compared at once where they are aligned. */
export function stretchEnd(mode: Int8Array, from: number, to: number, known: number): number {
  let at = from;
  if (to - from >= SHORT && mode.byteOffset % 4 === 0) {
    while (at % 4 !== 0) {
      if (mode[at] !== known) return at;
      at++;
    }
    at =
      4 *
      firstOther(new Int32Array(mode.buffer, mode.byteOffset, to >> 2), at >> 2, Math.imul(known & 255, 0x01010101));
  }
  while (at < to && mode[at] === known) at++;
  return at;
}

/** Fewer are compared one by one. */
const SHORT = 16;

function firstOther(words: Int32Array, from: number, known: number): number {
  let at = from;
  while (at < words.length && words[at] === known) at++;
  return at;
}
