import { filled } from '../content/labels/labels.js';
import type { DocumentContents } from '../tables/document-contents.js';
import { inks, margins, sizes } from './theme.js';
import { heightOf, heightOfBlock, type Block, type Sheet } from './sheet.js';

const small = { size: sizes.small, color: inks.label };
const tiny = { size: sizes.tiny, color: inks.label };
/** The largest share of the width for the legal data at the foot. */
const legalShare = 0.78;

/** Draws paragraphs below the totals, and the issuer's text at the foot of the page. */
export function drawEnd(sheet: Sheet, { paragraphs, footer }: DocumentContents): void {
  const { width } = sheet;
  for (const { title, text } of paragraphs) {
    // A title does not stand alone at the end of a page.
    const least = (title === null ? 1 : 2) * heightOf({ size: sizes.text });
    if (!sheet.fits(least)) sheet.newPage();
    if (title !== null) sheet.paragraph({ text: title, style: { size: sizes.text, bold: true }, left: 0, width });
    if (text !== '') sheet.paragraph({ text, style: { size: sizes.text }, left: 0, width });
    sheet.y += 8;
  }
  if (footer === null || footer.trim() === '') return;
  const block: Block = { text: footer, style: small, left: 0, width };
  const height = heightOfBlock(sheet.set(block));
  if (!sheet.fits(height) && height <= sheet.room) sheet.newPage();
  sheet.y = Math.max(sheet.y, sheet.bottom - height);
  sheet.paragraph(block);
}

/** Draws the running head from the second page on, and the foot of each page. */
export function drawFrame(sheet: Sheet, number: string, contents: DocumentContents): void {
  const legal = [contents.from.name, ...contents.from.numbers.map(({ label, value }) => `${label} ${value}`)];
  sheet.onEachPage((index, count) => {
    if (index > 0) drawRunningHead(sheet, `${contents.title} ${number}`, contents.from.name);
    const isLast = index === count - 1;
    drawFoot(sheet, {
      legal: legal.join('  ·  '),
      page: filled(contents.page, { page: String(index + 1), pages: String(count) }),
      mark: isLast ? contents.mark : null,
      end: sheet.endOf(index),
    });
  });
}

function drawRunningHead(sheet: Sheet, left: string, right: string): void {
  const half = sheet.width / 2 - 8;
  const top = margins.next - 30;
  sheet.drawAside(firstLine(sheet, { text: left, style: small, left: 0, width: half }), top);
  const name: Block = { text: right, style: small, left: sheet.width - half, width: half, align: 'right' };
  sheet.drawAside(firstLine(sheet, name), top);
  sheet.rule(top + heightOf(small) + 4);
}

interface Foot {
  legal: string;
  page: string;
  mark: string | null;
  /** Of the page, above a bill at its foot. */
  end: number;
}

function drawFoot(sheet: Sheet, { legal, page, mark, end }: Foot): void {
  const top = end - margins.bottom + 22;
  const legalWidth = sheet.width * legalShare;
  const right = { left: legalWidth, width: sheet.width - legalWidth, align: 'right' as const };
  sheet.rule(top - 6);
  const lines = sheet.set({ text: legal, style: tiny, left: 0, width: legalWidth - 12 });
  sheet.drawAside({ ...lines, lines: lines.lines.slice(0, 2) }, top);
  sheet.drawAside(firstLine(sheet, { text: page, style: tiny, ...right }), top);
  if (mark !== null)
    sheet.drawAside(
      firstLine(sheet, { text: mark, style: { ...tiny, color: '#8a92a3' }, ...right }),
      top + heightOf(tiny),
    );
}

/** Aside texts have one line. */
function firstLine(sheet: Sheet, block: Block) {
  const set = sheet.set(block);
  return { ...set, lines: set.lines.slice(0, 1) };
}
