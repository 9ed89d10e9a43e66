/** Taylor coefficients of an arm's forces and directions along random motions, against power series that are coded apart. */
import { describe, expect, it } from "vitest";
import type { System } from "../../../src/model/system.ts";
import { list, type Random, seeded } from "../../support/random.ts";
import { cosine, type Power, plus, rateOf, scaled, sine, times } from "./power-series.ts";
import { axes, center, normal, randomArm, type Sample } from "./random-arm.ts";

const ORDER = 9;
const AT = Float64Array.of(0, 0);

type Motion = readonly Power[];

const randomMotion = (random: Random, size: number): Motion =>
  Array.from({ length: size }, () => list(ORDER + 1, () => random.between(-1, 1)));

/** Level after level, as schemes have them. */
const levels = (motion: Motion) =>
  Float64Array.from(
    list((ORDER + 1) * motion.length, (at) => motion[at % motion.length]![Math.floor(at / motion.length)]!),
  );

function anglesAlong({ options }: Sample, motion: Motion): Power[] {
  const n = options.links.length;
  return Array.from({ length: n }, (_, i) => (options.relative ? plus(...motion.slice(0, i + 1)) : motion[i]!));
}

/** Entry e of the mass times the sine or cosine of the difference of its angles. */
function forcesAlong(sample: Sample, motion: Motion, withInertia: boolean): Power[] {
  const { options, stiffness, damping, bias } = sample;
  const { links, payload, gravity, relative } = options;
  const n = links.length;
  const theta = anglesAlong(sample, motion);
  const zero = theta[0]!.map(() => 0);
  const carried = list(n, (i) => links.slice(i + 1).reduce((sum, link) => sum + link.mass, payload.mass));
  const moment = links.map((link, i) => link.mass * link.center + carried[i]! * link.length);
  const force = theta.map((angle, i) => {
    const parts = theta.map((other, j) => {
      const w = rateOf(other);
      const a = rateOf(w);
      if (i === j) {
        const { mass, center: c, length, inertia } = links[i]!;
        const own = mass * c * c + inertia + carried[i]! * length * length + (i === n - 1 ? payload.inertia : 0);
        return withInertia ? scaled(own, a) : zero;
      }
      const difference = plus(angle, scaled(-1, other));
      const coupling = links[Math.min(i, j)]!.length * moment[Math.max(i, j)]!;
      const turned = times(sine(difference), times(w, w));
      return scaled(coupling, withInertia ? plus(turned, times(cosine(difference), a)) : turned);
    });
    const weight = plus(scaled(gravity[0], sine(angle)), scaled(-gravity[1], cosine(angle)));
    return plus(...parts, scaled(moment[i]!, weight));
  });
  const own = force.map((part, i) => (relative ? plus(...force.slice(i)) : part));
  return motion.map((x, i) => {
    const linear = motion.map((y, j) => plus(scaled(stiffness[i]![j]!, y), scaled(damping[i]![j]!, rateOf(y))));
    const still = x.map((_, k) => (k === 0 ? (bias[i] ?? 0) : 0));
    return plus(...linear, still, own[i] ?? zero);
  });
}

/** M(q(0)) a_k, kinetic states included only where the arm has them: by the machine's own mass, tested elsewhere. */
function firstInertia(machine: System, motion: Motion, accelerated: Motion, k: number): Float64Array {
  const n = machine.visible;
  const mass = machine.matrix();
  machine.massAt(
    Float64Array.from(motion, (x) => x[0]!),
    mass,
  );
  const a = Float64Array.from(accelerated, (x, i) => (i < n ? (k + 1) * (k + 2) * x[k + 2]! : 0));
  const out = new Float64Array(machine.size);
  mass.multiply(a, out);
  return out;
}

/** What force series have at level k: the whole less M(q(0)) a_k. */
function expectedLevel(machine: System, sample: Sample, motion: Motion, k: number): number[] {
  const known = firstInertia(machine, motion, motion, k);
  return forcesAlong(sample, motion, true).map((force, i) => force[k]! - known[i]!);
}

const cases = Array.from({ length: 10 }, (_, k) => ({ seed: 300 + k, n: 1 + (k % 5), states: k % 3 }));

