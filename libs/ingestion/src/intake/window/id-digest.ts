/** Bytes of a window key that serve as the digest of an id. */
export const digestBytes = 16;

/** The digest of an id: the first bytes of its window key. */
export const digestOfKey = (windowKey: string): Buffer => Buffer.from(windowKey.slice(0, digestBytes), 'latin1');

/** Four bytes of a window key as a number, little-endian. */
export const wordOf = (windowKey: string, word: number): number =>
  (windowKey.charCodeAt(word * 4) |
    (windowKey.charCodeAt(word * 4 + 1) << 8) |
    (windowKey.charCodeAt(word * 4 + 2) << 16) |
    (windowKey.charCodeAt(word * 4 + 3) << 24)) >>>
  0;

/** The digest that consists of these words. */
export function digestOf(words: Uint32Array): Buffer {
  const digest = Buffer.allocUnsafe(words.length * 4);
  words.forEach((word, index) => digest.writeUInt32LE(word, index * 4));
  return digest;
}
