/** Bytes of the characters that Windows-1252 has. */
const bytes = new Map<string, number>();
for (let byte = 0; byte < 256; byte++) {
  const character = new TextDecoder('windows-1252').decode(Uint8Array.of(byte));
  // Its five empty places decode as control characters.
  if (byte < 128 || byte > 159 || character.codePointAt(0) !== byte) bytes.set(character, byte);
}

/** Replaces each character that Windows-1252 lacks: by letters without marks, else by a question mark. */
export const inWindows1252 = (text: string): string =>
  [...text.normalize('NFC')]
    .map((character) => {
      if (bytes.has(character)) return character;
      const plain = [...character.normalize('NFKD').replaceAll(/\p{M}/gu, '')];
      return plain.length > 0 && plain.every((letter) => bytes.has(letter)) ? plain.join('') : '?';
    })
    .join('');

/** Encodes a text. @throws Error for a character that Windows-1252 lacks */
export function windows1252(text: string): Buffer {
  const encoded = [...text].map((character) => {
    const byte = bytes.get(character);
    if (byte === undefined) throw new Error(`Windows-1252 has no ${character}`);
    return byte;
  });
  return Buffer.from(encoded);
}
