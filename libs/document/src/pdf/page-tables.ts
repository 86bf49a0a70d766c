import type { ContentRow, ContentTable } from '../tables/document-contents.js';
import { inks, sizes } from './theme.js';
import { heightOf, heightOfBlock, type Block, type SetBlock, type Sheet, type Style } from './sheet.js';

/** Points above and below the texts of a row, and of a part of a line. */
const padding = 4.5;
const partPadding = 2.5;
/** Points between columns. */
const columnGap = 16;
const indent = 12;
/** Points that keep texts on one line in spite of rounding. */
const slack = 0.5;
/** The smallest share of the width for the first column. */
const leastFirst = 0.28;

/** Columns of a table, in points. */
interface Column {
  left: number;
  width: number;
  align: 'left' | 'right';
}

/** A row with its texts in lines. */
interface SetRow {
  cells: SetBlock[];
  height: number;
  kind: ContentRow['kind'] | 'period';
  level: number;
}

/**
 * Draws a table; its column heads repeat on each page.
 * @param left points from the left margin
 * @param isTogether whether it starts a page rather than to be cut by its end
 */
export function drawTable(
  sheet: Sheet,
  table: ContentTable,
  { isTogether = false, ...place }: { left: number; width: number; isTogether?: boolean } = {
    left: 0,
    width: sheet.width,
  },
): void {
  const columns = columnsOf(sheet, table, place);
  const rows = table.groups.flatMap(({ title, rows: members }) => [
    ...(title === null ? [] : [periodRow(sheet, title, place)]),
    ...members.map((row) => contentRow(sheet, row, columns)),
  ]);
  const heads = headRow(sheet, table.columns, columns);
  const titleHeight = table.title === null ? 0 : heightOf(titleStyle) + 8;
  const whole = rows.reduce((sum, row) => sum + row.height, titleHeight + heads.height);
  const least = isTogether && whole <= sheet.room ? whole : titleHeight + heads.height + heightWithNext(sheet, rows, 0);
  if (!sheet.fits(least)) sheet.newPage();
  if (table.title !== null) drawTitle(sheet, table.title);
  sheet.tags.within('Table', () => {
    drawHeads(sheet, heads, place, { isFirst: true });
    let leading: SetRow[] = [];
    for (const [index, row] of rows.entries()) {
      leading = leadingRows(leading, row);
      if (!sheet.fits(heightWithNext(sheet, rows, index)) && sheet.y > firstRowAt(sheet, heads)) {
        sheet.newPage();
        drawHeads(sheet, heads, place, { isFirst: false });
        for (const lead of leading) drawAgain(sheet, lead, place);
      }
      if (row.kind === 'period' || row.kind === 'head') leading = [...leading, row];
      drawRow(sheet, row, { heads, place, isLast: index === rows.length - 1, next: rows[index + 1] });
    }
  });
}

/** The sum of the natural widths of all columns. */
export function naturalWidth(sheet: Sheet, table: ContentTable): number {
  return table.columns.reduce((sum, _, index) => sum + naturalWidthOf(sheet, table, index) + columnGap, -columnGap);
}

const titleStyle: Style = { size: sizes.heading, bold: true };
const headStyle: Style = { size: sizes.small, color: inks.label };
const periodStyle: Style = { size: sizes.small, bold: true, color: inks.label };
const remarkStyle: Style = { size: sizes.small, color: inks.label };

function drawTitle(sheet: Sheet, title: string): void {
  sheet.paragraph({ text: title, style: titleStyle, left: 0, width: sheet.width }, 'H2');
  sheet.y += 8;
}

const firstRowAt = (sheet: Sheet, heads: SetRow): number => sheet.bottom - sheet.room + heads.height;

/** The share of a page that the parts of one line may take to stay together. */
const mostTogether = 0.35;
/** The share of a page that a part of a longer row takes at least. */
const leastPart = 0.12;

/** Whether the end of a page may cut a row. */
const mayBeCut = (sheet: Sheet, { kind, height }: SetRow): boolean =>
  kind !== 'period' && height > sheet.room * mostTogether;

/**
 * The height that a row needs on its page: a head stays with its parts if they are few, else with the first of them.
 */
