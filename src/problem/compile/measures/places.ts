/**
 * Places along a string or beam in formulas of outputs and measures: u(0.25) is its displacement there, ut(0.25) its velocity. On a beam x(0.25) is a
 * place too; x(3) could be the place 3 m or, as on all machines, the coordinate with the index 3, and is refused.
 */
import { boundsOn } from "../../../expression/bounds.ts";
import { add, constant, multiply, variable } from "../../../expression/fold.ts";
import { substitute } from "../../../expression/substitute.ts";
import type { Node } from "../../../expression/syntax.ts";
import type { Shape } from "../../../model/shape.ts";
import { type Path, printPath, printValue } from "../../faults.ts";
import type { Quantity } from "../../schema/schema.ts";
import type { Scope } from "../scope.ts";
import type { SystemNames } from "../system/kind.ts";

/** As `scope.formula`, where the formula may name places; these are linear between the coordinates beside them. */
export function placedFormula(...[scope, path, ...given]: Parameters<typeof parsed>): Node | undefined {
  const node = parsed(scope, path, ...given);
  const [bounds] = node ? boundsOn([node], "", [0, 0]) : [];
  if (bounds && bounds.low > bounds.high) {
    scope.warnings.push(`${printPath(path)} has no finite value, whatever the motion: ${printValue(given[0])}.`);
  }
  return node;
}

function parsed(
  scope: Scope,
  path: Path,
  text: Quantity,
  variables: readonly string[],
  { shape, coordinates }: SystemNames,
): Node | undefined {
  const named = shape ? placesIn(String(text), shape, coordinates) : [];
  if (!shape || named.length === 0) return scope.formula(path, text, variables);
  const doubtful = named.find(({ written }) => WHOLE.test(written));
  if (doubtful) {
    const [, index] = WHOLE.exec(doubtful.written)!;
    const coordinate = coordinates[Number(index)];
    const other = coordinate === undefined ? "" : `, or x(${coordinate}) for the coordinate with that index`;
    scope.faults.add(
      path,
      `invalid place; x(${index}) has two meanings on a beam: ${printValue(text)}. Write x(${index}.0) for the place ${index} m along it${other}`,
    );
    return undefined;
  }
  const readings = new Map<string, Node>();
  for (const { written, curve, isRate, place } of named) {
    const reading = placeReading(scope, path, shape, curve, isRate, place, coordinates);
    if (!reading) return undefined;
    readings.set(written, reading);
  }
  const node = scope.formula(path, text, [...variables, ...readings.keys()]);
  return node && substitute([node], readings)[0]!;
}

/** A whole number in x( ). */
const WHOLE = /^x\((\d+)\)$/;

interface NamedPlace {
  /** As the parser calls the variable. */
  readonly written: string;
  readonly curve: number;
  readonly isRate: boolean;
  readonly place: string;
}

/** u(...), ut(...) of each curve, but for what names a coordinate. */
function placesIn(text: string, { names }: Shape, coordinates: readonly string[]): NamedPlace[] {
  return [...text.matchAll(/\b([A-Za-z]+)\s*\(([^()]*)\)/g)].flatMap(([, head, argument]) => {
    const place = argument!.trim();
    const isRate = head!.length > 1 && head!.endsWith("t");
    const curve = names.indexOf(isRate ? head!.slice(0, -1) : head!);
    return curve < 0 || coordinates.includes(place) ? [] : [{ written: `${head}(${place})`, curve, isRate, place }];
  });
}

function placeReading(
  scope: Scope,
  path: Path,
  { s, names, coordinates: of }: Shape,
  curve: number,
  isRate: boolean,
  text: string,
  coordinates: readonly string[],
): Node | undefined {
  const node = scope.formula(path, text, []);
  if (!node) return undefined;
  const place = node.kind === "number" ? node.value : Number.NaN;
  const end = s.at(-1)!;
  if (!(place >= s[0]! && place <= end)) {
    scope.faults.add(
      path,
      `invalid place; not from ${s[0]} to ${end} m along ${names[curve]}: ${printValue(text)} = ${place}`,
    );
    return undefined;
  }
  let j = 0;
  while (j + 2 < s.length && s[j + 1]! < place) j++;
  const part = (place - s[j]!) / (s[j + 1]! - s[j]!);
  if (of[curve]![part < 1 ? j : j + 1] === -2 || (part > 0 && of[curve]![j + 1] === -2)) {
    const reason = "is beside an end that moves on a given path";
    scope.faults.add(
      path,
      `invalid place; ${reason}: ${printValue(text)}. Take a place beyond its first node, ${s[1]} m`,
    );
    return undefined;
  }
  const value = (node: number, weight: number): Node => {
    const index = of[curve]![node]!;
    if (index < 0 || weight === 0) return constant(0);
    return multiply(constant(weight), variable(`${isRate ? "v" : "x"}(${coordinates[index]})`));
  };
  return add(value(j, 1 - part), value(j + 1, part));
}
