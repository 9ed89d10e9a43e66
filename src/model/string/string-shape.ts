/** Where strings lie: their nodes, and their ends as they are held or moved. */
import type { Vector } from "../../numeric/vector.ts";
import { controlValue } from "../control/control-load.ts";
import type { Load } from "../load.ts";
import type { Shape } from "../shape.ts";
import type { Mesh } from "./strand.ts";

/** Of an end that is no coordinate: it is held at 0, moves as a function of time, or by a control value. */
export type StringEnd = "held" | { readonly path: Load } | { readonly input: number };

export interface StringCurve {
  readonly name: string;
  /** The coordinate of each node; -1: the end there. */
  readonly coordinate: Int32Array;
  readonly ends: readonly [StringEnd, StringEnd];
}

export function stringShape(
  { elements, spacing }: Mesh,
  curves: readonly StringCurve[],
  obstacles: Shape["obstacles"],
  rowPlaces: Int32Array,
): Shape {
  const moved = new Float64Array(1);

  function endAt(end: StringEnd, at: Vector, load: Load): number {
    if (end === "held") return 0;
    if ("input" in end) return controlValue(load, at, end.input);
    end.path.evaluate(at, moved);
    return moved[0]!;
  }

  return {
    s: Float64Array.from({ length: elements + 1 }, (_, j) => j * spacing),
    names: curves.map(({ name }) => name),
    placesAt(at, q, load, out) {
      curves.forEach(({ coordinate, ends }, k) => {
        for (let j = 0; j <= elements; j++) {
          const i = coordinate[j]!;
          out[k]![j] = i >= 0 ? q[i]! : endAt(ends[j === 0 ? 0 : 1], at, load);
        }
      });
    },
    coordinates: curves.map(({ coordinate }) => coordinate),
    obstacles,
    rowPlaces,
  };
}
