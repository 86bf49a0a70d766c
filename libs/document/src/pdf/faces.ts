import { createRequire } from 'node:module';
import { openSync, type Font } from 'fontkit';

const pathOf = createRequire(import.meta.url).resolve;

/** A font in two weights. */
interface Face {
  regular: string;
  bold: string;
}

const chinese = '@expo-google-fonts/noto-sans-tc';
/**
 * Fonts in the order in which a glyph is looked for: DejaVu Sans has the letters of Europe, Noto Sans TC those of Chinese and
 * Japanese.
 */
const faces: readonly [Face, ...Face[]] = [
  {
    regular: pathOf('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
    bold: pathOf('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
  },
  {
    regular: pathOf(`${chinese}/400Regular/NotoSansTC_400Regular.ttf`),
    bold: pathOf(`${chinese}/700Bold/NotoSansTC_700Bold.ttf`),
  },
];
/** What a font is drawn with unless a glyph lacks. */
export const mainFont = faces[0].regular;

/** What DejaVu Sans takes above its base line and altogether, in shares of the size; lines are as high whatever stands on them. */
export const ascent = 0.928;
export const lineHeight = 1.164;

/** Text in one font. */
export interface Run {
  /** The path of its file. */
  font: string;
  text: string;
}

const opened = new Map<string, Font>();

function has(path: string, codePoint: number): boolean {
  let font = opened.get(path);
  if (!font) {
    font = openSync(path) as Font;
    opened.set(path, font);
  }
  return font.hasGlyphForCodePoint(codePoint);
}

/** Marks and invisible characters: they go with what they stand behind. */
const attached = /^[\p{M}\p{Cf}]$/u;
/** What every letter of Europe is below, as a shortcut. */
const plain = /^[\u0020-\u024f]*$/;

/** The first font that has the glyph; one that none has is drawn by the first, as a box. */
const fontOf = (codePoint: number, weight: keyof Face): string =>
  (faces.find((face) => has(face[weight], codePoint)) ?? faces[0])[weight];

/** A text in pieces of one font each. */
export function runsOf(text: string, weight: keyof Face): Run[] {
  if (plain.test(text)) return [{ font: faces[0][weight], text }];
  const runs: Run[] = [];
  for (const character of text) {
    const last = runs.at(-1);
    const font = last && attached.test(character) ? last.font : fontOf(character.codePointAt(0) ?? 0, weight);
    if (last?.font === font) last.text += character;
    else runs.push({ font, text: character });
  }
  return runs;
}