function heightWithNext(sheet: Sheet, rows: SetRow[], index: number): number {
  const row = rows[index];
  if (!row) return 0;
  if (row.kind === 'period') return row.height + heightWithNext(sheet, rows, index + 1);
  if (mayBeCut(sheet, row)) return sheet.room * leastPart;
  if (row.kind !== 'head') return row.height;
  const most = sheet.room * mostTogether;
  let height = row.height;
  for (let next = index + 1; (rows[next]?.level ?? 0) > row.level; next++) {
    height += rows[next]?.height ?? 0;
    if (height > most) return row.height + (rows[index + 1]?.height ?? 0);
  }
  return height;
}

/** The width of a column whose texts stay on one line. */
function naturalWidthOf(sheet: Sheet, { columns, groups }: ContentTable, index: number): number {
  const rows = groups.flatMap(({ rows: members }) => members);
  const widthsOf = (bold: boolean) => {
    const texts = new Set(rows.filter((row) => isBold(row) === bold).map(({ cells }) => cells[index] ?? ''));
    return [...texts].map((text) => sheet.widthOf(text, { size: sizes.text, bold, isTabular: index > 0 }));
  };
  const widths = [sheet.widthOf(columns[index] ?? '', headStyle), ...widthsOf(false), ...widthsOf(true)];
  return widths.reduce((widest, width) => Math.max(widest, width), 0) + slack;
}

/** Figures take the width that they need, up to their share of the page; the first column takes the rest. */
function columnsOf(sheet: Sheet, table: ContentTable, { left, width }: { left: number; width: number }): Column[] {
  const natural = table.columns.slice(1).map((_, index) => naturalWidthOf(sheet, table, index + 1));
  const gaps = natural.length * columnGap;
  const needed = natural.reduce((sum, one) => sum + one, 0);
  const isTight = needed > width * (1 - leastFirst) - gaps;
  const least = isTight ? Math.min(naturalWidthOf(sheet, table, 0), width * leastFirst) : 0;
  const scale = Math.min(1, (width - gaps - least) / needed);
  const widths = natural.map((one) => one * scale);
  const first = width - gaps - widths.reduce((sum, one) => sum + one, 0);
  let at = left + first;
  return [
    { left, width: first, align: 'left' as const },
    ...widths.map((one): Column => {
      at += columnGap + one;
      return { left: at - one, width: one, align: 'right' };
    }),
  ];
}

function headRow(sheet: Sheet, names: string[], columns: Column[]): SetRow {
  const cells = columns.map((column, index) => sheet.set({ text: names[index] ?? '', style: headStyle, ...column }));
  return { cells, height: heightOfCells(cells) + padding, kind: 'head', level: 0 };
}

function periodRow(sheet: Sheet, title: string, { left, width }: { left: number; width: number }): SetRow {
  const cells = [sheet.set({ text: title, style: periodStyle, left: left + 6, width: width - 12 })];
  return { cells, height: heightOfCells(cells) + 2 * padding, kind: 'period', level: 0 };
}

function contentRow(sheet: Sheet, { kind, level, cells, remarks }: ContentRow, columns: Column[]): SetRow {
  const style: Style = { size: sizes.text, bold: isBold({ kind, level }) };
  const blocks = columns.map((column, index): Block => {
    const text = cells[index] ?? '';
    if (index > 0) return { text, style: { ...style, isTabular: true }, ...column };
    const shift = level * indent;
    return { text, style, ...column, left: column.left + shift, width: column.width - shift };
  });
  const set = blocks.map((block) => sheet.set(block));
  const [first] = blocks;
  if (first && remarks.length > 0) set.push(sheet.set({ ...first, text: remarks.join('\n'), style: remarkStyle }));
  return { cells: set, height: heightOfRow(set, columns.length) + 2 * paddingOf({ kind, level }), kind, level };
}

const isBold = ({ kind, level }: Pick<ContentRow, 'kind' | 'level'>): boolean =>
  kind === 'head' || (kind === 'subtotal' && level === 0);

const paddingOf = ({ kind, level }: Pick<SetRow, 'kind' | 'level'>): number =>
  level > 0 || kind === 'head' ? partPadding : padding;

const heightOfCells = (cells: SetBlock[]): number => Math.max(0, ...cells.map(heightOfBlock));

/** Remarks stand under the first cell. */
function heightOfRow(cells: SetBlock[], columns: number): number {
  const [first] = cells;
  const remarks = cells[columns];
  const firstHeight = (first ? heightOfBlock(first) : 0) + (remarks ? heightOfBlock(remarks) : 0);
  return Math.max(firstHeight, heightOfCells(cells.slice(1, columns)));
}

