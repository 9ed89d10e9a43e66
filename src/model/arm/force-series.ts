/**
 * The forces of an arm along a motion. Inertia and centrifugal forces together are
 *     sum over j of coupling_ij (c_i s_j'' - s_i c_j''),   s_j = sin theta_j, c_j = cos theta_j,
 * so a level costs one product with the coupling and one convolution an angle. Coefficient k of s_j'' and c_j'' without the part of
 * theta_{k+2} leaves out M(q(0)) a_k, and nothing else.
 */
import { setZero, type Vector } from "../../numeric/vector.ts";
import type { ForceSeries } from "../system.ts";
import { angleChange, angleSeries } from "./angle-series.ts";
import { type Chain, toCoordinates } from "./chain.ts";
import { forceSizes } from "./force-sizes.ts";
import type { ArmParts } from "./parts.ts";

export function armSeries(parts: ArmParts, order: number): ForceSeries {
  const { chain, size, bias } = parts;
  const n = chain.links;
  const angles = angleSeries(chain, size, order);
  const pull = newPull(n, order);
  const sine = new Float64Array(n);
  const cosine = new Float64Array(n);
  const force = new Float64Array(n);
  const linear = linearTerms(parts);
  const term = new Float64Array(size);
  const along = angleSeries(chain, size, order); // the motion whose changes are asked for
  const alongPull = newPull(n, order);

  return {
    subtract(k, x, out, magnitude) {
      if (k === 0) angles.next(0, x);
      angles.next(k + 1, x);
      if (k > 0) couple(chain, angles.sine, angles.cosine, (k + 1) * n, k - 1, pull);
      angles.partial(k + 2, sine, cosine, 0);
      couple(chain, sine, cosine, 0, k, pull);
      setZero(force);
      convolve(n, angles.cosine, pull.sine, k, 1, force);
      convolve(n, angles.sine, pull.cosine, k, -1, force);
      addGravity(chain, angles.sine, angles.cosine, k, force);
      toCoordinates(chain, force, 0, n);
      linear(k, x, term);
      for (let i = 0; i < size; i++) {
        const own = i < n ? force[i]! : 0;
        const still = k === 0 ? bias[i]! : 0;
        magnitude[i] = Math.max(magnitude[i]!, Math.abs(own), Math.abs(term[i]!), Math.abs(still));
        out[i]! -= own + term[i]! + still;
      }
    },
    addTermSizes: forceSizes(parts, angles, sine, cosine),
    expandSlopes(x, count) {
      const top = Math.min(count + 1, order); // accelerations up to the last level
      for (let k = 0; k <= top; k++) along.next(k, x);
      for (let k = 0; k + 2 <= top; k++) couple(chain, along.sine, along.cosine, (k + 2) * n, k, alongPull);
    },
    change() {
      const change = angleChange(chain, along, size, order);
      const pulled = newPull(n, order);
      const ds = new Float64Array(n);
      const dc = new Float64Array(n);
      return (k, dx, out) => {
        if (k === 0) change.next(0, dx);
        change.next(k + 1, dx);
        if (k > 0) couple(chain, change.sine, change.cosine, (k + 1) * n, k - 1, pulled);
        change.partial(k + 2, ds, dc, 0);
        couple(chain, ds, dc, 0, k, pulled);
        setZero(force);
        convolve(n, change.cosine, alongPull.sine, k, 1, force);
        convolve(n, change.sine, alongPull.cosine, k, -1, force);
        convolve(n, along.cosine, pulled.sine, k, 1, force);
        convolve(n, along.sine, pulled.cosine, k, -1, force);
        addGravity(chain, change.sine, change.cosine, k, force);
        toCoordinates(chain, force, 0, n);
        linear(k, dx, term);
        for (let i = 0; i < size; i++) out[i]! -= term[i]! + (i < n ? force[i]! : 0);
      };
    },
  };
}

/** out = coefficient k of K x + D x'. */
function linearTerms({ size, stiffness, damping }: ArmParts): (k: number, x: Vector, out: Vector) => void {
  const column = new Float64Array(size);
  const rate = new Float64Array(size);
  return (k, x, out) => {
    for (let i = 0; i < size; i++) {
      column[i] = x[k * size + i]!;
      rate[i] = (k + 1) * x[(k + 1) * size + i]!;
    }
    stiffness.multiply(column, out);
    damping.multiplyAdd(rate, out);
  };
}

/** sum over j of coupling_ij s_j'' and of coupling_ij c_j'', coefficient k of angle i at [k * links + i]. */
interface Pull {
  readonly sine: Vector;
  readonly cosine: Vector;
}

const newPull = (n: number, order: number): Pull => ({
  sine: new Float64Array((order + 1) * n),
  cosine: new Float64Array((order + 1) * n),
});

/** Coefficient k of the pull, from coefficient k + 2 of sines and cosines at [from ...]. */
function couple({ links: n, coupling }: Chain, sine: Vector, cosine: Vector, from: number, k: number, out: Pull): void {
  const factor = (k + 1) * (k + 2);
  for (let i = 0; i < n; i++) {
    let toSine = 0;
    let toCosine = 0;
    for (let j = 0; j < n; j++) {
      toSine += coupling[i * n + j]! * sine[from + j]!;
      toCosine += coupling[i * n + j]! * cosine[from + j]!;
    }
    out.sine[k * n + i] = factor * toSine;
    out.cosine[k * n + i] = factor * toCosine;
  }
}

/** out_i += sign times coefficient k of a_i b_i */
function convolve(n: number, a: Vector, b: Vector, k: number, sign: number, out: Vector): void {
  for (let i = 0; i < n; i++) {
    let sum = 0;
    for (let j = 0; j <= k; j++) sum += a[j * n + i]! * b[(k - j) * n + i]!;
    out[i]! += sign * sum;
  }
}

function addGravity({ links: n, moment, gravity }: Chain, sine: Vector, cosine: Vector, k: number, out: Vector): void {
  for (let i = 0; i < n; i++) {
    out[i]! += moment[i]! * (gravity[0]! * sine[k * n + i]! - gravity[1]! * cosine[k * n + i]!);
  }
}
