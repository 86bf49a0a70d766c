import LineBreaker from 'linebreak';
import type { DocumentFonts } from '../fonts/document-fonts.js';
import type { Weight } from '../fonts/loaded-fonts.js';
import { paragraphsOf } from './paragraphs.js';
import { visualRuns, type VisualRun } from './visual-order.js';

/** A fitting line, in pieces from left to right. */
export interface Line {
  runs: { run: VisualRun; width: number }[];
  /** Its width in points. */
  taken: number;
}

export interface LineOptions {
  fonts: DocumentFonts;
  weight: Weight;
  /** Points. */
  size: number;
  /** Points. */
  width: number;
  /** Whether all digits have one width. */
  isTabular: boolean;
}

/** A part of a paragraph, in UTF-16 code units. */
interface Span {
  start: number;
  end: number;
}

const graphemes = new Intl.Segmenter();
/** The share by which kerning widens a line at most: near its end, a line is measured as a whole. */
const kerning = 0.05;

/** Breaks a text into fitting lines by the rules of its script; cuts a word that is too long. */
export function linesOf(text: string, options: LineOptions): Line[] {
  return paragraphsOf(text).flatMap((paragraph) => {
    const whole = measureSpan(paragraph, { start: 0, end: paragraph.length }, options);
    // Most texts fit, and end with their last letter.
    if (whole.taken <= options.width && paragraph.trimEnd() === paragraph) return [whole];
    return spansOf(paragraph, options).map((span) => measureSpan(paragraph, trimmed(paragraph, span), options));
  });
}

/** The width of a text on one line, in points. */
export function widthOf(text: string, options: Omit<LineOptions, 'width'>): number {
  return Math.max(
    0,
    ...paragraphsOf(text).map(
      (paragraph) => measureSpan(paragraph, { start: 0, end: paragraph.length }, { ...options, width: 0 }).taken,
    ),
  );
}

function measureSpan(paragraph: string, span: Span, { fonts, weight, size, isTabular }: LineOptions): Line {
  const runs = visualRuns(paragraph, span, { fonts, weight }).map((run) => ({
    run,
    width: run.font.widthOf(run.text, { isRightToLeft: run.isRightToLeft, isTabular }) * size,
  }));
  return { runs, taken: runs.reduce((sum, { width }) => sum + width, 0) };
}

function trimmed(paragraph: string, { start, end }: Span): Span {
  return { start, end: start + paragraph.slice(start, end).trimEnd().length };
}

function spansOf(paragraph: string, options: LineOptions): Span[] {
  const widthOfSpan = (span: Span) => measureSpan(paragraph, span, options).taken;
  const whole = { start: 0, end: paragraph.length };
  if (widthOfSpan(whole) <= options.width) return [whole];
  const spans: Span[] = [];
  let line: Span = { start: 0, end: 0 };
  // The sum of the pieces equals the line's width, apart from kerning.
  let taken = 0;
  for (const piece of piecesOf(paragraph, options)) {
    const further = taken + widthOfSpan(trimmed(paragraph, piece));
    const isTooLong = () =>
      further > options.width ||
      (further > options.width * (1 - kerning) &&
        widthOfSpan(trimmed(paragraph, { start: line.start, end: piece.end })) > options.width);
    if (line.end > line.start && isTooLong()) {
      spans.push(line);
      line = { start: piece.start, end: piece.start };
      taken = 0;
    }
    line = { start: line.start, end: piece.end };
    taken += widthOfSpan(piece);
  }
  return [...spans, line];
}

/** Yields unbreakable pieces: words, characters of scripts without spaces, and graphemes of overlong words. */
function* piecesOf(paragraph: string, options: LineOptions): Generator<Span> {
  const breaker = new LineBreaker(paragraph);
  let start = 0;
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    const word = { start, end: next.position };
    start = next.position;
    if (measureSpan(paragraph, trimmed(paragraph, word), options).taken <= options.width) yield word;
    else yield* graphemesIn(paragraph, word);
  }
}

function* graphemesIn(paragraph: string, { start, end }: Span): Generator<Span> {
  for (const { segment, index } of graphemes.segment(paragraph.slice(start, end)))
    yield { start: start + index, end: start + index + segment.length };
}
