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
 * Fonts in the order of the glyph search: DejaVu Sans covers the letters of Europe, Noto Sans TC Chinese and Japanese.
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
/** The default font. */
export const mainFont = faces[0].regular;

/** Ascent and line height of DejaVu Sans, in shares of the size; all lines have this height. */
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

/** Marks and invisible characters: they use the font of the preceding character. */
const attached = /^[\p{M}\p{Cf}]$/u;
/** A shortcut for texts with European letters only. */
const plain = /^[\u0020-\u024f]*$/;

/** Finds the first font with the glyph; the first font draws a missing glyph as a box. */
const fontOf = (codePoint: number, weight: keyof Face): string =>
  (faces.find((face) => has(face[weight], codePoint)) ?? faces[0])[weight];

/** Splits a text into pieces of one font each. */
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
