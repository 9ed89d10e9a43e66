/** What is drawn of a machine, as plain data: made where the machine is, drawn by the page. */
import type { Drawing } from "../../model/drawing.ts";
import { isFriction } from "../../model/rows/law.ts";
import { curvesAt, type Shape, spread } from "../../model/shape.ts";
import type { System } from "../../model/system.ts";
import { extent, padded, type Range } from "../../plot/axis.ts";
import { type Box, contour, wallArea } from "../../plot/blocks/outlines.ts";
import type { Trajectory } from "../../simulate/record/trajectory.ts";

/** A machine that knows how it looks: points that move. */
export interface PoseScene {
  readonly kind: "poses";
  readonly points: number;
  /** x and y of point j in sample k at (k * points + j) * 2. */
  readonly places: Float32Array;
  readonly lines: readonly (readonly number[])[];
  readonly tip: number;
  /** Corners of each wall within the box. */
  readonly walls: readonly (readonly (readonly [number, number])[])[];
  /** Two ends of each piece of each curve. */
  readonly curves: Float32Array;
  readonly box: Box;
  /** Friction rows that sit at a point: in joints of an arm, where they turn, or on what slides along a coordinate. */
  readonly joints: readonly { readonly row: number; readonly point: number; readonly turns: boolean }[];
  /** Points that never move: what the machine hangs on. */
  readonly fixed: readonly number[];
}

/** A machine of coordinates: bodies on a line, tied to each other, or sliders where more cannot be said. */
export interface BlockScene {
  readonly kind: "blocks";
  /** A gear box is one body that turns, with its load. */
  readonly layout: "chain" | "lanes" | "gears";
  readonly bodies: readonly { readonly name: string; readonly turns: boolean }[];
  /** `from` -1: the ground. */
  readonly links: readonly {
    readonly from: number;
    readonly to: number;
    readonly kind: "spring" | "damper" | "joint";
  }[];
  /** Friction: on one body, or between two. */
  readonly rows: readonly {
    readonly row: number;
    readonly body: number;
    readonly other: number;
    readonly driven: boolean;
  }[];
  /** A stop at `at` in the coordinate of its body: `side` +1 where it blocks larger values. */
  readonly stops: readonly {
    readonly row: number;
    readonly body: number;
    readonly at: number;
    readonly side: number;
  }[];
}

/** A body that extends in space: curves over the places along it, or in a plane where it has x and y. */
export interface ShapeScene {
  readonly kind: "shape";
  readonly s: Float32Array;
  readonly names: readonly string[];
  /** Whether the curves are x and y of one body. */
  readonly plane: boolean;
  /** Samples of the trajectory that are there. */
  readonly samples: Int32Array;
  /** Component c at place j of the k-th of them at (k * names.length + c) * s.length + j. */
  readonly places: Float32Array;
  readonly obstacles: readonly Float32Array[];
  /** Friction rows with the place that they act at. */
  readonly rows: readonly { readonly row: number; readonly place: number }[];
}

export type Scene = PoseScene | BlockScene | ShapeScene;

/** `type`: what the problem says the machine is. */
export function sceneOf(system: System, trajectory: Trajectory, type = ""): Scene {
  const whole = trajectory.position.length === system.visible;
  if (system.shape && whole) return shapeScene(system, system.shape, trajectory);
  if (system.drawing && whole) return poseScene(system, system.drawing, trajectory);
  const blocks = blockScene(system);
  return type === "gearbox" && whole ? { ...blocks, layout: "gears" } : blocks;
}

