/** `control` on strings: forces at places, and an end that is moved. */
import { expect, it } from "vitest";
import { control, load } from "../../src/index.ts";

const base = { stickslip: 1, time: { end: 1, step: 0.02 } };

it("a force brings a place of the string where it shall be", async () => {
  const position = Array.from({ length: 19 }, (_, i) => (i === 9 ? 0.05 : null));
  const found = await control(
    load({
      ...base,
      system: { type: "string", elements: 20, friction: 0.2, input: [0.5] },
      control: { value: [0.3], target: { position } },
    }),
  );
  expect(found.status).toBe("reached");
  expect(found.position[9]).toBeCloseTo(0.05, 9);
});

it("a moving end u(0, t) = v(t) brings places and speeds to a wanted shape", async () => {
  const free = Array.from({ length: 9 }, () => null as number | null);
  const velocity = [...free];
  const position = [...free];
  position[4] = 0.02;
  velocity[4] = 0;
  const found = await control(
    load({
      ...base,
      system: { type: "string", elements: 10, friction: 0.05, ends: ["control", "fixed"] },
      control: {
        value: { times: [0, 0.25, 0.5, 0.75], values: [[0.01], [0.02], [0.03], [0.03]] },
        target: { position, velocity },
      },
    }),
  );
  expect(found.status).toBe("reached");
  expect(found.position[4]).toBeCloseTo(0.02, 8);
  expect(Math.abs(found.velocity[4]!)).toBeLessThan(1e-8);
});
