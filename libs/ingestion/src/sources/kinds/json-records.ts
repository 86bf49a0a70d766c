import { BadRequest } from '@tollgate/platform';
import { attributeOf, textOf } from '../rules/attributes.js';
import type { Attributes, SourceInput } from '../rules/source-input.js';

/** Objects of one body. */
const mostRecords = 1_000;

const isRecord = (value: unknown): value is Attributes =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/**
 * Reads a body of JSON: an object, or a list of objects.
 * @param idPath the attribute that identifies an object
 * @throws BadRequest for anything else, or too many
 */
export function readJsonRecords(body: unknown, idPath: string): SourceInput[] {
  const list: unknown[] = Array.isArray(body) ? body : [body];
  if (list.length > mostRecords) throw new BadRequest(`the body has more than ${mostRecords} records`);
  if (!list.every(isRecord)) throw new BadRequest('the body is no JSON object and no list of objects');
  return list.map((record) => {
    const scopes = [record];
    return { id: textOf(attributeOf({ id: null, scopes }, idPath)), scopes };
  });
}
