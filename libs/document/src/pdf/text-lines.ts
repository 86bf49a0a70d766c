import LineBreaker from 'linebreak';
import { runsOf, type Run } from './faces.js';

/** How wide a piece of text is, in points. */
export type Measure = (run: Run) => number;

/** A line that fits, in pieces of one font each. */
export interface Line {
  runs: { run: Run; width: number }[];
  /** Points that it takes. */
  taken: number;
}

export interface Wanted {
  weight: 'regular' | 'bold';
  /** Points. */
  width: number;
  measure: Measure;
}

const graphemes = new Intl.Segmenter();
/** Characters that no font draws: they choose between glyphs that fonts here do not have, or mean nothing on paper. */
const undrawn = /[\p{Variation_Selector}\p{Cc}]/gu;

/** Breaks a text into lines that fit, where its script lets lines be broken; a word that is too long is cut. */
export function linesOf(text: string, wanted: Wanted): Line[] {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .flatMap((paragraph) => brokenLines(paragraph.replaceAll('\t', ' ').replace(undrawn, ''), wanted))
    .map((line) => measured(line.trimEnd(), wanted));
}

function measured(text: string, { weight, measure }: Wanted): Line {
  const runs = text === '' ? [] : runsOf(text, weight).map((run) => ({ run, width: measure(run) }));
  return { runs, taken: runs.reduce((sum, { width }) => sum + width, 0) };
}

function brokenLines(paragraph: string, wanted: Wanted): string[] {
  const widthOf = (text: string) => measured(text, wanted).taken;
  if (widthOf(paragraph) <= wanted.width) return [paragraph];
  const lines: string[] = [];
  let line = '';
  // The widths of pieces add up to that of their line but for the kerning between them.
  let taken = 0;
  for (const piece of piecesOf(paragraph, wanted)) {
    if (line !== '' && taken + widthOf(piece.trimEnd()) > wanted.width) {
      lines.push(line);
      line = '';
      taken = 0;
    }
    line += piece;
    taken += widthOf(piece);
  }
  return [...lines, line];
}

/** What stays together: words, characters of scripts without spaces, and parts of words that no line has the width for. */
function* piecesOf(paragraph: string, wanted: Wanted): Generator<string> {
  const breaker = new LineBreaker(paragraph);
  let from = 0;
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    const word = paragraph.slice(from, next.position);
    from = next.position;
    if (measured(word.trimEnd(), wanted).taken <= wanted.width) yield word;
    else for (const { segment } of graphemes.segment(word)) yield segment;
  }
}
