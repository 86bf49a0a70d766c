import { labelsOf } from '../content/languages.js';
import type { ContentTable, DocumentContents } from '../tables/document-contents.js';
import type { EmbeddedXml } from './archive.js';
import { DocumentFonts } from './fonts/document-fonts.js';
import { drawEnd, drawFrame } from './page-end.js';
import { drawHead } from './page-head.js';
import { drawPayment } from './page-payment.js';
import { drawSwissBill, swissBillHeight } from './page-swiss-bill.js';
import { drawTable } from './page-tables.js';
import { drawTaxReasons, drawTotals } from './page-totals.js';
import { drawVoid, repeatVoid } from './page-void.js';
import { Sheet } from './sheet.js';

/** An issued document to draw. */
export interface IssuedDocument {
  number: string;
  contents: DocumentContents;
  created_at: Date;
  /** PNG of 8 bits a channel, neither transparent nor interlaced: the file embeds it unchanged. */
  logo: Buffer | null;
  /** The e-invoice inside the file, if any. */
  embedded?: EmbeddedXml | null;
  /** Whether its invoice is void: each page says so, and programs find no e-invoice to book. */
  isVoided?: boolean;
}

/** Draws a document; the same contents give the same file. */
export async function drawPdf(document: IssuedDocument): Promise<Buffer> {
  const { number, contents, created_at: createdAt, logo } = document;
  const labels = labelsOf(contents.language);
  const voided = document.isVoided ? { mark: labels.voided, notice: labels.voidedNotice } : null;
  const embedded = voided ? null : (document.embedded ?? null);
  const fonts = await DocumentFonts.load(textsOf({ ...contents, number, voided }), contents.language);
  const metadata = {
    title: [...(voided ? [voided.mark] : []), `${contents.title} ${number}`].join(' – '),
    author: contents.from.name,
    language: contents.language,
    createdAt,
    embedded,
  };
  const sheet = new Sheet(metadata, contents.theme, fonts);
  if (voided) drawVoid(sheet, voided);
  drawHead(sheet, contents, logo);
  drawTables(sheet, contents.tables);
  drawTotals(sheet, contents.totals, contents.taxes);
  drawTaxReasons(sheet, contents.taxReasons);
  // A void invoice is not to be paid.
  const bill = voided ? null : (contents.payment?.swissBill ?? null);
  if (bill) sheet.keepFree(swissBillHeight);
  if (contents.payment) drawPayment(sheet, contents.payment);
  drawEnd(sheet, contents);
  if (bill) {
    sheet.takeFoot();
    drawSwissBill(sheet, bill);
  }
  drawDetails(sheet, contents.details);
  drawFrame(sheet, number, contents);
  if (voided) repeatVoid(sheet, voided);
  return sheet.file();
}

function drawTables(sheet: Sheet, tables: ContentTable[]): void {
  for (const [index, table] of tables.entries()) {
    if (index > 0) sheet.y += 18;
    drawTable(sheet, table);
  }
}

/** Details start on a page of their own and follow each other there; a page ends before a table that it would cut. */
function drawDetails(sheet: Sheet, details: ContentTable[]): void {
  for (const [index, table] of details.entries()) {
    if (index === 0) sheet.newPage();
    else sheet.y += 22;
    drawTable(sheet, table, { left: 0, width: sheet.width, isTogether: true });
  }
}

/** All texts of a content: those of its objects and lists, at any depth. */
function textsOf(content: unknown, texts: string[] = []): string[] {
  if (typeof content === 'string') texts.push(content);
  else if (typeof content === 'object' && content !== null)
    for (const part of Object.values(content)) textsOf(part, texts);
  return texts;
}
