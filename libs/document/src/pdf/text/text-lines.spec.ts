import { describe, expect, it } from '@jest/globals';
import { runsOf } from './faces.js';
import { linesOf } from './text-lines.js';

/** Every character is one point wide. */
const breakLines = (text: string, width: number): string[] =>
  linesOf(text, { weight: 'regular', width, measure: (run) => [...run.text].length }).map(({ runs, taken }) => {
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
  });

  it('cut a word that is too long, but no letter from its marks', () => {
    expect(breakLines('ab abcdefgh c', 3)).toEqual(['ab', 'abc', 'def', 'gh', 'c']);
    expect(breakLines('ae\u0301e\u0301e\u0301', 3)).toEqual(['ae\u0301', 'e\u0301', 'e\u0301']);
    expect(breakLines('wide', 0.5)).toEqual(['w', 'i', 'd', 'e']);
  });

  it('may end after each Chinese character, but not before a full stop', () => {
    expect(breakLines('臺灣股份有限公司', 3)).toEqual(['臺灣股', '份有限', '公司']);
    expect(breakLines('付款期限。', 4)).toEqual(['付款期', '限。']);
  });

  it('contain no characters without glyphs', () => {
    expect(breakLines('a\tb\u0007\u{e0100}c', 5)).toEqual(['a bc']);
  });
});

describe('fonts', () => {
  const fontsOf = (text: string, weight: 'regular' | 'bold' = 'regular') =>
    runsOf(text, weight).map((run) => [/([^/]+)\.ttf$/.exec(run.font)?.[1], run.text]);

  it('are those with the glyphs, each for the longest possible text', () => {
    expect(fontsOf('Žluťoučký Αθήνα Москва – €5')).toEqual([['DejaVuSans', 'Žluťoučký Αθήνα Москва – €5']]);
    expect(fontsOf('ABC 臺灣 Ltd.')).toEqual([
      ['DejaVuSans', 'ABC '],
      ['NotoSansTC_400Regular', '臺灣'],
      ['DejaVuSans', ' Ltd.'],
    ]);
    expect(fontsOf('株式会社テスト', 'bold')).toEqual([['NotoSansTC_700Bold', '株式会社テスト']]);
  });

  it('apply to following marks, and draw missing glyphs', () => {
    expect(fontsOf('か\u3099x')).toEqual([
      ['NotoSansTC_400Regular', 'か\u3099'],
      ['DejaVuSans', 'x'],
    ]);
    expect(fontsOf('\u{1fae0}')).toEqual([['DejaVuSans', '\u{1fae0}']]);
  });
});
