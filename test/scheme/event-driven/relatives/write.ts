/** Machines written once, as a problem file and for the oracle. */
import type { FrictionRow, Machine, Stop, Weakening } from "../../../oracles/enumerated/machine.ts";
import { masses } from "../../../oracles/enumerated/simple.ts";
import type { RandomMachine } from "../../../torture/random-machines.ts";
import { constant, lesser, type Wave } from "../../../torture/waves.ts";

type Given = Wave | number;

export interface RowSpec {
  readonly direction?: readonly number[];
  readonly limit: Given;
  readonly backward?: Given;
  readonly kinetic?: Given;
  readonly kineticBackward?: Given;
  readonly drive?: Given;
  readonly viscous?: number;
  readonly weakening?: { readonly raw: object; readonly curve: Weakening };
}

export interface Spec {
  readonly mass: readonly number[];
  readonly stiffness?: number[][];
  readonly damping?: number[][];
  readonly force?: readonly Given[];
  readonly rows: readonly RowSpec[];
  readonly joints?: readonly (readonly number[])[];
  readonly stops?: readonly Stop[];
  readonly position?: readonly number[];
  readonly velocity?: readonly number[];
  readonly end: number;
}

const wave = (given: Given): Wave => (typeof given === "number" ? constant(given) : given);

function rowOf(spec: RowSpec): { raw: object; row: FrictionRow } {
  const { direction = [1], viscous = 0, weakening } = spec;
  const [limit, backward] = [wave(spec.limit), wave(spec.backward ?? spec.limit)];
  const kinetic = spec.kinetic === undefined ? undefined : wave(spec.kinetic);
  const behind = spec.kineticBackward === undefined ? kinetic : wave(spec.kineticBackward);
  const drive = spec.drive === undefined ? undefined : wave(spec.drive);
  return {
    raw: {
      ...{ direction, limit: limit.text, viscous },
      ...(spec.backward === undefined ? {} : { backward: backward.text }),
      ...(kinetic ? { kinetic: kinetic.text } : {}),
      ...(spec.kineticBackward === undefined ? {} : { kineticBackward: behind!.text }),
      ...(drive ? { drive: drive.text } : {}),
      ...(weakening ? { weakening: weakening.raw } : {}),
    },
    row: {
      ...{ direction, limit: limit.signal, backward: backward.signal, viscous },
      ...(kinetic && {
        kinetic: {
          forward: lesser(kinetic.signal, limit.signal),
          backward: lesser(behind!.signal, backward.signal),
        },
      }),
      ...(drive && { drive: drive.signal }),
      ...(weakening && { weakening: weakening.curve }),
    },
  };
}

export function written(spec: Spec): RandomMachine {
  const { mass, stiffness, damping, joints = [], stops = [], end } = spec;
  const rest = masses(...mass);
  const { position = rest.position, velocity = rest.velocity } = spec;
  const force = mass.map((_, i) => wave(spec.force?.[i] ?? 0));
  const rows = spec.rows.map(rowOf);
  const raw = {
    stickslip: 1,
    system: {
      type: "linear",
      mass,
      ...(stiffness && { stiffness }),
      ...(damping && { damping }),
      force: force.map(({ text }) => text),
      friction: rows.map(({ raw }) => raw),
      ...(joints.length > 0 && { joints: joints.map((direction) => ({ direction })) }),
      ...(stops.length > 0 && { stops }),
    },
    initial: { position, velocity },
    time: { end, step: end / 20 },
  };
  const machine: Machine = {
    ...rest,
    ...(stiffness && { stiffness }),
    ...(damping && { damping }),
    ...{ joints, stops, position, velocity, end },
    force: force.map(({ signal }) => signal),
    friction: rows.map(({ row }) => row),
  };
  return { seed: 0, raw, machine, features: [] };
}

/** 1 - exp(-(q/speed)^exponent), times beta. */
export function stribeck(beta: number, speed: number, exponent: number): NonNullable<RowSpec["weakening"]> {
  const raised = (q: number) => (Number.isInteger(exponent) ? q ** exponent : Math.sign(q) * Math.abs(q) ** exponent);
  return {
    raw: { shape: "stribeck", beta, speed, exponent },
    curve: { kinks: [], pieces: [(q) => beta * (1 - Math.exp(-raised(q / speed)))] },
  };
}
