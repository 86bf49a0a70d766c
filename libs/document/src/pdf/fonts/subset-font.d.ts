/** Cuts and instantiates fonts with HarfBuzz; the package has no types. */
declare module 'subset-font' {
  interface SubsetOptions {
    targetFormat: 'sfnt';
    /** Values of the axes of a variable font. */
    variationAxes: Record<string, number>;
    keepAllGlyphs: true;
  }

  export default function subsetFont(font: Buffer, text: undefined, options: SubsetOptions): Promise<Buffer>;
}
