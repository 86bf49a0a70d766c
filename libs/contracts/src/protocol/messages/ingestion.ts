import { z } from 'zod';
import { toWebhooks, type MessageContract } from '../message-contract.js';
import { EventInAdvance } from '../message-payloads.js';

/** The messages that the ingestion service publishes, by type. */
export const ingestionMessages = {
  /**
   * The usage store holds new events of metrics that subscriptions pay in advance, in the order of storage; some may be
   * published again. All events of a subscription go through one partition.
   */
  'usage.events_in_advance': {
    producer: 'ingestion',
    consumers: ['invoicing'],
    payload: z.object({ lane: z.int(), events: z.array(EventInAdvance) }),
  },
  /** Events of an hour whose effect may differ from their sender's intention, by transaction id. */
  'events.errors': {
    producer: 'ingestion',
    consumers: toWebhooks,
    payload: z.object({
      check_id: z.uuid(),
      invalid_code: z.array(z.string()),
      missing_aggregation_property: z.array(z.string()),
      invalid_filter_values: z.array(z.string()),
    }),
  },
  /** Its owner voided an event: no unfinalized figure counts it. */
  'event.voided': {
    producer: 'ingestion',
    consumers: ['invoicing'],
    payload: z.object({
      event_id: z.uuid(),
      external_subscription_id: z.string(),
      code: z.string(),
      transaction_id: z.string(),
      /** Unix microseconds. */
      timestamp: z.int(),
    }),
  },
  /** An accepted event is unusable; `event` is the one in its answer. */
  'event.error': {
    producer: 'ingestion',
    consumers: toWebhooks,
    payload: z.object({
      event_id: z.uuid(),
      errors: z.record(z.string(), z.array(z.string())),
      event: z.record(z.string(), z.unknown()),
    }),
  },
  /** The usage store holds new events of a subscription with usage thresholds. */
  'usage.under_thresholds': {
    producer: 'ingestion',
    consumers: ['invoicing'],
    payload: z.object({ external_subscription_id: z.string() }),
  },
  /** The usage store holds new usage of customers with wallets. */
  'usage.of_wallets': {
    producer: 'ingestion',
    consumers: ['invoicing'],
    payload: z.object({ customer_ids: z.array(z.uuid()) }),
  },
  /** The usage store holds new events of subscriptions with alerts. */
  'usage.under_alerts': {
    producer: 'ingestion',
    consumers: ['invoicing'],
    payload: z.object({ external_subscription_ids: z.array(z.string()) }),
  },
} as const satisfies Record<string, MessageContract>;
