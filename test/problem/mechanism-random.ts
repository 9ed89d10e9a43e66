/** Random mechanisms as problem files, with the same energies and forces as plain functions: two writings of one machine. */
import { randomFrom } from "../../src/numeric/random.ts";

export interface RandomMechanism {
  readonly raw: Record<string, unknown>;
  readonly size: number;
  kinetic(q: readonly number[], v: readonly number[]): number;
  potential(q: readonly number[]): number;
  force(t: number, q: readonly number[], v: readonly number[]): number[];
}

interface Term {
  readonly text: string;
  value(q: readonly number[]): number;
}

const NAMES = ["a", "b", "c"];

export function randomMechanism(seed: number): RandomMechanism {
  const random = randomFrom(seed);
  const size = 1 + Math.floor(3 * random.uniform());
  const index = () => Math.floor(size * random.uniform());
  const number = () => Number((0.2 + random.uniform()).toFixed(3));
  const x = (i: number) => `x(${NAMES[i]})`;

  function term(): Term {
    const [i, j, p] = [index(), index(), number()];
    const kinds: Term[] = [
      { text: `${p}`, value: () => p },
      { text: `${p}*cos(${x(i)} - ${x(j)})`, value: (q) => p * Math.cos(q[i]! - q[j]!) },
      { text: `${p}*sin(${x(i)})`, value: (q) => p * Math.sin(q[i]!) },
      { text: `${p}*${x(i)}*${x(j)}`, value: (q) => p * q[i]! * q[j]! },
      { text: `sqrt(${p} + ${x(i)}^2)`, value: (q) => Math.sqrt(p + q[i]! * q[i]!) },
      { text: `exp(-${p}*${x(i)}^2)`, value: (q) => Math.exp(-p * q[i]! * q[i]!) },
      { text: `${p}/(1 + ${x(j)}^2)`, value: (q) => p / (1 + q[j]! * q[j]!) },
    ];
    return kinds[Math.floor(kinds.length * random.uniform())]!;
  }

  const masses = Array.from({ length: size }, number);
  const rods = Array.from({ length: 1 + Math.floor(2 * random.uniform()) }, () => Array.from({ length: size }, term));
  const wells = Array.from({ length: 2 }, () => [term(), term()] as const);
  const [drag, spin, push] = [number(), number(), number()];
  const pairs = NAMES.slice(0, size);
  const kinetic = [
    ...masses.map((m, i) => `${m}/2*v(${NAMES[i]})^2`),
    ...rods.map((rod) => `(${rod.map(({ text }, i) => `(${text})*v(${NAMES[i]})`).join(" + ")})^2/2`),
  ].join(" + ");
  const force = pairs.map(
    (name, i) =>
      `-${drag}*v(${name})*abs(v(${name})) + ${spin}*x(${NAMES[(i + 1) % size]})*v(${name}) + ${push}*sin(t + ${i}*x(${name}))`,
  );
  return {
    size,
    raw: {
      stickslip: 1,
      system: {
        type: "mechanism",
        coordinates: pairs.map((name) => ({ name })),
        kinetic,
        potential: wells.map(([one, two]) => `(${one.text})*(${two.text})`).join(" + "),
        force,
      },
      time: { end: 1, step: 0.01 },
    },
    kinetic: (q, v) =>
      masses.reduce((sum, m, i) => sum + (m / 2) * v[i]! ** 2, 0) +
      rods.reduce((sum, rod) => sum + rod.reduce((s, { value }, i) => s + value(q) * v[i]!, 0) ** 2 / 2, 0),
    potential: (q) => wells.reduce((sum, [one, two]) => sum + one.value(q) * two.value(q), 0),
    force: (t, q, v) =>
      pairs.map(
        (_, i) => -drag * v[i]! * Math.abs(v[i]!) + spin * q[(i + 1) % size]! * v[i]! + push * Math.sin(t + i * q[i]!),
      ),
  };
}
