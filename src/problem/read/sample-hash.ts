import { Hash } from "../../numeric/hash.ts";

/** Over the samples t0, v0, t1, v1 ... of a record: 16 hexadecimal digits. */
export function sampleHash(times: ArrayLike<number>, values: ArrayLike<number>): string {
  const hash = new Hash();
  for (let i = 0; i < times.length; i++) {
    hash.number(times[i]!);
    hash.number(values[i]!);
  }
  return hash.digest();
}
