/**
 * Reads a problem of the gallery for the oracles, without the product's parser: formulas become JavaScript, friction rows
 * become plain functions. It knows what the gallery uses, and no more.
 */
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type { Matrix } from "./dense.ts";
import { evaluateFormula, type Scalar } from "./formula.ts";
import type { FrictionRow, FrictionSystem, Start } from "./mode-switching.ts";

type Evaluate = (formula: Scalar, variables?: Record<string, number>) => number;

interface Weakening {
  readonly shape: string;
  readonly beta: Scalar;
  readonly epsilon: Scalar;
  readonly speed: Scalar;
  readonly exponent: Scalar;
}

interface LinearData {
  readonly type: "linear";
  readonly mass: Scalar[] | Scalar[][];
  readonly damping?: Scalar[] | Scalar[][];
  readonly stiffness?: Scalar[] | Scalar[][];
  readonly force?: Scalar[];
  readonly friction: { on?: number; direction?: Scalar[]; limit: Scalar; weakening?: Weakening }[];
}

interface GearboxData {
  readonly type: "gearbox";
  readonly mass: Scalar;
  readonly limit: Scalar;
  readonly weakening?: Weakening;
  readonly delta: Scalar;
  readonly gain: Scalar;
  readonly a: Scalar;
  readonly b: Scalar;
  readonly weakeningAB?: Weakening;
  readonly force: Scalar;
}

interface ProblemData {
  readonly name: string;
  readonly description: string;
  readonly parameters?: Record<string, Scalar | { value: Scalar }>;
  readonly system: LinearData | GearboxData;
  readonly initial: { position: Scalar[]; velocity: Scalar[] };
  readonly time: { start: Scalar; end: Scalar; step: Scalar };
}

export interface GalleryProblem {
  readonly name: string;
  readonly description: string;
  readonly system: FrictionSystem;
  readonly initial: Start;
  readonly end: number;
  readonly step: number;
}

export const gallery = new URL("../../problems/", import.meta.url);

export function loadProblem(file: string, changes: Record<string, number> = {}): GalleryProblem {
  const data: ProblemData = parse(readFileSync(new URL(`${file}.yaml`, gallery), "utf8"));
  const parameters = Object.fromEntries(
    Object.entries(data.parameters ?? {}).map(([name, given]) => [
      name,
      Number(changes[name] ?? (typeof given === "object" ? given.value : given)),
    ]),
  );
  const evaluate: Evaluate = (formula, variables = {}) => evaluateFormula(formula, { ...parameters, ...variables });
  const numbers = (list: Scalar[]) => list.map((entry) => evaluate(entry));
  const { start, end, step } = data.time;
  return {
    name: data.name,
    description: data.description,
    system: data.system.type === "gearbox" ? gearbox(data.system, evaluate) : linear(data.system, evaluate),
    initial: {
      time: evaluate(start),
      position: numbers(data.initial.position),
      velocity: numbers(data.initial.velocity),
    },
    end: evaluate(end),
    step: evaluate(step),
  };
}

function linear(data: LinearData, evaluate: Evaluate): FrictionSystem {
  const size = data.mass.length;
  const matrix = (given: Scalar[] | Scalar[][] | undefined): Matrix =>
    Array.from({ length: size }, (_, i) =>
      Array.from({ length: size }, (_, j) => {
        const row = given?.[i] ?? 0;
        return Array.isArray(row) ? evaluate(row[j]!) : i === j ? evaluate(row) : 0;
      }),
    );
  return {
    mass: matrix(data.mass),
    damping: matrix(data.damping),
    stiffness: matrix(data.stiffness),
    ...forces(data.force ?? Array(size).fill(0), evaluate),
    rows: data.friction.map((row): FrictionRow => {
      const direction: Scalar[] = row.direction ?? Array.from({ length: size }, (_, j) => (j === row.on ? 1 : 0));
      return {
        direction: direction.map((entry) => evaluate(entry)),
        limit: evaluate(row.limit),
        ...law(row.weakening, evaluate),
      };
    }),
  };
}

/** (54) as one row: the load's efficiency widens the box by |k|(b - a)/2 and shifts the force by k(a + b)/2. */
function gearbox(data: GearboxData, evaluate: Evaluate): FrictionSystem {
  const [delta, a, b, own] = [evaluate(data.delta), evaluate(data.a), evaluate(data.b), evaluate(data.limit)];
  const load = evaluate(data.gain, { delta });
  const spread = (Math.abs(load) * (b - a)) / 2;
  const limit = own + spread;
  const joint = law(data.weakening, evaluate);
  const teeth = law(data.weakeningAB, evaluate);
  const { force, jumps } = forces([data.force], evaluate);
  return {
    mass: [[evaluate(data.mass)]],
    damping: [[0]],
    stiffness: [[0]],
    force: (t) => force(t).map((value) => value - (load * (a + b)) / 2),
    jumps,
    rows: [
      {
        direction: [1],
        limit,
        gamma: (s) => (own * joint.gamma(s) + spread * teeth.gamma(Math.abs(delta) * s)) / limit,
        kinks: [...joint.kinks, ...teeth.kinks.map((kink) => kink / Math.abs(delta))],
      },
    ],
  };
}

function law(given: Weakening | undefined, evaluate: Evaluate): Pick<FrictionRow, "gamma" | "kinks"> {
  if (given === undefined) return { gamma: () => 0, kinks: [] };
  const beta = evaluate(given.beta);
  if (given.shape === "stribeck") {
    const speed = evaluate(given.speed);
    const exponent = evaluate(given.exponent);
    return { gamma: (s) => Math.sign(s) * beta * (1 - Math.exp(-((Math.abs(s) / speed) ** exponent))), kinks: [] };
  }
  const epsilon = evaluate(given.epsilon);
  if (given.shape === "ramp") return { gamma: (s) => beta * Math.max(-1, Math.min(1, s / epsilon)), kinks: [epsilon] };
  if (given.shape === "smooth") return { gamma: (s) => (beta * s) / Math.hypot(epsilon, s), kinks: [] };
  throw new Error(`unknown weakening; shape: ${given.shape}. teach it to the oracle`);
}

function forces(formulas: Scalar[], evaluate: Evaluate): Pick<FrictionSystem, "force" | "jumps"> {
  const lists = formulas.flatMap((formula) => [...String(formula).matchAll(/piecewise\(\s*t\s*,\s*\[([^\]]*)\]/g)]);
  const jumps = lists.flatMap((list) => list[1]!.split(",").map((entry) => evaluate(entry)));
  return { force: (t) => formulas.map((formula) => evaluate(formula, { t })), jumps };
}
