/** Style sheet of the report: light and dark by the reader's setting, figures always on white, and fit to print. */
export const REPORT_STYLE = `
:root {
  color-scheme: light dark;
  --background: #ffffff; --ink: #1a1a1a; --muted: #5c5c5c; --line: #d9d9d9; --panel: #f6f6f6;
  --ok: #00664b; --ok-panel: #e3f4ee; --attention: #a33b00; --attention-panel: #fdeee3;
}
@media (prefers-color-scheme: dark) {
  :root {
    --background: #16181c; --ink: #e8e8e8; --muted: #a3a3a3; --line: #3a3d43; --panel: #202329;
    --ok: #5fd0ac; --ok-panel: #12312a; --attention: #ffab73; --attention-panel: #3b2416;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--background); color: var(--ink); font: 15px/1.5 "DejaVu Sans", Helvetica, Arial, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { margin: 0 0 0.5rem; font-size: 1.7rem; line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: 2.5rem 0 0.75rem; padding-bottom: 0.25rem; border-bottom: 1px solid var(--line); font-size: 1.2rem; }
.description { color: var(--muted); white-space: pre-line; overflow-wrap: anywhere; }
.status { padding: 0.6rem 0.9rem; border-left: 4px solid; border-radius: 4px; overflow-wrap: anywhere; }
.status.ok { background: var(--ok-panel); border-color: var(--ok); }
.status.attention { background: var(--attention-panel); border-color: var(--attention); }
.warnings { margin: 0; padding-left: 1.25rem; }
.note { color: var(--muted); }
figure { margin: 0 0 1.5rem; }
.card { padding: 0.5rem; border: 1px solid var(--line); border-radius: 6px; background: #ffffff; }
.card > svg { display: block; max-width: 100%; height: auto; margin: 0 auto; }
@media (max-width: 40rem) {
  .card { overflow-x: auto; }
  .card > svg { min-width: 36rem; }
}
figcaption { margin-top: 0.4rem; color: var(--muted); font-size: 0.9rem; }
.scroll { overflow-x: auto; margin-bottom: 1.25rem; }
table { border-collapse: collapse; font-size: 0.9rem; }
caption { padding-bottom: 0.35rem; color: var(--muted); text-align: left; }
th, td { padding: 0.25rem 0.9rem 0.25rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
thead th { white-space: nowrap; }
tbody th { font-weight: normal; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.ok { color: var(--ok); font-weight: bold; }
td.attention { color: var(--attention); font-weight: bold; }
summary { cursor: pointer; margin-bottom: 0.5rem; }
pre { overflow-x: auto; margin: 0; padding: 0.9rem; border-radius: 6px; background: var(--panel); font: 0.85rem/1.45 "DejaVu Sans Mono", Consolas, monospace; }
@media print {
  :root {
    --background: #ffffff; --ink: #000000; --muted: #444444; --line: #bbbbbb; --panel: #ffffff;
    --ok: #00664b; --ok-panel: #ffffff; --attention: #a33b00; --attention-panel: #ffffff;
  }
  main { max-width: none; padding: 0; }
  figure, tr { break-inside: avoid; }
  h2 { break-after: avoid; }
  pre { white-space: pre-wrap; }
}
`;
