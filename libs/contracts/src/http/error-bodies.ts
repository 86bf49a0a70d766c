import { described, shape, texts } from './texts.js';
import { z } from 'zod';

const status = <const Status extends number>(value: Status) => described(z.literal(value), ...texts.state);
const error = <const Name extends string>(name: Name) => described(z.literal(name), 'Name of the error');
const code = () => described(z.string(), ...texts.code);
const errorDetails = ['Error codes by field, or a text if no field is at fault', 'code=value_is_mandatory'] as const;

/** Error answers (catalog, section 1.2). */
export const errorBodies = {
  400: shape('Answer to a request that cannot be read', {
    status: status(400),
    error: described(
      z.string(),
      'Reason why the request cannot be read',
      'BadRequest: param is missing or the value is empty',
    ),
    /** Only for a body beyond the limits of JSON. */
    code: described(z.string().optional(), ...texts.code),
    error_details: described(z.record(z.string(), z.int()).optional(), ...errorDetails),
  }),
  401: shape('Answer to a call without a valid key or session', { status: status(401), error: error('Unauthorized') }),
  403: shape('Answer to a call that the key, the roles or the state do not permit', {
    status: status(403),
    error: error('Forbidden'),
    code: code(),
  }),
  404: shape('Answer to a call about an object that does not exist', {
    status: status(404),
    error: error('Not Found'),
    code: code(),
  }),
  405: shape('Answer to a call that the present state or the path does not allow', {
    status: status(405),
    error: error('Method Not Allowed'),
    code: code(),
  }),
  413: shape('Answer to a body that is too large', {
    status: status(413),
    error: error('Payload Too Large'),
    code: code(),
  }),
  415: shape('Answer to a body that is not JSON', {
    status: status(415),
    error: error('Unsupported Media Type'),
    code: code(),
  }),
  422: shape('Answer to a call whose content is not valid', {
    status: status(422),
    error: error('Unprocessable Entity'),
    code: code(),
    /** Codes by field; plain text where no field is at fault. */
    error_details: described(z.union([z.record(z.string(), z.unknown()), z.string()]).optional(), ...errorDetails),
    /** The numbers of the limits that fields broke, such as `{"charges": {"max_items": 1000}}`. */
    limits: described(
      z.record(z.string(), z.record(z.string(), z.number())).optional(),
      'Limits that were exceeded, by field',
      'charges.max_items=1000',
    ),
    /** Sentences by field that say what to send instead, where the code alone says too little. */
    hints: described(
      z.record(z.string(), z.string()).optional(),
      'What to send instead, by field',
      'timestamp=Send Unix seconds, such as 1767225600',
    ),
  }),
  429: shape('Answer to too many calls', { status: status(429), error: error('Too Many Requests'), code: code() }),
  431: shape('Answer to a call with too large an address and headers', {
    status: status(431),
    error: error('Request Header Fields Too Large'),
    code: code(),
    error_details: described(
      z.object({
        maximum_bytes: described(z.int(), 'Maximum size of address and headers together, in bytes', 65_536),
      }),
      ...errorDetails,
    ),
  }),
  503: shape('Answer while a service that the call needs is unavailable', {
    status: status(503),
    error: error('Service Unavailable'),
    code: code(),
  }),
} as const;
