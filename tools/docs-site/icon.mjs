// The icon of the installation, for browsers that read /favicon.ico.
import sharp from 'sharp';

const size = 32;
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">
  <path fill="#0b6b53" d="M2 14V7a6 6 0 0 1 12 0v7h-3V7a3 3 0 0 0-6 0v7z"/>
</svg>`;

/** The header of a file with one picture in the format PNG. */
const headerLength = 22;

/** @returns the bytes of the icon */
export async function iconFile() {
  const picture = await sharp(Buffer.from(drawing)).resize(size, size).png().toBuffer();
  const header = Buffer.alloc(headerLength);
  header.writeUInt16LE(1, 2); // an icon
  header.writeUInt16LE(1, 4); // one picture
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10); // planes
  header.writeUInt16LE(32, 12); // bits of a pixel
  header.writeUInt32LE(picture.length, 14);
  header.writeUInt32LE(headerLength, 18);
  return Buffer.concat([header, picture]);
}
