/** The functions of a kernel: those that the build has kept for its machine (made-code.ts), and what is written for it. */
import { whole } from "../../../numeric/wasm/code.ts";
import { type AnyFunction, call, type FunctionCode, type Written } from "../../../numeric/wasm/module.ts";
import { advanceCode, evaluateCode, projectCode } from "./advance-code.ts";
import { curveCode, curvedRows, expCode, matchCode, softCode } from "./curve-code.ts";
import { decideCode } from "./decide-code.ts";
import { expandCode, findCode } from "./expand-code.ts";
import { Fixed, fixedCode } from "./fixed-code.ts";
import { gapCode } from "./gap-code.ts";
import type { Layout, Shape } from "./layout.ts";
import { lengthCode } from "./length-code.ts";
import { MADE, type Made } from "./made-code.ts";
import { distanceCode } from "./row-code.ts";

export interface Code {
  /** Those of fixed-code.ts, and those after them. */
  readonly first: Written;
  readonly functions: readonly AnyFunction[];
}

/** Where this is the same, so is the code. */
export function structureOf(shape: Shape): string {
  const { n, m, order, damped, driven, varies, jumps, joints, stops, loaded, curves, directions, parts } = shape;
  const kinds = [n, m, order, damped, driven, varies, jumps, joints, stops, loaded, curves];
  return [...kinds, directions.start, directions.column, ...parts].join(";");
}

export function codeOf(structure: string, shape: Shape, layout: Layout): Code {
  if (MADE === undefined || shape.stops || shape.varies) return writeCode(shape, layout);
  const { machines } = MADE;
  const functions = Object.hasOwn(machines, structure) ? readUsual(MADE, machines[structure]!) : others(shape, layout);
  return { first: readFixed(MADE), functions };
}

/** What hosts have to read base64. */
declare const Buffer: { from(text: string, encoding: "base64"): { toString(encoding: "latin1"): string } } | undefined;
declare function atob(text: string): string;

const read = (text: string): string =>
  typeof Buffer === "undefined" ? atob(text) : Buffer.from(text, "base64").toString("latin1");

function readFixed({ fixed: { count, types, bodies } }: Made): Written {
  return { count, types: read(types), bodies: read(bodies) };
}

/** Parameters of the functions that all machines have. */
const PARAMETERS = [1, 1, 0, 2, 1, 2, 2];
const ADVANCE = 6;

function readUsual(made: Made, which: readonly number[]): AnyFunction[] {
  const all: AnyFunction[] = [];
  for (let k = 0; k < which.length; k++) {
    const bytes = read(made.functions[which[k]!]!);
    all.push({ parameters: PARAMETERS[k]!, bytes, ...(k === ADVANCE && { name: "advance" }) });
  }
  return all;
}

/** All of it, written anew. */
export function writeCode(shape: Shape, layout: Layout): Code {
  const at = placesOf(shape);
  const ways = { gap: at("gap"), distance: at("distance") };
  return { first: fixedCode(shape, layout, ways), functions: others(shape, layout) };
}

/** Numbers of the functions by their names; of those that a machine does not have: any. */
function placesOf(shape: Shape): (name: string) => number {
  const curved = curvedRows(shape);
  const names = ["find", "expand", "measure", "decide", "project", "evaluate", "advance"];
  if (curved.length > 0) names.push("exp", "match");
  if (shape.stops) names.push("gap");
  if (shape.varies) names.push("distance");
  for (const i of curved) names.push(`curve${i}`, `soft${i}`);
  return (name) => Fixed.count + Math.max(names.indexOf(name), 0);
}

/** Those after the first ones, in the order of their numbers. */
function others(shape: Shape, layout: Layout): FunctionCode[] {
  const at = placesOf(shape);
  const curve = (i: number) => at(`curve${i}`);
  const soft = (i: number) => at(`soft${i}`);
  const calls = {
    find: at("find"),
    expand: at("expand"),
    decide: at("decide"),
    measure: call(at("measure")),
    search: call(Fixed.search),
    match: call(at("match")),
    project: at("project"),
  };
  const functions = [
    findCode(layout),
    expandCode(shape, layout, curve),
    lengthCode(shape, layout, { motion: call(Fixed.trust, whole(0)), load: call(Fixed.trust, whole(1)) }),
    decideCode(shape, layout, at("find"), soft),
    projectCode(shape, layout),
    evaluateCode(shape, layout),
    advanceCode(shape, layout, calls, at("evaluate")),
  ];
  const curved = curvedRows(shape);
  if (curved.length > 0) functions.push(expCode(layout), matchCode(shape, layout, soft));
  if (shape.stops) functions.push(gapCode(layout));
  if (shape.varies) functions.push(distanceCode(shape, layout));
  for (const i of curved)
    functions.push(curveCode(shape, layout, i, call(at("exp"))), softCode(shape, layout, i, call(at("exp"))));
  return functions;
}
