import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { judgedByRules, record, textList } from '../http/fields.js';
import { route } from '../http/route.js';
import { expected } from '../http/strict.js';
import { described, texts } from '../http/texts.js';
import { eventText, eventTimestamp, maximumBatch } from './event-fields.js';
import { Event } from './events.js';

/** Events to send again, and what to correct in each of them (metering, section 2.11). */
export const EventResend = described(
  body(
    {
      transaction_ids: described(
        expected(textList({ most: maximumBatch, fault: 'too_many_events' })),
        'Identifiers of up to 100 events',
        'evt_2026_000017',
      ),
      from_external_subscription_id: described(
        eventText(),
        'Subscription that the events name, if several events have a transaction id',
        'sub_acme_1',
      ),
      code: described(eventText(), ...texts.metricCode),
      external_subscription_id: described(eventText(), ...texts.externalSubscriptionId),
      timestamp: described(
        eventTimestamp(),
        'Time of the usage in Unix seconds, with an optional fraction, as a number or as text',
        1_772_323_200,
      ),
      properties: described(
        judgedByRules(record()),
        'Properties to set, by name; null removes one, and all others stay',
        'gb=12',
      ),
    },
    ({ transaction_ids: ids, code, external_subscription_id: subscription, timestamp, properties }, add) => {
      if (ids === undefined || ids.length === 0) add('transaction_ids', 'value_is_mandatory');
      const corrections = [code, subscription, timestamp, properties];
      if (corrections.every((one) => one === undefined || one === null)) add('base', 'no_corrections');
    },
  ),
  'Events to send again, and what to correct in each of them',
);
export type EventResend = BodyInput<typeof EventResend>;

export const eventResendRoutes = {
  create: route({
    service: 'ingestion',
    permission: 'event',
    method: 'POST',
    path: '/events/resend',
    summary: 'Void up to 100 events and send them again with corrections, all or none',
    wrapper: 'event_resend',
    body: EventResend,
    heavy: true,
    answer: { events: z.array(Event) },
  }),
};
