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
import { drawBand, repeatBand, type BandWords } from './page-band.js';
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
  /** Whether it is not issued: each page says that it is a sample. */
  isSample?: boolean;
}

/** Draws a document; the same contents give the same file. */
export async function drawPdf(document: IssuedDocument): Promise<Buffer> {
  const { number, contents, created_at: createdAt, logo } = document;
  const band = bandOf(document);
  const embedded = band ? null : (document.embedded ?? null);
  const fonts = await DocumentFonts.load(textsOf({ ...contents, number, band }), contents.language);
  const metadata = {
    title: [...(band ? [band.mark] : []), `${contents.title} ${number}`].join(' – '),
    author: contents.from.name,
    language: contents.language,
    createdAt,
    embedded,
  };
  const sheet = new Sheet(metadata, contents.theme, fonts);
  if (band) drawBand(sheet, band);
  drawHead(sheet, contents, logo);
  drawTables(sheet, contents.tables);
  drawTotals(sheet, contents.totals, contents.taxes);
  drawTaxReasons(sheet, contents.taxReasons);
  // A void invoice is not to be paid, and neither is a sample.
  const bill = band ? null : (contents.payment?.swissBill ?? null);
  if (bill) sheet.keepFree(swissBillHeight);
  if (contents.payment) drawPayment(sheet, contents.payment);
  drawEnd(sheet, contents);
  if (bill) {
    sheet.takeFoot();
    drawSwissBill(sheet, bill);
  }
  drawDetails(sheet, contents.details);
  drawFrame(sheet, number, contents);
  if (band) repeatBand(sheet, band);
  return sheet.file();
}

/** The words across the head of a document that is not, or no longer, to be paid. */
function bandOf({ contents, isVoided, isSample }: IssuedDocument): BandWords | null {
  const labels = labelsOf(contents.language);
  if (isSample) return { mark: labels.sample, notice: labels.sampleNotice };
  return isVoided ? { mark: labels.voided, notice: labels.voidedNotice } : null;
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
