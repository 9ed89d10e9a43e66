/** States from which a machine is certified to come to rest: V < rho (rest-analysis.ts), asked of single motions. */
import { roundOff, skewness } from "../../numeric/definite.ts";
import type { Vector } from "../../numeric/vector.ts";
import type { State } from "../../scheme/scheme.ts";
import type { Simulation } from "../../simulate/run/simulation.ts";
import { SYMMETRIC } from "./certificate.ts";
import { frictionMachine } from "./machine.ts";
import { analyzeMotion, certifiedEnergy } from "./rest-analysis.ts";

export interface Region {
  /** J; infinite where every start is inside. */
  readonly rho: number;
  /**
   * Whether V falls along every motion inside, as far as numbers show it: not for machines that are certified by their eigenvalues, and
   * not for nearly dependent rows, which slip by less than they are resolved to.
   */
  readonly descends: boolean;
  /**
   * V, its kinetic part, what round-off of the position leaves unknown of it, and how much of it a motion that is known to 12 digits
   * leaves unknown, J.
   */
  energy(position: Vector, velocity: Vector): Record<"total" | "kinetic" | "doubt" | "blur", number>;
}

/** Of a motion, relative to where it is: far from zero a small motion has few. */
const DIGITS = 1e-12;

/** Undefined where nothing is certified. */
export function certifiedRegion(simulation: Simulation): Region | undefined {
  const { machine } = frictionMachine(simulation);
  if (!machine || skewness(machine.stiffness) > SYMMETRIC) return undefined;
  const analysis = analyzeMotion(machine);
  const rho = certifiedEnergy(analysis);
  if (rho === undefined) return undefined;
  const { mass, stiffness } = machine;
  const center = analysis.set!.center;
  const n = center.length;
  const away = new Float64Array(n);
  return {
    rho,
    descends: !analysis.linearlyStable && !analysis.friction.doubtful,
    energy(position, velocity) {
      let [moved, stored, doubt, blur] = [0, 0, 0, 0];
      for (let i = 0; i < n; i++) away[i] = position[i]! - center[i]!;
      for (let i = 0; i < n; i++) {
        let [momentum, pull] = [0, 0];
        for (let j = 0; j < n; j++) {
          momentum += mass[i]![j]! * velocity[j]!;
          pull += stiffness[i]![j]! * away[j]!;
        }
        moved += velocity[i]! * momentum;
        stored += away[i]! * pull;
        // where the position is so much off, V is off by so much
        const size = Math.abs(center[i]!) + Math.abs(position[i]!);
        const [least, most] = [roundOff(1) * size, DIGITS * size];
        doubt += least * (Math.abs(pull) + stiffness[i]![i]! * least);
        blur += most * (Math.abs(pull) + stiffness[i]![i]! * most);
      }
      return { total: moved / 2 + stored / 2, kinetic: moved / 2, doubt, blur };
    },
  };
}

/** Of rho: the state is only known to round-off. */
const INSIDE = 1 - 1e-9;
/** V may seem to rise by round-off, relative. */
const RISE = 1 + 1e-9;
/** Part of the energy at which a motion inside the region has come as near to rest as numbers go. */
const SPENT = 1e-24;

/** Whether a motion is inside the certified region, and does there what it must: lose energy. `first`: where it begins. */
export function descentWatch(
  { region }: { readonly region: () => Region | undefined },
  first: Pick<State, "position" | "velocity">,
) {
  let entered: number | undefined;
  let kinetic = Number.POSITIVE_INFINITY;
  let contradicted = false;
  function note({ position, velocity }: Pick<State, "position" | "velocity">): void {
    const known = region();
    if (!known) return;
    const energy = known.energy(position, velocity);
    kinetic = energy.kinetic;
    if (entered === undefined) {
      if (energy.total + energy.doubt < known.rho * INSIDE) entered = energy.total + energy.doubt;
    } else if (known.descends && !(energy.total <= entered * RISE + energy.blur)) contradicted = true;
  }
  let begun = false;
  function look(state: Pick<State, "position" | "velocity">): void {
    if (!begun) note(first);
    begun = true;
    note(state);
  }
  return {
    look,
    /** Whether the motion comes to rest for certain. */
    certain(state: Pick<State, "position" | "velocity">): boolean {
      look(state);
      return entered !== undefined && !contradicted;
    },
    /** Whether it has nearly done so. */
    spent: () => entered !== undefined && !contradicted && kinetic <= SPENT * entered,
  };
}
