/** Characters without a glyph: selectors of forms, and control characters. */
const undrawn = /[\p{Variation_Selector}\p{Cc}]/gu;
/** The main font has no narrow space that does not break; some languages write it in numbers. */
const narrowSpace = /\u202f/g;

/** The paragraphs of a text, as they are drawn: composed, and without characters that have no glyph. */
export function paragraphsOf(text: string): string[] {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((paragraph) =>
      paragraph.replaceAll('\t', ' ').replace(undrawn, '').replace(narrowSpace, '\u2009').normalize('NFC'),
    );
}
