/** The bidirectional algorithm of Unicode (UAX #9); the package has no types. */
declare module 'bidi-js' {
  interface EmbeddingLevels {
    /** One for each UTF-16 code unit; odd levels run from right to left. */
    levels: Uint8Array;
  }

  interface Bidi {
    getEmbeddingLevels(text: string, direction?: 'ltr' | 'rtl'): EmbeddingLevels;
    /** The indices of all code units, those of a line from left to right; the end is inclusive. */
    getReorderedIndices(text: string, levels: EmbeddingLevels, start?: number, end?: number): number[];
  }

  export default function bidiFactory(): Bidi;
}