function poseScene(system: System, drawing: Drawing, { time, position }: Trajectory): PoseScene {
  const { points } = drawing;
  const places = new Float32Array(2 * points * time.length);
  const [q, out] = [new Float64Array(system.size), new Float64Array(2 * points)];
  for (let k = 0; k < time.length; k++) {
    for (let i = 0; i < position.length; i++) q[i] = position[i]![k]!;
    drawing.placesAt(q, out);
    places.set(out, 2 * points * k);
  }
  const ranges = [0, 1].map((side) =>
    extent([Float64Array.from({ length: places.length / 2 }, (_, j) => places[2 * j + side]!)]),
  );
  const box = roomy(ranges[0]!, ranges[1]!);
  const curves = drawing.curves.flatMap((curve) => contour(curve, box).flatMap(([a, b]) => [...a, ...b]));
  const moves = Array.from({ length: points }, (_, j) => isMoving(places, points, j));
  const last = moves.lastIndexOf(true);
  return {
    ...{ kind: "poses", points, places, lines: drawing.lines, tip: drawing.tip ?? last, box },
    fixed: moves.flatMap((is, j) => (is ? [] : [j])),
    walls: drawing.walls.map((wall) => wallArea(wall, box)),
    curves: Float32Array.from(curves),
    joints: [...jointRows(system, drawing), ...slidingRows(system, drawing, places, position)],
  };
}

function isMoving(places: Float32Array, points: number, j: number): boolean {
  for (let at = 2 * (points + j); at < places.length; at += 2 * points) {
    if (places[at] !== places[2 * j] || places[at + 1] !== places[2 * j + 1]) return true;
  }
  return false;
}

/** Numbers that are sent of a body's motion. */
const MOST_PLACES = 1_000_000;

function shapeScene({ size, load, rows }: System, shape: Shape, trajectory: Trajectory): ShapeScene {
  const { s, names, obstacles, rowPlaces } = shape;
  const most = Math.max(2, Math.floor(MOST_PLACES / (names.length * s.length)));
  const samples = spread(trajectory.time.length, most);
  const places = new Float32Array(samples.length * names.length * s.length);
  curvesAt({ shape, size, load }, trajectory, samples).forEach((curves, k) => {
    curves.forEach((curve, c) => {
      places.set(curve, (k * names.length + c) * s.length);
    });
  });
  return {
    ...{ kind: "shape", names, places, plane: names[0] === "x" && names[1] === "y" },
    s: Float32Array.from(s),
    samples: Int32Array.from(samples),
    obstacles: obstacles.map(({ values }) => Float32Array.from(values)),
    rows: Array.from(rowPlaces, (place, row) => ({ row, place })).filter(
      ({ row, place }) => place >= 0 && isFriction(rows[row]!.law),
    ),
  };
}

/** All poses, with room for what stands around. */
function roomy(x: Range, y: Range): Box {
  const side = Math.max(x.high - x.low, y.high - y.low, 1e-9);
  const room = (range: Range): Range => {
    const missing = Math.max(0, 0.5 * side - (range.high - range.low)) / 2;
    return padded({ low: range.low - missing - 0.08 * side, high: range.high + missing + 0.08 * side }, 0);
  };
  return { x: room(x), y: room(y) };
}

/** Rows along one coordinate sit where its link begins, where the machine is a chain of as many links. */
function jointRows(system: System, { lines }: Drawing): PoseScene["joints"] {
  const chain = lines[0];
  if (lines.length !== 1 || chain?.length !== system.visible + 1) return [];
  return singleRows(system).flatMap(({ row, body }) => (body < 0 ? [] : [{ row, point: chain[body]!, turns: true }]));
}

/** Rows along a coordinate that is a length sit at the first point that goes along with it. */
function slidingRows(
  system: System,
  { points, lines, tip }: Drawing,
  places: Float32Array,
  position: Trajectory["position"],
): PoseScene["joints"] {
  if (tip !== undefined || lines.length === 0) return [];
  return singleRows(system).flatMap(({ row, body, other }) => {
    if (body < 0 || other >= 0 || system.units[body] !== "m") return [];
    const column = position[body]!;
    const goes = (j: number) =>
      column.every((value, k) => {
        const moved = places[2 * (k * points + j)]! - places[2 * j]!;
        return Math.abs(moved - (value - column[0]!)) <= 1e-4 * (1 + Math.abs(value));
      });
    const point = Array.from({ length: points }, (_, j) => j).find(goes);
    return point === undefined ? [] : [{ row, point, turns: false }];
  });
}

