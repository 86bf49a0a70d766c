import { createHash } from 'node:crypto';
import { imageOf, type ImageType } from '@tollgate/contracts';
import { Semaphore, TooManyRequests, ValidationFailed } from '@tollgate/platform';
import sharp, { type Metadata } from 'sharp';

/** A completely read logo. */
export interface LogoImage {
  type: ImageType;
  /** The uploaded bytes. */
  content: Buffer;
  /** SHA-256 of `content`, in hexadecimal. */
  digest: string;
  /** The image in documents: PNG of 8 bits a channel, neither transparent nor interlaced, so documents copy it. */
  printed: Buffer;
}

/** A small file can unpack to any size: this bounds the memory that reading one takes, at up to eight bytes a pixel. */
const maxPixels = 9_000_000;
/** The rendered logo has 300 dots an inch in the logo area of documents. */
const printedPixels = { width: 750, height: 250 };
/** A process reads one image at a time; so many wait, a megabyte each. */
const reader = new Semaphore(1);
const maxWaiting = 20;
let waiting = 0;
const timeoutSeconds = 10;
const formats: Record<ImageType, Metadata['format']> = { 'image/png': 'png', 'image/jpeg': 'jpeg' };

// Blocks unused decoders, so uploads cannot reach them.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer'] });
sharp.cache(false);

const refused = (code: 'invalid_content_type' | 'invalid_size') => new ValidationFailed({ logo: [code] });

/**
 * Reads a logo completely: it must match its declared type, be complete and have a bounded size (catalog, section 13).
 * @param uri a data URI
 * @throws ValidationFailed; TooManyRequests while many wait
 */
export async function readLogoImage(uri: string): Promise<LogoImage> {
  const upload = imageOf(uri);
  if (!upload) throw refused('invalid_content_type');
  const content = Buffer.from(upload.base64, 'base64');
  const printed = await serially(() => toPrintable(content, upload.type));
  return { type: upload.type, content, digest: createHash('sha256').update(content).digest('hex'), printed };
}

async function serially<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= maxWaiting) throw new TooManyRequests(1);
  waiting += 1;
  try {
    return await reader.run(work);
  } finally {
    waiting -= 1;
  }
}

async function toPrintable(content: Buffer, type: ImageType): Promise<Buffer> {
  const { format, width, height } = await readable(sharp(content, { limitInputPixels: false }).metadata());
  if (format !== formats[type]) throw refused('invalid_content_type');
  if (width * height > maxPixels) throw refused('invalid_size');
  return readable(
    sharp(content, { failOn: 'error', limitInputPixels: maxPixels })
      .timeout({ seconds: timeoutSeconds })
      .autoOrient()
      .resize({ ...printedPixels, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .png({ compressionLevel: 9 })
      .toBuffer(),
  );
}

/** Hides the library's error texts from callers. */
async function readable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch {
    throw refused('invalid_content_type');
  }
}
