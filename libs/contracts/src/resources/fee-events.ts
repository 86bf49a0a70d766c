import { z } from 'zod';
import { queryCursor } from '../http/lists.js';
import { cents, decimalString, id, timestamp } from '../http/fields.js';
import { pagination, query, queryChoice, type QueryInput } from '../http/query.js';
import { route } from '../http/route.js';
import { described, shape, texts } from '../http/texts.js';
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
export const FeeEvent = shape("An event of a fee's metric in its period, and its effect", {
  svc_event_id: described(id(), 'Identifier of the event'),
  transaction_id: described(
    z.string(),
    'Identifier that the sender assigned to the event, which counts once',
    'evt_2026_000017',
  ),
  timestamp: described(timestamp(), 'Time of the event, with microseconds', '2026-03-14T09:26:53.589793Z'),
  received_at: described(timestamp(), 'When the service received it'),
  properties: described(z.record(z.string(), z.unknown()), 'Properties of the event by name', 'gb=12'),
  precise_total_amount_cents: described(
    decimalString().nullable(),
    'Price that the event carries, for dynamic charges',
    '1234.56',
  ),
  /** The text of the metric's field. */
  value: described(z.string().nullable(), 'Value of the aggregated property; null without one', '12'),
  status: described(z.enum(feeEventStatuses), 'Effect of the event on the fee', 'counted'),
  /** Null for a counted event. */
  reason: described(
    z.enum(feeEventReasons).nullable(),
    'Reason why it was not counted, or added nothing; null unless there is one',
    'other_filter',
  ),
  /** The units that it added to the total; null for an event that was not counted. */
  added: described(
    decimalString().nullable(),
    'Units that it added, before proration and rounding; null unless it was counted',
    '12.0',
  ),
  /** Voided after the fee was computed, which the fee does not follow. */
  voided_since: described(
    z.boolean(),
    'Whether it was voided after the fee was computed; the fee does not change',
    false,
  ),
});
export type FeeEvent = z.infer<typeof FeeEvent>;

/** Numbers of events by status and reason, and the amount with the late ones. */
export const FeeEventsMeta = shape('Totals of the events of a fee, and the amount with the late ones', {
  next_cursor: described(
    z.string().nullable(),
    'The `cursor` of the next entries; null at the end',
    'WyItY3JlYXRlZF9hdCJd',
  ),
  status_counts: described(
    z.object({
      counted: described(z.int(), 'Events that the fee counts', 7),
      without_effect: described(z.int(), 'Events that the fee counts, but that add nothing', 1),
      ignored: described(z.int(), 'Events of the metric that the fee does not count', 3),
      late: described(z.int(), 'Events that the fee would count, but that arrived after it was computed', 1),
    }),
    'Number of events by effect',
  ),
  reason_counts: described(
    z.array(
      z.object({
        reason: described(z.enum(feeEventReasons), 'Reason', 'other_filter'),
        events: described(z.int(), 'Number of events with this reason', 3),
      }),
    ),
    'Number of events by the reason why they were not counted, or add nothing',
  ),
  /** Units of the counted events, before proration and rounding. */
  added: described(decimalString(), 'Units that all counted events added, before proration and rounding', '84.0'),
  amount_cents: described(cents(), ...texts.amountCents),
  /** The amount with the late events; null if it is not known. */
  would_be_amount_cents: described(
    cents().nullable(),
    'Amount with the late events, in the smallest unit of the currency; null if the fee has more than 10,000 events',
    1284,
  ),
  amount_currency: described(z.string(), ...texts.amountCurrency),
});
export type FeeEventsMeta = z.infer<typeof FeeEventsMeta>;

export const FeeEventFilters = query({
  per_page: pagination.per_page,
  cursor: described(
    queryCursor(),
    'The `next_cursor` of the previous answer; empty: from the beginning. It replaces `page`',
    '',
  ),
  status: described(queryChoice(feeEventStatuses), ...texts.filteredState),
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
      reason: described(z.enum(feeEventsReasons).nullable(), ...texts.reason),
      meta: FeeEventsMeta,
    },
    heavy: true,
  }),
};
