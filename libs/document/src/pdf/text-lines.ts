import LineBreaker from 'linebreak';
import { runsOf, type Run } from './faces.js';

/** Measures the width of a piece of text, in points. */
export type Measure = (run: Run) => number;

/** A fitting line, in pieces of one font each. */
export interface Line {
  runs: { run: Run; width: number }[];
  /** Its width in points. */
  taken: number;
}

export interface LineOptions {
  weight: 'regular' | 'bold';
  /** Points. */
  width: number;
  measure: Measure;
}

const graphemes = new Intl.Segmenter();
/** Characters without a glyph: variation selectors for other fonts, and control characters. */
const undrawn = /[\p{Variation_Selector}\p{Cc}]/gu;

/** Breaks a text into fitting lines by the rules of its script; cuts a word that is too long. */
export function linesOf(text: string, options: LineOptions): Line[] {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .flatMap((paragraph) => brokenLines(paragraph.replaceAll('\t', ' ').replace(undrawn, ''), options))
    .map((line) => measureLine(line.trimEnd(), options));
}

function measureLine(text: string, { weight, measure }: LineOptions): Line {
  const runs = text === '' ? [] : runsOf(text, weight).map((run) => ({ run, width: measure(run) }));
  return { runs, taken: runs.reduce((sum, { width }) => sum + width, 0) };
}

function brokenLines(paragraph: string, options: LineOptions): string[] {
  const widthOf = (text: string) => measureLine(text, options).taken;
  if (widthOf(paragraph) <= options.width) return [paragraph];
  const lines: string[] = [];
  let line = '';
  // The sum of the pieces equals the line's width, apart from kerning.
  let taken = 0;
  for (const piece of piecesOf(paragraph, options)) {
    if (line !== '' && taken + widthOf(piece.trimEnd()) > options.width) {
      lines.push(line);
      line = '';
      taken = 0;
    }
    line += piece;
    taken += widthOf(piece);
  }
  return [...lines, line];
}

/** Yields unbreakable pieces: words, characters of scripts without spaces, and graphemes of overlong words. */
function* piecesOf(paragraph: string, options: LineOptions): Generator<string> {
  const breaker = new LineBreaker(paragraph);
  let from = 0;
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    const word = paragraph.slice(from, next.position);
    from = next.position;
    if (measureLine(word.trimEnd(), options).taken <= options.width) yield word;
    else for (const { segment } of graphemes.segment(word)) yield segment;
  }
}
