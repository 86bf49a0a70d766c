import { hash } from 'node:crypto';
import { inkOn } from '@tollgate/platform';

/** Figures stand below their names, each with the head of its column, and the last one at the end. */
const below = (table: string): string => `
${table}, ${table} > * { display: block; }
${table} thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
${table} tbody tr { display: flex; flex-wrap: wrap; align-items: flex-end; gap: 0.15rem 1.25rem; padding: 0.45rem 0; }
${table} tbody :is(th, td) { padding: 0; min-width: 0; max-width: 100%; text-align: start; }
${table} tbody th { flex: 1 0 100%; }
${table} tbody .sum th { flex: 1 1 9rem; }
${table} tbody td:last-child { margin-inline-start: auto; text-align: end; }
${table} td:empty, ${table} .sum .of { display: none; }
${table} .of { display: block; color: var(--label); font-size: 0.8rem; font-weight: normal; }
${table} tbody .in { padding-inline-start: 1.25rem; }
${table} tbody .further { padding-inline-start: 2.5rem; }
${table} tbody :is(.in, .further) > :first-child { padding: 0; }
${table} .period { padding-inline-start: 0.5rem; background: var(--band); }`;

/** The style of all pages: light and dark by the reader's choice, black on white on paper. */
const common = `
:root {
  color-scheme: light dark;
  --paper: #ffffff; --ground: #f2f4f8; --ink: #1a1f36; --label: #5b6478; --line: #dfe3ea; --band: #f5f6f8;
  --accent: #1f4e79; --on-accent: #ffffff; --good: #0b6b3a; --bad: #a3260f;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #171a21; --ground: #0d0f14; --ink: #e8ebf2; --label: #9aa4b8; --line: #2d333f; --band: #1f242d;
    --accent: #8fbce6; --on-accent: #0d0f14; --good: #63d297; --bad: #ff8f78;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 15px/1.5 Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  font-variant-numeric: tabular-nums; overflow-wrap: break-word;
}
main {
  max-width: 54rem; margin: 2rem auto; padding: 2.5rem; background: var(--paper);
  border-top: 5px solid var(--accent); border-radius: 6px;
}
h1 { font-size: clamp(1.2rem, 6vw, 1.7rem); line-height: 1.2; margin: 0; }
h2 { font-size: 1.1rem; margin: 2rem 0 0.5rem; }
p { margin: 0.25rem 0; white-space: pre-line; }
.top, .sides, .actions { display: flex; flex-wrap: wrap; gap: 1rem 2rem; }
.top { justify-content: space-between; align-items: flex-start; }
.top img { max-width: 12rem; max-height: 4rem; background: #ffffff; border-radius: 3px; }
.sides > * { flex: 1 1 16rem; min-width: 0; }
.sides { margin-top: 1.5rem; }
.actions { align-items: center; margin: 1.25rem 0 0; }
.actions form { margin: 0; }
.button {
  display: inline-block; padding: 0.55rem 1.1rem; border: 1px solid var(--accent); border-radius: 6px;
  background: none; color: var(--accent); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer;
}
.button.first { background: var(--accent); color: var(--on-accent); }
.button:focus-visible { outline: 3px solid var(--label); outline-offset: 2px; }
.state { font-weight: 600; color: var(--good); }
.state.bad, .problem { color: var(--bad); }
dl { display: grid; grid-template-columns: fit-content(45%) minmax(0, 1fr); gap: 0.1rem 1rem; margin: 0; }
dl > div { display: contents; }
.free dt { overflow-wrap: anywhere; }
dt, .label, .remark, footer { color: var(--label); }
dd { margin: 0; }
.amount { margin-top: 1.75rem; }
.amount strong { display: block; font-size: clamp(1.2rem, 6vw, 1.6rem); line-height: 1.3; }
table { width: 100%; border-collapse: collapse; margin-top: 0.5rem; }
th, td { padding: 0.45rem 0 0.45rem 1rem; text-align: end; vertical-align: top; font-weight: inherit; }
th:first-child, td:first-child { padding-inline-start: 0; text-align: start; }
thead th, td, .whole { white-space: nowrap; }
tbody th { min-width: 10rem; overflow-wrap: anywhere; }
tbody th .label { overflow-wrap: break-word; }
.of { display: none; }
.long { display: block; max-width: 100%; overflow-x: auto; white-space: nowrap; }
thead th { color: var(--label); font-size: 0.85rem; border-bottom: 1px solid var(--ink); }
tbody tr { border-bottom: 1px solid var(--line); }
tr.period th { background: var(--band); color: var(--label); padding-inline-start: 0.5rem; font-weight: 600; }
tr.head > :first-child { font-weight: 600; }
.in > :first-child { padding-inline-start: 1.25rem; }
.further > :first-child { padding-inline-start: 2.5rem; }
.remark { display: block; font-size: 0.85rem; }
.ends { display: flex; flex-wrap: wrap-reverse; gap: 1rem 2rem; margin-top: 1.5rem; }
.ends > * { flex: 1 1 20rem; min-width: min-content; }
tr.strong { font-weight: 600; }
tr.strong:last-child { border-top: 2px solid var(--accent); font-size: 1.1rem; }
.sides > figure { flex: 0 0 9rem; margin: 0; }
figure svg { display: block; width: 9rem; background: #ffffff; shape-rendering: crispEdges; }
figure path, .dark { fill: #000000; }
.light { fill: #ffffff; }
.bill dd { white-space: pre-line; }
footer { margin-top: 2.5rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: 0.85rem; }
${below('.below')}
@media screen and (max-width: 52rem) {
  main { margin: 0; padding: 1.25rem; border-radius: 0; }
  dl, .ends { display: block; }
  dl > div { display: flex; flex-wrap: wrap; gap: 0 1rem; }
  dt, dd { min-width: 0; max-width: 100%; }
${below('table')}
}
@media print {
  :root {
    color-scheme: light;
    --paper: #ffffff; --ground: #ffffff; --ink: #000000; --label: #444444; --line: #cccccc; --band: #f2f2f2;
    --accent: #1f4e79;
  }
  main { max-width: none; margin: 0; padding: 0; border: 0; }
  .actions { display: none; }
  tr, h2 { break-inside: avoid; break-after: auto; }
  thead { display: table-header-group; }
}
`;

/** The style of a page with its issuer's colour, which the dark page does not use: it may be too dark there. */
export const styleOf = (accent: string): string =>
  `${common}@media (prefers-color-scheme: light) { :root { --accent: ${accent}; --on-accent: ${inkOn(accent)}; } }\n`;

/** The policy of a page: its own style and logo, and a form that leads to the provider's page; no scripts. */
export const contentPolicy = (style: string): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
    'img-src data:',
    // The answer to the form redirects to the provider, and browsers apply the policy to the redirect, too.
    "form-action 'self' https: http:",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
