import { z } from 'zod';
import { timestamp } from '../http/fields.js';
import { eventBounds, maximumBatch } from './event-fields.js';

const attribute = () => z.string().min(1).max(eventBounds.text);

/** A CloudEvent that reports usage (metering, section 2.7). The service reads further attributes of it as well. */
export const CloudEvent = z.object({
  specversion: z.literal('1.0'),
  id: attribute(),
  source: z.string(),
  type: attribute(),
  subject: attribute(),
  time: timestamp().optional(),
  data: z.record(z.string(), z.unknown()).optional(),
});
export type CloudEvent = z.infer<typeof CloudEvent>;

/** The bodies of CloudEvents by their content type. */
export const cloudEventBodies = {
  'application/cloudevents+json': CloudEvent,
  'application/cloudevents-batch+json': z.array(CloudEvent).max(maximumBatch),
};
