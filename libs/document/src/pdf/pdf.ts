import { setImmediate as otherWork } from 'node:timers/promises';
import type { DocumentContents, Entry, ContentTable } from '../tables/document-contents.js';
import { Sheet, type Block } from './sheet.js';

const size = { small: 8, text: 9, heading: 11, title: 20 };
const grey = '#666666';
const pale = '#dddddd';
const gap = 6;
const space = 10;
/** The maximum width and height of the logo, in points. */
const logoPlace = [180, 60] as const;
/** The first column's share of the width; the others share the rest. */
const firstColumn = 0.42;
/** Yields to other work of the process after this many rows. */
const rowsAtOnce = 100;

/** An issued document to draw. */
export interface IssuedDocument {
  number: string;
  contents: DocumentContents;
  created_at: Date;
  /** PNG of 8 bits a channel, neither transparent nor interlaced: the file embeds it unchanged. */
  logo: Buffer | null;
}

/** Draws a document; the same contents give the same file. */
export async function drawPdf({ number, contents, created_at: issuedAt, logo }: IssuedDocument): Promise<Buffer> {
  const sheet = new Sheet(number, issuedAt);
  drawTitle(sheet, contents.title, logo);
  drawHead(sheet, contents);
  for (const table of contents.tables) await drawTable(sheet, table);
  drawTotals(sheet, contents.totals);
  drawEnd(sheet, contents);
  return sheet.file();
}

/** Draws the title, and the logo on the right, as large as its box. */
function drawTitle(sheet: Sheet, title: string, logo: Buffer | null): void {
  const top = sheet.y;
  const [width, height] = logoPlace;
  if (logo) sheet.image(logo, logoPlace);
  sheet.write(title, { bold: true, size: size.title }, sheet.width - (logo ? width + gap : 0));
  if (logo) sheet.skipTo(top + height);
  sheet.skip(space);
}

function drawHead(sheet: Sheet, contents: DocumentContents): void {
  drawColumns(sheet, contents.head.map(sentence), contents.notes.map(sentence));
  const party = ({ title, lines }: DocumentContents['from']) => [title, ...lines];
  drawColumns(sheet, party(contents.from), party(contents.to), true);
  sheet.write(contents.amount.value, { bold: true, size: size.title });
  sheet.write(contents.amount.remark, { size: size.text, color: grey });
  sheet.skip(space);
}

const sentence = ({ label, value }: Entry): string => `${label}: ${value}`;

/** Two lists side by side. @param titled their first lines are headings */
function drawColumns(sheet: Sheet, left: string[], right: string[], titled = false): void {
  const width = sheet.width / 2 - gap;
  sheet.beside(
    [left, right].map((lines, place) =>
      lines.map((text, index) => ({
        text,
        style: { size: size.text, bold: titled && index === 0 },
        left: place * (width + 2 * gap),
        width,
      })),
    ),
  );
  sheet.skip(space);
}

async function drawTable(sheet: Sheet, { title, columns, rows }: ContentTable): Promise<void> {
  if (title !== null) {
    sheet.write(title, { bold: true, size: size.heading });
    sheet.skip(space / 3);
  }
  drawRow(sheet, columns, { bold: true, color: grey });
  for (const [index, row] of rows.entries()) {
    if (index % rowsAtOnce === rowsAtOnce - 1) await otherWork();
    drawRow(sheet, row, {});
  }
  sheet.skip(space);
}

/** Draws a row; one that does not fit moves to the next page as a whole. */
function drawRow(sheet: Sheet, cells: string[], style: { bold?: boolean; color?: string }): void {
  const first = sheet.width * firstColumn;
  const other = (sheet.width - first) / Math.max(cells.length - 1, 1);
  sheet.beside(
    cells.map((text, place): Block[] => [
      {
        text,
        style: { ...style, size: size.small },
        left: place === 0 ? 0 : first + (place - 1) * other,
        width: (place === 0 ? first : other) - gap,
        align: place === 0 ? 'left' : 'right',
      },
    ]),
  );
  sheet.skip(gap / 2);
  sheet.rule(pale);
  sheet.skip(gap / 2);
}

function drawTotals(sheet: Sheet, totals: Entry[]): void {
  for (const [index, { label, value }] of totals.entries())
    drawRow(sheet, [label, value], { bold: index === totals.length - 1 });
  sheet.skip(space);
}

function drawEnd(sheet: Sheet, { paragraphs, footer }: DocumentContents): void {
  for (const { title, text } of paragraphs) {
    if (title !== null) sheet.write(title, { bold: true, size: size.text });
    sheet.write(text, { size: size.text });
    sheet.skip(gap);
  }
  if (footer !== null) sheet.write(footer, { size: size.small, color: grey });
}
