/** The prime of FNV-1a for 64 bits is 2^40 + LOW_PRIME. */
const LOW_PRIME = 0x1b3;

/**
 * FNV-1a, 64 bits, as 16 hexadecimal digits, over the samples t0, v0, t1, v1 ... as little-endian doubles. It tells
 * whether two records are the same; it protects from mistakes, not from forgers.
 */
export function sampleHash(times: ArrayLike<number>, values: ArrayLike<number>): string {
  const view = new DataView(new ArrayBuffer(16));
  let high = 0xcbf29ce4;
  let low = 0x84222325;
  for (let i = 0; i < times.length; i++) {
    view.setFloat64(0, times[i]!, true);
    view.setFloat64(8, values[i]!, true);
    for (let k = 0; k < 16; k++) {
      const mixed = (low ^ view.getUint8(k)) >>> 0;
      const product = mixed * LOW_PRIME;
      high = (high * LOW_PRIME + Math.floor(product / 0x1_0000_0000) + ((mixed << 8) >>> 0)) >>> 0;
      low = product >>> 0;
    }
  }
  return [high, low].map((half) => half.toString(16).padStart(8, "0")).join("");
}