/** Friction rows with the coordinate that they act on, and the second one where there are two; -1: none. */
function singleRows(system: System): { row: number; body: number; other: number }[] {
  const { start, column, value } = system.newDirections();
  return system.rows.flatMap(({ law }, row) => {
    if (!isFriction(law)) return [];
    const places = Array.from(column.subarray(start[row]!, start[row + 1]!));
    const known = system.constant.directions;
    const used = known ? places.filter((_, k) => value[start[row]! + k] !== 0) : places;
    if (used.length === 0 || used.length > 2) return [{ row, body: -1, other: -1 }];
    return [{ row, body: used[0]!, other: used[1] ?? -1 }];
  });
}

/** Of the largest entry: less is no spring. */
const TIED = 1e-9;

function blockScene(system: System): BlockScene {
  const { visible, units, names } = system;
  const links = [...(system.linear ? springsOf(system) : []), ...jointsOf(system)];
  const chained = links.every(({ from, to }) => from < 0 || Math.abs(from - to) === 1);
  const tied = links.some(({ from }) => from >= 0) || visible === 1;
  const drives = system.rowFunctions !== undefined || system.rowMotion !== undefined;
  return {
    kind: "blocks",
    layout: chained && tied ? "chain" : "lanes",
    bodies: names.slice(0, visible).map((name, i) => ({ name, turns: units[i] === "rad" })),
    links: chained && tied ? links : links.filter(({ from }) => from < 0),
    rows: singleRows(system).map((row) => ({ ...row, driven: drives })),
    stops: stopsOf(system),
  };
}

/** Ties of a stiffness that is one of springs: what is not symmetric, or pushes where it should pull, says no more. */
function springsOf({ linear, visible }: System): BlockScene["links"] {
  const found: { from: number; to: number; kind: "spring" | "damper" }[] = [];
  for (const [kind, matrix] of [["spring", linear!.stiffness] as const, ["damper", linear!.damping] as const]) {
    const own: typeof found = [];
    let largest = 0;
    for (let i = 0; i < visible; i++) largest = Math.max(largest, Math.abs(matrix.at(i, i)));
    let network = largest > 0;
    for (let i = 0; i < visible && network; i++) {
      let sum = 0;
      for (let j = matrix.firstIn(i); j < Math.min(visible, matrix.lastIn(i)); j++) {
        const entry = matrix.at(i, j);
        sum += entry;
        if (j <= i || Math.abs(entry) <= TIED * largest) continue;
        if (kind === "spring" && entry > 0) network = false;
        own.push({ from: i, to: j, kind });
      }
      if (Math.abs(sum) > TIED * largest) own.push({ from: -1, to: i, kind });
    }
    if (network) found.push(...own);
  }
  return found;
}

function jointsOf(system: System): BlockScene["links"] {
  if (!system.constant.directions) return [];
  const { start, column } = system.newDirections();
  return system.rows.flatMap(({ law }, row) => {
    const [from, to] = column.subarray(start[row]!, start[row + 1]!);
    return law.joint && from !== undefined && to !== undefined ? [{ from, to, kind: "joint" as const }] : [];
  });
}

/** Stops on one coordinate: the gap opens as the row's direction says. */
function stopsOf(system: System): BlockScene["stops"] {
  if (!system.constant.directions) return [];
  const { start, column, value } = system.newDirections();
  return system.rows.flatMap(({ law }, row) => {
    const first = start[row]!;
    if (!law.stop || start[row + 1]! - first !== 1) return [];
    const along = -value[first]!;
    return [{ row, body: column[first]!, at: law.stop.gap / along, side: Math.sign(along) }];
  });
}
