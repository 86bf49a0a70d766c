import type { DocumentContents, Entry, Party } from '../tables/document-contents.js';
import { inks, sizes } from './theme.js';
import { heightOf, heightOfBlock, type Block, type SetBlock, type Sheet } from './sheet.js';

const gap = 24;
/** The largest width and height of the logo, in points. */
const logoPlace = [150, 46] as const;
const labelGap = 14;
/** The largest share of a column that its labels take. */
const mostLabel = 0.5;

const label = { size: sizes.text, color: inks.label };
const plain = { size: sizes.text };

/** Draws the upper part of the first page: title, logo, data, parties and amount. */
export function drawHead(sheet: Sheet, contents: DocumentContents, logo: Buffer | null): void {
  sheet.band(0, 5, { left: -100, width: sheet.width + 200, color: sheet.theme.accent });
  const top = sheet.y;
  const imageHeight = logo ? sheet.image(logo, logoPlace, contents.from.name) : 0;
  const titleWidth = sheet.width - (logo ? logoPlace[0] + gap : 0);
  const title = { text: contents.title, style: { size: sizes.title, bold: true }, left: 0, width: titleWidth };
  sheet.paragraph(title, 'H1');
  sheet.y = Math.max(sheet.y, top + imageHeight) + 14;
  drawBeside(sheet, [
    (place) => entryBlocks(sheet, contents.head, place),
    (place) => entryBlocks(sheet, contents.notes, place),
  ]);
  sheet.y += 18;
  drawBeside(sheet, [
    (place) => partyRows(sheet, contents.from, place),
    (place) => partyRows(sheet, contents.to, place),
  ]);
  sheet.y += 20;
  drawAmount(sheet, contents.amount);
}

function drawAmount(sheet: Sheet, { label: kind, value, remark }: DocumentContents['amount']): void {
  const { width } = sheet;
  if (kind) sheet.paragraph({ text: kind, style: label, left: 0, width });
  sheet.paragraph({ text: value, style: { size: sizes.amount, bold: true }, left: 0, width });
  sheet.paragraph({ text: remark, style: { size: sizes.lead, color: inks.label }, left: 0, width });
  sheet.y += 16;
}

/** Texts side by side in one row. */
export type Row = SetBlock[];
export interface Place {
  left: number;
  width: number;
}

/** Draws two columns of rows from the same top. They continue on the next page when one is full. */
function drawBeside(sheet: Sheet, columns: ((place: Place) => Row[])[]): void {
  const width = (sheet.width - gap) / columns.length;
  const rows = columns.map((rowsOf, index) => rowsOf({ left: index * (width + gap), width }));
  const heights = rows.map((column) => column.reduce((sum, row) => sum + heightOfRow(row), 0));
  const height = Math.max(0, ...heights);
  if (height > sheet.room) return drawStacked(sheet, rows.flat());
  if (!sheet.fits(height)) sheet.newPage();
  const top = sheet.y;
  for (const column of rows) drawColumn(sheet, column, top);
  sheet.y = top + height;
}

export function drawColumn(sheet: Sheet, column: Row[], top: number): void {
  if (column.length === 0) return;
  let y = top;
  sheet.tags.within('Div', () => {
    for (const row of column) {
      const at = y;
      sheet.tags.within('P', () => {
        for (const block of row) sheet.draw(block, at);
      });
      y += heightOfRow(row);
    }
  });
}

/** Draws columns that are higher than a page one below the other, line by line. */
function drawStacked(sheet: Sheet, rows: Row[]): void {
  for (const row of rows)
    sheet.tags.within('P', () => {
      const lines = Math.max(0, ...row.map((block) => block.lines.length));
      for (let index = 0; index < lines; index++) {
        if (!sheet.fits(heightOf(plain))) sheet.newPage();
        for (const block of row) {
          const line = block.lines[index];
          if (line) sheet.draw({ ...block, lines: [line] }, sheet.y);
        }
        sheet.y += heightOf(plain);
      }
    });
}

export const heightOfRow = (row: Row): number => Math.max(0, ...row.map(heightOfBlock));

/** Labels in one column, and their values in another. */
export function entryBlocks(sheet: Sheet, entries: Entry[], { left, width }: Place): Row[] {
  const natural = Math.max(0, ...entries.map((entry) => sheet.widthOf(entry.label, label)));
  const labelWidth = Math.min(natural + labelGap, width * mostLabel);
  return entries.map((entry) => [
    sheet.set({ text: entry.label, style: label, left, width: labelWidth - 4 }),
    sheet.set({ text: entry.value, style: plain, left: left + labelWidth, width: width - labelWidth }),
  ]);
}

function partyRows(sheet: Sheet, { title, name, lines, numbers }: Party, place: Place): Row[] {
  const row = (text: string, style: Block['style']): Row => [sheet.set({ text, style, ...place })];
  return [
    row(title, label),
    row(name, { ...plain, bold: true }),
    ...lines.map((line) => row(line, plain)),
    ...numbers.map(({ label: kind, value }) => row(`${kind} ${value}`, label)),
  ];
}
