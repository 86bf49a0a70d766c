import PDFDocument from 'pdfkit';
import { ascent, lineHeight, mainFont } from './faces.js';
import { linesOf, type Line } from './text-lines.js';

/** The style of a text. */
export interface Style {
  bold?: boolean;
  /** Points. */
  size: number;
  color?: string;
}

/** A text with its position on the page. */
export interface Block {
  text: string;
  style: Style;
  /** Points from the left margin. */
  left: number;
  /** Points. */
  width: number;
  align?: 'left' | 'right';
}

type BlockLine = Line & Omit<Block, 'text'>;

const margin = 50;

/** Writes pages from top to bottom; starts a new page when one is full. */
export class Sheet {
  private readonly pdf: InstanceType<typeof PDFDocument>;
  private readonly drawn: Promise<Buffer>;
  /** Points between the margins. */
  readonly width: number;

  /** @param at the creation date in the file's metadata */
  constructor(title: string, at: Date) {
    this.pdf = new PDFDocument({
      size: 'A4',
      margin,
      font: mainFont,
      info: { Title: title, CreationDate: at, ModDate: at },
    });
    this.width = this.pdf.page.width - 2 * margin;
    const parts: Buffer[] = [];
    this.drawn = new Promise((resolve, reject) => {
      this.pdf.on('data', (part: Buffer) => parts.push(part));
      this.pdf.on('end', () => resolve(Buffer.concat(parts)));
      this.pdf.on('error', reject);
    });
  }

  /** Closes the file. */
  async file(): Promise<Buffer> {
    this.pdf.end();
    return this.drawn;
  }

  /** The current position on the page, in points. */
  get y(): number {
    return this.pdf.y;
  }

  /** Moves down to a position unless the page is already below it. @param points the position */
  skipTo(points: number): void {
    this.pdf.y = Math.max(this.pdf.y, points);
  }

  skip(points: number): void {
    this.pdf.y += points;
  }

  /** Writes a text over the whole width, or less. */
  write(text: string, style: Style, width = this.width): void {
    this.beside([[{ text, style, left: 0, width }]]);
  }

  /**
   * Writes columns side by side. They stay on one page when it has enough space.
   * @param columns their texts, from left to right
   */
  beside(columns: Block[][]): void {
    const lined = columns.map((blocks) => blocks.flatMap((block) => this.linesOf(block)));
    const heights = lined.map((lines) => lines.reduce((sum, line) => sum + heightOf(line), 0));
    const whole = Math.max(0, ...heights);
    if (this.pdf.y + whole > this.bottom && whole <= this.bottom - margin) this.pdf.addPage();
    const rows = Math.max(0, ...lined.map(({ length }) => length));
    for (let row = 0; row < rows; row++) this.row(lined.flatMap((lines) => lines[row] ?? []));
  }

  /** Draws a thin line across the page. */
  rule(color: string): void {
    const { y } = this.pdf;
    this.pdf
      .moveTo(margin, y)
      .lineTo(margin + this.width, y)
      .lineWidth(0.5)
      .strokeColor(color)
      .stroke();
  }

  /** Draws an image at the right margin, as large as its box, without moving the position. */
  image(content: Buffer, [width, height]: readonly [number, number]): void {
    const { y } = this.pdf;
    this.pdf.image(content, margin + this.width - width, y, { fit: [width, height], align: 'right' });
    this.pdf.y = y;
  }

  private get bottom(): number {
    return this.pdf.page.height - margin;
  }

  private linesOf({ text, ...place }: Block): BlockLine[] {
    const weight = place.style.bold ? 'bold' : 'regular';
    const measure = (run: { font: string; text: string }) =>
      this.pdf.font(run.font).fontSize(place.style.size).widthOfString(run.text);
    return linesOf(text, { weight, width: place.width, measure }).map((line) => ({ ...line, ...place }));
  }

  /** Writes lines side by side. */
  private row(lines: BlockLine[]): void {
    const height = Math.max(...lines.map(heightOf));
    if (this.pdf.y + height > this.bottom) this.pdf.addPage();
    const top = this.pdf.y;
    for (const line of lines) {
      let x = margin + line.left + (line.align === 'right' ? line.width - line.taken : 0);
      for (const { run, width } of line.runs) {
        this.pdf
          .font(run.font)
          .fontSize(line.style.size)
          .fillColor(line.style.color ?? 'black')
          .text(run.text, x, top + ascent * line.style.size, { lineBreak: false, baseline: 'alphabetic' });
        x += width;
      }
    }
    this.pdf.y = top + height;
  }
}

const heightOf = ({ style }: BlockLine): number => style.size * lineHeight;
