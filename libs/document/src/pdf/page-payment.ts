import encodeQr from 'qr';
import type { PaymentPart } from '../tables/document-contents.js';
import { drawColumn, entryBlocks, heightOfRow, type Row } from './page-head.js';
import { heightOf, heightOfBlock, type Block, type Sheet } from './sheet.js';
import { inks, sizes } from './theme.js';

const title = { size: sizes.heading, bold: true };
const text = { size: sizes.text };
const caption = { size: sizes.small, color: inks.label };
/** Points: 26 mm, which cameras of telephones read. */
const codeSize = 74;
const gap = 24;
const space = 6;

/** Draws how to pay: terms and account at the left, and the code at the right. */
export function drawPayment(sheet: Sheet, { title: name, terms, account, code }: PaymentPart): void {
  const width = sheet.width - (code ? codeSize + gap : 0);
  const columns = [
    terms === null ? [] : [[sheet.set({ text: terms, style: text, left: 0, width })]],
    entryBlocks(sheet, account, { left: 0, width }),
  ].filter((rows) => rows.length > 0);
  const words: Block = { text: code?.caption ?? '', style: caption, left: width + gap, width: codeSize };
  const codeHeight = code ? codeSize + space + heightOfBlock(sheet.set(words)) : 0;
  const textHeight = columns.reduce((sum, rows) => sum + space + heightOfRows(rows), heightOf(title));
  const height = Math.max(textHeight, codeHeight);
  if (!sheet.fits(height)) sheet.newPage();
  const top = sheet.y;
  sheet.paragraph({ text: name, style: title, left: 0, width }, 'H2');
  for (const rows of columns) {
    drawColumn(sheet, rows, sheet.y + space);
    sheet.y += space + heightOfRows(rows);
  }
  if (code) drawCode(sheet, code, { words, top });
  sheet.y = top + height + 16;
}

const heightOfRows = (rows: Row[]): number => rows.reduce((sum, row) => sum + heightOfRow(row), 0);

function drawCode(
  sheet: Sheet,
  { content, caption: alt }: NonNullable<PaymentPart['code']>,
  { words, top }: { words: Block; top: number },
): void {
  sheet.modules(modulesOf(content), { left: words.left, top, size: codeSize }, alt);
  sheet.tags.within('P', () => sheet.draw(sheet.set(words), top + codeSize + space));
}

/** The modules of a code, with the correction that the guidelines of both kinds want. White paper is its border. */
export function modulesOf(content: string): boolean[][] {
  const bordered = encodeQr(content, 'raw', { ecc: 'medium', encoding: 'byte', border: 1 });
  return bordered.slice(1, -1).map((row) => row.slice(1, -1));
}
