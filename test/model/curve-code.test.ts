/** Values of weakening curves by emitted code, against curve.ts: the same digits. */
import { expect, it } from "vitest";
import { blend, type Curve, hyperbolic, ramp, smooth, stribeck, table } from "../../src/model/rows/curve.ts";
import { curveCode, hasCode } from "../../src/model/rows/curve-code.ts";
import { load, sequence, store, whole } from "../../src/numeric/wasm/code.ts";
import { Layout } from "../../src/numeric/wasm/memory.ts";
import { call, instantiate } from "../../src/numeric/wasm/module.ts";
import { tanhCode, tanhPlaces } from "../../src/numeric/wasm/tanh-code.ts";
import { seeded } from "../support/random.ts";

const random = seeded(11);
const beta = 0.37;
const speed = 0.23;
const curves: Record<string, Curve> = {
  ramp: ramp({ beta, epsilon: speed }),
  smooth: smooth({ beta, epsilon: speed }),
  hyperbolic: hyperbolic({ beta, speed }),
  stribeck: stribeck({ beta, speed, exponent: 1 }),
  squared: stribeck({ beta, speed, exponent: 2 }),
  table: table({ speeds: [0, 0.1, 0.25, 1], ratios: [1, 0.6, 0.8, 0.3] }),
};
curves.blend = blend([
  { share: 0.6, scale: 1.7, curve: curves.stribeck! },
  { share: 0.4, scale: -0.8, curve: curves.table! },
]);

/** Slips of every size, both signs, and those where curves change their form. */
const slips = [
  0,
  ...[1e-300, 1e-9, 0.1, 0.23, 0.25, 1, 50].flatMap((value) => [value, -value]),
  ...Array.from({ length: 20000 }, () => random.between(-1, 1) * 10 ** random.between(-6, 2)),
];

it.each(Object.keys(curves))("of a %s", (name) => {
  const curve = curves[name]!;
  const layout = new Layout();
  const place = layout.doubles(2);
  const tanh = { places: tanhPlaces(layout), call: call(0) };
  const code = curveCode(curve.recipe, layout);
  const body = {
    name: "gamma",
    parameters: 0,
    body(_: unknown, variables: Parameters<typeof code>[3]) {
      const [s, value] = [variables.double(), variables.double()];
      const statement = sequence(
        s.set(load(whole(0), place)),
        code(s, value, tanh, variables),
        store(whole(0), place + 8, value),
      );
      return { statement, result: whole(1) };
    },
  };
  const { memory, functions } = instantiate([tanhCode(tanh.places), body], layout)!;
  layout.fill(memory);
  const doubles = new Float64Array(memory);
  const [value, slope] = [new Float64Array(1), new Float64Array(1)];
  for (const slip of slips) {
    doubles[place / 8] = slip;
    functions.gamma!();
    curve.evaluate(Float64Array.of(slip), 0, value, slope);
    if (doubles[place / 8 + 1] !== value[0]) expect([slip, doubles[place / 8 + 1]]).toEqual([slip, value[0]]);
  }
});

it("is there for all of them but powers other than the first and second", () => {
  for (const { recipe } of Object.values(curves)) expect(hasCode(recipe)).toBe(true);
  const powered = stribeck({ beta, speed, exponent: 1.5 });
  expect(hasCode(powered.recipe)).toBe(false);
  expect(hasCode(blend([{ share: 1, scale: 1, curve: powered }]).recipe)).toBe(false);
});
