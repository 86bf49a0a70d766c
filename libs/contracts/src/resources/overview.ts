import { z } from 'zod';
import { timestamp } from '../http/fields.js';
import { route } from '../http/route.js';
import { described, shape } from '../http/texts.js';
import { CurrencyAmount } from './customer-summaries.js';

/** Kinds of objects that may need an eye, in the order of the answer. */
export const overviewTypes = [
  'draft_invoices',
  'failed_invoices',
  'pending_invoices',
  'overdue_invoices',
  'failed_payments',
  'pending_payment_requests',
  'event_errors',
  'paused_webhook_endpoints',
  'failed_webhooks',
  'parked_items',
] as const;
export type OverviewType = (typeof overviewTypes)[number];

/** The days in which a failed payment or webhook needs an eye. */
export const daysOfOverview = 30;

/** A number of objects that may need an eye. */
export const OverviewItem = shape('The number of objects of a kind that need attention', {
  type: described(z.enum(overviewTypes), 'Kind of the objects', 'overdue_invoices'),
  count: described(z.int(), 'Number of the objects', 3),
  as_of: described(
    timestamp().nullable(),
    'Instant at which they were counted, by the clock of the organization; null: unknown',
  ),
  oldest_at: described(
    timestamp().nullable(),
    'Creation or due date of the oldest of them; null without any, or where it is unknown',
  ),
  /** Their amounts by currency; empty for objects without amounts. */
  amounts: z.array(CurrencyAmount),
  /** The call that lists them, below `/api/v1`; null where only operators see them. */
  list: described(
    z.string().nullable(),
    'Call that lists them, below `/api/v1`; null if only operators see them',
    '/invoices?state=overdue',
  ),
});
export type OverviewItem = z.infer<typeof OverviewItem>;

export const overviewRoutes = {
  read: route({
    service: 'webhook-delivery',
    permission: 'invoice',
    method: 'GET',
    path: '/overview',
    summary: 'Count the objects that need attention, each kind with the call that lists them',
    answer: { overview: z.array(OverviewItem) },
  }),
};
