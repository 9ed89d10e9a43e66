/** Curves for the tip of an arm: ellipse, circle, line, or a formula in x and y. */
import { derivative } from "../../../../expression/derivative.ts";
import { constantValue } from "../../../../expression/fold.ts";
import { jetSteps } from "../../../../expression/jets.ts";
import { compileProgram } from "../../../../expression/program.ts";
import type { Node } from "../../../../expression/syntax.ts";
import { circle, ellipse, line, type PlaneCurve } from "../../../../model/arm/plane-curve.ts";
import { type Path, printValue } from "../../../faults.ts";
import type { ProblemCurve } from "../../../schema/arm.ts";
import type { Quantity } from "../../../schema/schema.ts";
import type { Scope } from "../../scope.ts";
import { isSmooth } from "../springs.ts";

const KEYS = {
  ellipse: { needs: ["axes"], may: ["center"] },
  circle: { needs: ["radius"], may: ["center"] },
  line: { needs: ["normal"], may: ["distance"] },
  formula: { needs: ["formula"], may: [] },
} as const satisfies Record<ProblemCurve["shape"], unknown>;

const ALL = ["center", "axes", "radius", "normal", "distance", "formula"] as const;

export function compileCurve(scope: Scope, path: Path, data: ProblemCurve): PlaneCurve | undefined {
  const { shape } = data;
  const { needs, may } = KEYS[shape];
  const known: readonly string[] = [...needs, ...may];
  const missing = needs.filter((key) => data[key as keyof ProblemCurve] === undefined);
  const surplus = ALL.filter((key) => data[key] !== undefined && !known.includes(key));
  for (const key of missing) scope.faults.add([...path, key], `missing ${key}; the shape ${shape} needs it`);
  for (const key of surplus) {
    scope.faults.add([...path, key], `invalid ${key}; the shape ${shape} has none. It knows ${known.join(", ")}`);
  }
  if (missing.length + surplus.length > 0) return undefined;
  const center = compilePair(scope, [...path, "center"], data.center ?? [0, 0]);
  if (shape === "ellipse") {
    const axes = data.axes!.map((value, i) => scope.number([...path, "axes", i], value, { above: 0 }));
    return center && areNumbers(axes) ? ellipse(center, [axes[0]!, axes[1]!]) : undefined;
  }
  if (shape === "circle") {
    const radius = scope.number([...path, "radius"], data.radius, { above: 0 });
    return center && radius !== undefined ? circle(center, radius) : undefined;
  }
  if (shape === "line") {
    const at = compileHalfPlane(scope, path, data.normal!, data.distance ?? 0);
    return at && line(at.normal, at.distance);
  }
  return compileFormula(scope, [...path, "formula"], data.formula!);
}

const areNumbers = (values: readonly (number | undefined)[]): values is number[] => !values.includes(undefined);

export function compilePair(
  scope: Scope,
  path: Path,
  data: readonly Quantity[] | undefined,
): [number, number] | undefined {
  const values = scope.vector(path, data, undefined);
  return values && [values[0]!, values[1]!];
}

/** A line or the edge of a wall, with a normal of length 1. */
export function compileHalfPlane(
  scope: Scope,
  path: Path,
  normal: readonly Quantity[],
  distance: Quantity,
): { normal: [number, number]; distance: number } | undefined {
  const given = compilePair(scope, [...path, "normal"], normal);
  const away = scope.number([...path, "distance"], distance);
  if (!given || away === undefined) return undefined;
  const size = Math.sqrt(given[0] * given[0] + given[1] * given[1]);
  if (!(size > 0) || !Number.isFinite(size)) {
    scope.faults.add([...path, "normal"], `invalid normal; it has no direction: ${printValue(normal)}. Take [1, 0]`);
    return undefined;
  }
  return { normal: [given[0] / size, given[1] / size], distance: away / size };
}

function compileFormula(scope: Scope, path: Path, text: Quantity): PlaneCurve | undefined {
  const node = scope.formula(path, text, ["x", "y"]);
  if (!node) return undefined;
  const refuse = (reason: string) => {
    scope.faults.add(path, `invalid formula; ${reason}: ${printValue(text)}. Take a smooth one, as x^2 + y^2 - 1`);
    return undefined;
  };
  if (!isSmooth(node)) return refuse("not smooth in x and y");
  if (constantValue(node) !== undefined) return refuse("no curve, it depends neither on x nor on y");
  return formulaCurve(node);
}

function formulaCurve(node: Node): PlaneCurve {
  const [byX, byY] = [derivative(node, "x"), derivative(node, "y")];
  const nodes = [node, byX, byY, derivative(byX, "x"), derivative(byX, "y"), derivative(byY, "y")];
  const program = compileProgram(nodes, ["x", "y"]);
  return {
    evaluate(point, out) {
      const { registers, outputs } = program;
      for (let i = 0; i < 4; i++) registers[i] = point[i % 2]!;
      program.run();
      for (let q = 0; q < outputs.length; q++) out[q] = registers[outputs[q]!]!;
    },
    expansion(order) {
      const own = compileProgram(nodes, ["x", "y"]);
      const { registers, outputs } = own;
      const series = jetSteps(own, order);
      const { coefficients, degree, width } = series;
      return (k, path, out) => {
        if (k === 0) {
          for (let i = 0; i < 4; i++) registers[i] = path[(i % 2) * width]!;
          degree.fill(order, 0, 2);
          series.begin();
        } else {
          for (let i = 0; i < 2; i++) coefficients[i * width + k] = path[i * width + k]!;
          series.next(k);
        }
        for (let q = 0; q < outputs.length; q++) out[q * width + k] = coefficients[outputs[q]! * width + k]!;
      };
    },
  };
}
