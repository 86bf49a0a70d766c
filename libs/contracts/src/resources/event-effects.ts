import { z } from 'zod';
import { cents, id, timestamp } from '../http/fields.js';
import { query, queryText, type QueryInput } from '../http/query.js';
import { route } from '../http/route.js';

/** Why an event counts in no charge. */
export const uncountedReasons = [
  'voided',
  'unknown_code',
  'field_missing',
  'field_not_a_number',
  'no_subscription',
  'no_charge',
] as const;
export type UncountedReason = (typeof uncountedReasons)[number];

/** A charge whose usage an event is part of. */
export const EventCharge = z.object({
  svc_charge_id: id(),
  charge_code: z.string(),
  charge_model: z.string(),
  pay_in_advance: z.boolean(),
  /** The filters that it counts in; empty: it counts outside of all filters. */
  svc_charge_filter_ids: z.array(id()),
});
export type EventCharge = z.infer<typeof EventCharge>;

/** A fee that an event made by itself, in advance. */
export const EventFee = z.object({
  svc_fee_id: id(),
  svc_invoice_id: id().nullable(),
  amount_cents: cents(),
  amount_currency: z.string(),
  created_at: timestamp(),
});
export type EventFee = z.infer<typeof EventFee>;

/** Where an event counts, or why not. The metric, the plan and its charges are those of now. */
export const EventEffects = z.object({
  svc_event_id: id(),
  transaction_id: z.string(),
  external_subscription_id: z.string().nullable(),
  code: z.string(),
  timestamp: timestamp(),
  counted: z.boolean(),
  /** Empty for an event that counts. */
  reasons: z.array(z.enum(uncountedReasons)),
  svc_billable_metric_id: id().nullable(),
  /** The text of the metric's field, to which its aggregation applies; null without one. */
  value: z.string().nullable(),
  /** The subscription in force at its timestamp. */
  svc_subscription_id: id().nullable(),
  plan_code: z.string().nullable(),
  charges: z.array(EventCharge),
  fees: z.array(EventFee),
});
export type EventEffects = z.infer<typeof EventEffects>;

export const EventEffectsQuery = query({ external_subscription_id: queryText() });
export type EventEffectsQuery = QueryInput<typeof EventEffectsQuery>;

export const eventEffectsRoutes = {
  read: route({
    service: 'invoicing',
    permission: 'event',
    method: 'GET',
    path: '/events/:transaction_id/effects',
    summary: 'Show where an event counts, or why it does not',
    query: EventEffectsQuery,
    answer: { event_effects: EventEffects },
  }),
};
