import { z } from 'zod';
import { timestamp } from '../http/fields.js';
import { described, shape, texts } from '../http/texts.js';
import { eventBounds, maximumBatch } from './event-fields.js';

const attribute = () => z.string().min(1).max(eventBounds.text);

/** A CloudEvent that reports usage (metering, section 2.7). */
export const CloudEvent = shape('Usage as a CloudEvent; attributes that are not named here have no effect', {
  specversion: described(z.literal('1.0'), 'Version of CloudEvents'),
  id: described(attribute(), 'Transaction id of the event, which counts once', 'evt_2026_000017'),
  source: described(z.string(), 'Sender of the event', 'gateway'),
  type: described(attribute(), ...texts.metricCode),
  subject: described(
    attribute(),
    'External id of the subscription, or of a customer with one active subscription',
    'sub_acme_1',
  ),
  time: described(timestamp().optional(), 'Time of the usage; absent: that of the reception', '2026-03-01T00:00:00Z'),
  data: described(z.record(z.string(), z.unknown()).optional(), 'Properties of the event by name', 'gb=12'),
});
export type CloudEvent = z.infer<typeof CloudEvent>;

/** The bodies of CloudEvents by their content type. */
export const cloudEventBodies = {
  'application/cloudevents+json': CloudEvent,
  'application/cloudevents-batch+json': z.array(CloudEvent).max(maximumBatch),
};
