import qs from 'qs';

/** More fields than a usage event has properties: a form with more is refused. */
const mostFields = 500;

/**
 * Reads a form (`application/x-www-form-urlencoded`). Names with brackets give objects of one level: `payload[value]=1`.
 * A name that would change prototypes is left out.
 * @returns null for a form with too many fields, or with broken escapes
 */
export function readForm(text: string): Record<string, unknown> | null {
  try {
    return qs.parse(text, {
      depth: 1,
      parameterLimit: mostFields,
      throwOnLimitExceeded: true,
      // Numbers in brackets are names here, never places of a list.
      parseArrays: false,
      decoder: (part) => decodeURIComponent(part.replaceAll('+', ' ')),
    });
  } catch {
    return null;
  }
}