describe("the series of an arm", () => {
  it.each(cases)("of $n links and $states states has the forces' coefficients (seed $seed)", ({ seed, n, states }) => {
    const random = seeded(seed);
    const { machine, sample } = randomArm(random, n, states);
    const motion = randomMotion(random, n + states);
    const x = levels(motion);
    const series = machine.forceSeries!(ORDER);
    for (let k = 0; k <= ORDER - 2; k++) {
      const [out, magnitude, terms] = [0, 1, 2].map(() => new Float64Array(n + states)) as [
        Float64Array,
        Float64Array,
        Float64Array,
      ];
      series.subtract(k, x, out, magnitude);
      series.addTermSizes(k, x, terms);
      const expected = expectedLevel(machine, sample, motion, k);
      expected.forEach((value, i) => {
        expect(Math.abs(out[i]! + value)).toBeLessThanOrEqual(1e-12 * (terms[i]! + 1e3));
        expect(terms[i]).toBeGreaterThanOrEqual(Math.abs(out[i]!) * (1 - 1e-12));
        expect(magnitude[i]).toBeGreaterThan(0);
      });
      const again = new Float64Array(n + states); // a level may be asked for twice
      series.subtract(k, x, again, magnitude);
      expect(again).toEqual(out);
    }
  });

  it.each(cases)("of $n links and $states states has their changes (seed $seed)", ({ seed, n, states }) => {
    const random = seeded(seed);
    const { machine, sample } = randomArm(random, n, states);
    const motion = randomMotion(random, n + states);
    const by = randomMotion(random, n + states);
    const series = machine.forceSeries!(ORDER);
    series.expandSlopes(levels(motion), ORDER - 1);
    const change = series.change();
    const h = 1e-4;
    const moved = (step: number) => motion.map((x, i) => plus(x, scaled(step * h, by[i]!)));
    const differences = [1, -1, 2, -2].map((step) => forcesAlong(sample, moved(step), true));
    const dx = levels(by);
    for (let k = 0; k <= ORDER - 2; k++) {
      const out = new Float64Array(n + states);
      change(k, dx, out);
      const known = firstInertia(machine, motion, by, k);
      for (let i = 0; i < n + states; i++) {
        const [a, b, c, d] = differences.map((forces) => forces[i]![k]!) as [number, number, number, number];
        const expected = (8 * (a - b) - (c - d)) / (12 * h) - known[i]!;
        const size = Math.max(...differences.map((forces) => Math.abs(forces[i]![k]!)), Math.abs(known[i]!));
        expect(Math.abs(out[i]! + expected)).toBeLessThan(1e-9 * (size + 100));
      }
    }
  });

  it.each(cases)(
    "of $n links and $states states has walls and curves that turn (seed $seed)",
    ({ seed, n, states }) => {
      const random = seeded(seed);
      const { machine, sample, wallOf } = randomArm(random, n, states);
      const motion = randomMotion(random, n + states);
      const by = randomMotion(random, n + states);
      const rows = machine.newDirections();
      const entries = rows.value.length;
      const series = machine.directionSeries!(ORDER);
      series.begin(AT);
      const x = levels(motion);
      series.expandSlopes!(x, ORDER);
      const change = series.change!();
      const changes = new Float64Array((ORDER + 1) * entries);
      const h = 1e-4;
      const moved = (step: number) => motion.map((one, i) => plus(one, scaled(step * h, by[i]!)));
      const [expected, up, down, up2, down2] = [0, 1, -1, 2, -2].map((step) =>
        directionsAlong(sample, moved(step), wallOf),
      ) as [Power[], Power[], Power[], Power[], Power[]];
      for (let k = 0; k < ORDER; k++) {
        series.next(k, x);
        change(k, levels(by), changes);
        for (let e = 0; e < entries; e++) {
          const value = expected[e]![k]!;
          expect(Math.abs(series.value[k * entries + e]! - value)).toBeLessThan(1e-12 * (1e3 + Math.abs(value)));
          const slope = (8 * (up[e]![k]! - down[e]![k]!) - (up2[e]![k]! - down2[e]![k]!)) / (12 * h);
          expect(Math.abs(changes[k * entries + e]! - slope)).toBeLessThan(1e-9 * (100 + Math.abs(value)));
        }
      }
    },
  );
});

/** Directions of the rows of a random arm, entry by entry. */
function directionsAlong(sample: Sample, motion: Motion, wallOf: number): Power[] {
  const { links, base, relative } = sample.options;
  const n = links.length;
  const theta = anglesAlong(sample, motion);
  const one = theta[0]!.map((_, k) => (k === 0 ? 1 : 0));
  const end = (link: number, f: typeof sine, from: number) =>
    plus(scaled(from, one), ...theta.slice(0, link + 1).map((angle, j) => scaled(links[j]!.length, f(angle))));
  const row = (link: number, gx: Power, gy: Power) => {
    const byAngle = theta.slice(0, link + 1).map((angle, j) => {
      return scaled(links[j]!.length, plus(times(gy, cosine(angle)), scaled(-1, times(gx, sine(angle)))));
    });
    return byAngle.map((part, j) => (relative ? plus(...byAngle.slice(j)) : part));
  };
  const dx = plus(end(n - 1, cosine, base[0]), scaled(-center[0], one));
  const dy = plus(end(n - 1, sine, base[1]), scaled(-center[1], one));
  return [
    one,
    ...row(wallOf, scaled(-normal[0], one), scaled(-normal[1], one)),
    ...row(n - 1, scaled(2 / axes[0] ** 2, dx), scaled(2 / axes[1] ** 2, dy)),
    ...row(n - 1, scaled(normal[0], one), scaled(normal[1], one)),
  ];
}
