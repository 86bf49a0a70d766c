import { beforeAll, describe, expect, it } from '@jest/globals';
import { DocumentFonts } from '../fonts/document-fonts.js';
import { linesOf, widthOf } from './text-lines.js';

/** Fonts whose characters all are one point wide. */
const oneWide = (): DocumentFonts => {
  const font = { name: 'fixed', widthOf: (text: string) => [...text].length };
  const runsOf = (text: string) => (text === '' ? [] : [{ font, text }]);
  return { runsOf } as unknown as DocumentFonts;
};

const options = { weight: 'regular', size: 1, isTabular: false } as const;

const breakLines = (text: string, width: number): string[] =>
  linesOf(text, { ...options, fonts: oneWide(), width }).map(({ runs, taken }) => {
    const line = runs.map(({ run }) => run.text).join('');
    expect(taken).toBe([...line].length);
    return line;
  });

describe('lines of a text', () => {
  it('hold as many words as fit', () => {
    expect(breakLines('one two three', 13)).toEqual(['one two three']);
    expect(breakLines('one two three', 7)).toEqual(['one two', 'three']);
    expect(breakLines('one two  three ', 6)).toEqual(['one', 'two', 'three']);
    expect(breakLines('', 5)).toEqual(['']);
  });

  it('break at line breaks of the text', () => {
    expect(breakLines('a\nb\r\n\nc\u2028d', 5)).toEqual(['a', 'b', '', 'c', 'd']);
    expect(widthOf('a\nbcd\nef', { ...options, fonts: oneWide() })).toBe(3);
  });

  it('cut a word that is too long, but no letter from its marks', () => {
    expect(breakLines('ab abcdefgh c', 3)).toEqual(['ab', 'abc', 'def', 'gh', 'c']);
    expect(breakLines('ax\u0301x\u0301x\u0301', 3)).toEqual(['ax\u0301', 'x\u0301', 'x\u0301']);
    expect(breakLines('wide', 0.5)).toEqual(['w', 'i', 'd', 'e']);
  });

  it('fit their width in spite of kerning, which widens a word', () => {
    const font = { name: 'kerned', widthOf: (text: string) => text.length + 0.04 * (text.length - 1) };
    const fonts = { runsOf: (text: string) => [{ font, text }] } as unknown as DocumentFonts;
    const lines = linesOf('W'.repeat(50), { ...options, fonts, width: 20 });
    expect(lines.map(({ runs }) => runs.map(({ run }) => run.text).join('').length)).toEqual([19, 19, 12]);
    for (const { taken } of lines) expect(taken).toBeLessThanOrEqual(20);
  });

  it('may end after each Chinese character, but not before a full stop', () => {
    expect(breakLines('臺灣股份有限公司', 3)).toEqual(['臺灣股', '份有限', '公司']);
    expect(breakLines('付款期限。', 4)).toEqual(['付款期', '限。']);
  });

  it('contain no characters without glyphs, and composed letters', () => {
    expect(breakLines('a\tb\u0007\u{e0100}c', 5)).toEqual(['a bc']);
    expect(breakLines('e\u0301\u202f1', 5)).toEqual(['é\u20091']);
  });

  it('break text from right to left in reading order, and order each line', () => {
    // Two words of Hebrew: the first line has the first one.
    expect(breakLines('אבג דהו', 4)).toEqual(['אבג', 'דהו']);
    // In one line, from left to right: the number, then the word.
    expect(linesOf('אבג 12', { ...options, fonts: oneWide(), width: 9 })[0]?.runs.map(({ run }) => run.text)).toEqual([
      '12',
      'אבג ',
    ]);
  });
});

describe('the fonts of a text', () => {
  let fonts: DocumentFonts;
  const texts = ['Žluťoučký Αθήνα', 'Москва – €5', 'ABC 臺灣 Ltd.', '株式会社テスト', 'か\u3099x', '\u{10fffd}'];
  beforeAll(async () => {
    fonts = await DocumentFonts.load(texts, 'en');
  });
  const fontsOf = (text: string, weight: 'regular' | 'bold' = 'regular') =>
    fonts.runsOf(text, weight).map((run) => [run.font.name.replace(/-\d+-/, '-'), run.text]);

  it('are the first with the glyphs, each for the longest possible text', () => {
    expect(fontsOf('Москва – €5')).toEqual([
      ['inter-cyrillic-400', 'Москва'],
      ['inter-latin-400', ' – €5'],
    ]);
    expect(fontsOf('Αθήνα', 'bold')).toEqual([['inter-greek-600', 'Αθήνα']]);
  });

  it('draw Chinese characters as in the country of the other letters', () => {
    expect(new Set(fontsOf('株式会社テスト').map(([name]) => name))).toEqual(new Set(['noto-sans-jp-400']));
  });

  it('are one for a letter and its marks, and a last one for what none has', () => {
    expect(fontsOf('か\u3099x').at(-1)).toEqual(['inter-latin-400', 'x']);
    expect(fontsOf('臺7').at(-1)).toEqual(['inter-latin-400', '7']);
    expect(fontsOf('\u{10fffd}')).toEqual([['dejavu-sans-regular', '\u{10fffd}']]);
  });
});
