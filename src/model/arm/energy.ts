/** Kinetic energy, gravity and springs of an arm. */
import type { Vector } from "../../numeric/vector.ts";
import type { System } from "../system.ts";
import type { Chain } from "./chain.ts";
import { type Drives, drivePower } from "./drives.ts";
import type { ArmParts } from "./parts.ts";
import type { Pose } from "./pose.ts";

export function armEnergy(
  parts: ArmParts,
  bentEnergy: number,
  drives?: Drives,
): Pick<System, "energy" | "energyInto" | "dissipationInto"> {
  const n = parts.chain.links;
  const at = parts.pose;
  const power = drives && drivePower(drives);
  const product = new Float64Array(parts.size);
  const elastic = new Float64Array(parts.size);
  const found = new Float64Array(1);

  function energyInto(q: Vector, v: Vector, out: Vector): void {
    for (let i = 0; i < n; i++) elastic[i] = q[i]!; // states have no energy
    parts.stiffness.multiply(elastic, product);
    let sum = bentEnergy;
    for (let i = 0; i < n; i++) sum += q[i]! * (product[i]! / 2 + parts.bias[i]!);
    at.set(q);
    at.setRates(v);
    chainEnergy(parts.chain, at, out);
    out[0]! += sum;
  }

  let lossy = parts.size > n || drives !== undefined;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      if (parts.damping.at(i, j) !== 0 || parts.stiffness.at(i, j) !== parts.stiffness.at(j, i)) lossy = true;
    }
  }
  const energies = {
    energyInto,
    energy(q: Vector, v: Vector): number {
      energyInto(q, v, found);
      return found[0]!;
    },
  };
  if (!lossy) return energies;
  return {
    ...energies,
    /** Damping, and what of the stiffness stores no energy: its skew part, and what states do. */
    dissipationInto(at, q, v, out, deciding) {
      const { stiffness, damping, size } = parts;
      let sum = 0;
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < size; j++) {
          const stored = j < n ? (stiffness.at(i, j) + stiffness.at(j, i)) / 2 : 0;
          sum += v[i]! * (damping.at(i, j) * v[j]! + (stiffness.at(i, j) - stored) * q[j]!);
        }
      }
      out[0] = sum;
      power?.(at, q, v, out, deciding);
    },
  };
}

function chainEnergy(links: Chain, { sine, cosine, rate }: Pose, out: Vector): void {
  const { links: n, own, coupling, moment, gravity } = links;
  let kinetic = 0;
  let potential = links.potential;
  for (let i = 0; i < n; i++) {
    let momentum = own[i]! * rate[i]!;
    for (let j = 0; j < n; j++) {
      momentum += coupling[i * n + j]! * (cosine[i]! * cosine[j]! + sine[i]! * sine[j]!) * rate[j]!;
    }
    kinetic += (momentum * rate[i]!) / 2;
    potential -= moment[i]! * (gravity[0]! * cosine[i]! + gravity[1]! * sine[i]!);
  }
  out[0] = kinetic + potential;
}
