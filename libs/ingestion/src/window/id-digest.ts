/** A digest of an id: so many bytes of its window key decide where it is looked for. */
export const digestBytes = 16;

/** What an id is known by: the first bytes of what names it in the window. */
export const digestOfKey = (windowKey: string): Buffer => Buffer.from(windowKey.slice(0, digestBytes), 'latin1');

/** Four bytes of a window key as a number, little-endian. */
export const wordOf = (windowKey: string, word: number): number =>
  (windowKey.charCodeAt(word * 4) |
    (windowKey.charCodeAt(word * 4 + 1) << 8) |
    (windowKey.charCodeAt(word * 4 + 2) << 16) |
    (windowKey.charCodeAt(word * 4 + 3) << 24)) >>>
  0;

/** The digest of such words. */
export function digestOf(words: Uint32Array): Buffer {
  const digest = Buffer.allocUnsafe(words.length * 4);
  words.forEach((word, index) => digest.writeUInt32LE(word, index * 4));
  return digest;
}
