/** The measurements as Markdown. */
import type { BatchSpeed } from "./batch.ts";
import type { Penetration, SchemeGuarantees, SolverGuarantees, Stiffness } from "./guarantees.ts";
import { ratio, small, table } from "./markdown.ts";
import type { Speed } from "./speed.ts";
import { observedOrder, type Point, reaching, SCHEMES, type WorkPrecision } from "./work-precision.ts";

const TARGETS = [1e-2, 1e-3, 1e-4];

export function workPrecisionTable(measured: readonly WorkPrecision[]): string {
  const cost = (point: Point | undefined) =>
    point ? `${point.steps} / ${point.linearSolves} / ${ratio(point.time)}` : "not reached";
  const rows = measured.flatMap((one) => {
    const { problem, reference, events, points } = one;
    const exact = `${reference.linearSolves} / 1`;
    const head = [`**${problem}**, ${events} events`, "event-driven", "", exact, exact, exact];
    return [
      [...head, small(reference.position), small(reference.velocity)],
      ...SCHEMES.map((scheme) => {
        const finest = points.findLast((point) => point.scheme === scheme)!;
        const reached = TARGETS.map((error) => cost(reaching(one, scheme, error)));
        const order = observedOrder(one, scheme).toFixed(1);
        return ["", scheme, order, ...reached, small(finest.position), small(finest.velocity)];
      }),
    ];
  });
  const targets = TARGETS.map((error) => `x within ${small(error).replace(".0", "")} m`);
  return table(["problem", "scheme", "order", ...targets, "least error of x, m", "of v, m/s"], rows);
}

export function schemeTable(measured: readonly SchemeGuarantees[]): string {
  const head = ["scheme", "drift of a held mass, m", "x alternates or creeps, m a step", "lambda changes, a step"];
  const rows = measured.map(({ scheme, heldDrift, moving, flutter, eventError, events }) => [
    scheme,
    small(heldDrift),
    small(moving),
    small(flutter),
    small(eventError),
    String(events),
  ]);
  return table([...head, "event times off by, s", "events told"], rows);
}

export function solverTable(measured: readonly SolverGuarantees[]): string {
  const rows = measured.map(({ solver, exact, small: three, large: twenty }) => [
    solver,
    exact ? "yes" : "no",
    `${ratio(three.perProblem)} / ${ratio(twenty.perProblem)}`,
    `${ratio(three.time)} / ${ratio(twenty.time)}`,
    `${small(three.distance)} / ${small(twenty.distance)}`,
  ]);
  return table(["solver", "exact law", "linear solves a step problem", "time", "x differs by, m"], rows);
}

export function penetrationTable(measured: readonly Penetration[]): string {
  const rows = measured.map(({ scheme, step, depth }) => [scheme, small(step), small(depth)]);
  return table(["scheme", "step, s", "depth behind the stop, m"], rows);
}

export function stiffnessTable(measured: readonly Stiffness[]): string {
  const rows = measured.map(({ frequency, events, linearSolves, time, bound }) => [
    String(Math.round(frequency)),
    String(events),
    String(linearSolves),
    ratio(time),
    small(bound),
  ]);
  const head = ["fastest vibration, rad/s", "events", "linear solves, event-driven", "time, alpha in 1000 steps = 1"];
  return table([...head, "step bound of balanced, s"], rows);
}

/** The C program of the speed table steps alone, from a table of loads; these are whole runs. */
export function batchTable(measured: readonly BatchSpeed[], speed: readonly Speed[]): string {
  const rows = measured.map(({ problem, solver, coordinates, single, batch, difference }) => {
    const scalar = solver === "active-set" && speed.find((each) => each.problem === problem)?.scalar;
    const compared = scalar ? ratio(batch / scalar) : "";
    return [problem, solver, String(coordinates), ratio(single / batch), compared, small(difference)];
  });
  const head = ["problem", "solver", "coordinates", "times faster than step by step", "time, C = 1"];
  return table([...head, "answers differ by"], rows);
}

export function speedTable(measured: readonly Speed[]): string {
  const rows = measured.map(({ problem, size, withFormulas, withTable, scalar, difference }) => [
    problem,
    String(size),
    scalar === undefined ? "no C compiler" : ratio(withFormulas / scalar),
    scalar === undefined ? "no C compiler" : ratio(withTable / scalar),
    difference === undefined ? "" : small(difference),
  ]);
  return table(["problem", "coordinates", "time, C = 1", "with the load from a table", "answers differ by"], rows);
}
