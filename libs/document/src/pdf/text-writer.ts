import type PDFDocument from 'pdfkit';
import { charactersOf, type ShapedFont, type ShapedText } from './fonts/shaped-font.js';

type Pdf = InstanceType<typeof PDFDocument>;

/** A font in a file, as pdfkit embeds it; its types lack it. */
interface EmbeddedFont {
  id: string;
  ref(): unknown;
  subset: { includeGlyph(glyph: number): number };
  /** By the number of a glyph in the file. */
  widths: (number | undefined)[];
  unicode: (number[] | undefined)[];
}

/** The parts of pdfkit that the writer uses and its types lack. */
interface Inside {
  _font: EmbeddedFont;
  page: { fonts: Record<string, unknown> };
}

/** Glyphs that the file has, by their numbers in the font: their numbers in the file, as four digits. */
type Used = Map<number, string>;

/** Where a text stands. */
interface Place {
  font: ShapedFont;
  /** Points. */
  size: number;
  /** Points from the left. */
  x: number;
  /** Points from the top, of the base line. */
  y: number;
}

/** Points with three decimals: finer than any printer. */
const short = (points: number): string => String(Math.round(points * 1000) / 1000);

/**
 * Writes shaped texts into a file. The library's own call saves and restores the state of the page for each text, and
 * shapes it again. A document of a thousand lines has ten thousand texts.
 */
export class TextWriter {
  private readonly fonts = new Map<ShapedFont, { font: EmbeddedFont; used: Used }>();

  constructor(private readonly pdf: Pdf) {}

  /** Writes a text in its place. */
  write(shaped: ShapedText, { font: shapedFont, size, x, y }: Place): void {
    if (shaped.glyphs.length === 0) return;
    const { font, used } = this.fontOf(shapedFont);
    const { page } = this.pdf as unknown as Inside;
    page.fonts[font.id] ??= font.ref();
    const scale = size / shapedFont.unitsPerEm;
    const shares = 1000 / shapedFont.unitsPerEm;
    let content = `BT\n/${font.id} ${short(size)} Tf\n1 0 0 -1 ${short(x)} ${short(y)} Tm\n`;
    let array = '';
    let hex = '';
    let at = x;
    let isShifted = false;
    const show = () => {
      if (hex !== '') array += `<${hex}>`;
      if (array !== '') content += `[${array}] TJ\n`;
      array = hex = '';
    };
    for (const [index, { codepoint: glyph }] of shaped.glyphs.entries()) {
      const { xAdvance, xOffset, yOffset } = shaped.places[index] ?? unplaced;
      if (xOffset !== 0 || yOffset !== 0 || isShifted) {
        show();
        content += `1 0 0 -1 ${short(at + xOffset * scale)} ${short(y - yOffset * scale)} Tm\n`;
      }
      isShifted = xOffset !== 0 || yOffset !== 0;
      hex += used.get(glyph) ?? include(shaped, index, shapedFont, { font, used });
      const further = xAdvance - shapedFont.advanceOf(glyph);
      if (further !== 0) {
        array += `<${hex}>${short(-further * shares)}`;
        hex = '';
      }
      at += xAdvance * scale;
    }
    show();
    this.pdf.addContent(`${content}ET`);
  }

  private fontOf(shaped: ShapedFont): { font: EmbeddedFont; used: Used } {
    const known = this.fonts.get(shaped);
    if (known) return known;
    // The types of pdfkit know no open fonts.
    this.pdf.font(shaped.embedded as never, shaped.name);
    const opened = { font: (this.pdf as unknown as Inside)._font, used: new Map<number, string>() };
    this.fonts.set(shaped, opened);
    return opened;
  }
}

const unplaced = { xAdvance: 0, xOffset: 0, yOffset: 0 };

/** Embeds a glyph. @returns its number in the file */
function include(
  shaped: ShapedText,
  index: number,
  shapedFont: ShapedFont,
  { font, used }: { font: EmbeddedFont; used: Used },
): string {
  const glyph = shaped.glyphs[index]?.codepoint ?? 0;
  const number = font.subset.includeGlyph(glyph);
  font.widths[number] ??= (shapedFont.advanceOf(glyph) * 1000) / shapedFont.unitsPerEm;
  font.unicode[number] ??= charactersOf(shaped, index);
  const hex = number.toString(16).padStart(4, '0');
  used.set(glyph, hex);
  return hex;
}
