import { z } from 'zod';

/** Error answers (catalog, section 1.2). */
export const errorBodies = {
  400: z.object({ status: z.literal(400), error: z.string() }),
  401: z.object({ status: z.literal(401), error: z.literal('Unauthorized') }),
  403: z.object({ status: z.literal(403), error: z.literal('Forbidden'), code: z.string() }),
  404: z.object({ status: z.literal(404), error: z.literal('Not Found'), code: z.string() }),
  405: z.object({ status: z.literal(405), error: z.literal('Method Not Allowed'), code: z.string() }),
  422: z.object({
    status: z.literal(422),
    error: z.literal('Unprocessable Entity'),
    code: z.string(),
    error_details: z.unknown(),
  }),
  429: z.object({ status: z.literal(429), error: z.literal('Too Many Requests'), code: z.string() }),
  503: z.object({ status: z.literal(503), error: z.literal('Service Unavailable'), code: z.string() }),
} as const;
