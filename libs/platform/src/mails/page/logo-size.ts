/** The box that a logo fits into, in CSS pixels. */
const box = { width: 200, height: 48 };
const signatureEnd = 16;

/** The size at which a mail shows a logo, in its proportion; never larger than the image. @param png a PNG file */
export function logoSize(png: Buffer): { width: number; height: number } {
  // The header follows the signature: width, then height.
  const [width, height] = [png.readUInt32BE(signatureEnd), png.readUInt32BE(signatureEnd + 4)];
  const scale = Math.min(1, box.width / width, box.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
