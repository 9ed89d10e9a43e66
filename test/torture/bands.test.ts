/** Random chains whose matrices are bands, against the same machines with a table: one entry far from the diagonal, which is nothing, makes it one. */
import { expect, it } from "vitest";
import { Banded } from "../../src/numeric/banded.ts";
import { Dense } from "../../src/numeric/matrix.ts";
import { simulate } from "../../src/simulate/simulate.ts";
import { list, type Random, seeded } from "../support/random.ts";
import { compileRaw } from "../support/run.ts";
import { cases } from "../support/torture.ts";

const SCHEMES = ["alpha", "alpha", "balanced", "balanced", "splitting", "strang", "event-driven"] as const;
/** Below the last digit of anything. */
const NOTHING = 1e-200;

function row(random: Random, i: number, n: number, across: boolean) {
  const limit = random.between(0.2, 2);
  const law = random.pick<Record<string, unknown>>([
    ...Array(6).fill({ limit }),
    { limit: `${limit}*(1 + 0.5*sin(3*t))` },
    { limit, backward: random.between(0.2, 2) },
    { limit, kinetic: 0.7 * limit },
    { limit, weakening: { shape: "stribeck", beta: 0.3, speed: 0.1 } },
    { limit, weakening: { shape: "ramp", beta: 0.2, epsilon: 0.3 } },
    { limit, drive: "0.2*sin(2*t)", viscous: 0.3 },
  ]);
  const on = across && i + 1 < n ? { direction: list(n, (j) => (j === i ? 1 : j === i + 1 ? -1 : 0)) } : { on: i };
  return { name: `r${i}`, ...on, ...law };
}

function chain(seed: number) {
  const random = seeded(seed * 9176 + 11);
  const type = random.pick(SCHEMES);
  const splits = type === "splitting" || type === "strang";
  const potential = !splits && random.chance(0.3);
  const n = random.whole(potential ? 10 : 38, potential ? 30 : 70);
  const reach = random.pick([1, 1, 2]);
  const across = random.chance(0.3);
  const pairs = list(n, (i) => list(reach, (d) => [i, i + d + 1] as const)).flat();
  const bonds = pairs.filter(([, j]) => j < n);
  const springs = bonds.map((between) => ({ between, stiffness: random.between(5, 100) }));
  const cubic = potential ? [{ on: random.whole(0, n - 1), potential: "5*x^4/4" }] : [];
  const j = random.whole(0, n - 2);
  const stops = !splits && random.chance(0.2) ? { stops: [{ on: j, gap: random.between(0.1, 0.6) }] } : {};
  const joint = { name: "joint", direction: list(n, (k) => (k === j ? 1 : k === j + 1 ? -1 : 0)) };
  const joints = !splits && random.chance(0.2) ? { joints: [joint] } : {};
  const parts = {
    mass: list(n, () => random.between(0.5, 2)),
    springs: [...springs, ...cubic],
    dampers: random.chance(0.4) ? bonds.map((between) => ({ between, damping: random.between(0.1, 1) })) : [],
    force: list(n, (i) => (i === 0 ? "20*sin(2*t)" : i === n >> 1 ? "t < 0.5 ? 5 : -5" : 0)),
    friction: list(n, (i) => row(random, i, n, across)).filter(() => random.chance(0.9)),
    ...{ ...stops, ...joints },
  };
  const solver = { type: splits || random.chance(0.8) ? "active-set" : "gauss-seidel" };
  return (far: number) =>
    compileRaw({
      stickslip: 1,
      system: {
        ...{ type: "linear", ...parts },
        stiffness: list(n, (i) => list(n, (k) => (i === k ? 1 : Math.abs(i - k) === n - 1 ? far : 0))),
      },
      initial: { position: list(n, (i) => 0.1 * Math.sin(i)) },
      ...{ time: { end: type === "event-driven" ? 0.4 : 1, step: 0.005 }, scheme: { type } },
      ...(type === "event-driven" ? {} : { solver }),
    });
}

it("bands move and are audited as tables are", { timeout: 600_000 }, () => {
  for (let seed = 1; seed <= cases(12, 600); seed++) {
    const made = chain(seed);
    const [band, table] = [made(0), made(NOTHING)];
    expect(band.system.linear!.mass instanceof Banded, `seed ${seed}`).toBe(true);
    expect(table.system.linear!.mass instanceof Dense, `seed ${seed}`).toBe(true);
    const [one, other] = [simulate(band), simulate(table)];
    expect([one.outcome.status, one.audit.verdict], `seed ${seed}`).toEqual([
      other.outcome.status,
      other.audit.verdict,
    ]);
    for (const part of ["position", "velocity"] as const) {
      const [found, wanted] = [one.outcome.state[part], other.outcome.state[part]];
      const off = Math.max(...found.map((value, k) => Math.abs(value - wanted[k]!)));
      expect(off / Math.max(0.1, ...wanted.map(Math.abs)), `seed ${seed}`).toBeLessThan(1e-9);
    }
  }
});
