/** A piece of a curve beside its name in a legend. */
const DASHES = { line: undefined, dashed: "4 3", dots: "2 2" } as const;

export function Swatch({ color, style }: { color: string; style: keyof typeof DASHES | undefined }) {
  return (
    <svg class="swatch" viewBox="0 0 16 4" aria-hidden="true">
      <line x1="0" x2="16" y1="2" y2="2" stroke={color} stroke-dasharray={DASHES[style ?? "line"]} />
    </svg>
  );
}
