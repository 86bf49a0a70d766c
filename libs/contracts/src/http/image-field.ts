import { z } from 'zod';
import { textOnly } from './fields.js';
import { blankAsNull } from './party-fields.js';

/** The largest accepted image, in bytes: 800 kB (catalog, section 13). */
export const mostImageBytes = 800 * 1024;

export type ImageType = 'image/png' | 'image/jpeg';

const head = /^data:image\/(png|jpe?g);base64,/;
const base64End = /^[A-Za-z0-9+/]*={0,2}$/;
/** Many programs write base64 in lines of at least 64 characters, each with a line end. */
const longestUri = 'data:image/jpeg;base64,'.length + Math.ceil(4 * Math.ceil(mostImageBytes / 3) * (66 / 64)) + 2;

/** The content of an image's data URI; null for one that is not a PNG or JPEG. The image data itself is not checked. */
export function imageOf(text: string): { type: ImageType; base64: string } | null {
  const [start, subtype] = head.exec(text) ?? [];
  if (start === undefined) return null;
  const base64 = text.slice(start.length).replace(/[\r\n]+/g, '');
  return base64 !== '' && isBase64(base64) ? { type: subtype === 'png' ? 'image/png' : 'image/jpeg', base64 } : null;
}

/** Encodes complete groups again and compares: a pattern would block the event loop for many milliseconds. */
function isBase64(text: string): boolean {
  // The last complete group may be padded, so it belongs to the end.
  const whole = Math.max(0, Math.floor(text.length / 4) - 1) * 4;
  const groups = text.slice(0, whole);
  const end = text.slice(whole);
  if (groups.includes('=') || end.startsWith('=') || !base64End.test(end)) return false;
  return Buffer.from(groups, 'base64').toString('base64') === groups;
}

const bytesIn = (base64: string): number => {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return Math.floor(((base64.length - padding) * 3) / 4);
};

/** A PNG or JPEG as a data URI, else `invalid_content_type`, too large `invalid_size`; blank counts as null: no image. */
export const image = () =>
  blankAsNull(
    z
      .preprocess(
        textOnly,
        z
          .string()
          .superRefine((text, context) => {
            const parsed = imageOf(text);
            if (!parsed) context.addIssue({ code: 'custom', message: 'invalid_content_type' });
            else if (bytesIn(parsed.base64) > mostImageBytes || text.length > longestUri)
              context.addIssue({ code: 'custom', message: 'invalid_size' });
          })
          .meta({ maxLength: longestUri, pattern: '^(\\s*|data:image/(png|jpe?g);base64,[A-Za-z0-9+/=\\r\\n]+)$' })
          .nullish(),
      )
      .optional()
      .meta({ otherwise: 'scalarsBecomeTextOrAbsent' }),
  );
