import { createHash } from 'node:crypto';
import { imageOf, type ImageType } from '@tollgate/contracts';
import { Slots, ValidationFailed } from '@tollgate/platform';
import sharp, { type Metadata } from 'sharp';

/** A logo that was read from its first to its last byte. */
export interface LogoImage {
  type: ImageType;
  /** As it was given. */
  content: Buffer;
  /** SHA-256 of that, in hexadecimal. */
  digest: string;
  /** As it is drawn: PNG of 8 bits a channel, neither transparent nor interlaced, so that drawing is copying. */
  printed: Buffer;
}

/** Pixels of a side. A small file can unpack to any size: this bounds the memory that reading one takes. */
const longestSide = 4_096;
/** The printed logo is 300 dots an inch where documents have a place for it. */
const printedPixels = { width: 750, height: 250 };
/** Images that are read at a time, each in up to 130 MB. */
const readers = new Slots(2);
const formats: Record<ImageType, Metadata['format']> = { 'image/png': 'png', 'image/jpeg': 'jpeg' };

// Nobody needs the other decoders, and what they do not see cannot harm them.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer'] });
sharp.cache(false);

const refused = (code: 'invalid_content_type' | 'invalid_size') => new ValidationFailed({ logo: [code] });

/**
 * Reads a logo to its end: it has to be the image that it says it is, whole and of a bounded size (catalog, section 13).
 * @param uri a data URI
 * @throws ValidationFailed
 */
export async function readLogoImage(uri: string): Promise<LogoImage> {
  const given = imageOf(uri);
  if (!given) throw refused('invalid_content_type');
  const content = Buffer.from(given.base64, 'base64');
  const printed = await readers.run(() => print(content, given.type));
  return { type: given.type, content, digest: createHash('sha256').update(content).digest('hex'), printed };
}

async function print(content: Buffer, type: ImageType): Promise<Buffer> {
  const image = () => sharp(content, { failOn: 'error', limitInputPixels: longestSide ** 2 });
  const { format, width, height } = await readable(sharp(content, { limitInputPixels: false }).metadata());
  if (format !== formats[type]) throw refused('invalid_content_type');
  if (Math.max(width, height) > longestSide) throw refused('invalid_size');
  return readable(
    image()
      .autoOrient()
      .resize({ ...printedPixels, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .png({ compressionLevel: 9 })
      .toBuffer(),
  );
}

/** What the library says of broken images is nobody's business. */
async function readable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch {
    throw refused('invalid_content_type');
  }
}
