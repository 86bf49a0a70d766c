import { z } from 'zod';
import { date, timestamp } from '../http/fields.js';
import { query, type QueryInput } from '../http/query.js';
import { route } from '../http/route.js';
import { described, shape, texts } from '../http/texts.js';
import { CurrencyAmount } from './customer-summaries.js';

/** Kinds of objects that prevent the close of a month, in the order of the answer. */
export const closeCheckTypes = [
  'unbilled_work',
  'draft_invoices',
  'pending_invoices',
  'failed_invoices',
  'number_gaps',
  'event_errors',
  'failed_payments',
  'refused_emails',
  'waiting_emails',
] as const;
export type CloseCheckType = (typeof closeCheckTypes)[number];

/** The number of objects of a month that prevent its close. */
export const CloseCheck = shape('The number of objects of a kind that a month should not have when it is closed', {
  type: described(z.enum(closeCheckTypes), 'Kind of the objects', 'draft_invoices'),
  count: described(z.int().nullable(), 'Number of the objects; null while they cannot be counted', 3),
  oldest_at: described(
    timestamp().nullable(),
    'Creation of the oldest of them; null without any, or where it is unknown',
  ),
  amounts: z.array(CurrencyAmount),
  list: described(
    z.string().nullable(),
    'Call that lists them, below `/api/v1`; null without one',
    '/invoices?status=draft&issuing_date_from=2026-02-01&issuing_date_to=2026-02-28',
  ),
});
export type CloseCheck = z.infer<typeof CloseCheck>;

/** The checks of a month in days of the organization's zone; nothing is stored of them (customers, section 12.4). */
export const MonthClose = shape('The checks before the close of a month', {
  month: described(z.string(), 'Month', '2026-02'),
  timezone: described(z.string(), ...texts.timezone),
  as_of: described(timestamp(), 'Instant of the counts, by the clock of the organization'),
  ended: described(z.boolean(), 'Whether the month has ended', true),
  first_day: described(date(), 'First day of the month', '2026-02-01'),
  last_day: described(date(), 'Last day of the month', '2026-02-28'),
  checks: z.array(CloseCheck),
});
export type MonthClose = z.infer<typeof MonthClose>;

export const MonthCloseQuery = query({
  month: described(
    z
      .string({ error: 'value_is_invalid' })
      .regex(/^[12]\d{3}-(0[1-9]|1[0-2])$/, 'value_is_invalid')
      .optional(),
    'Month as YYYY-MM; by default the previous one',
    '2026-02',
  ),
});
export type MonthCloseQuery = QueryInput<typeof MonthCloseQuery>;

export const monthCloseRoutes = {
  read: route({
    service: 'webhook-delivery',
    permission: 'invoice',
    method: 'GET',
    path: '/overview/month_close',
    summary: 'Count what prevents the close of a month, each kind with the call that lists it',
    query: MonthCloseQuery,
    answer: { month_close: MonthClose },
    heavy: true,
  }),
};
