import type { ContentTable, Total } from '../tables/document-contents.js';
import { inks, sizes } from './theme.js';
import { drawTable, naturalWidth } from './page-tables.js';
import { heightOf, heightOfBlock, type SetBlock, type Sheet, type Style } from './sheet.js';

/** The share of the width that totals take, at the right. */
const share = 0.5;
const gap = 28;
const padding = 3.5;
/** Points between a label and its value, or its remark. */
const space = 10;

interface Place {
  left: number;
  width: number;
}

/** A line of the totals with its texts in lines. */
interface SetTotal {
  label: SetBlock;
  remark: SetBlock | null;
  value: SetBlock;
  height: number;
  isStrong: boolean;
}

/** Draws the totals as a block at the right, and several taxes with their bases at its left, or below it. */
export function drawTotals(sheet: Sheet, totals: Total[], taxes: ContentTable | null): void {
  const width = sheet.width * share;
  const place = { left: sheet.width - width, width };
  const rows = totals.map((total) => setTotal(sheet, total, place));
  const height = rows.reduce((sum, row) => sum + row.height, 0);
  sheet.y += 12;
  if (!sheet.fits(height) && height <= sheet.room) sheet.newPage();
  const top = sheet.y;
  sheet.tags.within('Table', () => {
    for (const row of rows) drawTotal(sheet, row, place);
  });
  if (taxes) drawTaxes(sheet, taxes, { top, width: place.left - gap });
  sheet.y += 18;
}

/** Draws why taxes are not charged, below their table. */
export function drawTaxReasons(sheet: Sheet, reasons: string[]): void {
  if (reasons.length === 0) return;
  for (const text of reasons) {
    if (!sheet.fits(heightOf({ size: sizes.text }))) sheet.newPage();
    sheet.paragraph({ text, style: { size: sizes.text }, left: 0, width: sheet.width });
    sheet.y += 4;
  }
  sheet.y += 10;
}

function setTotal(sheet: Sheet, { label, value, remark, strong }: Total, { left, width }: Place): SetTotal {
  const style: Style = strong ? { size: sizes.lead, bold: true } : { size: sizes.text };
  const valueStyle: Style = { ...style, isTabular: true };
  const valueWidth = Math.min(sheet.widthOf(value, valueStyle) + 0.5, width * 0.65);
  const labelWidth = width - valueWidth - space;
  const name = sheet.set({ text: label, style, left, width: labelWidth });
  const note = remark === null ? null : setRemark(sheet, remark, name);
  const amount = sheet.set({
    text: value,
    style: valueStyle,
    left: left + width - valueWidth,
    width: valueWidth,
    align: 'right',
  });
  const below = note && note.left === left ? heightOfBlock(note) : 0;
  const height = Math.max(heightOfBlock(name) + below, heightOfBlock(amount)) + 2 * padding;
  return { label: name, remark: note, value: amount, height, isStrong: strong };
}

/** A remark stands beside its label where both fit on a line, else below it. */
function setRemark(sheet: Sheet, text: string, label: SetBlock): SetBlock {
  const style: Style = { size: sizes.text, color: inks.label, isTabular: true };
  const taken = label.lines[0]?.taken ?? 0;
  const width = sheet.widthOf(text, style) + 0.5;
  const fits = label.lines.length === 1 && taken + space / 2 + width <= label.width;
  return sheet.set({
    text,
    style,
    left: label.left + (fits ? taken + space / 2 : 0),
    width: fits ? width : label.width,
  });
}

function drawTotal(sheet: Sheet, { label, remark, value, height, isStrong }: SetTotal, place: Place): void {
  if (!sheet.fits(height)) sheet.newPage();
  if (isStrong) sheet.rule(sheet.y, { ...place, color: sheet.theme.accent, thickness: 1.2 });
  const top = sheet.y + padding;
  sheet.tags.within('TR', () => {
    sheet.tags.within(
      'TH',
      () => {
        sheet.draw(label, top);
        if (remark) sheet.draw(remark, remark.left === label.left ? top + heightOfBlock(label) : top);
      },
      { scope: 'Row' },
    );
    sheet.tags.within('TD', () => sheet.draw(value, top));
  });
  sheet.y += height;
}

/** A wide table of taxes stands below the totals. */
function drawTaxes(sheet: Sheet, taxes: ContentTable, { top, width }: { top: number; width: number }): void {
  const below = sheet.y;
  const isBeside = naturalWidth(sheet, taxes) <= width && top < below;
  if (isBeside) sheet.y = top;
  else sheet.y += 12;
  drawTable(sheet, taxes, { left: 0, width: isBeside ? width : sheet.width });
  if (isBeside) sheet.y = Math.max(sheet.y, below);
}
