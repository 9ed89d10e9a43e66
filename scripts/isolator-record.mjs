/**
 * Writes problems/isolator.csv, a synthetic ground motion: 40 s at 200 Hz. White noise from a seeded generator goes through
 * the ground as a filter (2.5 Hz, damping 0.6: Kanai and Tajimi) and a high-pass of 0.25 Hz that keeps the ground where it
 * is; the envelope of Jennings makes it rise in 4 s, stay strong for 10 s and die away. Peak 0.35 g.
 */
import { writeFileSync } from "node:fs";

const RATE = 200; // Hz
const DURATION = 40; // s
const PEAK = 0.35; // g
const SEED = 1940;

/** Uniform in [0, 1): mulberry32. */
function uniform(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296;
  };
}

/** An oscillator under `force`, in small symplectic steps; `output` reads its position, velocity and force. */
function filtered(force, hertz, damping, output) {
  const omega = 2 * Math.PI * hertz;
  const parts = 4;
  const h = 1 / (RATE * parts);
  let [x, v] = [0, 0];
  return force.map((f) => {
    for (let k = 0; k < parts; k++) {
      v += h * (f - 2 * damping * omega * v - omega * omega * x);
      x += h * v;
    }
    return output(x, v, f, omega, damping);
  });
}

const envelope = (t) => (t < 4 ? (t / 4) ** 2 : t < 14 ? 1 : Math.exp(-0.18 * (t - 14)));

/** Six decimals, zero without a sign. */
const decimals = (value) => value.toFixed(6).replace(/^-(0\.0+)$/, "$1");

const next = uniform(SEED);
const normal = () => Array.from({ length: 12 }, next).reduce((sum, u) => sum + u, -6);
const times = Array.from({ length: RATE * DURATION + 1 }, (_, i) => i / RATE);
const noise = times.map((t) => normal() * envelope(t));
const ground = filtered(noise, 2.5, 0.6, (x, v, _f, omega, damping) => 2 * damping * omega * v + omega * omega * x);
const motion = filtered(
  ground,
  0.25,
  0.9,
  (x, v, f, omega, damping) => f - 2 * damping * omega * v - omega * omega * x,
);
const largest = Math.max(...motion.map(Math.abs));
const lines = times.map((t, i) => `${t.toFixed(3)},${decimals((PEAK * motion[i]) / largest)}`);
const text = [
  "# Synthetic ground motion, 40 s at 200 Hz, written by scripts/isolator-record.mjs (seeded): t in s, ax in g",
  "t,ax",
  ...lines,
  "",
].join("\n");
writeFileSync(new URL("../problems/isolator.csv", import.meta.url), text);
