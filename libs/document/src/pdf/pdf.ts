import { createRequire } from 'node:module';
import { setImmediate as otherWork } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import type { DocumentContents, Entry, PrintedTable } from '../tables/document-contents.js';

const fontPath = createRequire(import.meta.url).resolve;
const fonts = {
  regular: fontPath('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: fontPath('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
};
const margin = 50;
const size = { small: 8, text: 9, heading: 11, title: 20 };
const grey = '#666666';
const gap = 6;
/** Points: width and height of the place that the logo has. */
const logoPlace: [number, number] = [180, 60];
/** The share of the width that the first column has; the others share what is left. */
const firstColumn = 0.42;
/** Other work of the process is not kept waiting for longer than these rows take. */
const rowsAtOnce = 100;

type Pdf = InstanceType<typeof PDFDocument>;

/** A document that was issued, as it is drawn. */
export interface IssuedDocument {
  number: string;
  contents: DocumentContents;
  created_at: Date;
  /** PNG of 8 bits a channel, neither transparent nor interlaced: it goes into the file as it is. */
  logo: Buffer | null;
}

/** Draws what stands on a document; the same contents give the same file. */
export async function drawPdf({ number: name, contents, created_at: issuedAt, logo }: IssuedDocument): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: 'A4',
    margin,
    font: fonts.regular,
    info: { Title: name, CreationDate: issuedAt, ModDate: issuedAt },
  });
  const parts: Buffer[] = [];
  const drawn = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.on('end', () => resolve(Buffer.concat(parts)));
    pdf.on('error', reject);
  });
  drawTitle(pdf, contents.title, logo);
  drawHead(pdf, contents);
  for (const table of contents.tables) await drawTable(pdf, table);
  drawTotals(pdf, contents.totals);
  drawEnd(pdf, contents);
  pdf.end();
  return drawn;
}

const widthOf = (pdf: Pdf): number => pdf.page.width - 2 * margin;

interface Written {
  bold?: boolean;
  size?: number;
  color?: string;
  /** Points; the page's when absent. */
  width?: number;
}

function write(pdf: Pdf, text: string, options: Written = {}): Pdf {
  return pdf
    .font(options.bold ? fonts.bold : fonts.regular)
    .fontSize(options.size ?? size.text)
    .fillColor(options.color ?? 'black')
    .text(text, margin, pdf.y, { width: options.width ?? widthOf(pdf) });
}

/** The logo stands on the right, as large as its place lets it be. */
function drawTitle(pdf: Pdf, title: string, logo: Buffer | null): void {
  const top = pdf.y;
  const [width, height] = logoPlace;
  if (logo) pdf.image(logo, margin + widthOf(pdf) - width, top, { fit: [width, height], align: 'right' });
  pdf.y = top;
  write(pdf, title, { bold: true, size: size.title, width: widthOf(pdf) - (logo ? width + gap : 0) });
  if (logo) pdf.y = Math.max(pdf.y, top + height);
  pdf.moveDown(0.5);
}

function drawHead(pdf: Pdf, contents: DocumentContents): void {
  drawColumns(pdf, contents.head.map(sentence), contents.notes.map(sentence));
  const party = ({ title, lines }: DocumentContents['from']) => [title, ...lines];
  drawColumns(pdf, party(contents.from), party(contents.to), true);
  write(pdf, contents.amount.value, { bold: true, size: size.title });
  write(pdf, contents.amount.remark, { color: grey }).moveDown();
}

const sentence = ({ label, value }: Entry): string => `${label}: ${value}`;

/** Two lists side by side. @param titled their first lines are headings */
function drawColumns(pdf: Pdf, left: string[], right: string[], titled = false): void {
  const width = widthOf(pdf) / 2 - gap;
  const top = pdf.y;
  const ends = [left, right].map((lines, place) => {
    pdf.y = top;
    for (const [index, line] of lines.entries())
      pdf
        .font(titled && index === 0 ? fonts.bold : fonts.regular)
        .fontSize(size.text)
        .fillColor('black')
        .text(line, margin + place * (width + 2 * gap), pdf.y, { width });
    return pdf.y;
  });
  pdf.y = Math.max(...ends);
  pdf.moveDown();
}

async function drawTable(pdf: Pdf, { title, columns, rows }: PrintedTable): Promise<void> {
  if (title !== null) write(pdf, title, { bold: true, size: size.heading }).moveDown(0.3);
  drawRow(pdf, columns, { bold: true });
  for (const [index, row] of rows.entries()) {
    if (index % rowsAtOnce === rowsAtOnce - 1) await otherWork();
    drawRow(pdf, row, {});
  }
  pdf.moveDown();
}

/** A row that does not fit on the page goes to the next one as a whole. */
function drawRow(pdf: Pdf, cells: string[], { bold = false }: { bold?: boolean }): void {
  const width = widthOf(pdf);
  const first = width * firstColumn;
  const other = (width - first) / Math.max(cells.length - 1, 1);
  const widths = cells.map((_, place) => (place === 0 ? first : other) - gap);
  pdf
    .font(bold ? fonts.bold : fonts.regular)
    .fontSize(size.small)
    .fillColor(bold ? grey : 'black');
  const heights = cells.map((cell, place) => pdf.heightOfString(cell, { width: widths[place] ?? other }));
  const height = Math.max(...heights);
  if (pdf.y + height > pdf.page.height - margin) pdf.addPage();
  const top = pdf.y;
  for (const [place, cell] of cells.entries()) {
    const left = margin + (place === 0 ? 0 : first + (place - 1) * other);
    pdf.text(cell, left, top, { width: widths[place] ?? other, align: place === 0 ? 'left' : 'right' });
  }
  pdf.y = top + height + gap;
  pdf
    .moveTo(margin, pdf.y - gap / 2)
    .lineTo(margin + width, pdf.y - gap / 2)
    .lineWidth(0.5)
    .strokeColor('#dddddd')
    .stroke();
}

function drawTotals(pdf: Pdf, totals: Entry[]): void {
  for (const [index, { label, value }] of totals.entries())
    drawRow(pdf, [label, value], { bold: index === totals.length - 1 });
  pdf.moveDown();
}

function drawEnd(pdf: Pdf, { paragraphs, footer }: DocumentContents): void {
  for (const { title, text } of paragraphs) {
    if (title !== null) write(pdf, title, { bold: true });
    write(pdf, text).moveDown(0.5);
  }
  if (footer !== null) write(pdf, footer, { size: size.small, color: grey });
}
