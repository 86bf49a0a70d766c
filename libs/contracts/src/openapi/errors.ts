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
  400: 'The address or the body cannot be read, or its wrapper is missing or empty',
  401: 'No valid API key or session',
  403: 'The API key or the roles of the person do not permit this, or the state of the resource forbids it',
  404: 'The resource does not exist',
  405: 'The state of the resource does not permit this, or the path lacks the method; then `Allow` lists its methods',
  413: 'The body is too large, compressed or unpacked',
  415: 'The body is not JSON, or its compression is not gzip, deflate or br',
  422: 'The request is invalid; `error_details` has the codes by field, `limits` the exceeded limits, and `hints` what to send instead',
  431: 'Address and headers are too large; `error_details` has the maximum size',
  429: 'Too many calls; `Retry-After` has the seconds to wait',
  503: 'A service that this call needs is unavailable; nothing changed. Try again',
};

const header = (name: string, description: string, schema: Json): Json => ({
  headers: { [name]: { description, schema } },
});
const retryAfter = header('Retry-After', 'Seconds to wait before the next attempt', { type: 'integer', minimum: 0 });
const errorHeaders: Partial<Record<ErrorStatus, Json>> = {
  405: header('Allow', 'Methods of this path, if it lacks the called one', { type: 'string' }),
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
