import { z } from 'zod';
import { queryCursor } from '../http/lists.js';
import { cents, decimalString, id, timestamp } from '../http/fields.js';
import { pagination, query, queryChoice, type QueryInput } from '../http/query.js';
import { route } from '../http/route.js';
import { explanationReasons } from './explanations.js';

/** The part of an event in a fee. */
export const feeEventStatuses = ['counted', 'without_effect', 'ignored', 'late'] as const;
export type FeeEventStatus = (typeof feeEventStatuses)[number];

/** Why an event was not counted, or changed nothing. */
export const feeEventReasons = [
  'already_present',
  'removed_while_absent',
  'not_the_maximum',
  'not_the_latest',
  'not_above_billed',
  'other_filter',
  'other_group',
  'field_missing',
  'field_not_a_number',
  'voided',
  'after_rating',
  'arrived_late',
] as const;
export type FeeEventReason = (typeof feeEventReasons)[number];

/** Why a fee has no list of events. */
export const feeEventsReasons = ['no_events', ...explanationReasons] as const;

/** An event of the metric of a fee in its period, with its role in the fee. */
export const FeeEvent = z.object({
  svc_event_id: id(),
  transaction_id: z.string(),
  timestamp: timestamp(),
  received_at: timestamp(),
  properties: z.record(z.string(), z.unknown()),
  precise_total_amount_cents: decimalString().nullable(),
  /** The text of the metric's field. */
  value: z.string().nullable(),
  status: z.enum(feeEventStatuses),
  /** Null for a counted event. */
  reason: z.enum(feeEventReasons).nullable(),
  /** The units that it added to the total; null for an event that was not counted. */
  added: decimalString().nullable(),
  /** Voided after the fee was computed, which the fee does not follow. */
  voided_since: z.boolean(),
});
export type FeeEvent = z.infer<typeof FeeEvent>;

/** Numbers of events by status and reason, and the amount with the late ones. */
export const FeeEventsMeta = z.object({
  next_cursor: z.string().nullable(),
  status_counts: z.object({
    counted: z.int(),
    without_effect: z.int(),
    ignored: z.int(),
    late: z.int(),
  }),
  reason_counts: z.array(z.object({ reason: z.enum(feeEventReasons), events: z.int() })),
  /** Units of the counted events, before proration and rounding. */
  added: decimalString(),
  amount_cents: cents(),
  /** The amount with the late events; null if it is not known. */
  would_be_amount_cents: cents().nullable(),
  amount_currency: z.string(),
});
export type FeeEventsMeta = z.infer<typeof FeeEventsMeta>;

export const FeeEventFilters = query({
  per_page: pagination.per_page,
  cursor: queryCursor(),
  status: queryChoice(feeEventStatuses),
});
export type FeeEventFilters = QueryInput<typeof FeeEventFilters>;

/** The events behind the amount of a fee. They show properties, so callers need the permission of events too. */
export const feeEventRoutes = {
  list: route({
    service: 'invoicing',
    method: 'GET',
    permission: 'fee',
    alsoReads: ['event'],
    path: '/fees/:svc_id/events',
    summary: 'List the events of a fee, counted or not, in the order of time',
    query: FeeEventFilters,
    answer: {
      events: z.array(FeeEvent),
      reason: z.enum(feeEventsReasons).nullable(),
      meta: FeeEventsMeta,
    },
    heavy: true,
  }),
};
