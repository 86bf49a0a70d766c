import { errorBodies } from '../http/error-bodies.js';
import type { Json, Schemas } from './schemas.js';

/** Error answers by status; the document describes each once. */
export const errorNames = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'NotAllowed',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  422: 'UnprocessableEntity',
  429: 'TooManyRequests',
  431: 'HeadersTooLarge',
  503: 'ServiceUnavailable',
} as const;
export type ErrorStatus = keyof typeof errorNames;

const errorDescriptions: Record<ErrorStatus, string> = {
  400: 'The address or the body is not readable, or its wrapper is missing or empty',
  401: 'No valid API key or session',
  403: 'The API key or the roles of the person do not permit this, or the state of the resource forbids it',
  404: 'There is no such resource',
  405: 'Not possible in the present state, or not with this method; then `Allow` names those that are',
  413: 'The body is too large, as it came or unpacked',
  415: 'The body is not JSON, or is compressed otherwise than by gzip, deflate or br',
  422: 'What was sent is not valid; `error_details` says why, field by field, and `limits` the number of each broken limit',
  431: 'Address and headers are too large; `error_details` has the largest size',
  429: 'Too many calls; `Retry-After` says how many seconds to wait',
  503: 'Something that this call needs is away; nothing was changed',
};

const header = (name: string, description: string, schema: Json): Json => ({
  headers: { [name]: { description, schema } },
});
const retryAfter = header('Retry-After', 'Seconds to wait before the next try', { type: 'integer', minimum: 0 });
const errorHeaders: Partial<Record<ErrorStatus, Json>> = {
  405: header('Allow', 'The methods of this path, where it does not have the one that was called', { type: 'string' }),
  429: retryAfter,
  503: retryAfter,
};

/** Describes each error answer once; its body is a shape of its own, so that clients have one type for each error. */
export const errorResponses = (schemas: Schemas): Json =>
  Object.fromEntries(
    (Object.keys(errorNames).map(Number) as ErrorStatus[]).map((status) => {
      const shape = `${errorNames[status]}Error`;
      schemas.components[shape] = schemas.answer(errorBodies[status]);
      const schema = { $ref: `#/components/schemas/${shape}` };
      const content = { 'application/json': { schema } };
      return [errorNames[status], { description: errorDescriptions[status], ...errorHeaders[status], content }];
    }),
  );
