/** `system:` of type linear, written as a mechanism: its matrices as energies and forces. */
type Quantity = string | number;
type MatrixData = readonly (Quantity | readonly Quantity[])[];

export function mechanismOf(system: Record<string, unknown>): Record<string, unknown> {
  const {
    mass,
    damping,
    stiffness,
    coordinates,
    force,
    type: _,
    ...rest
  } = system as {
    mass: MatrixData;
    damping?: MatrixData;
    stiffness?: MatrixData;
    coordinates?: { name: string }[];
    force?: Quantity[];
  } & Record<string, unknown>;
  const n = mass.length;
  const names = coordinates ?? Array.from({ length: n }, (_, i) => ({ name: `x${i + 1}` }));
  const name = (i: number) => names[i]!.name;
  const quadratic = (data: MatrixData | undefined, symbol: string) =>
    entries(data)
      .map(({ i, j, value }) => `(${value})/2*${symbol}(${name(i)})*${symbol}(${name(j)})`)
      .join(" + ");
  const drags = Array.from({ length: n }, (_, i) =>
    entries(damping)
      .filter((entry) => entry.i === i)
      .map(({ j, value }) => ` - (${value})*v(${name(j)})`)
      .join(""),
  );
  return {
    ...rest,
    type: "mechanism",
    coordinates: names,
    kinetic: quadratic(mass, "v"),
    potential: quadratic(stiffness, "x") || 0,
    force: drags.map((drag, i) => `(${force?.[i] ?? 0})${drag}`),
  };
}

function entries(data: MatrixData | undefined): { i: number; j: number; value: Quantity }[] {
  return (data ?? []).flatMap((row, i) =>
    Array.isArray(row)
      ? (row as readonly Quantity[]).flatMap((value, j) => (value === 0 ? [] : [{ i, j, value }]))
      : [{ i, j: i, value: row as Quantity }],
  );
}
