import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { decimal, record, text, withElements } from '../http/fields.js';
import { route } from '../http/route.js';
import { expected, strictly } from '../http/strict.js';
import { eventTimestamp, maximumBatch } from './event-fields.js';
import { AppliedTax, Fee } from './fees.js';

/**
 * An event to price without storing it; the service looks up its references before it validates the fields (metering,
 * section 8).
 */
export const EventToEstimate = body({
  code: expected(text()),
  external_subscription_id: expected(text()),
  transaction_id: text(),
  timestamp: strictly(z.unknown().optional(), eventTimestamp()),
  properties: record(),
  precise_total_amount_cents: decimal(),
});
export type EventToEstimate = BodyInput<typeof EventToEstimate>;

/** The service reads the events one by one; without events there is no answer. */
export const EventsToEstimate = body({
  events: withElements(
    z.array(z.unknown(), { error: 'value_is_mandatory' }).max(maximumBatch, 'value_is_too_long'),
    EventToEstimate,
  ),
});

/** The estimated fee of an event. */
export const EstimatedFee = Fee.extend({
  svc_id: z.null(),
  created_at: z.null(),
  applied_taxes: z.array(AppliedTax.extend({ svc_id: z.null(), svc_fee_id: z.null(), created_at: z.null() })),
});
export type EstimatedFee = z.infer<typeof EstimatedFee>;

/** The same for an event in isolation. */
export const InstantFee = Fee.omit({ amount_details: true }).extend({
  svc_id: z.null(),
  created_at: z.null(),
  amount_details: z.null(),
});
export type InstantFee = z.infer<typeof InstantFee>;

const shared = { service: 'invoicing', permission: 'event', method: 'POST', heavy: true } as const;

export const feeEstimateRoutes = {
  estimate: route({
    ...shared,
    path: '/events/estimate_fees',
    summary: 'Estimate the fees of an event for charges in advance',
    wrapper: 'event',
    body: EventToEstimate,
    answer: { fees: z.array(EstimatedFee) },
  }),
  instant: route({
    ...shared,
    path: '/events/estimate_instant_fees',
    summary: 'Estimate the fee of an event alone',
    wrapper: 'event',
    body: EventToEstimate,
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
