import { paragraphsOf, plain } from '../text/paragraphs.js';
import { familiesFor, type HanFamily } from './families.js';
import { loadLast, loadSlice, type Weight } from './loaded-fonts.js';
import type { ShapedFont } from './shaped-font.js';

/** Text in one font. */
export interface FontRun {
  font: ShapedFont;
  text: string;
}

const graphemes = new Intl.Segmenter();
/** Characters that no font needs a glyph for: joiners, marks of direction, and selectors of forms. */
const ignorable = /^[\p{Default_Ignorable_Code_Point}]$/u;

/**
 * The fonts of one document. The first font with all characters of a grapheme draws it, so fonts are loaded for the
 * characters of the document only.
 */
export class DocumentFonts {
  private readonly runs = new Map<string, FontRun[]>();

  private constructor(
    private readonly han: HanFamily[],
    readonly main: Record<Weight, ShapedFont>,
    private readonly last: Record<Weight, ShapedFont>,
  ) {}

  /**
   * Loads the fonts for all texts of a document, in both weights.
   * @param language BCP 47, of the document
   */
  static async load(texts: string[], language: string): Promise<DocumentFonts> {
    const all = texts.flatMap(paragraphsOf);
    const clusters = new Set(all.filter((text) => !plain.test(text)).flatMap(graphemesOf));
    const main = { regular: await mainFont('regular'), bold: await mainFont('bold') };
    // Most documents are plain, and reading the last font takes longer than drawing a page.
    const last = clusters.size === 0 ? main : { regular: await loadLast('regular'), bold: await loadLast('bold') };
    const fonts = new DocumentFonts(hanOrder(all.join('\n'), language), main, last);
    for (const cluster of clusters)
      for (const weight of ['regular', 'bold'] as const)
        fonts.runs.set(`${weight}${cluster}`, await fonts.findRuns(cluster, weight));
    return fonts;
  }

  /** Splits a text into pieces of one font each. */
  runsOf(text: string, weight: Weight): FontRun[] {
    if (plain.test(text)) return text === '' ? [] : [{ font: this.main[weight], text }];
    const joined: FontRun[] = [];
    for (const cluster of graphemesOf(text))
      for (const run of this.runs.get(`${weight}${cluster}`) ?? [this.unsearched(cluster, weight)]) {
        const before = joined.at(-1);
        if (before?.font === run.font) before.text += run.text;
        else joined.push({ ...run });
      }
    return joined;
  }

  /** Page numbers are in no text of the document. */
  private unsearched(cluster: string, weight: Weight): FontRun {
    return { font: plain.test(cluster) ? this.main[weight] : this.last[weight], text: cluster };
  }

  private async findRuns(cluster: string, weight: Weight): Promise<FontRun[]> {
    const characters = [...cluster];
    const drawn = characters.filter((character) => !ignorable.test(character));
    const font = await this.fontWith(drawn, weight);
    if (font) return [{ font, text: cluster }];
    // No font has the whole: letter and mark come from different ones, and joined emoji stand side by side.
    const runs: FontRun[] = [];
    for (const character of drawn)
      runs.push({ font: (await this.fontWith([character], weight)) ?? this.last[weight], text: character });
    return runs;
  }

  private async fontWith(characters: string[], weight: Weight): Promise<ShapedFont | null> {
    const [first, ...others] = characters.map((character) => character.codePointAt(0) ?? 0);
    if (first === undefined) return this.main[weight];
    for (const family of familiesFor(this.han))
      for (const slice of family.slicesOf(first)) {
        const font = await loadSlice(slice, weight);
        if ([first, ...others].every((codePoint) => font.has(codePoint))) return font;
      }
    const last = this.last[weight];
    return [first, ...others].every((codePoint) => last.has(codePoint)) ? last : null;
  }
}

const graphemesOf = (text: string): string[] => [...graphemes.segment(text)].map(({ segment }) => segment);

async function mainFont(weight: Weight): Promise<ShapedFont> {
  const [inter] = familiesFor([]);
  const [slice] = inter?.slicesOf(0x41) ?? [];
  if (!slice) throw new Error('the main font has no Latin letters');
  return loadSlice(slice, weight);
}

/**
 * The order of Chinese fonts: by the language of the document, else by letters of the same document. Shared characters
 * have different forms in China, Taiwan, Japan and Korea.
 */
function hanOrder(text: string, language: string): HanFamily[] {
  const all: HanFamily[] = ['noto-sans-sc', 'noto-sans-tc', 'noto-sans-jp', 'noto-sans-kr'];
  const first = (): HanFamily => {
    if (language === 'zh-TW') return 'noto-sans-tc';
    if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'noto-sans-jp';
    return /\p{Script=Hangul}/u.test(text) ? 'noto-sans-kr' : 'noto-sans-sc';
  };
  const preferred = first();
  return [preferred, ...all.filter((family) => family !== preferred)];
}
