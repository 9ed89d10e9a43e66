/** Where everything stands in a kernel's memory: the parts of the audit as they lie in its room, constants, scratch, and states in columns. */

import { curveCode, needsTanh } from "../../../model/rows/curve-code.ts";
import { type Rows, rowsTransposed } from "../../../numeric/rows.ts";
import type { Vector } from "../../../numeric/vector.ts";
import { tanhPlaces } from "../../../numeric/wasm/tanh-code.ts";
import type { Metric } from "../metric.ts";
import type { Parts } from "../parts.ts";
import { absolute, diagonalOf } from "../rows-of.ts";
import { groupPlaces } from "./group-code.ts";
import { comesSingly } from "./plain.ts";
import { ROW_NAMES } from "./row-records.ts";
import { statePlaces } from "./state-places.ts";
import { type Data, fixed, type Loop, type Place, type Product, product } from "./vector-code.ts";

export type Places = ReturnType<typeof placesOf>;

/** `states`: how many may wait; `exact`: of motions whose samples hold every event. */
export function placesOf(parts: Parts, data: Data, states: number, exact: boolean) {
  const { room, step, laws, forces, mode, errors, estimate, stick, reported, ledger, box, coupling, slack, times } =
    parts;
  const { size: n, rows } = parts.system;
  const m = rows.length;
  const of = (vector: Vector): Place => fixed(8 * room.offsetOf(vector));
  const all = <Names extends string>(names: readonly Names[], vectors: Readonly<Record<Names, Vector>>) =>
    Object.fromEntries(names.map((name) => [name, of(vectors[name])])) as Readonly<Record<Names, Place>>;
  const point = (k: 0 | 1 | 2) => all(["x", "v", "q", "at", "power"], step.points[k]);
  const { forward, backward, kineticForward, kineticBackward } = laws.points[2];
  const constant = (entry: (i: number) => number) => data.place(rows.map((_, i) => entry(i)));
  const vector = () => data.scratch(n);
  const ofRows = () => data.scratch(m);
  /** Rows that depend on others stand in groups; 1 for the rest. */
  const metric = ({ matrix, groups, own }: Metric) => {
    const alone = new Set(groups.flatMap((group) => (group.length === 1 ? group : [])));
    return {
      groups: groups.flatMap((group) => (group.length > 1 ? [groupPlaces(matrix, group, data)] : [])),
      alone: constant((i) => (alone.has(i) ? 1 : 0)),
      own: positive(own),
    };
  };
  const positive = (values: Vector) => data.place([...values, ...(m % 2 === 1 ? [1] : [])]);
  return {
    n,
    m,
    records: statePlaces(n, m, states, comesSingly(parts.system)),
    points: [point(0), point(1), point(2)],
    slips: laws.points.map(({ slip }) => of(slip)),
    /** Drives and limits at the three points; undefined where they do not vary. */
    limits: laws.varying ? laws.points.map((here) => all(ROW_NAMES, here)) : undefined,
    /** What rows bring coordinates to, for a unit of their drives, row after row. */
    brought: laws.varying ? data.place(dense(coupling.largest.inverseRows, n)) : undefined,
    carried: all(["drives", "ofRows", "ofCoordinates"], parts.carried),
    /** Forces of weakening; undefined where no row weakens. */
    soft: softPlaces(parts, data),
    largest: all(["position", "velocity", "way", "force"], step.largest),
    first: of(step.kept.first),
    largestSpeed: of(laws.largestSpeed),
    largestLimit: of(laws.largestLimit),
    forces: all(["force", "moment", "sliding", "unknown", "residual", "defect"], forces),
    mode: all(["still", "held"], mode),
    errors: { balance: of(errors.balance), path: of(errors.path), noted: of(errors.kept.noted) },
    estimate: {
      ...{ smooth: of(estimate.smooth), unexplained: of(estimate.unexplained) },
      ...all(["present", "before", "earlier", "residual", "q", "sliding", "force"], estimate.kept),
    },
    stick: {
      ...all(["stuckTime", "drift", "allowed", "defect", "speed", "creep", "flutter", "terms"], stick),
      ...all(["place0", "place1", "place2", "reference", "strayed", "steps", "atLimit", "wasAtLimit"], stick.kept),
      ...all(["travel", "bent", "wasBent"], stick.kept),
    },
    reported: {
      ...{
        error: of(reported.error),
        largest: of(reported.largest),
        used: of(reported.used),
        found: of(reported.kept.found),
      },
      ...all(["force", "limit"], reported.kept.last),
    },
    ledger: { rowLoss: of(ledger.rowLoss), sums: of(ledger.sums), total: of(ledger.kept.total) },
    box: all(["outside", "largestForce"], box),
    slack: of(slack),
    times: of(times),
    lower: of(forces.lower),
    upper: of(forces.upper),
    // constants of the rows
    forward: constant((i) => forward[i]!),
    backward: constant((i) => backward[i]!),
    /** Largest forces in slip, with the sign that they have. */
    onForward: constant((i) => -kineticForward[i]!),
    onBackward: constant((i) => kineticBackward[i]!),
    widest: constant((i) => Math.max(forward[i]!, backward[i]!)),
    least: {
      forward: constant((i) => Math.min(forward[i]!, kineticForward[i]!)),
      backward: constant((i) => Math.min(backward[i]!, kineticBackward[i]!)),
    },
    bounded: constant((i) => (forward[i] === 0 && backward[i] === 0 ? 0 : 1)),
    /** W^T A of what is to be balanced. */
    target: ofRows(),
    ofForces: metric(coupling.forces),
    ofMoments: asksMoments(parts, exact) ? metric(coupling.moments) : undefined,
    compliance: positive(coupling.compliance),
    // scratch
    scratch: {
      reach: vector(), // largest speeds of the coordinates
      change: vector(),
      gap: vector(),
      places: vector(),
      speeds: vector(),
      sizes: vector(),
      heft: vector(),
    },
    slots: {
      sums: data.scratch(Math.max(n, m)),
      ...{ forwards: ofRows(), backwards: ofRows(), unknown: ofRows(), held: ofRows() },
    },
    ofRows: { push: ofRows(), reach: ofRows(), uncertain: ofRows(), open: ofRows(), acceleration: ofRows() },
  };
}

