import { BadRequest } from '../errors/api-errors.js';

/** Limits of a JSON body. Bodies beyond them are not parsed, because parsing is the expensive part. */
export const jsonBounds = {
  /** Nesting of lists and objects. Events may have ten levels, below their wrapper and their list. */
  depth: 64,
  /** Total number of values. A hundred events of two hundred properties are 21,000. */
  values: 50_000,
} as const;

const tooDeep = () =>
  new BadRequest('the body is nested too deeply', {
    code: 'nesting_too_deep',
    error_details: { maximum_depth: jsonBounds.depth },
  });
const tooMany = () =>
  new BadRequest('the body holds too many values', {
    code: 'too_many_values',
    error_details: { maximum_values: jsonBounds.values },
  });

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Scans the bytes of JSON before parsing, in one pass and without allocation. The parser checks whether they are well
 * formed.
 * @returns the error (catalog, section 1.2), or null
 */
export function shapeError(body: Uint8Array): BadRequest | null {
  let depth = 0;
  let values = 0;
  for (let place = 0; place < body.length; place++) {
    const byte = body[place];
    if (byte === quote) place = endOfText(body, place);
    else if (byte === openList || byte === openObject) {
      if (++depth > jsonBounds.depth) return tooDeep();
      values++;
    } else if (byte === closeList || byte === closeObject) depth--;
    else if (byte === comma) values++;
    if (values > jsonBounds.values) return tooMany();
  }
  return null;
}

/** The end of the text that begins at a position. */
function endOfText(body: Uint8Array, start: number): number {
  for (let place = start + 1; place < body.length; place++) {
    const byte = body[place];
    if (byte === quote) return place;
    if (byte === backslash) place++;
  }
  return body.length;
}
