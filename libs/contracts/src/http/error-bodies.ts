import { z } from 'zod';

/** Error answers (catalog, section 1.2). */
export const errorBodies = {
  400: z.object({
    status: z.literal(400),
    error: z.string(),
    /** Only for a body beyond the limits of JSON. */
    code: z.string().optional(),
    error_details: z.record(z.string(), z.int()).optional(),
  }),
  401: z.object({ status: z.literal(401), error: z.literal('Unauthorized') }),
  403: z.object({ status: z.literal(403), error: z.literal('Forbidden'), code: z.string() }),
  404: z.object({ status: z.literal(404), error: z.literal('Not Found'), code: z.string() }),
  405: z.object({ status: z.literal(405), error: z.literal('Method Not Allowed'), code: z.string() }),
  413: z.object({ status: z.literal(413), error: z.literal('Payload Too Large'), code: z.string() }),
  415: z.object({ status: z.literal(415), error: z.literal('Unsupported Media Type'), code: z.string() }),
  422: z.object({
    status: z.literal(422),
    error: z.literal('Unprocessable Entity'),
    code: z.string(),
    /** Codes by field; plain text where no field is at fault. */
    error_details: z.union([z.record(z.string(), z.unknown()), z.string()]).optional(),
    /** The numbers of the limits that fields broke, such as `{"charges": {"max_items": 1000}}`. */
    limits: z.record(z.string(), z.record(z.string(), z.number())).optional(),
    /** Sentences by field that say what to send instead, where the code alone says too little. */
    hints: z.record(z.string(), z.string()).optional(),
  }),
  429: z.object({ status: z.literal(429), error: z.literal('Too Many Requests'), code: z.string() }),
  431: z.object({
    status: z.literal(431),
    error: z.literal('Request Header Fields Too Large'),
    code: z.string(),
    error_details: z.object({ maximum_bytes: z.int() }),
  }),
  503: z.object({ status: z.literal(503), error: z.literal('Service Unavailable'), code: z.string() }),
} as const;
