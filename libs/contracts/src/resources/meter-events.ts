import { z } from 'zod';
import { route } from '../http/route.js';
import { meterEventPath } from '../payment-providers/registry.js';
import { eventBounds } from './event-fields.js';

/** A meter event, as Stripe answers it (metering, section 2.9); instants in Unix seconds. */
const meterEventAnswer = {
  object: z.literal('billing.meter_event'),
  created: z.int(),
  event_name: z.string(),
  identifier: z.string(),
  livemode: z.boolean(),
  payload: z.record(z.string(), z.string()),
  timestamp: z.int(),
};
export type MeterEventAnswer = z.infer<z.ZodObject<typeof meterEventAnswer>>;

/** Stripe's call for usage, at Stripe's address: its client libraries work with it unchanged (metering, section 2.9). */
export const meterEventCall = route({
  service: 'ingestion',
  permission: 'event',
  method: 'POST',
  path: meterEventPath,
  dialect: 'meter_events',
  summary: 'Send usage as a meter event of Stripe',
  // Each byte of a form may be written as an escape of three, and text of JSON as one of six.
  bodyBytes: 8 * eventBounds.propertiesBytes,
  answer: meterEventAnswer,
});
