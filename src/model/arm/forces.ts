/**
 * What an arm sets against its motion: for each angle
 *     sum over j of coupling_ij sin(theta_i - theta_j) w_j^2 + moment_i (g_x sin theta_i - g_y cos theta_i),
 * and what is linear: K q + D v + bias. With the tangents of both.
 */
import { Dense } from "../../numeric/matrix.ts";
import { setZero, type Vector } from "../../numeric/vector.ts";
import type { OwnForces } from "../system.ts";
import { type Chain, matrixToCoordinates, toCoordinates } from "./chain.ts";
import type { ArmParts } from "./parts.ts";
import type { Pose } from "./pose.ts";

export function armForces(parts: ArmParts): OwnForces {
  const { chain, size, stiffness, damping, bias } = parts;
  const n = chain.links;
  const at = parts.pose;
  const force = new Float64Array(n);
  const block = leadingBlock(size, n);
  const none = new Float64Array(size);

  return {
    resistance(_, q, v, out) {
      at.set(q);
      at.setRates(v ?? none);
      chainForce(chain, at, force);
      toCoordinates(chain, force, 0, n);
      stiffness.multiply(q, out);
      if (v) damping.multiplyAdd(v, out);
      for (let i = 0; i < n; i++) out[i]! += force[i]! + bias[i]!;
    },
    addStiffness(_, q, v, factor, into) {
      stiffness.addTo(into, factor);
      at.set(q);
      at.setRates(v);
      fillStiffness(chain, at, block.entries, size);
      matrixToCoordinates(chain, block.entries, size);
      block.addTo(into, factor);
    },
    addDamping(_, q, v, factor, into) {
      damping.addTo(into, factor);
      at.set(q);
      at.setRates(v);
      fillDamping(chain, at, block.entries, size);
      matrixToCoordinates(chain, block.entries, size);
      block.addTo(into, factor);
    },
  };
}

/** A matrix of which only the leading block is ever filled, by its entries. */
export function leadingBlock(size: number, count: number): Dense {
  const block = new Dense(size);
  for (let i = 0; i < count; i++) for (let j = 0; j < count; j++) block.add(i, j, 1); // ranges wide enough for all of it
  setZero(block.entries);
  return block;
}

function chainForce({ links: n, coupling, moment, gravity }: Chain, at: Pose, out: Vector): void {
  const { sine, cosine, rate } = at;
  for (let i = 0; i < n; i++) {
    let alongX = moment[i]! * gravity[0]!;
    let alongY = moment[i]! * gravity[1]!;
    for (let j = 0; j < n; j++) {
      const pull = coupling[i * n + j]! * rate[j]! * rate[j]!;
      alongX += pull * cosine[j]!;
      alongY += pull * sine[j]!;
    }
    out[i] = sine[i]! * alongX - cosine[i]! * alongY;
  }
}

function fillStiffness({ links: n, coupling, moment, gravity }: Chain, at: Pose, out: Vector, width: number): void {
  const { sine, cosine, rate } = at;
  for (let i = 0; i < n; i++) {
    let own = moment[i]! * (gravity[0]! * cosine[i]! + gravity[1]! * sine[i]!);
    for (let j = 0; j < n; j++) {
      const pull = coupling[i * n + j]! * rate[j]! * rate[j]! * (cosine[i]! * cosine[j]! + sine[i]! * sine[j]!);
      own += pull;
      out[i * width + j] = -pull;
    }
    out[i * width + i] = own;
  }
}

function fillDamping({ links: n, coupling }: Chain, at: Pose, out: Vector, width: number): void {
  const { sine, cosine, rate } = at;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      out[i * width + j] = 2 * coupling[i * n + j]! * (sine[i]! * cosine[j]! - cosine[i]! * sine[j]!) * rate[j]!;
    }
  }
}

/** M over the angles. */
export function fillMass({ links: n, coupling, own }: Chain, { sine, cosine }: Pose, out: Vector, width: number): void {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      out[i * width + j] = coupling[i * n + j]! * (cosine[i]! * cosine[j]! + sine[i]! * sine[j]!);
    }
    out[i * width + i] = own[i]!;
  }
}

/** The derivative of M w by the angles. */
export function fillMomentumSlopes({ links: n, coupling }: Chain, at: Pose, out: Vector, width: number): void {
  const { sine, cosine, rate } = at;
  for (let i = 0; i < n; i++) {
    let own = 0;
    for (let j = 0; j < n; j++) {
      const part = coupling[i * n + j]! * (sine[i]! * cosine[j]! - cosine[i]! * sine[j]!) * rate[j]!;
      own += part;
      out[i * width + j] = part;
    }
    out[i * width + i] = -own;
  }
}
