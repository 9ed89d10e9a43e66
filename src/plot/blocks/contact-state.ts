/** A stop is open or closed; a joint always holds. */
export function contactState(kind: "stop" | "joint", mode: number): "open" | "closed" | "joined" {
  if (kind === "joint") return "joined";
  return mode === 0 ? "closed" : "open";
}
