import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { Call } from '../../api/read.js';
import { useRead } from '../../frame/membership.js';
import { daysOfMonth } from '../../ui/months.js';

/** An amount of a report: of a month, a currency and, in some reports, a key. */
export interface Row {
  /** Such as `2026-02`. */
  month: string;
  currency: string;
  cents: number;
  /** The same with taxes, in a report that has both. */
  grossCents?: number;
  /** The key that distinguishes amounts of one month; empty in a report with one amount. */
  series: string;
}

/** The rows of a report, with its call. */
export interface Reading {
  call: Call;
  rows: readonly Row[] | undefined;
  error: unknown;
  /** Until when its amounts are complete; undefined for reports that always are. */
  completeTo?: string | null | undefined;
}

/** A report of the business by month. */
export interface Report {
  value: string;
  label: MessageDescriptor;
  /** The meaning of its amounts, and the time by which they count. */
  hint: MessageDescriptor;
  /** A hook that reads its rows. */
  useReading(months: readonly string[]): Reading;
  /** The head of the column with the key; null for a report without one. */
  series: MessageDescriptor | null;
  /** Whether the key is a state, whose colour says whether it is good. */
  isState?: boolean;
  /** Whether a month leads to the invoices that were issued in it. */
  isOfInvoices?: boolean;
}

const monthOf = (iso: string): string => iso.slice(0, 7);
const span = (months: readonly string[]) => ({ months: String(months.length) });

/** A row of the interface; one without currency says that the month has no amounts. */
type Amounts = { month: string; currency: string | null; amount_cents: number | null };
const rowsOf = <R extends Amounts>(rows: readonly R[] | undefined, seriesOf: (row: R) => string): Row[] | undefined =>
  rows?.flatMap((row) =>
    row.currency === null || row.amount_cents === null
      ? []
      : [{ month: monthOf(row.month), currency: row.currency, cents: row.amount_cents, series: seriesOf(row) }],
  );

function useRevenue(months: readonly string[]): Reading {
  const call = { path: '/analytics/gross_revenue', query: { ...span(months), net: 'true' } } as const;
  const { data, error } = useRead(call);
  const rows = data?.gross_revenues.map((row) => ({
    month: monthOf(row.month),
    currency: row.currency,
    cents: row.amount_excluding_taxes_cents ?? row.amount_cents,
    grossCents: row.amount_cents,
    series: row.billing_entity_id,
  }));
  return { call, rows, error };
}

function useMrr(months: readonly string[]): Reading {
  const call = { path: '/analytics/mrr', query: span(months) } as const;
  const { data, error } = useRead(call);
  return { call, rows: rowsOf(data?.mrrs, () => ''), error };
}

function useCollection(months: readonly string[]): Reading {
  const call = { path: '/analytics/invoice_collection', query: span(months) } as const;
  const { data, error } = useRead(call);
  return { call, rows: rowsOf(data?.invoice_collections, (row) => row.payment_status ?? 'pending'), error };
}

function useOverdue(months: readonly string[]): Reading {
  const call = { path: '/analytics/overdue_balance', query: span(months) } as const;
  const { data, error } = useRead(call);
  return { call, rows: rowsOf(data?.overdue_balances, (row) => row.billing_entity_id), error };
}

function useUsage(months: readonly string[]): Reading {
  const { first } = daysOfMonth(months[0] ?? '');
  const { last } = daysOfMonth(months.at(-1) ?? '');
  const call = {
    path: '/analytics/usage',
    query: { time_granularity: 'monthly', from_date: first, to_date: last },
  } as const;
  const { data, error } = useRead(call);
  const rows = data?.usages.map((row) => ({
    month: monthOf(row.start_of_period_dt),
    currency: row.amount_currency,
    cents: row.amount_cents,
    series: row.billable_metric_code,
  }));
  return { call, rows, error, completeTo: data?.complete_to_datetime };
}

export const reports: readonly Report[] = [
  {
    value: 'revenue',
    label: msg`Invoiced`,
    hint: msg`Issued invoices by their issuing date, less refunds. An invoice for a year counts in its month of issue.`,
    useReading: useRevenue,
    series: null,
    isOfInvoices: true,
  },
  {
    value: 'mrr',
    label: msg`Monthly recurring revenue`,
    hint: msg`Prices of plans as amounts of a month, with taxes: a yearly price counts with a twelfth.`,
    useReading: useMrr,
    series: null,
  },
  {
    value: 'collection',
    label: msg`Collection`,
    hint: msg`Totals of issued invoices with taxes, by their issuing date and the state of their payment.`,
    useReading: useCollection,
    series: msg`Payment`,
    isState: true,
    isOfInvoices: true,
  },
  {
    value: 'overdue',
    label: msg`Overdue`,
    hint: msg`Amounts that are overdue now, by the month in which they were due.`,
    useReading: useOverdue,
    series: null,
  },
  {
    value: 'usage',
    label: msg`Usage`,
    hint: msg`Usage by the day on which it occurred, in the time zone of each customer, before coupons and taxes.`,
    useReading: useUsage,
    series: msg`Metric`,
  },
];
