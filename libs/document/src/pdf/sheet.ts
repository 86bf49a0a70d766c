import PDFDocument from 'pdfkit';
import type { Theme } from '../tables/document-contents.js';
import type { DocumentFonts } from './fonts/document-fonts.js';
import { archive, type EmbeddedXml } from './archive.js';
import { JoinedOutput } from './joined-output.js';
import { inks, margins, papers } from './theme.js';
import { Tags } from './tags.js';
import { TextWriter } from './text-writer.js';
import { linesOf, widthOf, type Line } from './text/text-lines.js';

/** The style of a text. */
export interface Style {
  bold?: boolean;
  /** Points. */
  size: number;
  color?: string;
  /** Whether all digits have one width, for columns of figures. */
  isTabular?: boolean;
}

/** A text with its place across the page. */
export interface Block {
  text: string;
  style: Style;
  /** Points from the left margin. */
  left: number;
  /** Points. */
  width: number;
  align?: 'left' | 'right';
}

/** A text in lines that fit. */
export interface SetBlock extends Omit<Block, 'text'> {
  lines: Line[];
}

/** The metadata of a file. */
export interface FileMetadata {
  title: string;
  author: string;
  /** BCP 47. */
  language: string;
  createdAt: Date;
  embedded: EmbeddedXml | null;
}

/** A cross of 7 mm: its white border, its ground, and its arms. Points. */
const swissCross = [
  { color: inks.onCode, width: 19.84, height: 19.84 },
  { color: inks.code, width: 18.4, height: 18.4 },
  { color: inks.onCode, width: 3.3, height: 11 },
  { color: inks.onCode, width: 11, height: 3.3 },
];

/** Height of a line, and of its letters above the base line, in shares of the size. */
const lineHeight = 1.42;
const base = 1.06;

/** Pages of a file, filled from top to bottom. */
export class Sheet {
  readonly tags: Tags;
  /** Points between the margins. */
  readonly width: number;
  /** The current position on the page, in points. */
  y: number = margins.first;
  private readonly pdf: InstanceType<typeof PDFDocument>;
  private readonly paper: [number, number];
  private readonly output: JoinedOutput;
  private readonly texts: TextWriter;
  /** Points at the foot that stay free, and the feet that are taken, by page. */
  private freeFoot = 0;
  private readonly taken = new Map<number, number>();
  /** The colour of letters and areas that the page has now. */
  private ink: string | null = null;

  constructor(
    { title, author, language, createdAt, embedded }: FileMetadata,
    readonly theme: Theme,
    private readonly fonts: DocumentFonts,
  ) {
    this.paper = papers[theme.paper];
    this.width = this.paper[0] - 2 * margins.side;
    this.pdf = new PDFDocument({
      size: this.paper,
      margin: 0,
      font: '',
      bufferPages: true,
      pdfVersion: '1.7',
      subset: 'PDF/A-3a',
      tagged: true,
      displayTitle: true,
      lang: language,
      info: { Title: title, Author: author, CreationDate: createdAt, ModDate: createdAt },
    });
    this.output = new JoinedOutput(this.pdf);
    archive(this.pdf, embedded, createdAt);
    this.tags = new Tags(this.pdf);
    this.texts = new TextWriter(this.pdf);
  }

  /** Closes the file. */
  async file(): Promise<Buffer> {
    this.tags.end();
    return this.output.file();
  }

  /** The lowest position of content, in points. */
  get bottom(): number {
    return this.paper[1] - margins.bottom - this.freeFoot;
  }

  /** Keeps points free at the foot of this page and of those that follow. */
  keepFree(points: number): void {
    this.freeFoot = points;
  }

  /** Takes the free foot of the current page, or of a new one where content reaches it. */
  takeFoot(): void {
    if (this.y > this.bottom) this.newPage();
    this.taken.set(this.pdf.bufferedPageRange().count - 1, this.freeFoot);
    this.freeFoot = 0;
  }

  /** The end of a page above its taken foot, in points. @param index from 0 */
  endOf(index: number): number {
    return this.paper[1] - (this.taken.get(index) ?? 0);
  }

  get height(): number {
    return this.paper[1];
  }

  /** The height of content on a page after the first. */
  get room(): number {
    return this.bottom - margins.next;
  }

  newPage(): void {
    this.pdf.addPage();
    this.ink = null;
    this.y = margins.next;
  }

  /** Whether so much height is left. */
  fits(height: number): boolean {
    return this.y + height <= this.bottom;
  }

  /** Draws on every page once more. @param draw with the index of the page from 0, and their number */
  onEachPage(draw: (index: number, count: number) => void): void {
    const { start, count } = this.pdf.bufferedPageRange();
    for (let index = 0; index < count; index++) {
      this.pdf.switchToPage(start + index);
      this.ink = null;
      draw(index, count);
    }
  }

  /** Breaks a text into lines that fit its width. */
  set({ text, ...place }: Block): SetBlock {
    const { style, width } = place;
    return { ...place, lines: linesOf(text, { ...this.lineOptions(style), width }) };
  }

