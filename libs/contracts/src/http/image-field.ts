import { z } from 'zod';
import { textOnly } from './fields.js';
import { blankAsNull } from './party-fields.js';

/** The largest image that is taken, in bytes: 800 kB (catalog, section 13). */
export const mostImageBytes = 800 * 1024;

export type ImageType = 'image/png' | 'image/jpeg';

const dataUri = /^data:image\/(png|jpe?g);base64,([A-Za-z0-9+/]+={0,2})$/;
const longestUri = 'data:image/jpeg;base64,'.length + 4 * Math.ceil(mostImageBytes / 3);

/** What a data URI says of its image; null for one that is none of a PNG or JPEG. Whether it can be read nobody has looked at. */
export function imageOf(text: string): { type: ImageType; base64: string } | null {
  const [, subtype, base64] = dataUri.exec(text) ?? [];
  return base64 === undefined ? null : { type: subtype === 'png' ? 'image/png' : 'image/jpeg', base64 };
}

const bytesIn = (base64: string): number => Math.floor((base64.replace(/=+$/, '').length * 3) / 4);

/** A PNG or JPEG as a data URI, else `invalid_content_type`, too large `invalid_size`; blank counts as null: no image. */
export const image = () =>
  blankAsNull(
    z
      .preprocess(
        textOnly,
        z
          .string()
          .superRefine((text, context) => {
            const given = imageOf(text);
            if (!given) context.addIssue({ code: 'custom', message: 'invalid_content_type' });
            else if (bytesIn(given.base64) > mostImageBytes)
              context.addIssue({ code: 'custom', message: 'invalid_size' });
          })
          .meta({ maxLength: longestUri, pattern: '^(\\s*|data:image/(png|jpe?g);base64,[A-Za-z0-9+/]+={0,2})$' })
          .nullish(),
      )
      .optional()
      .meta({ otherwise: 'scalarsBecomeTextOrAbsent' }),
  );
