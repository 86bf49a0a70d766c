import bidiFactory from 'bidi-js';
import type { DocumentFonts, FontRun } from '../fonts/document-fonts.js';
import type { Weight } from '../fonts/loaded-fonts.js';

const bidi = bidiFactory();

/** A piece of a line in one font and one direction. */
export interface VisualRun extends FontRun {
  isRightToLeft: boolean;
}

/** Letters and marks that run from right to left, or change the direction. */
const anyRightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u200f\u202b\u202e\u2067\u2068]/u;

/**
 * Orders a line from left to right by the bidirectional algorithm of Unicode. Each piece stays in logical order: its
 * font reverses it when it shapes it.
 * @param paragraph the whole text, which decides the directions
 * @param start of the line in the paragraph, in UTF-16 code units
 * @param end after the line
 */
export function visualRuns(
  paragraph: string,
  { start, end }: { start: number; end: number },
  { fonts, weight }: { fonts: DocumentFonts; weight: Weight },
): VisualRun[] {
  if (start >= end) return [];
  if (!anyRightToLeft.test(paragraph)) return leftToRight(fonts.runsOf(paragraph.slice(start, end), weight));
  const levels = bidi.getEmbeddingLevels(paragraph);
  const indices = bidi.getReorderedIndices(paragraph, levels, start, end - 1).slice(start, end);
  return directedPieces(indices, levels.levels).flatMap(({ from, to, isRightToLeft }) => {
    const runs = fonts.runsOf(paragraph.slice(from, to + 1), weight);
    return isRightToLeft ? runs.reverse().map((run) => ({ ...run, isRightToLeft })) : leftToRight(runs);
  });
}

const leftToRight = (runs: FontRun[]): VisualRun[] => runs.map((run) => ({ ...run, isRightToLeft: false }));

interface Piece {
  from: number;
  to: number;
  isRightToLeft: boolean;
}

/** Joins code units that follow each other in the text and in the line, and have one direction. */
function directedPieces(indices: number[], levels: Uint8Array): Piece[] {
  const pieces: Piece[] = [];
  for (const index of indices) {
    const isRightToLeft = ((levels[index] ?? 0) & 1) === 1;
    const last = pieces.at(-1);
    if (last?.isRightToLeft === isRightToLeft && isNext(last, index)) extend(last, index);
    else pieces.push({ from: index, to: index, isRightToLeft });
  }
  return pieces;
}

const isNext = ({ from, to, isRightToLeft }: Piece, index: number): boolean =>
  isRightToLeft ? index === from - 1 : index === to + 1;

function extend(piece: Piece, index: number): void {
  piece.from = Math.min(piece.from, index);
  piece.to = Math.max(piece.to, index);
}
