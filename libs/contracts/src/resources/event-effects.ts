import { z } from 'zod';
import { cents, id, timestamp } from '../http/fields.js';
import { query, queryText, type QueryInput } from '../http/query.js';
import { route } from '../http/route.js';
import { createdAt, described, shape, texts } from '../http/texts.js';

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
export const EventCharge = shape('A charge whose usage an event is part of', {
  svc_charge_id: described(id(), 'Identifier of the charge, for usage fees'),
  charge_code: described(z.string(), ...texts.chargeCode),
  charge_model: described(z.string(), ...texts.chargeModel),
  pay_in_advance: described(z.boolean(), ...texts.payInAdvance),
  /** The filters that it counts in; empty: it counts outside of all filters. */
  svc_charge_filter_ids: described(
    z.array(id()),
    'Identifiers of the filters in which it counts; empty: no filter matches',
  ),
});
export type EventCharge = z.infer<typeof EventCharge>;

/** A fee that an event made by itself, in advance. */
export const EventFee = shape('A fee of an event that is charged in advance', {
  svc_fee_id: described(id(), ...texts.feeId),
  svc_invoice_id: described(id().nullable(), ...texts.invoiceId),
  amount_cents: described(cents(), ...texts.amountCents),
  amount_currency: described(z.string(), ...texts.amountCurrency),
  created_at: createdAt(),
});
export type EventFee = z.infer<typeof EventFee>;

/** Where an event counts, or why not. The metric, the plan and its charges are those of now. */
export const EventEffects = shape(
  'The charges in which an event counts, or the reasons why it does not, by the current metric and plan',
  {
    svc_event_id: described(id(), 'Identifier of the event'),
    transaction_id: described(
      z.string(),
      'Identifier that the sender assigned to the event, which counts once',
      'evt_2026_000017',
    ),
    external_subscription_id: described(z.string().nullable(), ...texts.externalSubscriptionId),
    code: described(z.string(), ...texts.code),
    timestamp: described(timestamp(), 'Time of the usage'),
    counted: described(z.boolean(), 'Whether it counts in a charge', true),
    /** Empty for an event that counts. */
    reasons: described(z.array(z.enum(uncountedReasons)), 'Reasons why it counts in no charge; empty if it counts'),
    svc_billable_metric_id: described(id().nullable(), 'Identifier of the billable metric'),
    /** The text of the metric's field, to which its aggregation applies; null without one. */
    value: described(z.string().nullable(), 'Value of the aggregated property; null without one', '12'),
    /** The subscription in force at its timestamp. */
    svc_subscription_id: described(id().nullable(), ...texts.subscriptionId),
    plan_code: described(z.string().nullable(), ...texts.planCode),
    charges: z.array(EventCharge),
    fees: z.array(EventFee),
  },
);
export type EventEffects = z.infer<typeof EventEffects>;

export const EventEffectsQuery = query({
  external_subscription_id: described(queryText(), ...texts.externalSubscriptionId),
});
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