  /** The width of a text on one line. */
  widthOf(text: string, style: Style): number {
    return widthOf(text, this.lineOptions(style));
  }

  /** Draws a text below the current position, in an element of its own that continues on further pages. */
  paragraph(block: Block, tag: 'P' | 'H1' | 'H2' = 'P'): void {
    const { lines, ...place } = this.set(block);
    this.tags.within(tag, () => {
      for (const line of lines) {
        if (!this.fits(heightOf(place.style))) this.newPage();
        this.draw({ ...place, lines: [line] }, this.y);
        this.y += heightOf(place.style);
      }
    });
  }

  /** Draws set text in the current element, without moving the position. @param top points */
  draw(block: SetBlock, top: number): void {
    this.tags.mark(() => this.drawLines(block, top));
  }

  /** Draws set text that repeats on pages, outside the structure. */
  drawAside(block: SetBlock, top: number): void {
    this.tags.artifact('Pagination', () => this.drawLines(block, top));
  }

  /** Draws a thin line across the page, or a part of it. */
  rule(top: number, { left = 0, width = this.width, color = inks.line, thickness = 0.6 } = {}): void {
    const from = margins.side + left;
    this.tags.artifact('Layout', () => {
      this.pdf
        .moveTo(from, top)
        .lineTo(from + width, top)
        .lineWidth(thickness)
        .strokeColor(color)
        .stroke();
    });
  }

  /** Fills a rectangle. @param left points from the left margin */
  band(top: number, height: number, { left = 0, width = this.width, color = inks.band } = {}): void {
    this.tags.artifact('Layout', () => {
      this.useInk(color);
      this.pdf.rect(margins.side + left, top, width, height).fill();
    });
  }

  /** Draws an image at the right margin, in its proportion. @returns its height */
  image(content: Buffer, [width, height]: readonly [number, number], alt: string): number {
    // pdfkit's types lack this method.
    const image = (this.pdf as unknown as { openImage(source: Buffer): { width: number; height: number } }).openImage(
      content,
    );
    const scale = Math.min(width / image.width, height / image.height);
    const size = { width: image.width * scale, height: image.height * scale };
    this.tags.within(
      'Figure',
      () => this.tags.mark(() => this.pdf.image(content, margins.side + this.width - size.width, this.y, size)),
      { alt },
    );
    return size.height;
  }

  /** Draws a square of dark and light modules. @param size points @param left points from the left margin */
  modules(
    rows: boolean[][],
    { left, top, size }: { left: number; top: number; size: number },
    alt: string,
    { hasCross = false } = {},
  ): void {
    const step = size / rows.length;
    const drawModules = () => {
      this.useInk(inks.code);
      for (const [y, row] of rows.entries())
        for (const [x, isDark] of row.entries())
          if (isDark) this.pdf.rect(margins.side + left + x * step, top + y * step, step, step);
      this.pdf.fill();
      if (hasCross) this.cross(margins.side + left + size / 2, top + size / 2);
    };
    this.tags.within('Figure', () => this.tags.mark(drawModules), { alt });
  }

  /** Draws a thin black line. @param left points from the left margin @param to points further right and down */
  line({ left, top }: { left: number; top: number }, [across, down]: readonly [number, number]): void {
    const from = margins.side + left;
    this.tags.artifact('Layout', () => {
      this.pdf
        .moveTo(from, top)
        .lineTo(from + across, top + down)
        .lineWidth(0.5)
        .strokeColor(inks.code)
        .stroke();
    });
  }

  /** Draws the Swiss cross of a code. @param x points of its middle, from the left of the page @param y from the top */
  private cross(x: number, y: number): void {
    for (const { color, width, height } of swissCross) {
      this.useInk(color);
      this.pdf.rect(x - width / 2, y - height / 2, width, height).fill();
    }
  }

  private useInk(color: string): void {
    if (this.ink === color) return;
    this.pdf.fillColor(color);
    this.ink = color;
  }

  private lineOptions({ bold, size, isTabular = false }: Style) {
    return { fonts: this.fonts, weight: bold ? 'bold' : 'regular', size, isTabular } as const;
  }

  private drawLines({ lines, style, left, width, align }: SetBlock, top: number): void {
    const { size, color = inks.text, isTabular = false } = style;
    this.useInk(color);
    for (const [index, { runs, taken }] of lines.entries()) {
      let x = margins.side + left + (align === 'right' ? width - taken : 0);
      const y = top + index * size * lineHeight + base * size;
      for (const { run, width: advance } of runs) {
        const shaped = run.font.shape(run.text, { isRightToLeft: run.isRightToLeft, isTabular });
        this.texts.write(shaped, { font: run.font, size, x, y });
        x += advance;
      }
    }
  }
}

export const heightOf = ({ size }: Style): number => size * lineHeight;

/** The height of set text. */
export const heightOfBlock = ({ lines, style }: SetBlock): number => lines.length * heightOf(style);