/** Whether first moments are asked for. */
const asksMoments = ({ laws }: Parts, exact: boolean): boolean => exact || laws.varying;

/** What weakening needs: its forces at the three points, the rows that have some, 1 for these, and the numbers of their curves. */
function softPlaces({ system: { rows }, laws, room }: Parts, data: Data) {
  const curved = rows.flatMap(({ law }, row) => (law.weakening ? [{ row, recipe: law.weakening.recipe }] : []));
  if (curved.length === 0) return undefined;
  const own = {
    data: (values: ArrayLike<number>) => data.place(values).offset,
    doubles: (count: number) => data.scratch(count).offset,
  };
  return {
    forces: laws.points.map(({ soft }) => fixed(8 * room.offsetOf(soft))),
    curves: curved.map(({ row, recipe }) => ({ row, code: curveCode(recipe, own) })),
    tanh: curved.some(({ recipe }) => needsTanh(recipe)) ? tanhPlaces(own) : undefined,
    present: data.place(rows.map(({ law }) => (law.weakening ? 1 : 0))),
  };
}

export type Matrices = ReturnType<ReturnType<typeof matricesOf>>;

/** The products that a step asks for; diagonals as vectors. Their entries are taken in at once. */
export function matricesOf(parts: Parts, data: Data, exact: boolean) {
  const { system, coupling, tangents, matrices } = parts;
  const n = system.size;
  const m = system.rows.length;
  const { mass, inverseRows, inverseMass } = coupling;
  const directions = system.newDirections();
  const { stiffness, damping, energyMass, energyStiffness, circulation } = matrices!;
  const made = (rows: typeof mass, columns: number) => product(rows, columns, data);
  const madeWhere = (asked: boolean, rows: typeof mass, columns: number) => (asked ? made(rows, columns) : notMade);
  const moments = asksMoments(parts, exact);
  const diagonal = (rows: typeof mass): Place | undefined => {
    const values = diagonalOf(rows);
    return values && data.place(values);
  };
  const products = {
    stiffness: made(stiffness, n),
    damping: made(damping, n),
    stiffnessSizes: madeWhere(!exact, tangents.stiffness, n),
    dampingSizes: madeWhere(!exact, tangents.damping, n),
    mass: made(mass, n),
    massSizes: made(absolute(mass), n),
    energyMass: made(energyMass, n),
    inverseMass: madeWhere(moments, inverseMass, n),
    inverseRows: madeWhere(moments, inverseRows, n),
    ofForces: made(coupling.forces.weights, n),
    response: madeWhere(!exact, coupling.response, n),
    inverseSizes: made(absolute(inverseRows), n),
    coupling: madeWhere(exact, coupling.moments.matrix, m),
    directions: made(directions, n),
    directionSizes: made(absolute(directions), n),
    onto: made(rowsTransposed(directions, n), m),
    ontoSizes: made(absolute(rowsTransposed(directions, n)), m),
  };
  // controllers store no energy, and their states have no power
  const stored = !circulation && system.visible === n ? undefined : made(energyStiffness, n);
  const circulating = circulation && made(circulation, n);
  const seen =
    system.visible === n ? undefined : data.place(Array.from({ length: n }, (_, k) => (k < system.visible ? 1 : 0)));
  const massDiagonal = diagonal(mass);
  const energyDiagonal = diagonal(energyMass);
  const names = Object.keys(products) as (keyof typeof products)[];
  return (loop: Loop) => ({
    ...(Object.fromEntries(names.map((name) => [name, products[name](loop)])) as Record<
      keyof typeof products,
      Product
    >),
    /** What of the stiffness stores energy, where not all of it does, and what works instead; 1 for coordinates that are no states of controllers. */
    stored: stored?.(loop),
    circulation: circulating?.(loop),
    seen,
    massDiagonal,
    energyDiagonal,
    damped: system.damped,
    /** Whether every row is on one coordinate at most: then the size of a slip is the size of its terms. */
    single: rowsAreSingle(directions),
  });
}

/** In the place of a product that no step asks for. */
const notMade: ReturnType<typeof product> = () => ({
  into() {
    throw new Error("a product was not made");
  },
});

function rowsAreSingle({ count, start }: { readonly count: number; readonly start: Int32Array }): boolean {
  for (let i = 0; i < count; i++) if (start[i + 1]! - start[i]! > 1) return false;
  return true;
}

/** All entries of rows over an even number of columns. */
function dense({ count, start, column, value }: Rows, columns: number): Float64Array {
  const width = columns + (columns % 2);
  const all = new Float64Array(count * width);
  for (let i = 0; i < count; i++)
    for (let k = start[i]!; k < start[i + 1]!; k++) all[i * width + column[k]!] = value[k]!;
  return all;
}
