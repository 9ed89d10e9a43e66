/** Ticks with their numbers at the left and below. */
import { axisX, axisY, type Markish } from "@observablehq/plot";
import type { Axis } from "../axis.ts";
import { FONT_SIZE } from "./frame.ts";

const LOOK = { label: null, tickSize: 4, fontSize: FONT_SIZE };

export function leftAxis({ ticks, format }: Axis): Markish {
  return axisY(ticks, { ...LOOK, tickFormat: format });
}

export function lowerAxis({ ticks, format }: Axis): Markish {
  return axisX(ticks, { ...LOOK, tickFormat: format });
}
