/**
 * Random numbers from a seed: xoshiro128** (Blackman & Vigna 2018), its state filled by the mixer of SplitMix32. The same seed
 * gives the same numbers in every engine.
 */
import { cos, log, sin } from "./elementary.ts";

export interface Random {
  /** Uniform in [0, 1), 53 bits. */
  uniform(): number;
  /** Standard normal. */
  normal(): number;
}

/** `seed`: a whole number. */
export function randomFrom(seed: number): Random {
  const state = Uint32Array.of(0, 0, 0, 0);
  let mixed = seed >>> 0;
  const upper = Math.floor(seed / 4294967296) >>> 0;
  for (let i = 0; i < 4; i++) {
    mixed = (mixed + 0x9e3779b9) >>> 0;
    state[i] = mix(mixed) ^ (i % 2 === 1 ? mix(upper + i) : 0);
  }
  function bits(): number {
    const result = Math.imul(rotated(Math.imul(state[1]!, 5), 7), 9) >>> 0;
    const shifted = state[1]! << 9;
    state[2]! ^= state[0]!;
    state[3]! ^= state[1]!;
    state[1]! ^= state[2]!;
    state[0]! ^= state[3]!;
    state[2]! ^= shifted;
    state[3] = rotated(state[3]!, 11);
    return result;
  }
  const uniform = () => ((bits() >>> 5) * 67108864 + (bits() >>> 6)) / 9007199254740992;
  let spare: number | undefined;
  return {
    uniform,
    normal() {
      if (spare !== undefined) {
        const kept = spare;
        spare = undefined;
        return kept;
      }
      // Box & Muller
      const length = Math.sqrt(-2 * log(1 - uniform()));
      const angle = 2 * Math.PI * uniform();
      spare = length * sin(angle);
      return length * cos(angle);
    },
  };
}

function mix(value: number): number {
  let z = value >>> 0;
  z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
  return (z ^ (z >>> 15)) >>> 0;
}

function rotated(value: number, by: number): number {
  return ((value << by) | (value >>> (32 - by))) >>> 0;
}
