/** Small pictures of one stroke. */

const PATHS = {
  logo: "M3 17h5l3.2-10H14l-1.6 5h3L17 7h4",
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  open: "M3 19V5h6l2 3h10v11z",
  share: "M10 14a4 4 0 0 0 6 0l4-4a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-4 4a4 4 0 0 0 6 6l1-1",
  export: "M12 3v12m-5-5 5 5 5-5M4 20h16",
  sun: "M12 3v2m0 14v2M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.4M5.6 18.4 7 17m10-10 1.4-1.4M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0z",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z",
  close: "M6 6l12 12M18 6 6 18",
  play: "M7 4v16l13-8z",
  pause: "M8 5v14M16 5v14",
  begin: "M6 5v14M19 5 9 12l10 7z",
  loop: "M17 2l4 4-4 4M3 11V9a3 3 0 0 1 3-3h15M7 22l-4-4 4-4M21 13v2a3 3 0 0 1-3 3H3",
  check: "M4 12.5 9.5 18 20 6",
  warning: "M12 4 2.5 20h19zM12 10v4m0 3v.5",
  plus: "M12 5v14M5 12h14",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13",
  stop: "M6 6h12v12H6z",
  all: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  film: "M4 5h16v14H4zM8 5v14M16 5v14M4 12h16",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
