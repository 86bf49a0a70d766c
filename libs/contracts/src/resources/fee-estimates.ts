import { z } from 'zod';
import { body, bodyOf, type BodyInput } from '../http/body.js';
import { decimal, record, text, withElements } from '../http/fields.js';
import { route } from '../http/route.js';
import { expected, strictly } from '../http/strict.js';
import { described, texts } from '../http/texts.js';
import { eventTimestamp, maximumBatch } from './event-fields.js';
import { Event } from './events.js';
import { AppliedTax, Fee } from './fees.js';

/**
 * An event to price without storing it; the service looks up its references before it validates the fields (metering,
 * section 8).
 */
export const EventToEstimate = described(
  bodyOf(Event, {
    code: expected(text()),
    external_subscription_id: expected(text()),
    transaction_id: text(),
    timestamp: described(
      strictly(z.unknown().optional(), eventTimestamp()),
      'Time of the usage in Unix seconds, with an optional fraction, as a number or as text',
      1_772_323_200,
    ),
    properties: record(),
    precise_total_amount_cents: decimal(),
  }),
  'An event to price without storing it',
);
export type EventToEstimate = BodyInput<typeof EventToEstimate>;

/** The service reads the events one by one; without events there is no answer. */
export const EventsToEstimate = described(
  body({
    events: withElements(
      z.array(z.unknown(), { error: 'value_is_mandatory' }).max(maximumBatch, 'value_is_too_long'),
      EventToEstimate,
    ),
  }),
  'Events to price without storing them',
);

/** The estimated fee of an event. */
export const EstimatedFee = described(
  Fee.extend({
    svc_id: described(z.null(), ...texts.assignedId),
    created_at: described(z.null(), ...texts.createdAt),
    applied_taxes: described(
      z.array(
        AppliedTax.extend({
          svc_id: described(z.null(), ...texts.assignedId),
          svc_fee_id: described(z.null(), ...texts.feeId),
          created_at: described(z.null(), ...texts.createdAt),
        }),
      ),
      ...texts.appliedTaxes,
    ),
  }),
  'An estimate of the fee of an event',
);
export type EstimatedFee = z.infer<typeof EstimatedFee>;

/** The same for an event in isolation. */
export const InstantFee = described(
  Fee.omit({ amount_details: true }).extend({
    svc_id: described(z.null(), ...texts.assignedId),
    created_at: described(z.null(), ...texts.createdAt),
    amount_details: described(z.null(), 'Always null for a single event'),
  }),
  'The fee of an event alone',
);
export type InstantFee = z.infer<typeof InstantFee>;

const shared = { service: 'invoicing', permission: 'event', method: 'POST', heavy: true } as const;

export const feeEstimateRoutes = {
  estimate: route({
    ...shared,
    path: '/events/estimate_fees',
    summary: 'Estimate the fees of an event for charges in advance',
    wrapper: 'event',
    body: EventToEstimate,
    validates: 'after loading',
    answer: { fees: z.array(EstimatedFee) },
  }),
  instant: route({
    ...shared,
    path: '/events/estimate_instant_fees',
    summary: 'Estimate the fee of an event alone',
    wrapper: 'event',
    body: EventToEstimate,
    validates: 'after loading',
    answer: { fees: z.array(InstantFee) },
  }),
  instantBatch: route({
    ...shared,
    path: '/events/batch_estimate_instant_fees',
    summary: 'Estimate the fees of events, each alone',
    body: EventsToEstimate,
    answer: { fees: z.array(InstantFee) },
  }),
};