function drawHeads(
  sheet: Sheet,
  { cells, height }: SetRow,
  place: { left: number; width: number },
  { isFirst }: { isFirst: boolean },
): void {
  const top = sheet.y;
  if (isFirst) {
    sheet.tags.within('TR', () => {
      for (const cell of cells) sheet.tags.within('TH', () => sheet.draw(cell, top), { scope: 'Column' });
    });
  } else for (const cell of cells) sheet.drawAside(cell, top);
  sheet.y += height;
  sheet.rule(sheet.y, { ...place, color: inks.text, thickness: 0.8 });
}

/** The period and the heads that a row belongs to: the next page repeats them above it. */
function leadingRows(before: SetRow[], row: SetRow): SetRow[] {
  if (row.kind === 'period') return [];
  return before.filter((lead) => lead.kind === 'period' || lead.level < row.level);
}

function drawAgain(sheet: Sheet, row: SetRow, place: { left: number; width: number }): void {
  if (row.kind === 'period') sheet.band(sheet.y + 0.6, row.height - 0.6, place);
  const [name] = row.cells;
  const height = (name ? heightOfBlock(name) : 0) + 2 * paddingOf(row);
  if (name) sheet.drawAside(name, sheet.y + paddingOf(row));
  sheet.y += height;
}

interface RowContext {
  heads: SetRow;
  place: { left: number; width: number };
  isLast: boolean;
  next: SetRow | undefined;
}

function drawRow(sheet: Sheet, row: SetRow, { heads, place, isLast, next }: RowContext): void {
  if (mayBeCut(sheet, row) && !sheet.fits(row.height)) drawLongRow(sheet, row, heads, place);
  else {
    const top = sheet.y;
    if (row.kind === 'period') sheet.band(top + 0.6, row.height - 0.6, place);
    sheet.tags.within('TR', () => drawCells(sheet, row, heads.cells.length, top + paddingOf(row)));
    sheet.y += row.height;
  }
  const isJoined = next !== undefined && next.level > 0 && next.level >= row.level && next.kind !== 'head';
  if (row.kind !== 'period' && !isLast && !isJoined) sheet.rule(sheet.y, place);
  if (isLast) sheet.rule(sheet.y, { ...place, color: inks.line, thickness: 0.8 });
}

/** Draws cells in reading order; remarks belong to the first one. A row of one text fills the others with nothing. */
function drawCells(sheet: Sheet, { cells }: SetRow, columns: number, top: number): void {
  const [first] = cells;
  const remarks = cells[columns];
  for (let index = 0; index < columns; index++) {
    const cell = cells[index];
    sheet.tags.within('TD', () => {
      if (cell && cell.lines.length > 0) sheet.draw(cell, top);
      if (index === 0 && first && remarks) sheet.draw(remarks, top + heightOfBlock(first));
    });
  }
}

/** Draws a row line by line, on as many pages as it needs. */
function drawLongRow(sheet: Sheet, row: SetRow, heads: SetRow, place: { left: number; width: number }): void {
  sheet.y += padding;
  sheet.tags.within('TR', () => {
    const columns = heads.cells.length;
    const lines = Math.max(...row.cells.slice(0, columns).map((cell) => cell.lines.length));
    const [first, ...others] = row.cells;
    const remarks = row.cells[columns];
    const height = first ? heightOf(first.style) : 0;
    const advance = (step: number) => {
      if (sheet.fits(step)) return;
      sheet.newPage();
      drawHeads(sheet, heads, place, { isFirst: false });
      sheet.y += padding;
    };
    sheet.tags.within('TD', () => {
      for (let index = 0; index < lines; index++) {
        advance(height);
        const at = sheet.y;
        for (const cell of [first, ...others.slice(0, columns - 1)]) {
          const line = cell?.lines[index];
          if (cell && line) sheet.draw({ ...cell, lines: [line] }, at);
        }
        sheet.y += height;
      }
      for (const line of remarks?.lines ?? []) {
        advance(heightOf(remarkStyle));
        if (remarks) sheet.draw({ ...remarks, lines: [line] }, sheet.y);
        sheet.y += heightOf(remarkStyle);
      }
    });
    for (let index = 1; index < columns; index++) sheet.tags.within('TD', () => undefined);
  });
  sheet.y += padding;
}
