import { create, type Font } from 'fontkit';
import * as hb from 'harfbuzzjs';
import { LRUCache } from 'lru-cache';

/** How a text is shaped. */
export interface Shaping {
  isRightToLeft: boolean;
  /** Whether all digits have one width, for columns of figures. */
  isTabular: boolean;
}

/** The glyphs of a text from left to right, with their places in units of the font. */
export interface ShapedText {
  text: string;
  /** `codepoint` is the number of a glyph; `cluster` the place of its first character in the text. */
  glyphs: readonly { codepoint: number; cluster: number }[];
  places: readonly { xAdvance: number; xOffset: number; yOffset: number }[];
  advance: number;
}

/** Texts of a document with a thousand lines: each is measured, and drawn later. */
const mostRuns = 6000;

/** One buffer shapes one run after another. */
const buffer = new hb.Buffer();
buffer.setClusterLevel(hb.ClusterLevel.MONOTONE_CHARACTERS);
const noFeatures: hb.Feature[] = [];
const tabularFeatures = [new hb.Feature('tnum')];

/**
 * A font whose texts HarfBuzz shapes: with ligatures, marks, and forms of letters by their place, in both directions.
 */
export class ShapedFont {
  /** For pdfkit, which embeds the used glyphs. */
  readonly embedded: Font;
  readonly unitsPerEm: number;
  private readonly shaper: hb.Font;
  private readonly texts = new LRUCache<string, ShapedText>({ max: mostRuns });
  private readonly advances = new Map<number, number>();

  /** @param name its unique name in files: `inter-latin-400` */
  constructor(
    readonly name: string,
    sfnt: Buffer,
  ) {
    const font = create(sfnt) as Font;
    this.shaper = new hb.Font(new hb.Face(new hb.Blob(sfnt)));
    this.unitsPerEm = font.unitsPerEm;
    Object.defineProperty(font, 'postscriptName', { value: name });
    this.embedded = font;
  }

  has(codePoint: number): boolean {
    return this.embedded.hasGlyphForCodePoint(codePoint);
  }

  /** The width of a text, in shares of the size. */
  widthOf(text: string, shaping: Shaping): number {
    return this.shape(text, shaping).advance / this.unitsPerEm;
  }

  /** The glyphs of a text, from left to right. */
  glyphsOf(text: string, shaping: Shaping): number[] {
    return this.shape(text, shaping).glyphs.map(({ codepoint }) => codepoint);
  }

  /** Whether the font lacks a glyph of a text: it would draw a box. */
  lacks(text: string): boolean {
    return this.glyphsOf(text, { isRightToLeft: false, isTabular: false }).includes(0);
  }

  /** The own width of a glyph, in units of the font. */
  advanceOf(glyph: number): number {
    const known = this.advances.get(glyph);
    if (known !== undefined) return known;
    const advance = this.embedded.getGlyph(glyph).advanceWidth;
    this.advances.set(glyph, advance);
    return advance;
  }

  shape(text: string, { isRightToLeft, isTabular }: Shaping): ShapedText {
    const key = (isRightToLeft ? '<' : '>') + (isTabular ? '0' : ' ') + text;
    const known = this.texts.get(key);
    if (known) return known;
    const shaped = shapeText(this.shaper, text, { isRightToLeft, isTabular });
    this.texts.set(key, shaped);
    return shaped;
  }
}

function shapeText(font: hb.Font, text: string, { isRightToLeft, isTabular }: Shaping): ShapedText {
  buffer.clearContents();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  buffer.setDirection(isRightToLeft ? hb.Direction.RTL : hb.Direction.LTR);
  hb.shape(font, buffer, isTabular ? tabularFeatures : noFeatures);
  // The call for both at once takes ten times as long.
  const glyphs = buffer.getGlyphInfos();
  const places = buffer.getGlyphPositions();
  let advance = 0;
  for (const { xAdvance } of places) advance += xAdvance;
  return { text, glyphs, places, advance };
}

/**
 * The characters that a glyph stands for in copied text, as code points. Only the first glyph of a cluster stands for
 * its characters.
 */
export function charactersOf({ text, glyphs }: ShapedText, index: number): number[] {
  const cluster = glyphs[index]?.cluster ?? 0;
  if (glyphs.findIndex((glyph) => glyph.cluster === cluster) !== index) return [];
  let end = text.length;
  for (const glyph of glyphs) if (glyph.cluster > cluster && glyph.cluster < end) end = glyph.cluster;
  return [...text.slice(cluster, end)].map((character) => character.codePointAt(0) ?? 0);
}
