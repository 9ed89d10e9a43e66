import { list, type Random } from "../../support/random.ts";

/** Rows on few coordinates, more of them than there is room for, that a growing load breaks loose. */
export function dependentMachine(random: Random) {
  const n = random.whole(1, 2);
  const m = random.whole(n + 1, n + 3);
  const directions = list(m, (i) => {
    if (i < n) return list(n, (k) => (k === i ? 1 : 0));
    return n === 1
      ? [random.pick([1, -1, 2])]
      : random.pick([
          [1, -1],
          [1, 0],
          [0, 1],
          [1, 2],
          [-0.7, 1.1],
        ]);
  });
  const parameters: Record<string, number> = {};
  const number = (name: string, low: number, high: number) => {
    parameters[name] = Math.round(random.between(low, high) * 1e3) / 1e3;
    return name;
  };
  const friction = directions.map((direction, i) => {
    const limit = number(`c${i}`, 0.3, 1.5);
    const way = random.pick([limit, limit, `${limit} + 0.1*t`, `${limit}*(1 + 0.2*sin(t))`]);
    const kinetic = random.pick([undefined, 0.2, `${limit}/2`, number(`k${i}`, 0.1, 0.25)]);
    const backward = random.chance(0.3) ? number(`b${i}`, 0.3, 1.5) : undefined;
    const back = { ...(backward && { backward }), ...(backward && kinetic && { kineticBackward: 0.2 }) };
    return { direction, limit: way, ...(kinetic && { kinetic }), ...back };
  });
  const force = list(
    n,
    () => `${number(`f${random.whole(0, 9)}`, -4, 4)}*t + ${random.between(-1, 1).toFixed(2)}*sin(3*t)`,
  );
  const stiffness = list(n, (i) => list(n, (k) => (i === k ? 3 : -1)));
  const mass = list(n, () => random.between(0.5, 2));
  const energy = (square: (i: number) => string) => list(n, (i) => `${square(i)}^2/2`);
  const mechanism = {
    type: "mechanism",
    coordinates: list(n, (i) => ({ name: `q${i}` })),
    kinetic: energy((i) => `((1 + 0.1*sin(x(q${i})))*${mass[i]}*v(q${i}))`).join(" + "),
    potential: [...energy((i) => `1.6*x(q${i})`), `0.5*(${list(n, (i) => `x(q${i})`).join(" - ")})^2`].join(" + "),
    force,
    friction,
  };
  const raw = {
    stickslip: 1,
    parameters,
    system: random.chance(0.3) ? mechanism : { type: "linear", mass, stiffness, force, friction },
    initial: { position: list(n, () => random.between(-0.1, 0.1)) },
    time: { end: 2.5, step: 0.1 },
  };
  return { raw, paths: Object.keys(parameters).map((name) => `parameters.${name}`) };
}
