import type { ContentRow, ContentTable, Total } from '../tables/document-contents.js';
import { markup, type Markup } from './markup.js';

/** Letters of a figure that a line of every screen has room for. */
const longestFigure = 22;
/** Letters of all figures in a row that stand beside their name on a page of its full width. */
const mostBeside = 56;

/** A figure on one line. A very long one scrolls in a box that the keyboard reaches. */
export const figure = (text: string): Markup =>
  text.length > longestFigure ? markup`<span class="long" tabindex="0">${text}</span>` : markup`${text}`;

/**
 * A table with one row of figures below each name on narrow screens, where each figure has its column's head. Then
 * browsers no longer see a table, so all parts have their roles.
 */
export function table({ title, columns, groups }: ContentTable): Markup {
  const heads = columns.map((column) => markup`<th role="columnheader" scope="col">${column}</th>`);
  const bodies = groups.map(
    (group) =>
      markup`<tbody role="rowgroup">${group.title && period(group.title, columns.length)}${group.rows.map((row) =>
        rowOf(row, columns),
      )}</tbody>`,
  );
  const cells = groups.flatMap(({ rows }) => rows.map((row) => row.cells));
  return markup`${title && markup`<h2 dir="auto">${title}</h2>`}
<table role="table" class="${layoutOf([columns, ...cells])}">
<thead role="rowgroup"><tr role="row">${heads}</tr></thead>${bodies}</table>`;
}

/** Figures that do not fit beside their names stand below them on wide screens, too. */
function layoutOf(rows: string[][]): 'beside' | 'below' {
  const widths: number[] = [];
  for (const [, ...figures] of rows)
    for (const [index, text] of figures.entries()) widths[index] = Math.max(widths[index] ?? 0, text.length);
  const isLong = widths.some((width) => width > longestFigure * 2);
  return isLong || widths.reduce((sum, width) => sum + width, 0) > mostBeside ? 'below' : 'beside';
}

const period = (title: string, columns: number): Markup =>
  markup`<tr role="row" class="period"><th role="rowheader" colspan="${columns}" scope="rowgroup">${title}</th></tr>`;

const levels = ['', ' in', ' further'];

function rowOf({ kind, level, cells: [name = '', ...figures], remarks }: ContentRow, columns: string[]): Markup {
  const notes = remarks.map((remark) => markup`<span class="remark" dir="auto">${remark}</span>`);
  const cells = figures.map((text, index) => cell(text, columns[index + 1] ?? ''));
  const indent = levels[Math.min(level, levels.length - 1)] ?? '';
  const sums = figures.slice(0, -1).every((text) => text === '') ? ' sum' : '';
  const first = markup`<th role="rowheader" scope="row"><bdi>${name}</bdi>${notes}</th>`;
  return markup`<tr role="row" class="${kind}${indent}${sums}">${first}${cells}</tr>`;
}

/** Readers of the blind know the column's head already. */
const cell = (text: string, head: string): Markup =>
  text === ''
    ? markup`<td role="cell"></td>`
    : markup`<td role="cell"><span class="of" aria-hidden="true">${head}</span>${lines(text)}</td>`;

/** A cell has several tax rates below each other. */
const lines = (text: string): Markup[] =>
  text.split('\n').map((line, index) => (index === 0 ? figure(line) : markup`<br>${figure(line)}`));

/** The totals: each row is a name with its amount. */
export function totals(all: Total[]): Markup {
  const layout = layoutOf(all.map(({ label, value }) => [label, value]));
  return markup`<table role="table" class="${layout}"><tbody role="rowgroup">${all.map(total)}</tbody></table>`;
}

function total({ label, value, remark, strong }: Total): Markup {
  const base = remark && markup` <span class="label">${remark}</span>`;
  const name = markup`<th role="rowheader" scope="row"><bdi>${label}</bdi>${base}</th>`;
  return markup`<tr role="row" class="sum${strong ? ' strong' : ''}">${name}<td role="cell">${figure(value)}</td></tr>`;
}
