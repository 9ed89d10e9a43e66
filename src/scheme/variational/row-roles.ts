/** Where in a step of `variational` each row acts, by its kind and its constraint method. */
import { HARD } from "../../model/rows/constraint-method.ts";
import { isFriction, type Row } from "../../model/rows/law.ts";
import type { System } from "../../model/system.ts";
import type { Vector } from "../../numeric/vector.ts";

export const Role = {
  /** Friction, and joints that are no condition on positions: on the velocity of the step and on the new one. */
  rate: 0,
  /** On the new position, with the direction at the old one. */
  end: 1,
  /** On the position in the middle, as printed. */
  middle: 2,
  /** A penalty that is the quotient (30) of what its energy changes by over the step. */
  quotient: 3,
} as const;

export interface RowRoles {
  /** Role of each row. */
  readonly role: Int8Array;
  /** 1: it also acts on the new velocity, with a force of its own. */
  readonly atNode: Int8Array;
  /** m/N; 0 where the condition is hard. */
  readonly epsilon: Vector;
  /** 1: an augmented Lagrangian. */
  readonly augmented: Int8Array;
  /** 1: with the second-order update (11). */
  readonly second: Int8Array;
  /** m */
  readonly tolerance: Vector;
  /** Whether a row is a condition on positions. */
  readonly onPositions: boolean;
  /** out[i]: gap or violation of each row that is a condition on positions, m. */
  valuesAt(at: Vector, q: Vector, out: Vector): void;
}

export function rowRoles(system: System): RowRoles {
  const { rows } = system;
  const gaps = new Float64Array(rows.length);
  const role = Int8Array.from(rows, (row) => roleOf(system, row));
  const methods = rows.map(({ law }) => law.method ?? HARD);
  const augmented = Int8Array.from(methods, ({ type }) => (type === "augmented-lagrangian" ? 1 : 0));
  return {
    role,
    atNode: role.map((is, i) => {
      const rigid = methods[i]!.epsilon === 0 || augmented[i] === 1;
      return is === Role.rate || (is === Role.end && rigid) ? 1 : 0;
    }),
    epsilon: Float64Array.from(methods, ({ epsilon }) => epsilon),
    augmented,
    second: Int8Array.from(methods, ({ update }) => (update === "second" ? 1 : 0)),
    tolerance: Float64Array.from(methods, ({ tolerance }) => tolerance),
    onPositions: role.some((is) => is !== Role.rate),
    valuesAt(at, q, out) {
      system.gapsAt(q, out);
      if (!system.violationsAt) return;
      system.violationsAt(at, q, gaps);
      for (let i = 0; i < out.length; i++) out[i]! += gaps[i]!;
    },
  };
}

function roleOf({ violationsAt }: System, { law }: Row): number {
  if (isFriction(law) || (law.joint && !violationsAt)) return Role.rate;
  const { form, at } = law.method ?? HARD;
  if (form === "time-discretized") return Role.quotient;
  return at === "middle" ? Role.middle : Role.end;
}

/** Why `variational` cannot take the rows of a system, with the remedy. */
export function roleFault({ rows, violationsAt }: System): string | undefined {
  for (const { name, law } of rows) {
    const restitution = law.stop?.restitution ?? 0;
    const soft = law.method?.type === "penalty";
    if (restitution > 0 && !soft) {
      return `variational knows inelastic impacts only, but the restitution of ${name} is ${restitution}. Take event-driven or balanced, or penalty as its method, which gives back all of the speed`;
    }
    if (restitution > 0 && restitution < 1) {
      return `invalid restitution of ${name}; a penalty gives back all of the speed by itself: ${restitution}. Leave it out`;
    }
    if (law.method?.direction) {
      const { type, direction } = law.method;
      const what =
        type === "augmented-lagrangian" ? `Uzawa's method for ${name}` : `the direction ${direction} of ${name}`;
      return `variational does not know ${what}, which belongs to alpha. Take scheme alpha, or leave it out`;
    }
    if (law.joint && law.method && !violationsAt) {
      return `invalid method of ${name}; a joint that is no condition on positions has none: ${law.method.type}. Leave it out`;
    }
  }
  return undefined;
}
