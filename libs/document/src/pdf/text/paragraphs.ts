/** Characters without a glyph: selectors of forms, and control characters. */
const undrawn = /[\p{Variation_Selector}\p{Cc}]/gu;
/** The main font has no narrow space that does not break; some languages write it in numbers. */
const narrowSpace = /\u202f/g;

/** Characters of the main font's first slice, all of them drawn and composed: a shortcut for most texts. */
export const plain = /^[\u0020-\u007e\u00a0-\u00ff–—‘’“”•…€−\u2009]*$/;

/** The paragraphs of a text, as they are drawn: composed, and without characters that have no glyph. */
export function paragraphsOf(text: string): string[] {
  if (plain.test(text)) return [text];
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((paragraph) =>
      paragraph.replaceAll('\t', ' ').replace(undrawn, '').replace(narrowSpace, '\u2009').normalize('NFC'),
    );
}
