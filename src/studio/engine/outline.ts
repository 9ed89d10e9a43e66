/** Ellipses as they are drawn. */
import type { Ellipse } from "../../stability/rest/sections.ts";

const CORNERS = 96;

export function outlineOf({ center, axes }: Ellipse): (readonly [number, number])[] {
  return Array.from({ length: CORNERS }, (_, k) => {
    const angle = (2 * Math.PI * k) / CORNERS;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return [center[0] + c * axes[0][0] + s * axes[1][0], center[1] + c * axes[0][1] + s * axes[1][1]] as const;
  });
}
