import { inks, sizes } from './theme.js';
import type { SetBlock, Sheet } from './sheet.js';

/** The words of a band across the head: of a void, or of a sample. */
export interface BandWords {
  /** `VOID`, `SAMPLE` */
  mark: string;
  /** A sentence that says what it means. */
  notice: string;
}

/** Points. */
const height = 34;
const top = 10;

/** Draws a band across the head of the first page; its words are the first line of the file. */
export function drawBand(sheet: Sheet, words: BandWords): void {
  fillBand(sheet);
  sheet.tags.within('P', () => {
    for (const block of blocksOf(sheet, words)) sheet.draw(block, top);
  });
}

/** Repeats the band on all further pages. */
export function repeatBand(sheet: Sheet, words: BandWords): void {
  sheet.onEachPage((index) => {
    if (index === 0) return;
    fillBand(sheet, height - top);
    for (const block of blocksOf(sheet, words)) sheet.drawAside(block, top / 2);
  });
}

const fillBand = (sheet: Sheet, until = height): void =>
  sheet.band(0, until, { left: -100, width: sheet.width + 200, color: inks.void });

function blocksOf(sheet: Sheet, { mark, notice }: BandWords): SetBlock[] {
  const style = { size: sizes.heading, bold: true, color: inks.onVoid };
  const left = sheet.widthOf(mark, style) + 12;
  return [
    sheet.set({ text: mark, style, left: 0, width: left }),
    sheet.set({ text: notice, style: { ...style, size: sizes.lead, bold: false }, left, width: sheet.width - left }),
  ];
}
