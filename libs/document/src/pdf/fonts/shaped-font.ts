import { create, type Font } from 'fontkit';
import * as hb from 'harfbuzzjs';
import { LRUCache } from 'lru-cache';

/** A run of glyphs as pdfkit reads it, in units of the font. */
interface ShapedRun {
  glyphs: ReturnType<Font['getGlyph']>[];
  positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[];
  advanceWidth: number;
}

/** How a text is shaped. */
export interface Shaping {
  isRightToLeft: boolean;
  /** Whether all digits have one width, for columns of figures. */
  isTabular: boolean;
}

interface ShapedGlyph {
  id: number;
  codePoints: number[];
  xAdvance: number;
  yAdvance: number;
  xOffset: number;
  yOffset: number;
}

/** Names of features that pdfkit hands on to the font; the first is none of OpenType. */
const rightToLeft = '-rtl';
const tabular = 'tnum';
/** Texts of a document with a thousand lines: each is measured, and drawn later. */
const mostRuns = 6000;

/** One buffer shapes one run after another. */
const buffer = new hb.Buffer();
const tabularFeatures = [new hb.Feature(tabular)];
const unplaced = { xAdvance: 0, yAdvance: 0, xOffset: 0, yOffset: 0 };

/**
 * A font whose texts HarfBuzz shapes: with ligatures, marks, and forms of letters by their place, in both directions.
 */
export class ShapedFont {
  /** For pdfkit: it embeds the used glyphs, and shapes texts by this class. */
  readonly embedded: Font;
  readonly unitsPerEm: number;
  private readonly shaper: hb.Font;
  private readonly runs = new LRUCache<string, ShapedGlyph[]>({ max: mostRuns });

  /** @param name its unique name in files: `inter-latin-400` */
  constructor(
    readonly name: string,
    sfnt: Buffer,
  ) {
    const font = create(sfnt) as Font;
    this.shaper = new hb.Font(new hb.Face(new hb.Blob(sfnt)));
    this.unitsPerEm = font.unitsPerEm;
    Object.defineProperty(font, 'postscriptName', { value: name });
    Object.defineProperty(font, 'layout', {
      value: (text: string, features: string[] = []) =>
        this.runOf(text, {
          isRightToLeft: features.includes(rightToLeft),
          isTabular: features.includes(tabular),
        }),
    });
    this.embedded = font;
  }

  has(codePoint: number): boolean {
    return this.embedded.hasGlyphForCodePoint(codePoint);
  }

  /** The width of a text, in shares of the size. */
  widthOf(text: string, shaping: Shaping): number {
    return this.shape(text, shaping).reduce((sum, glyph) => sum + glyph.xAdvance, 0) / this.unitsPerEm;
  }

  /** The glyphs of a text, from left to right. */
  glyphsOf(text: string, shaping: Shaping): number[] {
    return this.shape(text, shaping).map(({ id }) => id);
  }

  /** Whether the font lacks a glyph of a text: it would draw a box. */
  lacks(text: string): boolean {
    return this.glyphsOf(text, { isRightToLeft: false, isTabular: false }).includes(0);
  }

  /** The features that make pdfkit shape a text in a certain way. */
  static featuresOf({ isRightToLeft, isTabular }: Shaping): string[] {
    if (isRightToLeft) return isTabular ? [rightToLeft, tabular] : [rightToLeft];
    return isTabular ? [tabular] : [];
  }

  private runOf(text: string, shaping: Shaping): ShapedRun {
    const shaped = this.shape(text, shaping);
    return {
      glyphs: shaped.map(({ id, codePoints }) => this.embedded.getGlyph(id, codePoints)),
      positions: shaped.map(({ xAdvance, yAdvance, xOffset, yOffset }) => ({ xAdvance, yAdvance, xOffset, yOffset })),
      advanceWidth: shaped.reduce((sum, { xAdvance }) => sum + xAdvance, 0),
    };
  }

  private shape(text: string, shaping: Shaping): ShapedGlyph[] {
    const key = `${Number(shaping.isRightToLeft)}${Number(shaping.isTabular)}${text}`;
    const known = this.runs.get(key);
    if (known) return known;
    const shaped = shapeText(this.shaper, text, shaping);
    this.runs.set(key, shaped);
    return shaped;
  }
}

function shapeText(font: hb.Font, text: string, { isRightToLeft, isTabular }: Shaping): ShapedGlyph[] {
  buffer.reset();
  buffer.setClusterLevel(hb.ClusterLevel.MONOTONE_CHARACTERS);
  buffer.addText(text);
  buffer.guessSegmentProperties();
  buffer.setDirection(isRightToLeft ? hb.Direction.RTL : hb.Direction.LTR);
  hb.shape(font, buffer, isTabular ? tabularFeatures : []);
  // The call for both at once takes ten times as long.
  const glyphs = buffer.getGlyphInfos();
  const positions = buffer.getGlyphPositions();
  const starts = [...new Set(glyphs.map(({ cluster }) => cluster))].sort((one, other) => one - other);
  const textOf = new Map(starts.map((start, index) => [start, text.slice(start, starts[index + 1])]));
  return glyphs.map(({ codepoint: id, cluster }, index) => {
    const characters = textOf.get(cluster) ?? '';
    // Only one glyph of a cluster stands for its characters in copied text.
    textOf.delete(cluster);
    const codePoints = [...characters].map((character) => character.codePointAt(0) ?? 0);
    return { id, codePoints, ...(positions[index] ?? unplaced) };
  });
}
